"""Slow twin of the meld search before the maal is seen, written from the rules text.

Kinds are 13 * suit + rank with rank 0 = ace, 52 = man, 53 = superman; a counts vector holds
the copies of each of the 54 kinds. Everything here tries every choice, so that it can be read
against the rules in one go; caches only spare work that was done before.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

MAN, SUPERMAN = 52, 53
COPIES = 3
MELDS_TO_SEE, DUBLEES_TO_SEE = 3, 7
ROUTES = ("sequence", "dublee")

Suit = tuple[int, ...]
"""Copies of the thirteen ranks of one suit."""

RUNS = [(low, low + 1, low + 2) for low in range(11)] + [(11, 12, 0)]
"""Three in a row, the ace at either end; K-A-2 is not among them."""
TUNNELAS = [(rank, rank, rank) for rank in range(13)]
NATURAL_MELDS = RUNS + TUNNELAS
SUPERMAN_RUNS = sorted({(a, b) for run in RUNS for a, b in (run[:2], run[1:], run[::2])})
"""The two natural cards of a run in which the superman stands for the third."""


def suits_of(counts: Sequence[int]) -> list[Suit]:
    """Return the four suits of a hand as tuples of thirteen counts."""
    return [tuple(int(n) for n in counts[13 * suit : 13 * suit + 13]) for suit in range(4)]


def without(suit: Suit, ranks: Sequence[int]) -> Suit | None:
    """Return the suit less one card of each of these ranks, None if one is not held."""
    left = list(suit)
    for rank in ranks:
        if left[rank] == 0:
            return None
        left[rank] -= 1
    return tuple(left)


@cache
def most_melds(suit: Suit, first: int = 0) -> int:
    """Return the most disjoint natural melds, using only `NATURAL_MELDS[first:]`."""
    for place in range(first, len(NATURAL_MELDS)):
        rest = without(suit, NATURAL_MELDS[place])
        if rest is not None:
            return max(most_melds(suit, place + 1), 1 + most_melds(rest, place))
    return 0


@cache
def most_melds_with_superman(suit: Suit) -> int:
    """Return the most disjoint melds when one run may lack one card, 0 without such a run."""
    rests = [without(suit, pair) for pair in SUPERMAN_RUNS]
    return max((1 + most_melds(rest) for rest in rests if rest is not None), default=0)


def max_pure_melds(counts: Sequence[int], superman_wild: bool = True) -> int:
    """Return the most disjoint pure melds of a hand.

    Runs, tunnelas, three man cards, and one run in which the superman stands for one card.
    """
    suits = suits_of(counts)
    natural = [most_melds(suit) for suit in suits]
    man = int(counts[MAN]) // 3
    best = sum(natural) + man
    if superman_wild and counts[SUPERMAN]:
        for suit, alone in zip(suits, natural, strict=True):
            best = max(best, sum(natural) - alone + most_melds_with_superman(suit) + man)
    return best


def count_dublees(counts: Sequence[int]) -> int:
    """Return the pairs of identical cards; three of a kind are one pair, the superman none."""
    return sum(1 for kind in range(MAN + 1) if counts[kind] >= 2)


@cache
def need_vectors(n_melds: int, superman: bool) -> NDArray[np.int8]:
    """Return every way to spend cards of one suit on so many melds.

    One column of thirteen needed copies per distinct way; no rank is needed more than three times.
    With `superman` one of the melds is a run that lacks one card.
    """
    openings: list[tuple[int, ...]] = list(SUPERMAN_RUNS) if superman else [()]
    rows = set()
    for choice in combinations_with_replacement(NATURAL_MELDS, n_melds - superman):
        for opening in openings:
            need = [0] * 13
            for rank in [*opening, *(rank for meld in choice for rank in meld)]:
                need[rank] += 1
            if max(need) <= COPIES:
                rows.add(tuple(need))
    return np.array(sorted(rows), dtype=np.int8).reshape(-1, 13).T.copy()


@cache
def cards_missing(suit: Suit, n_melds: int, superman: bool) -> int:
    """Return the fewest cards to add so that one suit holds so many melds."""
    if n_melds == 0:
        return 0
    held = np.array(suit, np.int8)[:, None]
    missing = np.maximum(need_vectors(n_melds, superman) - held, 0)
    return int(missing.sum(axis=0, dtype=np.int8).min())


def _sequence_distance(counts: Sequence[int], man_cards: int, superman: int) -> int:
    """Return the fewest cards to add for three pure melds, trying every share of the melds."""
    man_cost = {0: 0}
    if man_cards >= 3:
        man_cost[1] = 3 - int(counts[MAN])
    # state: (melds so far, superman spent) -> fewest cards
    costs = {(melds, 0): cost for melds, cost in man_cost.items()}
    if counts[SUPERMAN] or superman:
        price = 0 if counts[SUPERMAN] else 1
        costs |= {(melds, 1): cost + price for melds, cost in man_cost.items()}
    for suit in suits_of(counts):
        after: dict[tuple[int, int], int] = {}
        for (melds, ready), cost in costs.items():
            for more in range(MELDS_TO_SEE - melds + 1):
                for spent in range(min(ready, more) + 1):
                    key = (melds + more, ready - spent)
                    total = cost + cards_missing(suit, more, bool(spent))
                    after[key] = min(total, after.get(key, total))
        costs = after
    return min(cost for (melds, _), cost in costs.items() if melds == MELDS_TO_SEE)


def _dublee_distance(counts: Sequence[int], man_cards: int) -> int:
    """Return the fewest cards to add for seven dublees."""
    kinds = range(MAN + 1) if man_cards >= 2 else range(MAN)
    return sum(sorted(max(0, 2 - int(counts[kind])) for kind in kinds)[:DUBLEES_TO_SEE])


def distance_to_see(
    counts: Sequence[int], route: str, man_cards: int = 0, superman: int = 0
) -> int:
    """Return the fewest cards to add so that the hand can see the maal by this route.

    Parameters
    ----------
    counts : int[54]
    route : `sequence` (three pure melds) or `dublee` (seven pairs)
    man_cards, superman : cards of these kinds in the whole pack; of any other kind there are 3
    """
    if route not in ROUTES:
        raise ValueError(f"route must be one of {', '.join(ROUTES)}, got {route!r}")
    if route == "dublee":
        return _dublee_distance(counts, man_cards)
    return _sequence_distance(counts, man_cards, superman)


def copies_in_pack(kind: int, man_cards: int, superman: int) -> int:
    """Return how many cards of a kind the pack holds."""
    return {MAN: man_cards, SUPERMAN: superman}.get(kind, COPIES)


def improving_cards(
    counts: Sequence[int], route: str, man_cards: int = 0, superman: int = 0
) -> set[int]:
    """Return the kinds of which one more card lowers the distance of this route."""
    before = distance_to_see(counts, route, man_cards, superman)
    found = set()
    for kind in range(54):
        if counts[kind] < copies_in_pack(kind, man_cards, superman):
            more = [int(n) for n in counts]
            more[kind] += 1
            if distance_to_see(more, route, man_cards, superman) < before:
                found.add(kind)
    return found
