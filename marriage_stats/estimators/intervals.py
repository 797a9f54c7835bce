"""What every estimate carries, and the quantile that its interval is built with."""

from typing import TypedDict

LEVEL = 0.95


class Estimate(TypedDict):
    """A figure from n independent units, with standard error and interval."""

    value: float
    se: float
    low: float
    high: float
    n: int


def normal_quantile(level: float) -> float:
    """Return z with P(|Z| <= z) = level.

    >>> round(normal_quantile(0.95), 4)
    1.96
    """
    from scipy.special import ndtri

    return float(ndtri((1 + level) / 2))
