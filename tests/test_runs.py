"""Long runs: any split, backend, crash or resume gives the same result; folders are guarded."""

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import numpy as np
import pytest

from marriage_stats.compare import compare, parse_vary, plan_comparison
from marriage_stats.parallel import run_pieces
from marriage_stats.rules import preset
from marriage_stats.runs import RunFolder, Sampling, sampling, state
from marriage_stats.summary import Plan, play_summary
from marriage_stats.timing import Watch, play_timing
from marriage_stats.tournament import choose_field, play_tournament

ROUNDS = 600


@pytest.fixture(scope="module")
def plan():
    return plan_comparison(preset("classic"), parse_vary(["alter=5,0"]), "random")


@pytest.fixture(scope="module")
def whole(plan):
    return _plain(compare(plan, Sampling(ROUNDS, seed=9, threads=1)))


def _plain(result):
    return json.dumps({**result, "seconds": 0})


class Crash(Exception):
    pass


def _crash_after(rounds):
    done = 0

    def progress(count):
        nonlocal done
        done += count
        if done > rounds:
            raise Crash

    return progress


def test_a_run_that_crashed_twice_ends_the_same(plan, whole, tmp_path, monkeypatch):
    monkeypatch.setattr(sampling, "SAVE_SECONDS", 0)
    for rounds in (150, 400):
        with pytest.raises(Crash):
            compare(
                plan,
                Sampling(ROUNDS, 9, 1, 40, progress=_crash_after(rounds)),
                out=tmp_path,
                resume=True,
            )
        assert (tmp_path / state.STATE).exists()
        assert not (tmp_path / state.RESULT).exists()
    # The seed is that of the run in the folder.
    result = compare(plan, Sampling(ROUNDS, None, 2, 77), out=tmp_path, resume=True)
    assert _plain(result) == whole
    assert _plain(json.loads((tmp_path / state.RESULT).read_text())) == whole


def test_an_ended_run_can_be_made_longer(plan, tmp_path, whole):
    compare(plan, Sampling(200, 9, 1), out=tmp_path)
    assert _plain(compare(plan, Sampling(ROUNDS, 9, 1), out=tmp_path, resume=True)) == whole
    with pytest.raises(ValueError, match="has 600 rounds already, more than 200"):
        compare(plan, Sampling(200, 9, 1), out=tmp_path, resume=True)


def test_a_precise_run_resumes_to_the_same_look(plan, tmp_path, monkeypatch):
    monkeypatch.setattr(sampling, "FIRST_LOOK", 300)
    ask = {"seed": 9, "threads": 1, "block_size": 100, "precision": 20.0}
    straight = compare(plan, Sampling(**ask))
    assert straight["precision"]["looks"] > 1
    with pytest.raises(Crash):
        compare(plan, Sampling(**ask, progress=_crash_after(350)), out=tmp_path)
    assert _plain(compare(plan, Sampling(**ask), out=tmp_path, resume=True)) == _plain(straight)


def test_a_tournament_resumes_too(tmp_path):
    field = choose_field(preset("classic").replace({"players": 2}), "novice,random")
    straight = _plain(play_tournament(field, Sampling(150, 3, 1)))
    with pytest.raises(Crash):
        play_tournament(field, Sampling(150, 3, 1, 30, progress=_crash_after(70)), out=tmp_path)
    assert _plain(play_tournament(field, Sampling(150, 3, 1), tmp_path, True)) == straight


def test_folders_are_guarded(plan, tmp_path):
    compare(plan, Sampling(200, 1, 1), out=tmp_path)
    with pytest.raises(ValueError, match="pass --resume"):
        compare(plan, Sampling(200, 1, 1), out=tmp_path)
    writing = tmp_path / f".{state.STATE}.x1y2"
    writing.write_bytes(b"of a run that goes on")
    with pytest.raises(ValueError, match="another run: its seed differs"):
        compare(plan, Sampling(200, 2, 1), out=tmp_path, resume=True)
    assert writing.exists()
    other = plan_comparison(preset("classic"), parse_vary(["alter=5,1"]), "random")
    with pytest.raises(ValueError, match="another run: its grid differs"):
        compare(other, Sampling(200, 1, 1), out=tmp_path, resume=True)
    with pytest.raises(ValueError, match="--resume needs --out"):
        compare(plan, Sampling(200, 1, 1), resume=True)
    path = tmp_path / state.STATE
    whole = path.read_bytes()
    path.write_bytes(hashlib.sha256(b"").digest())
    with pytest.raises(ValueError, match="is damaged"):
        compare(plan, Sampling(200, 1, 1), out=tmp_path, resume=True)
    path.write_bytes(whole[:-100])
    with pytest.raises(ValueError, match="is damaged"):
        compare(plan, Sampling(300, 1, 1), out=tmp_path, resume=True)


def test_half_written_files_are_cleared_away_unread(tmp_path):
    leaving = tmp_path / f".{state.STATE}.x1y2"
    leaving.write_bytes(b"half")
    folder = RunFolder(tmp_path, {"what": "test"}, 1, resume=True)
    assert not leaving.exists()
    assert folder.load() is None
    folder.save({"n": np.array(7)})
    assert int(folder.load()["n"]) == 7


def test_pieces_come_in_order_from_processes():
    assert list(run_pieces(pow, [(2, 3), (5, 2), (3, 3)], 2, backend="processes")) == [8, 25, 27]


