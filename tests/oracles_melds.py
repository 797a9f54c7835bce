"""Exact law of pure melds and pairs in a random hand, for any pack and hand size.

One suit is read rank by rank. What was read so far matters only through a *table*: for each
number of runs still open, and of aces kept back for Q-K-A, the most melds so far. Tables are
the states of an automaton; hands of a suit are counted by the state they lead to. Suits and printed
cards are then joined by multiplying series in x, x marking a card. A series is kept as one
integer, coefficient i in bits 192 i and up (no coefficient reaches 2^160).

With `locked` every tunnela is a meld whole: such a rank adds a meld and is read as not held.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

from tests.oracles import COPIES, Pack

BITS = 192

Open = tuple[int, int, int, int]
"""Supermen used, runs that lack their last card, runs that lack two, aces kept for the end."""
Table = frozenset[tuple[Open, int]]
"""The most melds, counted when begun, for each `Open`, less the best with all runs abandoned."""
SATED: Table = frozenset()
"""The state in which the limit of melds is reached."""
Outcome = tuple[int, int, int]
"""Melds, 1 if a superman would make one more, pairs."""
Law = dict[Outcome, int]
"""Series of the hands with each outcome."""


@dataclass(frozen=True)
class Limits:
    """Where counting stops: more melds or pairs than this are counted as this many."""

    melds: int = 7
    pairs: int = 10
    cards: int = 21


def stands_for(one: Open, two: Open, spare: int) -> bool:
    """Tell whether `one`, with so many melds more than `two`, may go on in its place.

    What it owes beyond `two` is abandoned, a meld each; an ace not kept costs at most one.
    """
    if one[0] > two[0]:
        return False
    loss = max(0, one[1] - two[1]) + max(0, one[2] - two[2]) + max(0, two[3] - one[3])
    return loss <= spare


def pruned(values: dict[Open, int]) -> tuple[int, Table]:
    """Return the best value with all open runs abandoned, and the entries that may matter.

    An entry is dropped if another can stand for it without loss (the first of equals stays).
    """
    kept: list[tuple[Open, int]] = []
    for entry, value in sorted(values.items(), key=lambda item: (-item[1], item[0])):
        if not any(stands_for(other, entry, more - value) for other, more in kept):
            kept.append((entry, value))
    base = max(value - e[1] - e[2] for e, value in kept if e[0] == 0)
    return base, frozenset((entry, value - base) for entry, value in kept)


def read_ace(n_copies: int) -> dict[Open, int]:
    """Return the table after the aces: some begin A-2-3, some are kept for Q-K-A."""
    values: dict[Open, int] = {}
    for superman in (0, 1):
        for begun in range(COPIES + 1):
            for kept in range(COPIES + 1):
                own = begun + kept - superman
                if 0 <= own <= n_copies:
                    tunnela = int(n_copies - own == COPIES)
                    values[(superman, 0, begun, kept)] = begun + tunnela
    return values


@cache
def abandoned(table: Table) -> dict[Open, int]:
    """Return the table with every choice of open runs given up, at a meld each."""
    values: dict[Open, int] = {}
    for (used, last, middle, kept), value in table:
        for a in range(last + 1):
            for b in range(middle + 1):
                total = value - (last - a) - (middle - b)
                entry = (used, a, b, kept)
                values[entry] = max(total, values.get(entry, total))
    return values


def read_rank(table: Table, n_copies: int, may_begin: bool) -> dict[Open, int]:
    """Return the table after one more rank: open runs go on, new ones begin, or a tunnela."""
    values: dict[Open, int] = {}
    for (used, last, middle, kept), value in abandoned(table).items():
        for superman in range(2 - used):
            for begun in range(COPIES + 1 if may_begin else 1):
                own = last + middle + begun - superman
                if 0 <= own <= n_copies:
                    entry = (used + superman, middle, begun, kept)
                    total = value + begun + int(n_copies - own == COPIES)
                    values[entry] = max(total, values.get(entry, total))
    return values


def read_end(table: Table) -> tuple[int, int]:
    """Return the melds above base without and with a superman; kept aces close Q-K runs."""
    done = [(e[0], v) for e, v in abandoned(table).items() if e[1] <= e[3] and e[2] == 0]
    plain = max(value for used, value in done if used == 0)
    return plain, max(value for _, value in done)


@cache
def transition(table: Table | None, n_copies: int, may_begin: bool) -> tuple[int, Table]:
    """Return melds gained for certain and the next state; no table means the ace is read."""
    if table is None:
        return pruned(read_ace(n_copies))
    return pruned(read_rank(table, n_copies, may_begin))


def read_copies(
    table: Table | None, n_copies: int, may_begin: bool, locked: bool
) -> tuple[int, Table]:
    """Return what `transition` does, a locked tunnela taken out first."""
    if not (locked and n_copies == COPIES):
        return transition(table, n_copies, may_begin)
    more, after = transition(table, 0, may_begin)
    return more + 1, after


def melds_of_suit(copies: tuple[int, ...], locked: bool = False) -> tuple[int, int]:
    """Return the most melds of one suit without and with a superman, by the automaton."""
    melds, table = read_copies(None, copies[0], True, locked)
    for rank, n in enumerate(copies[1:], 1):
        more, table = read_copies(table, n, rank <= len(copies) - 2, locked)
        melds += more
    plain, helped = read_end(table)
    return melds + plain, melds + helped


@cache
def suit_law(n_ranks: int, limits: Limits, locked: bool = False) -> Law:
    """Return the law of one suit, by running the automaton over all hands of it at once."""
    mask = (1 << BITS * (limits.cards + 1)) - 1
    states: dict[tuple[Table | None, int, int], int] = {(None, 0, 0): 1}
    for rank in range(n_ranks):
        after: dict[tuple[Table | None, int, int], int] = {}
        for (table, melds, pairs), series in states.items():
            for n in range(COPIES + 1):
                term = comb(COPIES, n) * series << BITS * n & mask
                if not term:
                    break
                more, nxt = (0, SATED)
                if table != SATED:
                    more, nxt = read_copies(table, n, rank <= n_ranks - 2, locked)
                if melds + more >= limits.melds:
                    nxt = SATED
                total = min(melds + more, limits.melds)
                key = (nxt, total, min(pairs + (n >= 2), limits.pairs))
                after[key] = after.get(key, 0) + term
        states = after
    law: Law = {}
    for (table, melds, pairs), series in states.items():
        plain, helped = read_end(table) if table else (0, 0)
        total = min(melds + plain, limits.melds)
        outcome = (total, helped - plain, pairs)
        law[outcome] = law.get(outcome, 0) + series
    return law


def join(left: Law, right: Law, limits: Limits) -> Law:
    """Return the law of two disjoint parts of the pack together."""
    mask = (1 << BITS * (limits.cards + 1)) - 1
    law: Law = {}
    for (melds, helped, pairs), one in left.items():
        for (more, also, new), two in right.items():
            key = (
                min(melds + more, limits.melds),
                max(helped, also),
                min(pairs + new, limits.pairs),
            )
            law[key] = law.get(key, 0) + (one * two & mask)
    return law


def man_law(man_cards: int) -> Law:
    """Return the law of the man cards: three are a meld, two or three a pair."""
    law: Law = {}
    for n in range(man_cards + 1):
        key = (int(n == COPIES), 0, int(n >= 2))
        law[key] = law.get(key, 0) + (comb(man_cards, n) << BITS * n)
    return law


@cache
def hand_law(pack: Pack, limits: Limits, locked: bool = False) -> dict[tuple[int, int], int]:
    """Return the series of hands with each number of (pure melds, pairs)."""
    mask = (1 << BITS * (limits.cards + 1)) - 1
    suit = suit_law(pack.n_ranks, limits, locked)
    law = man_law(pack.man_cards)
    for _ in range(pack.n_suits):
        law = join(law, suit, limits)
    joint: dict[tuple[int, int], int] = {}
    for (melds, helped, pairs), series in law.items():
        key = (melds, pairs)
        joint[key] = joint.get(key, 0) + series
        if pack.superman:
            key = (min(melds + helped, limits.melds), pairs)
            joint[key] = joint.get(key, 0) + (series << BITS & mask)
    return joint


def coefficient(series: int, n_cards: int) -> int:
    """Return how many hands of so many cards a series counts."""
    return series >> BITS * n_cards & (1 << BITS) - 1


def joint_distribution(
    pack: Pack, hand_size: int, limits: Limits | None = None, locked: bool = False
) -> dict[tuple[int, int], Fraction]:
    """Return P(pure melds, pairs) of a random hand, without the outcomes of probability 0."""
    limits = limits or Limits(hand_size // 3 + 1, hand_size // 2 + 1, hand_size)
    whole = comb(pack.n_cards, hand_size)
    counts = {
        outcome: coefficient(series, hand_size)
        for outcome, series in hand_law(pack, limits, locked).items()
    }
    return {outcome: Fraction(n, whole) for outcome, n in sorted(counts.items()) if n}


def pure_meld_distribution(pack: Pack, hand_size: int) -> list[Fraction]:
    """Return P(exactly k disjoint pure melds at most can be made), k = 0, 1, ..."""
    joint = joint_distribution(pack, hand_size)
    highest = max(melds for melds, _ in joint)
    return [
        sum((p for (melds, _), p in joint.items() if melds == k), Fraction(0))
        for k in range(highest + 1)
    ]


FLOOR_LIMITS = Limits(melds=3, pairs=7, cards=81)


def see_probabilities(pack: Pack, hand_size: int, locked: bool = False) -> dict[str, Fraction]:
    """Return P(a random hand holds three pure melds, seven dublees, or either).

    With 21 + t cards this is the floor of the time to see: nobody who draws t cards of the
    stock, even without ever throwing one, does better.
    """
    joint = joint_distribution(pack, hand_size, FLOOR_LIMITS, locked)
    found = dict.fromkeys(("sequence", "dublee", "either"), Fraction(0))
    for (melds, pairs), p in joint.items():
        by_route = {"sequence": melds >= 3, "dublee": pairs >= 7}
        for route, sees in {**by_route, "either": any(by_route.values())}.items():
            found[route] += sees * p
    return found
