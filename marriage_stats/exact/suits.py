"""The law of one suit: how many of its hands hold what, as histograms over all 4**13 of them."""

from dataclasses import dataclass
from functools import cache
from math import prod
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cache import stored_array

SUIT_CARDS = 39
MELD_SHAPE = (SUIT_CARDS + 1, 14, 2, 14)
NEED_SHAPE = (SUIT_CARDS + 1, 64, 64)
N_MELD_CELLS, N_NEED_CELLS = prod(MELD_SHAPE), prod(NEED_SHAPE)


@cache
def suit_counts() -> NDArray[np.int64]:
    """Return the three histograms of one suit in a row, from the cache folder if they are there."""
    package = Path(__file__).parents[1]
    sources = [package / "melds" / "table_kernels.py", package / "exact" / "kernels.py"]
    size = 2 * N_MELD_CELLS + N_NEED_CELLS
    return stored_array("suit_counts", sources, (size,), _count)


def _count() -> NDArray[np.int64]:
    # Imported late: with the histograms stored, exact odds need no compiled code at all.
    from marriage_stats.exact.kernels import fill_suit_counts
    from marriage_stats.melds import meld_tables

    melds, locked = np.zeros(MELD_SHAPE, np.int64), np.zeros(MELD_SHAPE, np.int64)
    needs = np.zeros(NEED_SHAPE, np.int64)
    fill_suit_counts(meld_tables(True), 3 ** np.arange(14), melds, locked, needs)
    return np.concatenate([melds.ravel(), locked.ravel(), needs.ravel()])


def meld_counts(locked: bool = False) -> NDArray[np.int64]:
    """Return int64[cards, most melds, gain, pairs]: hands of a suit.

    gain : 1 if the superman would add a meld

    Parameters
    ----------
    locked : every tunnela is one of the melds whole, none of its cards serves in a run
    """
    first = N_MELD_CELLS if locked else 0
    return suit_counts()[first : first + N_MELD_CELLS].reshape(MELD_SHAPE)


@dataclass(frozen=True)
class NeedLaw:
    """The law of what a suit's hands lack, by classes of hands that lack the same.

    steps : int64[classes, 2, 4]   cards missing for 0..3 melds, without and with the superman
    counts : float64[classes, cards]   hands of each class and size
    """

    steps: NDArray[np.int64]
    counts: NDArray[np.float64]


def need_law() -> NeedLaw:
    """Return the law of what one suit's hands lack for 1, 2, 3 pure melds."""
    counts = suit_counts()[2 * N_MELD_CELLS :].reshape(NEED_SHAPE)
    plain, helped = np.nonzero(counts.any(axis=0))
    steps = np.stack([missing_steps(plain), missing_steps(helped)], axis=1)
    return NeedLaw(steps, counts[:, plain, helped].T.astype(np.float64))


def missing_steps(packed: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return int64[n, 4] cards missing for 0..3 melds from steps packed in two bits each."""
    steps = np.stack([0 * packed, packed & 3, packed >> 2 & 3, packed >> 4 & 3], axis=-1)
    return np.cumsum(steps, axis=-1)
