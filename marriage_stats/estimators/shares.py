"""Intervals of shares over rounds, and of differences of shares that come from the same rounds."""

from collections.abc import Sequence

import numpy as np

from marriage_stats.estimators.check import binomial_p
from marriage_stats.estimators.holm import normal_p
from marriage_stats.estimators.intervals import LEVEL, normal_quantile
from marriage_stats.estimators.proportion import (
    NEAR_EDGE,
    discordant_interval,
    estimate_proportion,
    share_interval,
)
from marriage_stats.estimators.ratio import RatioSums


def share_of(sums: RatioSums, family: int, ratio: int, level: float = LEVEL) -> tuple[float, float]:
    """Return the interval of a share.

    Notes
    -----
    Where no round has more than one case, that of `estimate_proportion`: cases are independent.
    Otherwise that of `share_interval`, with no more independent units than rounds.
    """
    count, cases = (int(x) for x in sums.sums[family, 2 * ratio : 2 * ratio + 2])
    squares = int(sums.products[family, 2 * ratio + 1, 2 * ratio + 1])
    if squares == cases:
        found = estimate_proportion(count, cases, level)
        return found["low"], found["high"]
    weights = [int(i == ratio) for i in range(sums.sums.shape[1] // 2)]
    return share_interval(*sums.contrast(family, weights), min(sums.n, cases), level)


def share_contrast(
    sums: RatioSums, family: int, weights: Sequence[int], level: float = LEVEL
) -> tuple[float, float]:
    """Return the interval of a weighted sum of shares: of one, or of a difference.

    Notes
    -----
    Where many rounds tell the shares apart it is the normal one. One that few rounds make, or none,
    is told by the cases that count on one side only, for shares of as many cases. For shares of
    unlike numbers of cases each has its own interval at a part of the error, so that all hold
    together: wide, but never empty.
    """
    used = [i for i, weight in enumerate(weights) if weight]
    if len(used) == 1 and weights[used[0]] == 1:
        return share_of(sums, family, used[0], level)
    less, more = _discordant(sums, family, weights)
    if less + more >= NEAR_EDGE:
        value, se = sums.contrast(family, weights)
        half = normal_quantile(level) * se
        return value - half, value + half
    sizes = {sums.cases(family, i) for i in used}
    if len(sizes) == 1:
        per_round = sizes.pop() / sums.n
        low, high = discordant_interval(less, more, sums.n, level)
        return low / per_round, high / per_round
    each = 1 - (1 - level) / len(used)
    ends = [sorted(weights[i] * x for x in share_of(sums, family, i, each)) for i in used]
    return sum(low for low, _ in ends), sum(high for _, high in ends)


def contrast_p(sums: RatioSums, family: int, weights: Sequence[int]) -> float:
    """Return the two-sided p-value of a difference of shares against 0.

    Notes
    -----
    Of few rounds that differ the normal law says nothing: as many are to be expected on either
    side (McNemar's exact test).
    """
    less, more = _discordant(sums, family, weights)
    sizes = {sums.cases(family, i) for i, weight in enumerate(weights) if weight}
    if less + more >= NEAR_EDGE or len(sizes) > 1:
        return normal_p(*sums.contrast(family, weights))
    return binomial_p(more, less + more, 0.5)


def _discordant(sums: RatioSums, family: int, weights: Sequence[int]) -> tuple[int, int]:
    """Return the cases by which the weighted sum of counts falls and rises over the rounds."""
    signs = np.repeat(np.array(weights), 2) * np.tile([1, 0], len(weights))
    moved = int(signs @ sums.sums[family])
    apart = int(signs @ sums.products[family] @ signs)  # a round's square is as odd as its sum
    return (apart - moved) // 2, (apart + moved) // 2
