"""Quantiles: ranks that hold one, and smooth quantiles of whole-number data."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats.estimators.intervals import LEVEL
from marriage_stats.estimators.jackknife import jackknife_se, student_quantile


def quantile_ranks(n: int, p: float, level: float = LEVEL) -> tuple[int, int]:
    """Return ranks (0-based) of the order statistics that hold the p-quantile at least at `level`.

    Notes
    -----
    The number of units below the quantile is binomial whatever the law, so the coverage is exact or
    more (ties only add to it). Ranks -1 and n mean that the sample is too small for that end.
    """
    from scipy.stats import binom

    tail = (1 - level) / 2
    low = int(binom.ppf(tail, n, p)) - 1
    high = int(binom.ppf(1 - tail, n, p))
    return low, high


def mid_quantile(values: NDArray[np.int64], counts: NDArray[np.int64], p: float) -> float:
    """Return the p-quantile interpolated in the mid-distribution, a smooth figure of tied data.

    Parameters
    ----------
    values, counts : int64[k]   ascending values and how often each came

    Notes
    -----
    The mid-distribution puts half of a value's own share below it; between values it is taken as
    straight (Ma, Genton and Parzen 2011). Unlike the plain quantile it moves in small steps, so
    that its standard error means something.
    """
    return float(mid_quantiles(values, counts[None], p)[0])


def mid_quantiles(values: NDArray[np.int64], counts: NDArray[Any], p: float) -> NDArray[np.float64]:
    """Return float64[n], the `mid_quantile` of every row of counts ([n, k], whole numbers)."""
    held = counts > 0
    middle = (np.cumsum(counts, axis=1) - counts / 2) / counts.sum(axis=1, keepdims=True)
    below, above = held & (middle <= p), held & (middle > p)
    first, last = held.argmax(axis=1), counts.shape[1] - 1 - held[:, ::-1].argmax(axis=1)
    left = counts.shape[1] - 1 - below[:, ::-1].argmax(axis=1)
    left = np.where(below.any(axis=1), left, first)
    right = np.where(above.any(axis=1), above.argmax(axis=1), last)
    rows = np.arange(len(counts))
    gap = middle[rows, right] - middle[rows, left]
    share = np.where(gap > 0, (p - middle[rows, left]) / np.where(gap > 0, gap, 1), 0)
    return np.asarray(values[left] + np.clip(share, 0, 1) * (values[right] - values[left]))


def mid_quantile_interval(
    values: NDArray[np.int64], counts: NDArray[np.int64], p: float, level: float = LEVEL
) -> tuple[float, float]:
    """Return the interval of the `mid_quantile` of counts by block of rounds.

    Parameters
    ----------
    values : int64[k]   those that came, ascending
    counts : int64[blocks, k]   how often each came in each block

    Notes
    -----
    The share of the mid-distribution below the quantile is a mean over rounds, whose standard error
    the jackknife tells; the quantiles at that share less and more its error are the ends (Woodruff
    1952). They keep to the shape of the data, where a symmetric interval would not.
    """
    whole = counts.sum(axis=0)
    if len(values) == 1:
        return float(values[0]), float(values[0])
    value = mid_quantile(values, whole, p)
    place = min(int(np.searchsorted(values, value, side="right")) - 1, len(values) - 2)
    part = (value - values[place]) / (values[place + 1] - values[place])
    left = whole - counts
    middle = (np.cumsum(left, axis=1) - left / 2)[:, place : place + 2]
    below = middle @ [1 - part, part] / left.sum(axis=1)
    half = student_quantile(level, len(counts) - 1) * jackknife_se(below)
    low, high = (mid_quantile(values, whole, p + move) for move in (-half, half))
    return low, high
