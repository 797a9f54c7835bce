"""Weighted sums of quantiles from the same rounds, such as their shift between two variants."""

from collections.abc import Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from marriage_stats.estimators.intervals import LEVEL
from marriage_stats.estimators.jackknife import from_mean, student_quantile
from marriage_stats.estimators.quantile import MidQuantile

N_SHARES = 9
"""Shares at which the covariance of shares is told."""
N_DIRECTIONS, N_STEPS = 256, 16
"""Points of an ellipse of shares at which a sum is looked up: directions, steps along each."""
UNMOVED = 1e-12
"""Shares that blocks leave nearer together than this are moved by no round."""


def contrast_quantiles(
    quantiles: Sequence[MidQuantile], weights: Sequence[int], unseen: float, level: float = LEVEL
) -> tuple[float, float, float, float]:
    """Return (value, se, low, high) of a weighted sum of p-quantiles from the same rounds.

    Parameters
    ----------
    unseen : share of rounds that may move a quantile though none did; allowed for where none did

    Notes
    -----
    To first order a quantile moves as the share below it does, times its slope (Bahadur 1966). The
    shares of the same blocks are paired, so that what moves all quantiles together cancels; few
    rounds tell their covariance at one point: it is averaged over the interval of the share. Blocks
    drawn again would count more: the quantile functions of two samples differ by noise from one
    share to the next, and draws that move both along it add that noise a second time (measured:
    intervals of 95% cover 99.5%). Slopes have a part of it, told by the shares at both ends of
    theirs: what it adds on the average is taken off.

    Where one value outweighs the error of the share the steps of the quantile functions are no
    noise: the ends are then the least and largest sum at shares in the ellipse whose range is the
    same interval where all is straight (Woodruff's ends, for several quantiles).
    """
    used = [(q, w) for q, w in zip(quantiles, weights, strict=True) if w]
    parts, weight = [q for q, _ in used], np.array([w for _, w in used])
    along = weight * [q.slope for q in parts]
    apart, noise = _apart(parts), np.stack([q.slope_noise for q in parts], axis=1)
    student = student_quantile(level, len(parts[0].counts) - 1)
    value = float(weight @ [q.value for q in parts])
    # Products first, so that what is equal cancels to nothing.
    spread = float(((apart * along).sum(axis=1) ** 2).sum())
    excess = float(np.sum((apart.T @ apart) * ((noise * along).T @ (noise * along))))
    se = sqrt(spread - min(max(excess, 0.0), spread / 2))
    low, high = value - student * se, value + student * se
    if any(q.is_coarse for q in parts):
        moves = student * _ellipse(apart, along)
        sums = np.sum([w * q.at(q.p + m) for (q, w), m in zip(used, moves.T, strict=True)], axis=0)
        low, high = float(sums.min()), float(sums.max())
    if np.linalg.norm((apart * weight).sum(axis=1)) < UNMOVED:
        least = max(q.slope for q in parts) * unseen
        low, high = min(low, value - least), max(high, value + least)
    return value, se, low, high


def _apart(parts: Sequence[MidQuantile]) -> NDArray[np.float64]:
    """Return float64[rows, m] whose transpose times itself is the covariance of m shares."""
    reach = max(q.reach() for q in parts)
    around = parts[0].p + reach * np.linspace(-1, 1, N_SHARES)
    rows = np.stack([from_mean(q.left_out(around)) for q in parts], axis=2)
    return rows.reshape(-1, len(parts)) / sqrt(N_SHARES)


def _ellipse(apart: NDArray[np.float64], along: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return float64[points, m] in the ellipse of the covariance apart^T apart of m shares.

    Fixed directions, and the one in which a sum with weights `along` changes most.
    """
    _, scales, axes = np.linalg.svd(apart, full_matrices=False)
    root = scales[:, None] * axes
    drawn = np.random.default_rng(len(root)).standard_normal((N_DIRECTIONS, len(root)))
    steepest = root @ along
    ways = np.vstack([drawn, steepest, -steepest])
    sizes = np.linalg.norm(ways, axis=1, keepdims=True)
    ways = np.divide(ways, sizes, out=np.zeros_like(ways), where=sizes > 0)
    steps = np.linspace(0, 1, N_STEPS + 1)[:, None, None]
    return np.asarray((steps * (ways @ root)).reshape(-1, len(along)))
