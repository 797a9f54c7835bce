"""Counts of whole numbers by jackknife block: exact sums from which any figure can be told."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from marriage_stats.estimators.jackknife import N_BLOCKS


@dataclass(frozen=True)
class BlockCounts:
    """How often each whole number, such as a payment, came in each jackknife block.

    Parameters
    ----------
    low : value of the first column
    counts : int64[N_BLOCKS, width]
    """

    low: int
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, values: NDArray[np.int64], first: int) -> "BlockCounts":
        """Return the counts of values (int64[n, seats]); round `first` is the first of them."""
        low = int(values.min())
        width = int(values.max()) - low + 1
        block = (first + np.arange(len(values))) % N_BLOCKS
        places = block[:, None] * width + (values - low)
        counts = np.bincount(places.ravel(), minlength=N_BLOCKS * width)
        return cls(low, counts.reshape(N_BLOCKS, width))

    def plus(self, other: "BlockCounts") -> "BlockCounts":
        """Return the counts of both."""
        low = min(self.low, other.low)
        high = max(part.low + part.counts.shape[1] for part in (self, other))
        if (low, high - low) == (self.low, self.counts.shape[1]):
            return BlockCounts(low, _added(self.counts.copy(), other, low))
        counts = np.zeros((N_BLOCKS, high - low), np.int64)
        return BlockCounts(low, _added(_added(counts, self, low), other, low))


def _added(counts: NDArray[np.int64], part: BlockCounts, low: int) -> NDArray[np.int64]:
    start = part.low - low
    counts[:, start : start + part.counts.shape[1]] += part.counts
    return counts
