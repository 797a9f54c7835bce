"""What is refused before any policy is compiled: one line, at once."""

import importlib
from pathlib import Path

import numpy as np
import pytest

from marriage_stats.cli.app import run
from marriage_stats.runs import RunFolder, Sampling
from marriage_stats.runs.early import check_file_run, check_run
from marriage_stats.runs.rounds_file import run_folder

COMMANDS = {
    "simulate": ["simulate"],
    "see": ["see"],
    "compare": ["compare", "--vary", "alter=5,0"],
    "tournament": ["tournament", "--players", "2"],
}


@pytest.fixture(autouse=True)
def _nothing_compiles(monkeypatch):
    def compiled(*_):
        raise AssertionError("a function was compiled")

    for module, name in (
        ("policies.registry", "compile_choice"),
        ("engine.simulate", "round_calls"),
    ):
        place = importlib.import_module(f"marriage_stats.{module}")
        monkeypatch.setattr(place, name, compiled)


def _refusal(capsys, *words):
    assert run([*words]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    return err


def _keep(folder: Path, rounds: int) -> None:
    RunFolder(folder, {"what": "test"}, 1, resume=False).save({"n": np.array(rounds)})


@pytest.mark.parametrize("name", COMMANDS)
def test_a_run_is_not_made_shorter(name, tmp_path, capsys):
    asked = 200
    out = tmp_path / "out"
    _keep(run_folder(out) if name == "simulate" else out, 600)
    rounds = asked * (4 if name == "tournament" else 1)  # two players, either alone in both seats
    words = ["--out", str(out), "--rounds", str(rounds), "--resume"]
    err = _refusal(capsys, *COMMANDS[name], *words)
    assert f"the run has 600 rounds already, more than {asked}" in err


@pytest.mark.parametrize("name", COMMANDS)
def test_a_scheduler_must_answer(name, capsys, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("marriage_stats.parallel.CONNECT_SECONDS", 1)
    err = _refusal(capsys, *COMMANDS[name], "--backend", "tcp://127.0.0.1:9")
    assert "dask scheduler tcp://127.0.0.1:9 cannot be reached" in err


@pytest.mark.parametrize("name", COMMANDS)
def test_there_must_be_something_to_resume(name, capsys):
    assert "--resume needs --out" in _refusal(capsys, *COMMANDS[name], "--resume")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_kept_run_is_not_written_over(name, tmp_path, capsys):
    out = tmp_path / "out"
    _keep(run_folder(out) if name == "simulate" else out, 600)
    assert "holds a run" in _refusal(capsys, *COMMANDS[name], "--out", str(out))


def test_a_longer_or_a_precise_run_may_go_on(tmp_path):
    _keep(tmp_path / "a", 600)
    check_run(Sampling(600), tmp_path / "a", resume=True)
    check_run(Sampling(100, precision=1.0), tmp_path / "a", resume=True)
    check_run(Sampling(100), tmp_path / "b", resume=True)
    _keep(run_folder(tmp_path / "c"), 600)
    check_file_run(Sampling(600), tmp_path / "c", resume=True, force=False)
    check_file_run(Sampling(100), tmp_path / "c", resume=False, force=True)
