"""Whole-process times of the command line."""

import statistics
import subprocess
import sys
import time

REPEATS = 5


def measure_program() -> dict[str, float]:
    """Return seconds of `--help` and of the exact odds, medians of 5 warm runs."""
    return {
        "help_s": _median_seconds("--help"),
        "exact_odds_s": _median_seconds("odds", "--hands", "0", "--json"),
    }


def _median_seconds(*arguments: str) -> float:
    command = [sys.executable, "-m", "marriage_stats", *arguments]
    seconds = []
    for warm in range(REPEATS + 1):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        if warm:
            seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)
