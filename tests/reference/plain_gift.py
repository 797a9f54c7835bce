"""Slow twin of `policies.gift_kernels.gift`, over what a table has seen, card by card.

What a card on the pile is worth to the next seat, from what that seat has done and what is gone;
weights in thousandths, as the kernel's docstring tells where they come from.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

UNSEEN, SEQUENCE, DUBLEE = range(3)
Cards = Counter[int]


@dataclass
class Seat:
    """What everybody knows of a seat."""

    route: int = UNSEEN
    known: Cards = field(default_factory=Counter)
    thrown: Cards = field(default_factory=Counter)
    passed: Cards = field(default_factory=Counter)


def steps(kind: int, other: int) -> int | None:
    """Return how far apart two kinds lie in a run, None where no run of three holds both."""
    if kind // 13 != other // 13 or kind == other:
        return None
    apart = abs(kind % 13 - other % 13)
    if 0 in (kind % 13, other % 13):
        apart = min(apart, 13 - apart)
    return apart if apart <= 2 else None


def is_wild(kind: int, tiplu: int) -> bool:
    """Return whether an ordinary card is the tiplu, of its rank, or its neighbour in its suit."""
    if kind % 13 == tiplu % 13:
        return True
    return kind // 13 == tiplu // 13 and (kind - tiplu) % 13 in (1, 12)


def told_odds(events: Iterable[tuple[str, int]], barred: bool) -> list[int]:
    """Return weights of the kinds to be the tiplu, by what seats that know it have done.

    events : ("throw", "pick" or "pass", ordinary card) of such seats, in any order
    barred : the house lets none of them take a wild card
    """
    odds = [1] * 52
    for tiplu in range(52):
        for do, kind in events:
            if not is_wild(kind, tiplu) or (do == "pass" and barred):
                continue
            if do == "pick" and not barred:
                odds[tiplu] *= 4
            else:
                odds[tiplu] = 0
    return odds


def plain_gift(
    kind: int,
    after: Seat,
    public: Cards,
    own: Cards,
    own_known: Cards,
    odds: list[int] | None = None,
) -> int:
    """Return how often, in thousandths, the next seat takes an ordinary card.

    after : the next seat; public : cards in the pile, on tables and known to be in a hand
    own, own_known : free cards of the seat that throws, those of them that it took from the pile
    odds : see `told_odds`; None for a seat that knows the tiplu
    """

    def gone(k: int) -> int:
        return public[k] + own[k] - own_known[k] - after.known[k]

    if after.route == DUBLEE:
        chance = 280 - 200 * after.thrown[kind] - 140 * after.passed[kind] - 100 * gone(kind)
        return max(0, chance)
    seen, rank = after.route == SEQUENCE, kind % 13
    chance = 410 if seen else 290
    chance -= (185 if seen else 175) * after.known[kind]
    chance -= (270 if seen else 280) * after.thrown[kind]
    chance -= (200 if seen else 240) * after.passed[kind]
    if rank in (1, 12):
        chance -= 50 if seen else 55
    if rank == 0:
        chance -= 40
    for other in range(52):
        if seen and other != kind and other % 13 == rank:
            chance += 42 * after.known[other] + 28 * after.thrown[other] - 17 * gone(other)
        apart = steps(kind, other)
        if apart is None:
            continue
        if seen:
            chance += (47 if apart == 1 else 22) * after.thrown[other]
            chance -= (20 if apart == 1 else 16) * gone(other)
        else:
            chance -= (140 if apart == 1 else 105) * after.known[other]
            chance -= (31 if apart == 1 else 15) * gone(other)
    chance = max(0, chance)
    if seen and odds is not None:
        wild = sum(odds[tiplu] for tiplu in range(52) if is_wild(kind, tiplu))
        wild = 1000 * wild // max(1, sum(odds))
        chance += 2 * wild
    return chance
