"""No kernel reads or writes beyond an array: elements are loaded without a look at their index."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROUNDS = 2000


def _run_trapped(rounds: int, folder: Path) -> int:
    """Return the exit code of a process whose kernels stop it at an index out of range."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder)}
    command = [sys.executable, "-m", "tests.trapped", str(rounds)]
    return subprocess.run(command, env=environment, check=False).returncode


def test_an_index_out_of_range_is_trapped(tmp_path: Path) -> None:
    assert _run_trapped(0, tmp_path) < 0


@pytest.mark.long
def test_play_keeps_to_its_arrays(tmp_path: Path) -> None:
    """Every house, table size and policy, with other players and alone."""
    assert _run_trapped(ROUNDS, tmp_path) == 0
