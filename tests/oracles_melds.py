"""Exact law of pure melds and pairs in a random hand, for any pack and hand size.

One suit is read rank by rank. What was read so far matters only through a *table*: for each
number of runs still open, and of aces kept back for Q-K-A, the most melds so far. Tables are
the states of an automaton; hands of a suit are counted by the state they lead to, all tables of a
rank at once. Suits and printed cards are then joined by multiplying series in x, x marking a card.
Such a series is kept as one integer, coefficient i in bits 192 i and up (no coefficient reaches
2^160).

With `locked` every tunnela is a meld whole: such a rank adds a meld and is read as not held.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np
from numpy.typing import NDArray

from tests.oracles import COPIES, Pack

BITS = 192

Tables = NDArray[np.int8]
"""int8[2, 4, 4, 4, n], the last axis counting tables, the others what a table is asked for:
supermen used, runs that lack their last card, runs that lack two, aces kept for the end. The
values are the most melds, counted when begun."""
SHAPE = (2, COPIES + 1, COPIES + 1, COPIES + 1)
NEVER = -100
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


def read_ace(n_copies: int) -> Tables:
    """Return the table after the aces: some begin A-2-3, some are kept for Q-K-A."""
    tables = np.full((*SHAPE, 1), NEVER, np.int8)
    for superman, begun, kept in product((0, 1), range(COPIES + 1), range(COPIES + 1)):
        own = begun + kept - superman
        if 0 <= own <= n_copies:
            tables[superman, 0, begun, kept] = begun + int(n_copies - own == COPIES)
    return tables


def read_rank(tables: Tables, n_copies: int, may_begin: bool) -> Tables:
    """Return the tables after one more rank: open runs go on, new ones begin, or a tunnela."""
    after = np.full(tables.shape, NEVER, np.int8)
    begins = range(COPIES + 1 if may_begin else 1)
    runs = product((0, 1), (0, 1), range(COPIES + 1), range(COPIES + 1), begins)
    for used, superman, last, middle, begun in runs:
        own = last + middle + begun - superman
        if used + superman <= 1 and 0 <= own <= n_copies:
            entry = after[used + superman, middle, begun]
            more = begun + int(n_copies - own == COPIES)
            np.maximum(entry, tables[used, last, middle] + np.int8(more), out=entry)
    return after


def closed(tables: Tables) -> Tables:
    """Give every entry, in place, the value that another one lends it; return the tables.

    An entry may give up an open run, at a meld, or take one on that it will not end; leave the
    superman or an ace unused; or miss a kept ace, at the meld of its run. Hands that go on in the
    same way then have the same table.
    """
    np.maximum(tables[1], tables[0], out=tables[1])
    for axis, loss, gain in ((1, 1, 0), (2, 1, 0), (3, 0, 1)):
        entries = np.moveaxis(tables, axis, 0)
        for n in reversed(range(COPIES)):
            np.maximum(entries[n], entries[n + 1] - np.int8(loss), out=entries[n])
        for n in range(COPIES):
            np.maximum(entries[n + 1], entries[n] - np.int8(gain), out=entries[n + 1])
    return tables


def read(
    tables: Tables | None, n_copies: int, may_begin: bool, locked: bool
) -> tuple[NDArray[np.int64], Tables]:
    """Return melds gained for certain and the next tables, which count what is beyond them.

    No tables mean that the ace is read; a locked tunnela is taken out first.
    """
    own = int(locked and n_copies == COPIES)
    left = 0 if own else n_copies
    after = closed(read_ace(left) if tables is None else read_rank(tables, left, may_begin))
    sure = after[0, 0, 0, 0].copy()
    return sure.astype(np.int64) + own, after - sure


def read_end(tables: Tables) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the melds in tables without and with a superman; kept aces close Q-K runs."""
    ends = [tables[:, runs, 0, runs].astype(np.int64) for runs in range(COPIES + 1)]
    plain, helped = np.max(ends, axis=0)
    return plain, np.maximum(plain, helped)


