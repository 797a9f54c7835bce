"""The no-discard floor: P(a hand that keeps every card it draws may see), exactly.

P(not yet) is summed, since it needs only hands of at most two melds or six pairs. Every card is
free, also those of a dealt tunnela that a house locks as one meld: the floor holds there too.
"""

from typing import TypedDict

import numpy as np

from marriage_stats.exact.melds import GainSeries, suit_series
from marriage_stats.exact.packs import COPIES, Pack
from marriage_stats.exact.series import multiply
from marriage_stats.exact.suits import SUIT_CARDS
from marriage_stats.rules import SEE_DUBLEES, SEE_MELDS

LAST_TURN = 60


class FloorRow(TypedDict):
    """P(seeing was possible) after so many draws without a discard; a lacking route is None."""

    turn: int
    sequence: float
    dublee: float | None
    either: float


def floor_curve(pack: Pack, hand_size: int, dublee_route: bool) -> list[FloorRow]:
    """Return the floor after 0..60 draws, as far as the pack goes."""
    sizes = range(hand_size, min(hand_size + LAST_TURN, pack.size) + 1)
    sequence = _p_may_see(pack, sizes, melds=True, pairs=False)
    dublee = _p_may_see(pack, sizes, melds=False, pairs=True) if dublee_route else [None] * 61
    either = _p_may_see(pack, sizes, melds=True, pairs=True) if dublee_route else sequence
    return [
        {"turn": turn, "sequence": sequence[turn], "dublee": dublee[turn], "either": either[turn]}
        for turn in range(len(sizes))
    ]


def _p_may_see(pack: Pack, sizes: range, melds: bool, pairs: bool) -> list[float]:
    """Return P(a hand may see by one of the routes asked for), for each size of hand."""
    few = _four_suits(sizes[-1], SEE_MELDS if melds else 1, SEE_DUBLEES if pairs else 1)
    out = []
    for cards in sizes:
        not_yet = 0.0
        for man, superman, ordinary, ways in pack.printed(cards):
            most_melds = SEE_MELDS - int(man == COPIES) if melds else 1
            most_pairs = SEE_DUBLEES - int(man >= 2) if pairs else 1
            helped = most_melds - superman if melds else 1
            held = few.none[ordinary, :most_melds, :most_pairs].sum()
            not_yet += ways * (held + few.gain[ordinary, :helped, :most_pairs].sum())
        out.append(float(1 - not_yet / pack.n_hands(cards)))
    return out


def _four_suits(max_cards: int, melds: int, pairs: int) -> GainSeries:
    """Return the series of hands with fewer melds and pairs than asked; 1 leaves out an axis."""
    suits = suit_series(min(max_cards, SUIT_CARDS))
    if melds == 1:
        whole = (suits.none + suits.gain).sum(axis=1, keepdims=True)
        suits = GainSeries(whole, np.zeros_like(whole))
    if pairs == 1:
        suits = GainSeries(*(part.sum(axis=2, keepdims=True) for part in suits))
    shape = (max_cards + 1, melds, pairs)
    return _squared(_squared(suits, shape), shape)


def _squared(suits: GainSeries, shape: tuple[int, ...]) -> GainSeries:
    mixed = 2 * multiply(suits.none, suits.gain, shape)
    return GainSeries(
        multiply(suits.none, suits.none, shape), mixed + multiply(suits.gain, suits.gain, shape)
    )