@pytest.mark.parametrize(
    ("backend", "message"),
    [
        ("thread", "threads, processes or a dask scheduler's address"),
        ("tcp://127.0.0.1:9", "cannot be reached"),
    ],
)
def test_backends_that_are_refused(backend, message, monkeypatch):
    monkeypatch.setattr("marriage_stats.parallel.CONNECT_SECONDS", 1)
    with pytest.raises(ValueError, match=message):
        list(run_pieces(pow, [(2, 3)], backend=backend))


SCRIPT = """
import marriage_stats.runs.sampling as sampling
from marriage_stats.cli import main
sampling.SAVE_SECONDS = 0
main({words!r})
"""


RUN = ["--rules", "classic", "--policies", "random", "--rounds", "3000", "--seed", "9"]
RUN += ["--block-size", "50", "--threads", "2", "--json", "--resume"]


def _start(words, out):
    script = SCRIPT.format(words=[*words, *RUN, "--out", str(out)])
    quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    return subprocess.Popen([sys.executable, "-c", script], **quiet)


def _ended(process):
    told = process.communicate()[0]
    assert process.returncode == 0
    return _plain(json.loads(told))


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["compare", "--vary", "alter=5,0"], "run"),
        (["see", "--given", "pairs=2..4"], "run"),
        (["simulate"], "rounds.parquet"),
    ],
    ids=["compare", "see", "simulate"],
)
def test_killed_at_twenty_moments_and_resumed_gives_the_same_bytes(tmp_path, words, name):
    """Every run is killed at a moment between its first saved block and its end."""

    def play(out):
        """Start a run and return it with the time at which its first block was saved."""
        out.parent.mkdir()
        process = _start(words, out)
        while process.poll() is None and not list(out.parent.rglob(f"*/{state.STATE}")):
            time.sleep(0.005)
        return process, time.monotonic()

    whole = tmp_path / "whole" / name
    process, began = play(whole)
    expected = _ended(process)
    length = time.monotonic() - began
    moments, killed = random.Random(1), 0
    for kill in range(20):
        out = tmp_path / str(kill) / name
        process, _ = play(out)
        time.sleep(moments.uniform(0, 1) * length)
        killed += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert _ended(_start(words, out)) == expected
        if out.is_file():
            assert out.read_bytes() == whole.read_bytes()
            assert list(out.parent.iterdir()) == [out]
        else:
            assert {path.name for path in out.iterdir()} == {state.STATE, state.RESULT}
    assert killed >= 10, "runs that had ended prove nothing"


@contextmanager
def _cluster(folder):
    """Yield (address, processes) of a dask scheduler and its two workers."""
    place = folder / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

    def launch(*words):
        command = [sys.executable, "-m", "dask", *words, "--scheduler-file", str(place)]
        return subprocess.Popen(command, cwd=folder, env=os.environ, **quiet)

    helpers = [launch("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")]
    try:
        while not place.exists():
            time.sleep(0.1)
        helpers += [launch("worker", "--nthreads", "1", "--no-nanny") for _ in range(2)]
        yield json.loads(place.read_text())["address"], helpers
    finally:
        for process in helpers:
            process.kill()
            process.wait()


@pytest.mark.long
def test_dask_workers_give_the_same_bytes_though_one_is_killed(plan, whole, tmp_path):
    table, path = plan.tables[0], tmp_path / "rounds.parquet"
    alone = tmp_path / "alone.parquet"
    play_summary(Plan(table), Sampling(ROUNDS, 9, 1), alone)
    with _cluster(tmp_path) as (address, helpers):
        played = play_summary(Plan(table), Sampling(ROUNDS, 9, 1, 70, backend=address), path)
        assert played["rounds"] == ROUNDS
        assert path.read_bytes() == alone.read_bytes()
        done = []

        def progress(count):
            done.append(count)
            if len(done) == 5:
                helpers[2].kill()

        result = compare(plan, Sampling(ROUNDS, 9, 1, 20, progress=progress, backend=address))
        assert _plain(result) == whole
        assert helpers[2].wait() == -signal.SIGKILL


def _all_results(plan, folder, *split):
    """Return the results of every kind of run, its rounds split so, and the bytes of its files."""
    how, table, place = Sampling(ROUNDS, 9, *split[:2], backend=split[2]), plan.tables[0], folder
    place.mkdir()
    field = choose_field(preset("classic").replace({"players": 2}), "novice,random")
    results = [
        compare(plan, how, out=place / "compare"),
        play_timing(Watch((table,)), how, out=place / "see"),
        play_summary(Plan(table), how, place / "rounds.parquet"),
        play_tournament(field, how, out=place / "tournament"),
    ]
    files = {
        path.relative_to(place): path.read_bytes()
        for path in sorted(place.rglob("*"))
        if path.is_file() and path.name != state.RESULT
    }
    assert len(files) == 4
    return [_plain(result) for result in results], files


@pytest.mark.long
def test_threads_processes_and_dask_give_the_same_bytes_in_any_blocks(plan, tmp_path):
    expected = _all_results(plan, tmp_path / "whole", 1, ROUNDS, "threads")
    splits = [(2, 7, "threads"), (1, 101, "threads"), (2, 40, "processes"), (1, 130, "processes")]
    for place, split in enumerate(splits):
        assert _all_results(plan, tmp_path / str(place), *split) == expected, split
    with _cluster(tmp_path) as (address, _):
        for split in ((1, 45, address), (1, 300, address)):
            assert _all_results(plan, tmp_path / f"dask {split[1]}", *split) == expected, split
