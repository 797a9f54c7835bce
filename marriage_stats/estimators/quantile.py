"""Quantiles: ranks that hold one, and smooth quantiles of whole-number data."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats.estimators.intervals import LEVEL
from marriage_stats.estimators.jackknife import from_mean, jackknife_se, student_quantile


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


def mid_distribution(counts: NDArray[Any]) -> NDArray[np.float64]:
    """Return float64[..., k], the share below each value and half of its own, of counts [..., k].

    Notes
    -----
    Between values it is taken as straight (Ma, Genton and Parzen 2011). Unlike those of the plain
    distribution its quantiles move in small steps, so that their standard error means something.
    """
    whole = counts.sum(axis=-1, keepdims=True)
    return np.asarray((np.cumsum(counts, axis=-1) - counts / 2) / whole)


@dataclass(frozen=True)
class MidQuantile:
    """The p-quantile of the mid-distribution of whole numbers, counted by block of rounds.

    Parameters
    ----------
    values : int64[k]   those that came, ascending
    counts : int64[blocks, k]   how often each came in each block
    p : the share below the quantile
    """

    values: NDArray[np.int64]
    counts: NDArray[np.int64]
    p: float

    @cached_property
    def value(self) -> float:
        """The quantile, interpolated between values."""
        return float(self.at(self.p))

    def at(self, share: Any) -> Any:
        """Return the quantile at other shares, float64 of their shape."""
        return np.interp(share, self._middle, self.values)

    def left_out(self, shares: Any) -> NDArray[np.float64]:
        """Return the shares below the quantiles at some shares, with each block left out.

        Parameters
        ----------
        shares : float64[m]

        Returns
        -------
        float64[m, blocks]
        """
        places = self.at(shares)
        middle = mid_distribution(self.counts.sum(axis=0) - self.counts)
        return np.stack([np.interp(places, self.values, row) for row in middle], axis=1)

    @cached_property
    def share_se(self) -> float:
        """The standard error of the share below the quantile."""
        return jackknife_se(self.left_out([self.p])[0])

    def reach(self, level: float = LEVEL) -> float:
        """Return the half-width of the interval of the share below the quantile."""
        return student_quantile(level, len(self.counts) - 1) * self.share_se

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """Return (low, high) of the quantile.

        Notes
        -----
        The share below the quantile is a mean over rounds, whose standard error the jackknife
        tells; the quantiles at p less and more its error are the ends (Woodruff 1952). They keep
        to the shape of the data, where a symmetric interval would not.
        """
        reach = self.reach(level)
        return float(self.at(self.p - reach)), float(self.at(self.p + reach))

    @cached_property
    def slope(self) -> float:
        """How far the quantile moves per share, near it (Francisco and Fuller 1991)."""
        ends = np.clip(self._slope_ends, self._middle[0], self._middle[-1])
        low, high = self.at(ends)
        return float((high - low) / (ends[1] - ends[0])) if ends[1] > ends[0] else 0.0

    @property
    def slope_noise(self) -> NDArray[np.float64]:
        """float64[blocks], errors of the slope as shares of it, by `from_mean`."""
        low, high = from_mean(self.left_out(self._slope_ends))
        return np.asarray((high - low) / (self._slope_ends[1] - self._slope_ends[0]))

    @property
    def _slope_ends(self) -> NDArray[np.float64]:
        """Shares at twice the reach, at most half the way to 0 or 1, and one value at least."""
        reach = min(2 * self.reach(), self.p / 2, (1 - self.p) / 2)
        reach = max(reach, 1 / int(self.counts.sum()))
        return np.array([self.p - reach, self.p + reach])

    @property
    def se(self) -> float:
        """The standard error of the quantile."""
        return self.slope * self.share_se

    @property
    def is_coarse(self) -> bool:
        """Whether one value beside the quantile outweighs the whole interval of its share."""
        place = int(np.searchsorted(self.values, self.value, side="right")) - 1
        beside = self.counts.sum(axis=0)[place : place + 2]
        return bool(beside.max() / self.counts.sum() > 2 * self.reach())

    @cached_property
    def _middle(self) -> NDArray[np.float64]:
        return mid_distribution(self.counts.sum(axis=0))
