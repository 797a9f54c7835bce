"""Exact law of the fewest cards to add for three pure melds.

What a suit lacks for 1, 2, 3 melds joins over suits by a min-plus convolution. Hands that lack the
same form a class, and there are few classes, so whole classes are joined instead of hands. Every
card is free, also those of a dealt tunnela that a house locks as one meld.
"""

import numpy as np
from numpy.typing import NDArray

from marriage_stats.exact.packs import COPIES, Pack
from marriage_stats.exact.suits import NeedLaw, need_law
from marriage_stats.rules import SEE_MELDS

PLAIN, HELPED = 0, 1


def sequence_distance(pack: Pack, hand_size: int) -> list[float]:
    """Return P(exactly k cards must be added for three pure melds), k = 0, 1, ..."""
    suits = _two_suits(need_law())
    missing = join_steps(suits.steps[:, None], suits.steps[None, :])
    out = np.zeros(4 * COPIES)
    for man, superman, ordinary, ways in pack.printed(hand_size):
        distance = distance_of(missing, pack, man, superman)
        firsts = np.arange(max(0, ordinary - 78), min(ordinary, 78) + 1)
        left, right = suits.counts[:, firsts], suits.counts[:, ordinary - firsts]
        pairs = left @ right.T
        out += ways * np.bincount(distance.ravel(), pairs.ravel(), minlength=len(out))
    law = out / pack.n_hands(hand_size)
    return [float(p) for p in law[: np.flatnonzero(law)[-1] + 1]]


def distance_of(
    missing: NDArray[np.int64], pack: Pack, man: int, superman: int
) -> NDArray[np.int64]:
    """Return the distance of each pair of classes, given the printed cards held."""
    by_suits = missing[..., SEE_MELDS]
    if pack.man_cards == COPIES:
        by_suits = np.minimum(by_suits, COPIES - man + missing[..., SEE_MELDS - 1])
    if not pack.superman:
        return by_suits[..., PLAIN]
    return np.minimum(by_suits[..., PLAIN], by_suits[..., HELPED] + 1 - superman)


def _two_suits(one: NeedLaw) -> NeedLaw:
    """Return the law of two suits together."""
    n, cards = one.counts.shape
    joined = join_steps(one.steps[:, None], one.steps[None, :]).reshape(n * n, -1)
    steps, place = np.unique(joined, axis=0, return_inverse=True)
    counts = np.zeros((len(steps), 2 * cards - 1))
    for first in range(cards):
        products = one.counts[:, first, None, None] * one.counts[None, :, :]
        np.add.at(counts[:, first : first + cards], place.ravel(), products.reshape(n * n, cards))
    return NeedLaw(steps.reshape(-1, 2, SEE_MELDS + 1), counts)


def join_steps(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return what two parts lack together; the superman helps one of them."""
    plain = _min_plus(a[..., PLAIN, :], b[..., PLAIN, :])
    helped = np.minimum(
        _min_plus(a[..., HELPED, :], b[..., PLAIN, :]),
        _min_plus(a[..., PLAIN, :], b[..., HELPED, :]),
    )
    return np.stack([plain, helped], axis=-2)


def _min_plus(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
    columns = [
        np.min([a[..., i] + b[..., melds - i] for i in range(melds + 1)], axis=0)
        for melds in range(SEE_MELDS + 1)
    ]
    return np.stack(columns, axis=-1)
