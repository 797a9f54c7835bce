"""A first run compiles a part in a process of its own; it says what a later run says."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PLAY = """
import json
import sys
from marriage_stats._jit import is_kept
from marriage_stats.engine import calls, play_block
from marriage_stats.engine.simulate import Table
from marriage_stats.policies.novice import choose
from marriage_stats.policies.registry import load_policies
from marriage_stats.rules import preset
started = []
start = calls.start_beside
def note(*words):
    started.append(words)
    return start(*words)
calls.start_beside = note
rules = preset("classic")
table = Table(rules, load_policies("novice", rules))
kept = is_kept(choose)
rounds = play_block(table, 1, 0, 3)
print(json.dumps([kept, started, rounds.per_seat.tolist()]))
"""


ODDS = """
import json
from marriage_stats.odds import compute_odds, path_kernels
from marriage_stats.rules import preset
odds = compute_odds(preset("dashain"), n_hands=2000, seed=1)
kernels = [kernel for name, kernel in vars(path_kernels).items() if name.startswith("count_")]
kept = [kernel for kernel in kernels if hasattr(kernel, "stats") and kernel.overloads]
missed = [kernel.__name__ for kernel in kept if sum(kernel.stats.cache_misses.values())]
print(json.dumps([len(kept), missed, odds["simulated"]]))
"""


def _run(program: str, folder: Path) -> list[object]:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, check=True
    )
    return list(json.loads(done.stdout))


@pytest.mark.long
def test_a_first_run_and_a_later_one_play_the_same(tmp_path: Path) -> None:
    first, later = _run(PLAY, tmp_path), _run(PLAY, tmp_path)
    beside = ["marriage_stats.engine.calls", "compile_rounds", "novice"]
    assert first[:2] == [False, [beside]]
    assert later[:2] == [True, []]
    assert first[2] == later[2]


@pytest.mark.long
def test_odds_of_a_first_run_take_paths_from_the_process_beside(tmp_path: Path) -> None:
    first, later = _run(ODDS, tmp_path), _run(ODDS, tmp_path)
    assert first == later
    assert first[:2] == [4, []]