def melds_of_suits(
    copies: NDArray[np.int64], locked: bool = False
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the most melds of suits (rows of copies) without and with a superman."""
    n_suits, n_ranks = copies.shape
    melds = np.zeros(n_suits, np.int64)
    tables = np.empty((*SHAPE, n_suits), np.int8)
    for rank in range(n_ranks):
        for n in range(COPIES + 1):
            rows = copies[:, rank] == n
            before = tables[..., rows] if rank else None
            more, after = read(before, n, rank <= n_ranks - 2, locked)
            melds[rows] += more
            tables[..., rows] = after
    plain, helped = read_end(tables)
    return melds + plain, melds + helped


@cache
def suit_law(n_ranks: int, limits: Limits, locked: bool = False) -> Law:
    """Return the law of one suit, by running the automaton over all hands of it at once.

    Hands are counted by (table, melds, pairs); those that reached the limit of melds need no table
    and have number -1. Series of one suit are rows of int64: no suit has 2^63 hands.
    """
    tables: Tables | None = None
    states = np.zeros((1, 3), np.int64)
    series = np.zeros((1, COPIES * n_ranks + 1), np.int64)
    series[0, 0] = 1
    for rank in range(n_ranks):
        reached, counts, found, n_found = [], [], [], 0
        for n in range(COPIES + 1):
            more, after = read(tables, n, rank <= n_ranks - 2, locked)
            found.append(after)
            table, melds, pairs = states.T
            melds = np.minimum(melds + np.where(table < 0, 0, more[table]), limits.melds)
            table = np.where((table < 0) | (melds == limits.melds), -1, n_found + table)
            reached.append([table, melds, np.minimum(pairs + (n >= 2), limits.pairs)])
            counts.append(comb(COPIES, n) * np.roll(series, n, axis=1))
            n_found += len(more)
        tables, number = distinct(np.concatenate(found, axis=-1))
        states, series = added_up(np.concatenate(reached, axis=1), np.concatenate(counts), number)
        few = series[:, : limits.cards + 1].any(axis=1)
        states, series = states[few], series[few]
    assert tables is not None
    plain, helped = read_end(tables)
    law: Law = {}
    for (table, melds, pairs), row in zip(states.tolist(), series.tolist(), strict=True):
        more, also = (int(plain[table]), int(helped[table])) if table >= 0 else (0, 0)
        outcome = (min(melds + more, limits.melds), also - more, pairs)
        packed = sum(n << BITS * cards for cards, n in enumerate(row[: limits.cards + 1]))
        law[outcome] = law.get(outcome, 0) + packed
    return law


def distinct(tables: Tables) -> tuple[Tables, NDArray[np.int64]]:
    """Return tables, each once, and the number there of each one given."""
    rows = np.ascontiguousarray(tables.reshape(-1, tables.shape[-1]).T)
    _, first, number = np.unique(
        rows.view(f"V{rows.shape[1]}").ravel(), return_index=True, return_inverse=True
    )
    return tables[..., first], number


def added_up(
    states: NDArray[np.int64], series: NDArray[np.int64], number: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the states with tables numbered anew, each once, and the sums of their series."""
    states[0] = np.where(states[0] < 0, -1, number[states[0]])
    keys = np.ravel_multi_index(states + 1, tuple(states.max(axis=1) + 2))
    order = np.argsort(keys)
    first = np.flatnonzero(np.diff(keys[order], prepend=-1))
    return states.T[order[first]], np.add.reduceat(series[order], first, axis=0)


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
def suits_law(n_suits: int, n_ranks: int, limits: Limits, locked: bool) -> Law:
    """Return the law of so many suits together."""
    if n_suits == 0:
        return {(0, 0, 0): 1}
    fewer = suits_law(n_suits - 1, n_ranks, limits, locked)
    return join(fewer, suit_law(n_ranks, limits, locked), limits)


@cache
def hand_law(pack: Pack, limits: Limits, locked: bool = False) -> dict[tuple[int, int], int]:
    """Return the series of hands with each number of (pure melds, pairs)."""
    mask = (1 << BITS * (limits.cards + 1)) - 1
    suits = suits_law(pack.n_suits, pack.n_ranks, limits, locked)
    law = join(man_law(pack.man_cards), suits, limits)
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
