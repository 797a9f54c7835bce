"""Control variates: a mean made sharper by figures of the deal whose exact mean is known."""

from collections.abc import Sequence
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from marriage_stats.estimators.intervals import LEVEL, Estimate, normal_quantile


class Controlled(TypedDict):
    """A mean adjusted by controls; gain: how many times more units the plain one would need."""

    adjusted: Estimate
    plain: Estimate
    gain: float


def controlled_mean(
    n: int,
    sums: NDArray[np.int64],
    products: NDArray[np.int64],
    exact: Sequence[float],
    level: float = LEVEL,
) -> Controlled:
    """Return the mean of a column with and without its controls.

    Parameters
    ----------
    n : independent units
    sums : int64[1 + k]   sums of the figure and of its k controls
    products : int64[1 + k, 1 + k]   sums of their products
    exact : the controls' means by their exact laws

    Raises
    ------
    ValueError   unless there are more units than controls, by 10 or more

    Notes
    -----
    The regression estimate y - b (x - E x) with b fitted on the same units; its bias is of order
    1/n, and the variance of the residuals is divided by n - 1 - k for the fitted b.
    """
    k = len(exact)
    if n < k + 10:
        raise ValueError(f"{k} controls need at least {k + 10} units, got {n}")
    means = sums / n
    spread = products / n - np.outer(means, means)
    within, across = spread[1:, 1:], spread[1:, 0]
    weights = np.linalg.lstsq(within, across, rcond=None)[0]
    value = float(means[0] - weights @ (means[1:] - np.asarray(exact)))
    left = max(float(spread[0, 0] - weights @ across), 0.0)
    adjusted = _estimate(value, left / (n - 1 - k), n, level)
    plain = _estimate(float(means[0]), float(spread[0, 0]) / (n - 1), n, level)
    gain = (plain["se"] / adjusted["se"]) ** 2 if adjusted["se"] else 1.0
    return Controlled(adjusted=adjusted, plain=plain, gain=gain)


def _estimate(value: float, variance: float, n: int, level: float) -> Estimate:
    se = variance**0.5
    half = normal_quantile(level) * se
    return Estimate(value=value, se=se, low=value - half, high=value + half, n=n)
