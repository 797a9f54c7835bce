"""Exact search for a finish: melds over the cards that are not wild, wilds filling the gaps.

The lowest natural card of the lowest suit is thrown, or lies in a tunnela, a run or a trial with
higher cards; every such choice is tried, so the search is complete. Runs of naturals spanning at
most five ranks are enough: a longer one splits into legal parts with no more wilds. Wilds left over
are thrown, form melds of their own, or lengthen a run or a trial.

A stack row holds keys (0..3), wilds, throws, free, pure, runs, room (4..9: what is left to use or
still needed), then the option being tried and the card it starts from (10..12: option, suit, rank).
"""

import numpy as np

from marriage_stats._jit import njit

STACK_ROWS, STACK_WIDTH = 24, 13
WILDS, THROWS, FREE, PURE, RUNS, ROOM, OPTION, SUIT, RANK = 4, 5, 6, 7, 8, 9, 10, 11, 12
TUNNELA, RUN_UP, RUN_DOWN, TRIAL, THROW, END = 0, 1, 17, 33, 41, 42
TOP = (0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4)
BITS = (0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4)
EXACT_MASKS, LONG_MASKS = 4, 16
NOBODY = np.int64(-1)


@njit
def wilds_fit(rules, wilds, throws, free, runs, room):
    """Return whether leftover wilds can all be thrown, grouped or added to melds.

    throws must be used up; `free` of the wilds stand for any card, so a group with one is never
    all wild; runs tells whether some run can grow; room counts places in trials of three.
    """
    rest = wilds - throws
    if rest < 0:
        return False
    if rest == 0 or (rules.long_sequence and runs):
        return True
    groups = rest // 3 if rules.all_wild_meld else min(rest // 3, free)
    if rules.long_sequence and groups:
        return True
    return rest - 3 * groups <= room


@njit
def run_bits(key, rank, mask, step):
    """Return the key bits of a run's naturals beyond its first (13 = high ace), 0 if not held."""
    bits = 0
    for place in range(4):
        if mask >> place & 1:
            at = rank + step * (place + 1)
            if at < 0 or at > 12 or not key >> (2 * at) & 3:
                return 0
            bits |= 1 << (2 * at)
    return bits


@njit
def enter(stack, depth):
    """Point a fresh row at its lowest natural card; suit 4 means that none is left."""
    suit = 0
    while suit < 4 and stack[depth, suit] == 0:
        suit += 1
    stack[depth, SUIT] = suit
    stack[depth, OPTION] = -1
    if suit < 4:
        rank = 0
        while not stack[depth, suit] >> (2 * rank) & 3:
            rank += 1
        stack[depth, RANK] = rank


@njit
def next_row(stack, depth):
    """Copy what is left to the row below; return its number."""
    for column in range(OPTION):
        stack[depth + 1, column] = stack[depth, column]
    return depth + 1


@njit
def try_tunnela(stack, depth):
    """Lay all copies of the card as a tunnela, free cards filling it up."""
    suit, rank = stack[depth, SUIT], stack[depth, RANK]
    held = stack[depth, suit] >> (2 * rank) & 3
    lacking = 3 - held
    if lacking > stack[depth, FREE] or lacking > stack[depth, WILDS]:
        return False
    child = next_row(stack, depth)
    stack[child, suit] -= held << (2 * rank)
    stack[child, WILDS] -= lacking
    stack[child, FREE] -= lacking
    stack[child, PURE] -= 1
    return True


@njit
def try_run(rules, stack, depth, option):
    """Lay the card in a run with the naturals of a mask, wilds in the gaps."""
    mask = (option - RUN_UP) & 15
    if mask >= EXACT_MASKS and not rules.long_sequence:
        return False
    used = max(TOP[mask] + 1, 3) - BITS[mask] - 1
    if used > stack[depth, WILDS]:
        return False
    suit, rank = stack[depth, SUIT], stack[depth, RANK]
    bits = 0
    if option >= RUN_DOWN:
        if rank > 0 or mask == 0:
            return False
        bits = run_bits(stack[depth, suit], 13, mask, -1)
    elif mask:
        bits = run_bits(stack[depth, suit], rank, mask, 1)
    if mask and bits == 0:
        return False
    child = next_row(stack, depth)
    stack[child, suit] -= bits + (1 << (2 * rank))
    stack[child, WILDS] -= used
    stack[child, PURE] -= 1
    stack[child, RUNS] = 1
    return True


@njit
def try_trial(rules, stack, depth, option):
    """Lay the card in a trial with the same rank of a set of higher suits."""
    mask = option - TRIAL
    suit, rank = stack[depth, SUIT], stack[depth, RANK]
    size = 1 + BITS[mask]
    lone_pays = rules.long_trial and not rules.long_sequence
    if (size == 4 and not rules.long_trial) or (size == 1 and not lone_pays):
        return False
    if max(0, 3 - size) > stack[depth, WILDS] or mask >> (3 - suit):
        return False
    for place in range(3 - suit):
        if mask >> place & 1 and not stack[depth, suit + 1 + place] >> (2 * rank) & 3:
            return False
    child = next_row(stack, depth)
    stack[child, suit] -= 1 << (2 * rank)
    for place in range(3 - suit):
        if mask >> place & 1:
            stack[child, suit + 1 + place] -= 1 << (2 * rank)
    stack[child, WILDS] -= max(0, 3 - size)
    if rules.long_trial and size < 4:
        stack[child, ROOM] += 1
    return True


@njit
def try_throw(stack, depth, barred):
    """Throw the card."""
    suit, rank = stack[depth, SUIT], stack[depth, RANK]
    if stack[depth, THROWS] == 0 or 13 * suit + rank == barred:
        return False
    child = next_row(stack, depth)
    stack[child, suit] -= 1 << (2 * rank)
    stack[child, THROWS] -= 1
    return True


@njit
def try_option(rules, stack, depth, option, barred):
    """Apply an option of row `depth` to the row below it; return whether it is possible."""
    if option == TUNNELA:
        return try_tunnela(stack, depth)
    if option < TRIAL:
        return try_run(rules, stack, depth, option)
    if option < THROW:
        return try_trial(rules, stack, depth, option)
    return try_throw(stack, depth, barred)


@njit
def search(rules, stack, barred):
    """Return the depth of a finish from row 0 of the stack (int64[24, 13]), or -1.

    barred is a kind that may not be thrown, or -1. Rows above the depth hold the choices made. Pure
    melds are asked of unseen hands only, where a group of leftover free cards is pure.
    """
    depth = 0
    enter(stack, 0)
    while depth >= 0:
        found = False
        if stack[depth, SUIT] == 4:
            row = stack[depth]
            groups = max(0, row[WILDS] - row[THROWS]) // 3
            if row[PURE] <= groups and wilds_fit(
                rules, row[WILDS], row[THROWS], row[FREE], row[RUNS], row[ROOM]
            ):
                return depth
        else:
            while not found and stack[depth, OPTION] < END - 1:
                stack[depth, OPTION] += 1
                found = try_option(rules, stack, depth, stack[depth, OPTION], barred)
        if found:
            depth += 1
            enter(stack, depth)
        else:
            depth -= 1
    return -1
