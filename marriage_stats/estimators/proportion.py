"""Proportions: Wilson's interval, and the exact one of Clopper and Pearson near 0 and 1."""

from math import sqrt

from marriage_stats.estimators.intervals import LEVEL, Estimate, normal_quantile

NEAR_EDGE = 100
"""With fewer cases than this, or fewer others, the interval is Clopper and Pearson's: Wilson's
dips to 93.6% at 10..30 cases, and below 94.5% up to about 80."""

TOO_FEW = 25
"""Cases at their worth from which it cannot be told: at 6 the interval would cover 90%."""


def estimate_proportion(count: int, n: int, level: float = LEVEL) -> Estimate:
    """Return the share count / n with its interval.

    Raises
    ------
    ValueError   unless 0 <= count <= n and n >= 1
    """
    if n < 1 or not 0 <= count <= n:
        raise ValueError(f"count must be 0..n with n at least 1, got {count} of {n}")
    near = min(count, n - count) < NEAR_EDGE
    low, high = (clopper_pearson if near else wilson)(count, n, level)
    share = count / n
    return Estimate(value=share, se=sqrt(share * (1 - share) / n), low=low, high=high, n=n)


def wilson(count: int, n: int, level: float = LEVEL) -> tuple[float, float]:
    """Return Wilson's score interval for a proportion (Wilson 1927).

    >>> [round(x, 3) for x in wilson(50, 100)]
    [0.404, 0.596]
    """
    z = normal_quantile(level)
    centre = (count + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * sqrt(count * (n - count) / n + z * z / 4)
    return max(0.0, centre - half), min(1.0, centre + half)


def clopper_pearson(count: float, n: float, level: float = LEVEL) -> tuple[float, float]:
    """Return the interval that holds the true share at least at `level` (Clopper, Pearson 1934).

    Cases that are not independent are counted at their worth, which need not be a whole number.

    >>> clopper_pearson(0, 100)[0], round(clopper_pearson(0, 100)[1], 4)
    (0.0, 0.0362)
    """
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = float(betaincinv(count, n - count + 1, tail)) if count else 0.0
    high = float(betaincinv(count + 1, n - count, 1 - tail)) if count < n else 1.0
    return low, high


def share_interval(value: float, se: float, n: int, level: float = LEVEL) -> tuple[float, float]:
    """Return the interval of a share whose standard error is known, such as a mean over seats.

    Parameters
    ----------
    value, se : the share and its standard error
    n : independent units, rounds

    Notes
    -----
    A share with this standard error is worth value (1 - value) / se^2 independent cases. With
    that number the interval is Wilson's, or near 0 and 1 Clopper and Pearson's (Korn and Graubard
    1998). From too few cases their worth cannot be told: each unit then counts as one case, as if
    all that is in it agreed. Where the share is the same in all units, no more of them may differ
    than Clopper and Pearson's bound for 0 of n, and those by no more than to 0 or 1.
    """
    if se == 0 or not 0 < value < 1:
        differ = clopper_pearson(0, n, level)[1]
        return value * (1 - differ), value + (1 - value) * differ
    worth = value * (1 - value) / (se * se)
    cases = min(value, 1 - value) * worth
    if cases < NEAR_EDGE:
        worth = min(worth, n) if cases < TOO_FEW else worth
        return clopper_pearson(value * worth, worth, level)
    z = normal_quantile(level)
    centre = (value + z * z / (2 * worth)) / (1 + z * z / worth)
    half = z / (1 + z * z / worth) * sqrt(se * se + z * z / (4 * worth * worth))
    return max(0.0, centre - half), min(1.0, centre + half)


def discordant_interval(
    first: float, second: float, n: int, level: float = LEVEL
) -> tuple[float, float]:
    """Return the interval of (second - first) / n, cases that only one of two variants has.

    Notes
    -----
    Each count has its Clopper-Pearson interval at half the error, so that both hold together: a
    bound that is exact and not empty when nothing differs.
    """
    one, other = (clopper_pearson(count, n, (1 + level) / 2) for count in (first, second))
    return other[0] - one[1], other[1] - one[0]
