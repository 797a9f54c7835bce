"""Standard errors of figures that are no means, from blocks of rounds left out in turn.

The jackknife serves smooth figures such as the standard deviation. Leaving a block out moves a
quantile too little to average over the gaps and steps of payments (measured: intervals of 95% cover
88% to 99%): of quantiles it tells the error of the share below them instead.
"""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from marriage_stats.estimators.intervals import LEVEL

N_BLOCKS = 64
"""Blocks of rounds left out in turn: round i belongs to block i mod 64."""
ROUNDS_PER_BLOCK = 4


def n_blocks(n: int) -> int:
    """Return how many blocks n rounds are cut in: 64, or fewer where blocks would be tiny.

    Raises
    ------
    ValueError   if there are too few rounds for two blocks

    >>> n_blocks(1000), n_blocks(100)
    (64, 16)
    """
    blocks = N_BLOCKS
    while blocks > 1 and n < blocks * ROUNDS_PER_BLOCK:
        blocks //= 2
    if blocks < 2:
        raise ValueError(f"rounds must be at least {2 * ROUNDS_PER_BLOCK}, got {n}")
    return blocks


def fold_blocks(sums: NDArray[np.int64], blocks: int) -> NDArray[np.int64]:
    """Return int64[blocks, ...] of sums by 64 blocks; block b of many belongs to b mod fewer."""
    return np.asarray(sums.reshape(-1, blocks, *sums.shape[1:]).sum(axis=0))


def from_mean(left_out: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far figures without each block lie from their mean, scaled to standard errors.

    Parameters
    ----------
    left_out : float64[..., k]   the figure computed without block 0, 1, ...

    Returns
    -------
    float64[..., k]   sums of squares, or of products of two figures, are (co)variances
    """
    k = left_out.shape[-1]
    return np.asarray((left_out - left_out.mean(axis=-1, keepdims=True)) * sqrt((k - 1) / k))


def jackknife_se(left_out: NDArray[np.float64]) -> float:
    """Return the standard error of a figure from its values with each block left out.

    Parameters
    ----------
    left_out : float64[k]   the figure computed without block 0, 1, ...
    """
    return sqrt(float((from_mean(left_out) ** 2).sum()))


def student_quantile(level: float, freedom: int) -> float:
    """Return t with P(|T| <= t) = level, for a standard error from freedom + 1 blocks.

    >>> round(student_quantile(0.95, 63), 3)
    1.998
    """
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + level) / 2))


def jackknife_interval(
    value: float, left_out: NDArray[np.float64], level: float = LEVEL
) -> tuple[float, float, float]:
    """Return (se, low, high) of a figure from its values with each block left out."""
    se = jackknife_se(left_out)
    half = student_quantile(level, len(left_out) - 1) * se
    return se, value - half, value + half
