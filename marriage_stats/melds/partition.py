"""One best set of disjoint pure melds of a hand, for people to read."""

from functools import cache

from marriage_stats.cards import MAN, N_RANKS, SUPERMAN

RUNS = [(rank, rank + 1, rank + 2) for rank in range(N_RANKS - 2)] + [(11, 12, 0)]
"""Ranks of each run in the order they are read: ace low first, ace high last."""
WILD = -1

Melds = tuple[tuple[int, ...], ...]


def best_melds(counts: list[int]) -> list[list[int]]:
    """Return a largest set of disjoint pure melds, each as kinds in reading order.

    Parameters
    ----------
    counts : int[54]   copies held of each kind; the superman may stand in one run

    >>> counts = [0] * 54
    >>> for kind in (39, 40, 41, 50, 51, 39, 53):
    ...     counts[kind] += 1
    >>> len(best_melds(counts))
    2
    """
    melds = [[MAN] * 3] if counts[MAN] == 3 else []
    suits = [tuple(counts[N_RANKS * suit : N_RANKS * (suit + 1)]) for suit in range(4)]
    plain = [_suit_melds(suit, False) for suit in suits]
    if counts[SUPERMAN]:
        helped = [_suit_melds(suit, True) for suit in suits]
        gains = [len(a) - len(b) for a, b in zip(helped, plain, strict=True)]
        if max(gains) > 0:
            best = gains.index(max(gains))
            plain[best] = helped[best]
    for suit, found in enumerate(plain):
        for meld in found:
            melds.append([SUPERMAN if rank == WILD else N_RANKS * suit + rank for rank in meld])
    return melds


@cache
def _suit_melds(counts: tuple[int, ...], wild: bool) -> Melds:
    """Return a largest set of melds of one suit; with `wild` one run may lack a card."""
    lowest = next((rank for rank, n in enumerate(counts) if n), None)
    if lowest is None:
        return ()
    best = _suit_melds(_without(counts, (lowest,)), wild)
    if counts[lowest] == 3:
        tunnela = (lowest,) * 3
        best = _larger(best, (tunnela, *_suit_melds(_without(counts, tunnela), wild)))
    for run in RUNS:
        for omitted in (None, *run) if wild else (None,):
            held = tuple(rank for rank in run if rank != omitted)
            if lowest in held and all(counts[rank] for rank in held):
                meld = tuple(WILD if rank == omitted else rank for rank in run)
                rest = _suit_melds(_without(counts, held), wild and omitted is None)
                best = _larger(best, (meld, *rest))
    return best


def _larger(a: Melds, b: Melds) -> Melds:
    return b if len(b) > len(a) else a


def _without(counts: tuple[int, ...], ranks: tuple[int, ...]) -> tuple[int, ...]:
    left = list(counts)
    for rank in ranks:
        left[rank] -= 1
    return tuple(left)
