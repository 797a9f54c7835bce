"""A simulated figure against its exact law: z by the exact standard error, or binomial tails."""

from collections.abc import Sequence
from math import erfc, sqrt
from typing import TypedDict

from marriage_stats.estimators.intervals import Estimate

FAULT = 1e-6
"""A check fails below this p-value."""
FEW = 25
"""Below this many expected cases (or others) the binomial tail takes the place of z."""


class Check(TypedDict):
    """One comparison with a law; method: `z`, `binomial`, `convolution` or `chi-square`."""

    name: str
    exact: float
    value: float
    n: int
    z: float | None
    p: float
    method: str
    passed: bool


def check_proportion(name: str, count: int, n: int, exact: float) -> Check:
    """Compare count cases among n with an exact probability, two-sided."""
    exact = min(max(exact, 0.0), 1.0)
    se = sqrt(exact * (1 - exact) / n)
    z = (count / n - exact) / se if se else None
    if n * min(exact, 1 - exact) < FEW:
        return _check(name, exact, count / n, n, z, binomial_p(count, n, exact), "binomial")
    assert z is not None
    return _check(name, exact, count / n, n, z, erfc(abs(z) / sqrt(2)), "z")


def check_mean(name: str, estimate: Estimate, law: Sequence[float]) -> Check:
    """Compare a mean with that of an exact law on 0, 1, ..., by the law's own deviation.

    Of fewer than 25 cases the normal law says nothing about a mean: by the law of the sum itself.
    """
    mean = sum(k * p for k, p in enumerate(law))
    variance = sum((k - mean) ** 2 * p for k, p in enumerate(law))
    value, n = estimate["value"], estimate["n"]
    if variance <= 0:
        return _check(name, mean, value, n, None, float(value == mean), "z")
    z = (value - mean) / sqrt(variance / n)
    if n < FEW:
        return _check(name, mean, value, n, z, sum_p(round(value * n), n, law), "convolution")
    return _check(name, mean, value, n, z, erfc(abs(z) / sqrt(2)), "z")


def sum_p(total: int, n: int, law: Sequence[float]) -> float:
    """Return the two-sided p-value of the sum of n cases of a law: twice the smaller tail."""
    import numpy as np

    sums = np.ones(1)
    for _ in range(n):
        sums = np.convolve(sums, law)
    at_most, below = sums[: total + 1].sum(), sums[:total].sum()
    return min(1.0, 2 * float(min(at_most, max(0.0, 1 - below))))


def binomial_p(count: int, n: int, exact: float) -> float:
    """Return the two-sided p-value of count under Binomial(n, exact): twice the smaller tail."""
    from scipy.special import betainc

    if exact > 0.5:
        count, exact = n - count, 1 - exact
    at_least = float(betainc(count, n - count + 1, exact)) if count else 1.0
    at_most = float(betainc(n - count, count + 1, 1 - exact)) if count < n else 1.0
    return min(1.0, 2 * min(at_least, at_most))


def _check(
    name: str, exact: float, value: float, n: int, z: float | None, p: float, method: str
) -> Check:
    return Check(
        name=name, exact=exact, value=value, n=n, z=z, p=p, method=method, passed=p >= FAULT
    )


def check_law(name: str, counts: Sequence[int], law: Sequence[float]) -> Check:
    """Compare counts of 0, 1, ... with an exact law by chi-square; small cells are pooled.

    Neighbouring values are pooled until each cell expects at least 25; what the law lacks to 1 is
    the chance of the last value counted. `value` and `exact` are the statistic and its mean.
    """
    from scipy.special import chdtrc

    n = sum(counts)
    chances = [*law, *[0.0] * (len(counts) - len(law))]
    chances[len(counts) - 1] += max(0.0, 1 - sum(law))
    cells: list[tuple[float, float]] = []
    seen, expected = 0.0, 0.0
    for count, chance in zip(counts, chances, strict=True):
        seen, expected = seen + count, expected + n * chance
        if expected >= FEW:
            cells.append((seen, expected))
            seen, expected = 0.0, 0.0
    if cells:
        last = cells.pop()
        cells.append((last[0] + seen, last[1] + expected))
    else:
        cells.append((seen, expected))
    statistic = sum((seen - expected) ** 2 / expected for seen, expected in cells)
    freedom = len(cells) - 1
    p = float(chdtrc(freedom, statistic)) if freedom else 1.0
    return _check(name, float(freedom), statistic, n, None, p, "chi-square")
