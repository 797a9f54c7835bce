"""Speed figures: found, printed against their budgets; what they are is for `make bench`."""

import inspect
import json
import sys

import pytest

from marriage_stats.bench import BUDGETS
from marriage_stats.bench import run as measuring
from marriage_stats.cli.app import run as run_program

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = {"help_s": 0.1, "deal_per_core_s": 1e6, "unheard_of_s": 3.0}
    monkeypatch.setattr(measuring, "measurements", lambda: iter([("toy", lambda: fast)]))


def test_table_says_what_was_reached(capsys: Capture) -> None:
    assert run_program(["bench"]) == 0
    out, err = capsys.readouterr()
    rows = {line.split()[0]: line for line in out.splitlines() if line.strip()}
    assert " aim " in rows["help_s"]
    assert "1,000,000   28,000,000   35,000,000   below must" in rows["deal_per_core_s"]
    assert "must" not in rows["unheard_of_s"]
    assert err == "measured toy\n"


def test_json(capsys: Capture) -> None:
    assert run_program(["bench", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["help_s"] == 0.1


def test_every_budget_is_of_a_figure_that_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    modules = {sys.modules[function.__module__] for _, function in measuring.measurements()}
    sources = "".join(inspect.getsource(module) for module in modules)
    assert [name for name in BUDGETS if f'"{name}"' not in sources] == []


def test_measurements_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    names = [name for name, _ in measuring.measurements()]
    assert sorted(names) == ["compile", "deals", "finish", "program", "rounds"]
