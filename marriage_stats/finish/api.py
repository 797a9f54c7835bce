"""Finishing as seen from outside: hands as counts, arrangements as lists of kinds."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cards import MAN, N_KINDS, SUPERMAN, count_kinds
from marriage_stats.finish import batch_kernels
from marriage_stats.finish import kernels as k
from marriage_stats.finish.hand_kernels import is_wild
from marriage_stats.rules import Rules, RuleTable, compile_rules


@dataclass(frozen=True)
class Arrangement:
    """A finished hand: the melds as kinds of the cards that lie in them, and the kind thrown."""

    melds: tuple[tuple[int, ...], ...]
    thrown: int


def _arrays(
    rest_counts: NDArray[np.integer], tiplus: NDArray[np.integer] | int | None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    counts = np.array(np.atleast_2d(rest_counts), dtype=np.int64)
    if counts.shape[1] != N_KINDS or (counts < 0).any() or (counts > 3).any():
        raise ValueError(f"rest_counts must be rows of {N_KINDS} counts 0..3")
    known = -1 if tiplus is None else tiplus
    return counts, np.broadcast_to(np.asarray(known, np.int64), len(counts)).copy()


def can_finish(
    rest_counts: NDArray[np.integer], tiplus: NDArray[np.integer] | int | None, rules: Rules
) -> NDArray[np.bool_]:
    """Return whether all cards but one can be melded.

    Parameters
    ----------
    rest_counts : int[n, 54]   the cards not shown, the one to throw among them
    tiplus : int[n] or int   the tiplu's kind; None (-1) for a player who has not seen, whose
        melds must then hold three pure ones and may use the superman alone
    rules : the house

    Returns
    -------
    bool[n]

    Raises
    ------
    ValueError   if a row is no hand of three packs
    """
    counts, known = _arrays(rest_counts, tiplus)
    out = np.zeros(len(counts), np.bool_)
    batch_kernels.finish_hands(compile_rules(rules), counts, known, out)
    return out


def throwable_kinds(
    rest_counts: NDArray[np.integer], tiplus: NDArray[np.integer] | int | None, rules: Rules
) -> NDArray[np.bool_]:
    """Return bool[n, 54]: the kinds whose throw finishes; parameters and errors as `can_finish`."""
    counts, known = _arrays(rest_counts, tiplus)
    out = np.zeros(counts.shape, np.bool_)
    batch_kernels.throwable_kinds(compile_rules(rules), counts, known, out)
    return out


def distance_to_finish(
    rest_counts: NDArray[np.integer], tiplus: NDArray[np.integer] | int | None, rules: Rules
) -> NDArray[np.int64]:
    """Return int64[n]: the fewest cards to replace so that a hand can finish; as `can_finish`."""
    counts, known = _arrays(rest_counts, tiplus)
    out = np.zeros(len(counts), np.int64)
    batch_kernels.distances_to_finish(compile_rules(rules), counts, known, out)
    return out


def arrange_finish(
    rest_kinds: list[int], tiplu: int | None, thrown: int, rules: Rules
) -> Arrangement | None:
    """Return melds of all cards but one copy of `thrown`, or None if they cannot be melded."""
    kept = list(rest_kinds)
    kept.remove(thrown)
    stack = np.zeros((k.STACK_ROWS, k.STACK_WIDTH), np.int64)
    melds, laid = np.empty((13, 4), np.int64), np.empty(8, np.int64)
    known = -1 if tiplu is None else tiplu
    table = compile_rules(rules)
    counts = count_kinds(kept)
    depth = batch_kernels.arrange(table, stack, counts, known, 0, 0, k.NOBODY, melds, laid)
    if depth < 0:
        return None
    lying = [[int(kind) for kind in melds[row] if kind >= 0] for row in laid[: _end(laid)]]
    left = list(kept)
    for meld in lying:
        for kind in meld:
            left.remove(kind)
    wilds = [kind for kind in left if is_wild(known, kind)]
    if known < 0 and kept.count(MAN) == 3:
        lying.append([MAN] * 3)
    lying += _melds_of(stack, depth, wilds, table)
    return Arrangement(tuple(tuple(meld) for meld in lying), thrown)


def _end(laid: NDArray[np.int64]) -> int:
    return int(np.flatnonzero(laid == -1)[0])


def _melds_of(
    stack: NDArray[np.int64], depth: int, wilds: list[int], table: RuleTable
) -> list[list[int]]:
    """Return the melds of a finished search, its leftover wilds placed."""
    spare = sorted(wilds, key=lambda kind: kind == SUPERMAN)
    melds: list[list[int]] = []
    growing: list[tuple[list[int], int]] = []
    for row in range(depth):
        option = int(stack[row, k.OPTION])
        taken = stack[row, :4] - stack[row + 1, :4]
        meld = [
            13 * suit + rank
            for suit in range(4)
            for rank in range(13)
            for _ in range(int(taken[suit]) >> (2 * rank) & 3)
        ]
        used = int(stack[row, k.WILDS] - stack[row + 1, k.WILDS])
        meld += [spare.pop() for _ in range(used)]
        melds.append(meld)
        if option >= k.TRIAL:
            growing += [(meld, 4 - len(meld))] if table.long_trial else []
        elif option != k.TUNNELA and table.long_sequence:
            growing.append((meld, 13 - len(meld)))
    while table.all_wild_meld and len(spare) >= 3:
        melds.append([spare.pop() for _ in range(3)])
        if table.long_sequence:
            growing.append((melds[-1], 13))
    for meld, room in growing:
        for _ in range(min(room, len(spare))):
            meld.append(spare.pop())
    return melds
