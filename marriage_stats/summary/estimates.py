"""Estimates out of running sums: means, shares, deviations and quantiles, by independent units."""

from collections import Counter
from math import sqrt
from typing import TypedDict

from marriage_stats.estimators import LEVEL, estimate_proportion
from marriage_stats.estimators.intervals import normal_quantile
from marriage_stats.estimators.proportion import share_interval
from marriage_stats.estimators.quantile import quantile_ranks
from marriage_stats.summary.tally import Moments


class Figure(TypedDict):
    """A figure from n independent units; se and interval are None where one unit cannot tell."""

    value: float | None
    se: float | None
    low: float | None
    high: float | None
    n: int


def mean_figure(moments: Moments, name: str, cells: int = 1, level: float = LEVEL) -> Figure:
    """Return the mean of a feature that is the sum of `cells` values in each unit."""
    n = moments.n
    value = moments.total(name) / (n * cells)
    return _normal(value, _se(moments, {name: 1.0}) / cells, n, level)


def ratio_figure(moments: Moments, over: str, under: str) -> Figure:
    """Return the ratio of two sums, such as a mean over the cases that a feature counts.

    Notes
    -----
    The standard error is that of the delta method. Without a case there is no value.
    """
    n, cases = moments.n, moments.total(under)
    if not cases:
        return Figure(value=None, se=None, low=None, high=None, n=n)
    value = moments.total(over) / cases
    return _normal(value, _se(moments, {over: 1.0, under: -value}) * n / cases, n)


def share_figure(moments: Moments, name: str, cells: int = 1, level: float = LEVEL) -> Figure:
    """Return the share of a feature that counts cases among `cells` in each unit.

    Notes
    -----
    The interval is that of `estimate_proportion`, and of `share_interval` where units hold several
    cells.
    """
    n, count = moments.n, moments.total(name)
    value = count / (n * cells)
    if n < 2:
        return Figure(value=value, se=None, low=None, high=None, n=n)
    if cells == 1:
        found = estimate_proportion(count, n, level)
        return Figure(value=value, se=found["se"], low=found["low"], high=found["high"], n=n)
    se = _se(moments, {name: 1.0}) / cells
    low, high = share_interval(value, se, n, level)
    return Figure(value=value, se=se, low=low, high=high, n=n)


def deviation_figure(moments: Moments, name: str, square: str, cells: int = 1) -> Figure:
    """Return the standard deviation of a value whose sum and sum of squares are features.

    Notes
    -----
    The standard error is that of the delta method: the deviation of (x - mean)^2 over units.
    """
    n, cases = moments.n, moments.n * cells
    mean = moments.total(name) / cases
    # Whole numbers: the difference below loses nothing.
    spread = moments.total(square) * cases - moments.total(name) ** 2
    value = sqrt(spread / (cases * max(cases - 1, 1)))
    if value == 0:
        return _normal(value, 0.0, n)
    return _normal(value, _se(moments, {square: 1.0, name: -2 * mean}) / cells / (2 * value), n)


def quantile_figure(counts: Counter[int], p: float, independent: bool = True) -> Figure:
    """Return a quantile of counted values: the least value that a share p does not exceed.

    Notes
    -----
    The interval is that of order statistics; there is none where the values are not independent.
    """
    n = counts.total()
    ordered = sorted(counts.items())
    value = _at_rank(ordered, max(1, -int(-p * n // 1)))
    if not independent or n < 2:
        return Figure(value=value, se=None, low=None, high=None, n=n)
    first, last = quantile_ranks(n, p)
    low, high = _at_rank(ordered, max(1, first + 1)), _at_rank(ordered, min(n, last + 1))
    return Figure(value=value, se=None, low=low, high=high, n=n)


def _at_rank(ordered: list[tuple[int, int]], rank: int) -> int:
    passed = 0
    for value, times in ordered:
        passed += times
        if passed >= rank:
            return value
    return ordered[-1][0]


def _se(moments: Moments, weights: dict[str, float]) -> float:
    """Return the standard error of the mean over units of a weighted sum of features."""
    n = moments.n
    if n < 2:
        return 0.0
    variance = 0.0
    for a, weight in weights.items():
        for b, other in weights.items():
            joint = moments.product(a, b) * n - moments.total(a) * moments.total(b)
            variance += weight * other * (joint / (n * (n - 1)))
    return sqrt(max(variance, 0.0) / n)


def _normal(value: float, se: float, n: int, level: float = LEVEL) -> Figure:
    if n < 2:
        return Figure(value=value, se=None, low=None, high=None, n=n)
    half = normal_quantile(level) * se
    return Figure(value=value, se=se, low=value - half, high=value + half, n=n)
