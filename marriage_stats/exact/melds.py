"""Exact joint law of pure melds and pairs in a hand, and of seeing from the deal.

Pure melds never cross suits, so the law is a product of four equal suit laws. The superman adds a
meld if it would in any suit: each series is kept twice, over all hands and over those without gain.

What a hand holds is counted unlocked: any card may serve in any meld. Where dealt tunnelas must be
laid open at once, they are locked: an ordinary tunnela is one meld whole, and only the other cards
make runs. Pairs do not change, since two of the three are still one dublee.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from marriage_stats.exact.packs import COPIES, Pack
from marriage_stats.exact.series import Series, multiply, square
from marriage_stats.exact.suits import SUIT_CARDS, meld_counts
from marriage_stats.rules import SEE_DUBLEES, SEE_MELDS


class GainSeries(NamedTuple):
    """Series by (cards, melds, pairs) of hands of some suits.

    none : hands in which the superman adds no meld; gain : hands in which it adds one
    """

    none: Series
    gain: Series


def joint_distribution(pack: Pack, hand_size: int, locked: bool = False) -> NDArray[np.float64]:
    """Return float64[melds, pairs]: P(most disjoint pure melds, dublees) of a hand.

    Parameters
    ----------
    locked : count the melds that can be shown with every ordinary tunnela locked
    """
    suits = _two_suits(min(hand_size, SUIT_CARDS), locked)
    shape = (hand_size + 2) // COPIES + 2, hand_size // 2 + 2
    out = np.zeros(shape)
    for man, superman, ordinary, ways in pack.printed(hand_size):
        without, with_gain = _four_suits(suits, ordinary)
        melds, pairs = int(man == COPIES), int(man >= 2)
        _add(out, ways * without, melds, pairs)
        _add(out, ways * with_gain, melds + superman, pairs)
    return _trimmed(out / pack.n_hands(hand_size))


def see_probabilities(joint: NDArray[np.float64]) -> dict[str, float]:
    """Return P(a hand may see) by three pure melds, by seven dublees, by either."""
    melds, pairs = np.indices(joint.shape)
    by_melds, by_pairs = melds >= SEE_MELDS, pairs >= SEE_DUBLEES
    return {
        "sequence": float(joint[by_melds].sum()),
        "dublee": float(joint[by_pairs].sum()),
        "either": float(joint[by_melds | by_pairs].sum()),
    }


def suit_series(max_cards: int, locked: bool = False) -> GainSeries:
    """Return the series of one suit's hands of at most so many cards."""
    counts = meld_counts(locked)[: max_cards + 1].astype(np.float64)
    most_melds, most_pairs = (max_cards + 1) // COPIES + 1, max_cards // 2 + 1
    counts = counts[:, :most_melds, :, :most_pairs]
    return GainSeries(counts[:, :, 0], counts[:, :, 1])


def _two_suits(max_cards: int, locked: bool) -> GainSeries:
    one = suit_series(max_cards, locked)
    shape = tuple(2 * n - 1 for n in one.none.shape)
    mixed = multiply(one.none, one.gain, shape) * 2
    return GainSeries(square(one.none, shape), mixed + square(one.gain, shape))


def _four_suits(two: GainSeries, cards: int) -> tuple[Series, Series]:
    """Return (melds, pairs) counts of hands of so many ordinary cards, without and with gain."""
    shape = tuple(2 * n - 1 for n in two.none.shape[1:])
    without, with_gain = np.zeros(shape), np.zeros(shape)
    n = len(two.none)
    for first in range(max(0, cards - n + 1), min(cards, n - 1) + 1):
        second = cards - first
        without += multiply(two.none[first], two.none[second], shape)
        with_gain += 2 * multiply(two.none[first], two.gain[second], shape)
        with_gain += multiply(two.gain[first], two.gain[second], shape)
    return without, with_gain


def _add(out: Series, part: Series, melds: int, pairs: int) -> None:
    """Add a series into out, shifted; what falls outside out is zero by construction."""
    rows, columns = (np.flatnonzero(part.any(axis=axis)) for axis in (1, 0))
    if len(rows):
        inner = part[: rows[-1] + 1, : columns[-1] + 1]
        out[melds : melds + inner.shape[0], pairs : pairs + inner.shape[1]] += inner


def _trimmed(law: NDArray[np.float64]) -> NDArray[np.float64]:
    rows, columns = (np.flatnonzero(law.any(axis=axis)) for axis in (1, 0))
    return law[: rows[-1] + 1, : columns[-1] + 1]
