"""Runs of any size: sampled to a number of rounds or to a precision, summed block by block."""

from marriage_stats.runs.sampling import MIN_ROUNDS, Sampling, accumulate

__all__ = ["MIN_ROUNDS", "Sampling", "accumulate"]
