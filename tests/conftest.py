"""Compiling once: with several test processes, the kernels of play are ready before they start."""

import gc
import subprocess
import sys

import pytest

gc.set_threshold(50_000, 20, 20)  # modules, charts and kernels make many objects that stay

ODDS = """
from marriage_stats.odds import compute_odds
from marriage_stats.rules import preset
compute_odds(preset("dashain"), n_hands=5000, seed=1)
"""
PLAY = """
from marriage_stats.engine.simulate import Table, play_block, play_logged
from marriage_stats.policies.registry import load_policies
from marriage_stats.rules import preset
rules = preset("classic")
table = Table(rules, load_policies("adaptive,novice,random,novice", rules))
play_block(table, 1, 0, 1)
play_logged(table, 1, 0)
"""


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile odds and play into the cache, side by side; test processes then load them."""
    if not session.config.getoption("numprocesses", None):
        return
    parts = [subprocess.Popen([sys.executable, "-c", code]) for code in (ODDS, PLAY)]
    if any([part.wait() for part in parts]):
        pytest.exit("the kernels do not compile", returncode=1)


@pytest.fixture
def loose_png(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pack PNG files loosely: to pack them well takes a sixth of the time of a chart."""
    monkeypatch.setattr("marriage_stats.charts.render.PNG_LEVEL", 1)
