"""Files of rounds: whole or absent, kept in parts while they grow, and taken up again."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from marriage_stats.cli.app import run
from marriage_stats.engine import Table
from marriage_stats.policies.registry import load_policies
from marriage_stats.rounds_io import read_rounds
from marriage_stats.rules import preset
from marriage_stats.runs import Sampling, rounds_file, sampling
from marriage_stats.summary import Plan, play_summary
from tests.test_simulate_command import BASE, Capture, result

N = 200
WORDS = [*BASE, "--rounds", str(N), "--threads", "1"]


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds_file, "PART_ROWS", 200)
    monkeypatch.setattr(sampling, "SAVE_SECONDS", 0)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "rounds.parquet"


def _stop_at(monkeypatch: pytest.MonkeyPatch, deal: int, error: type[BaseException]) -> None:
    import marriage_stats.summary.play as play

    real = play.play_batch

    def stop(tables: Any, seed: int, first: int, count: int) -> Any:
        if first >= deal:
            raise error
        return real(tables, seed, first, count)

    monkeypatch.setattr(play, "play_batch", stop)


def test_a_file_carries_its_manifest_and_leaves_nothing_beside_it(
    capsys: Capture, out: Path
) -> None:
    found = result(capsys, *WORDS, "--out", str(out))
    frame, manifest = read_rounds(out)
    assert manifest == found["manifest"]
    assert frame.collect()["round"].to_list() == [i for i in range(N) for _ in range(4)]
    assert list(out.parent.iterdir()) == [out]


@pytest.mark.parametrize("rotate", [[], ["--rotate"]])
def test_a_run_stopped_twice_ends_in_the_same_file(
    capsys: Capture, out: Path, monkeypatch: pytest.MonkeyPatch, rotate: list[str]
) -> None:
    whole = out.with_name("whole.parquet")
    straight = result(capsys, *WORDS, *rotate, "--out", str(whole))
    deals = straight["deals"]
    for deal, size, error in ((deals // 4, "7", KeyboardInterrupt), (deals // 2, "9", MemoryError)):
        with monkeypatch.context() as patch:
            _stop_at(patch, deal, error)
            words = [*WORDS, *rotate, "--block-size", size, "--out", str(out), "--resume"]
            if error is KeyboardInterrupt:
                assert run(words) == 130
                assert "--resume goes on with it" in capsys.readouterr().err
            else:
                with pytest.raises(MemoryError):
                    run(words)
        assert not out.exists()
        parts = pl.read_parquet(out.with_name("rounds.parquet.run") / "*.parquet")
        rows = pl.read_parquet(whole).head(parts.height)
        assert parts.height >= deal * straight["rounds"] // deals * 4 - 9 * 16
        assert parts.equals(rows)
    capsys.readouterr()
    # The seed is that of the run.
    words = ["simulate", "--policies", "novice", *WORDS[5:], *rotate]
    again = result(capsys, *words, "--out", str(out), "--resume")
    assert {**again, "seconds": 0} == {**straight, "seconds": 0}
    assert out.read_bytes() == whole.read_bytes()
    assert sorted(out.parent.iterdir()) == [out, whole]


def test_a_precise_run_with_a_file_resumes_too(
    capsys: Capture, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sampling, "FIRST_LOOK", 100)
    words = [*BASE, "--precision", "3", "--threads", "1", "--block-size", "30", "--json"]
    straight = result(capsys, *words[:-1])
    assert straight["precision"]["reached"]
    assert straight["precision"]["looks"] > 1
    assert all(row["high"] - row["low"] <= 6 for row in straight["seats"])
    with monkeypatch.context() as patch:
        _stop_at(patch, 110, KeyboardInterrupt)
        assert run([*words, "--out", str(out)]) == 130
    capsys.readouterr()
    again = result(capsys, *words[:-1], "--out", str(out), "--resume")
    assert {**again, "seconds": 0} == {**straight, "seconds": 0}


def test_a_whole_file_tells_its_summary_again(
    capsys: Capture, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = result(capsys, *WORDS, "--out", str(out))
    content = out.read_bytes()
    # As a run leaves it that is killed while it removes the parts.
    run_folder = out.with_name("rounds.parquet.run")
    run_folder.mkdir()
    (run_folder / "000003.parquet").write_bytes(b"a part that counts no more")
    monkeypatch.setattr("marriage_stats.summary.play.play_batch", None)
    assert result(capsys, *WORDS, "--out", str(out), "--resume") == {**first, "seconds": 0}
    assert out.read_bytes() == content
    assert list(out.parent.iterdir()) == [out]


def test_what_is_there_is_not_written_over(
    capsys: Capture, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*words: str) -> str:
        capsys.readouterr()
        assert run([*WORDS, "--out", str(out), *words]) == 2
        err = capsys.readouterr().err
        assert err.count("\n") == 1
        return err

    out.write_text("mine")
    assert "is there already: pass --force" in refused()
    assert "is no file of rounds" in refused("--resume")
    assert out.read_text() == "mine"
    assert run([*WORDS, "--out", str(out), "--force"]) == 0
    assert "differs" in refused("--resume", "--seed", "2")
    assert "its rotate differs" in refused("--resume", "--rotate")
    assert "its number of rounds differs" in refused("--resume", "--rounds", "300")
    out.unlink()
    with monkeypatch.context() as patch:
        _stop_at(patch, 60, KeyboardInterrupt)
        assert run([*WORDS, "--block-size", "20", "--out", str(out)]) == 130
    capsys.readouterr()
    assert "holds a run: --resume goes on with it" in refused()
    assert "its seed differs" in refused("--resume", "--seed", "2")
    assert "give one of them" in refused("--resume", "--force")
    assert run([*WORDS, "--seed", "2", "--out", str(out), "--force"]) == 0
    assert read_rounds(out)[1]["identity"]["seed"] == 2
    assert list(out.parent.iterdir()) == [out]


def test_a_missing_part_is_named(
    capsys: Capture, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        _stop_at(patch, 120, KeyboardInterrupt)
        assert run([*WORDS, "--block-size", "20", "--out", str(out)]) == 130
    (out.with_name("rounds.parquet.run") / "000001.parquet").unlink()
    capsys.readouterr()
    assert run([*WORDS, "--out", str(out), "--resume"]) == 2
    assert "000001.parquet is missing" in capsys.readouterr().err


@pytest.mark.parametrize("harm", [lambda whole: whole[:100], lambda whole: b""])
def test_a_damaged_part_is_named(
    capsys: Capture, out: Path, monkeypatch: pytest.MonkeyPatch, harm: Callable[[bytes], bytes]
) -> None:
    with monkeypatch.context() as patch:
        _stop_at(patch, N // 2, KeyboardInterrupt)
        assert run([*WORDS, "--block-size", "10", "--out", str(out)]) == 130
    part = out.with_name("rounds.parquet.run") / "000000.parquet"
    part.write_bytes(harm(part.read_bytes()))
    capsys.readouterr()
    assert run([*WORDS, "--out", str(out), "--resume"]) == 2
    assert "000000.parquet is damaged: pass --force to start anew" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    "words",
    [["--block-size", "0"], ["--threads", "0"], ["--rounds", "0"], ["--seed", "-1"]],
)
def test_a_refused_run_makes_no_folder(capsys: Capture, tmp_path: Path, words: list[str]) -> None:
    target = tmp_path / "new" / "rounds.parquet"
    assert run([*WORDS, *words, "--out", str(target)]) == 2
    assert list(tmp_path.iterdir()) == []


def test_a_pipe_or_device_is_refused_and_stays(capsys: Capture, out: Path) -> None:
    os.mkfifo(out)
    assert run([*WORDS, "--out", str(out), "--force"]) == 2
    assert "is a device or a pipe" in capsys.readouterr().err
    assert out.is_fifo()
    assert list(out.parent.iterdir()) == [out]


@pytest.mark.long
def test_processes_write_the_same_bytes(out: Path) -> None:
    rules = preset("classic")
    plan = Plan(Table(rules, load_policies("novice", rules)))
    one, other = out, out.with_name("other.parquet")
    results = [
        play_summary(plan, Sampling(N, 1, 2, 50, backend=backend), path)
        for backend, path in (("threads", one), ("processes", other))
    ]
    assert json.dumps({**results[0], "seconds": 0}) == json.dumps({**results[1], "seconds": 0})
    assert one.read_bytes() == other.read_bytes()


def test_a_name_with_wildcards_is_a_name(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "deals[1]*.parquet"
    with monkeypatch.context() as patch:
        _stop_at(patch, N // 2, KeyboardInterrupt)
        assert run([*WORDS, "--block-size", "7", "--out", str(out)]) == 130
    capsys.readouterr()
    result(capsys, *WORDS, "--out", str(out), "--resume")
    assert read_rounds(out)[0].collect().height == 4 * N
