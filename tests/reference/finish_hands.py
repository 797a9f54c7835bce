"""Random and adversarial hands near a finish, dealt by compiled loops for millions of them.

Styles: dealt from the pack; dealt from few neighbouring ranks; built of runs, trials and tunnelas
in few ranks with wild cards in their places and one card changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from marriage_stats._jit import njit
from marriage_stats.rng import draw_below
from marriage_stats.rules import Rules, compile_rules
from tests.reference.brute_finish import wild

N_STYLES = 4


@njit
def try_add(hand, copies, kind):
    """Add a card of a kind if the pack has one left."""
    if hand[kind] >= copies[kind]:
        return 0
    hand[kind] += 1
    return 1


@njit
def add_wild(stream, hand, copies, tiplu):
    """Add a random wild card of a tiplu (its own third copy lies apart)."""
    for _ in range(200):
        kind = draw_below(stream, 54)
        most = 2 if kind == tiplu else copies[kind]
        if wild(tiplu, kind) and hand[kind] < most:
            hand[kind] += 1
            return 1
    return 0


@njit
def add_piece(stream, hand, copies, tiplu, low, width, room, wilds):
    """Add the cards of a random meld in a window of ranks, about wilds in 8 of them wild cards."""
    shape, suit = draw_below(stream, 4), draw_below(stream, 4)
    rank = (low + draw_below(stream, width)) % 13
    size = min(room, 3 + draw_below(stream, 3) if shape == 0 else 3 + draw_below(stream, 2))
    added = 0
    for place in range(size):
        kind = 13 * suit + (rank + place) % 13
        if shape >= 2:
            kind = 13 * ((suit + place) % 4) + rank
        elif shape == 1:
            kind = 13 * suit + rank
        if draw_below(stream, 8) < wilds:
            added += add_wild(stream, hand, copies, tiplu)
        elif kind != tiplu or hand[kind] < 2:
            added += try_add(hand, copies, kind)
    return added


@njit
def fill_hands(stream, copies, size, counts, tiplus):
    """Fill counts (int64[n, 54]) and tiplus (int64[n]); styles follow each other."""
    for row in range(counts.shape[0]):
        hand = counts[row]
        hand[:] = 0
        style = draw_below(stream, N_STYLES)
        low, width = draw_below(stream, 13), 2 + draw_below(stream, 5)
        tiplu = 13 * draw_below(stream, 4) + (low + draw_below(stream, width)) % 13
        if draw_below(stream, 3) == 0:
            tiplu = draw_below(stream, 52)
        tiplus[row] = tiplu
        wilds = draw_below(stream, 5)
        n = 0
        while style >= 2 and n < size - 1:
            n += add_piece(stream, hand, copies, tiplu, low, width, size - 1 - n, wilds)
        if style == 3 and n > 0:
            kind = draw_below(stream, 54)
            if hand[kind]:
                hand[kind] -= 1
                n -= 1
        while n < size:
            kind = draw_below(stream, 54)
            far = kind < 52 and (kind % 13 - low + 13) % 13 >= width
            if (style != 1 or not far) and (kind != tiplu or hand[kind] < 2):
                n += try_add(hand, copies, kind)


def finish_hands(
    seed: int, n: int, size: int, man_cards: int, superman: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return (int64[n, 54] hands, int64[n] tiplus)."""
    copies = np.array([3] * 52 + [man_cards, superman], np.int64)
    counts, tiplus = np.zeros((n, 54), np.int64), np.zeros(n, np.int64)
    fill_hands(np.array([seed], np.uint64), copies, size, counts, tiplus)
    return counts, tiplus


FINISHING = (
    *("man_cards", "superman", "long_sequence", "long_trial"),
    *("all_wild_meld", "marriage_meld"),
)
"""The compiled rules that decide which hands can finish."""


def finishing(rules: Rules) -> tuple[int, ...]:
    """Return the compiled rules by which a house finishes."""
    return tuple(getattr(compile_rules(rules), name) for name in FINISHING)


def alike(names: Iterable[str], house: Callable[[str], Rules]) -> list[list[str]]:
    """Return the names of houses, those with the same finishing rules together."""
    found: dict[tuple[int, ...], list[str]] = {}
    for name in names:
        found.setdefault(finishing(house(name)), []).append(name)
    return list(found.values())
