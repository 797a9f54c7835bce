"""A first run compiles policies in a process of its own; it plays what a later run plays."""

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
start = calls.subprocess.Popen
def note(command, **how):
    started.append(command[4:])
    return start(command, **how)
calls.subprocess.Popen = note
rules = preset("classic")
table = Table(rules, load_policies("novice", rules))
kept = is_kept(choose)
rounds = play_block(table, 1, 0, 3)
print(json.dumps([kept, started, rounds.per_seat.tolist()]))
"""


def _run(folder: Path) -> list[object]:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], env=environment, capture_output=True, check=True
    )
    return list(json.loads(done.stdout))


@pytest.mark.long
def test_a_first_run_and_a_later_one_play_the_same(tmp_path: Path) -> None:
    first, later = _run(tmp_path), _run(tmp_path)
    assert first[:2] == [False, [["novice"]]]
    assert later[:2] == [True, []]
    assert first[2] == later[2]
