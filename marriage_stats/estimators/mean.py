"""Means of whole numbers, from the counts of each value."""

from collections.abc import Sequence
from math import sqrt

from marriage_stats.estimators.intervals import LEVEL, Estimate, normal_quantile


def estimate_mean(counts: Sequence[int], level: float = LEVEL) -> Estimate:
    """Return the mean of a sample in which value k came counts[k] times.

    Raises
    ------
    ValueError   if the sample is empty
    """
    n = sum(counts)
    if n < 1:
        raise ValueError(f"counts must hold at least one case, got {n}")
    total = sum(k * count for k, count in enumerate(counts))
    squares = sum(k * k * count for k, count in enumerate(counts))
    mean = total / n
    # Whole-number sums are exact, so the difference below loses nothing.
    variance = (n * squares - total * total) / (n * max(n - 1, 1))
    se = sqrt(variance / n)
    half = normal_quantile(level) * se
    return Estimate(value=mean, se=se, low=mean - half, high=mean + half, n=n)
