"""Runs of any size: to a number of rounds or a precision, over threads, processes or machines.

Sums over rounds are whole numbers, so that they add up to the same bits in whatever blocks and
order they come; a run that was killed goes on from its last saved sums to the same result.
"""

from marriage_stats.runs.sampling import MIN_ROUNDS, Sampling, accumulate
from marriage_stats.runs.state import RunFolder, open_run
from marriage_stats.runs.through import Run, run_through

__all__ = [
    "MIN_ROUNDS",
    "Run",
    "RunFolder",
    "Sampling",
    "accumulate",
    "open_run",
    "run_through",
]
