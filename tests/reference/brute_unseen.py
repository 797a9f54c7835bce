"""Compiled brute force of a finish before seeing: 22 cards, three pure melds among seven.

Groups of the physical cards are judged by `brute_finish` with the superman as the one wild card;
every exact cover of the cards kept is counted for its pure melds.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from marriage_stats._jit import njit
from marriage_stats.rng import draw_below
from tests.reference.brute_finish import is_group, stands
from tests.reference.finish_hands import add_piece, try_add

CARDS, MAN, SUPERMAN = 22, 52, 53
MOST_GROUPS = 1 << 16
NO_TIPLU = -40
"""Far from every rank, so that no three cards are its marriage."""


@njit
def is_pure_group(kinds, natural, n, house):
    """Return whether a meld is a tunnela or a run; all its cards are natural, or the superman."""
    if n == 3 and kinds[0] == kinds[1] == kinds[2]:
        return True
    suit = kinds[0] // 13
    for place in range(n):
        if natural[place] and kinds[place] // 13 != suit:
            return False
    return stands(kinds, natural, n, False, house)


@njit
def list_groups(kinds, n, house, groups, pure, starts):
    """Fill groups (bit masks) and whether each is pure, those of one lowest card together."""
    natural = np.empty(CARDS, np.int64)
    picked, flags = np.empty(5, np.int64), np.empty(5, np.int64)
    places, friends = np.empty(5, np.int64), np.empty(CARDS, np.int64)
    found = 0
    for place in range(n):
        natural[place] = kinds[place] != SUPERMAN
    for low in range(n):
        starts[low] = found
        count = 0
        for other in range(low + 1, n):
            kind = kinds[other]
            alike = kind // 13 == kinds[low] // 13 or kind % 13 == kinds[low] % 13
            if alike or kind == SUPERMAN:
                friends[count] = other
                count += 1
        for size in range(3, 6):
            if size - 1 > count or (size == 5 and not house[0]):
                continue
            for place in range(size - 1):
                places[place] = place
            while True:
                mask = 1 << low
                picked[0], flags[0] = kinds[low], natural[low]
                for place in range(size - 1):
                    card = friends[places[place]]
                    mask |= 1 << card
                    picked[place + 1], flags[place + 1] = kinds[card], natural[card]
                if is_group(picked, flags, size, house, NO_TIPLU):
                    groups[found] = mask
                    pure[found] = is_pure_group(picked, flags, size, house)
                    found += 1
                turn = size - 2
                while turn >= 0 and places[turn] == count - (size - 1) + turn:
                    turn -= 1
                if turn < 0:
                    break
                places[turn] += 1
                for place in range(turn + 1, size - 1):
                    places[place] = places[place - 1] + 1
    starts[n] = found


@njit
def most_pure(left, twins, groups, pure, starts, memo, stamp):
    """Return the most pure melds among melds that cover the cards left exactly, or -1.

    twins : bits of the cards that are alike to the one before; the first of them is used first
    memo : int64[2^22], stamp + answer + 1 where it is known for this hand
    """
    if left == 0:
        return 0
    if memo[left] >= stamp:
        return memo[left] - stamp - 1
    low = 0
    while not left >> low & 1:
        low += 1
    best = -1
    for place in range(starts[low], starts[low + 1]):
        group = groups[place]
        if group & left == group and not group & twins & ((left ^ group) << 1):
            rest = most_pure(left ^ group, twins, groups, pure, starts, memo, stamp)
            if rest >= 0:
                best = max(best, rest + pure[place])
    memo[left] = stamp + best + 1
    return best


@njit
def throwable(counts, house, memo, out):
    """Fill out (bool[n, 54]): kinds whose throw leaves melds, three of them pure."""
    kinds, starts = np.empty(CARDS, np.int64), np.empty(CARDS + 1, np.int64)
    groups, pure = np.empty(MOST_GROUPS, np.int64), np.empty(MOST_GROUPS, np.int64)
    memo[:] = 0
    for hand in range(counts.shape[0]):
        n = 0
        for kind in range(54):
            for _ in range(counts[hand, kind]):
                kinds[n] = kind
                n += 1
        twins = 0
        for place in range(1, n):
            twins |= (kinds[place] == kinds[place - 1]) << place
        list_groups(kinds, n, house, groups, pure, starts)
        for place in range(n):
            if not out[hand, kinds[place]]:
                left = (1 << n) - 1 - (1 << place)
                best = most_pure(left, twins, groups, pure, starts, memo, 16 * (hand + 1))
                out[hand, kinds[place]] = best >= 3


@njit
def fill_unseen(stream, copies, counts):
    """Fill counts (int64[n, 54]): dealt, dealt from few ranks, or built of melds and changed."""
    for row in range(counts.shape[0]):
        hand = counts[row]
        hand[:] = 0
        style = draw_below(stream, 6)
        low, width = draw_below(stream, 13), 2 + draw_below(stream, 6)
        if draw_below(stream, 4) == 0:
            hand[MAN] = min(3, copies[MAN])
        n = hand[MAN]
        tries = 0
        while style >= 2 and n < CARDS - 1 and tries < 60:
            n += add_piece(stream, hand, copies, 0, low, width, CARDS - 1 - n, 0)
            tries += 1
        if style >= 4 and copies[SUPERMAN]:
            kind = draw_below(stream, 52)
            while hand[kind] == 0:
                kind = (kind + 1) % 52
            hand[kind] -= 1
            hand[SUPERMAN] = 1
        if style == 3:
            kind = draw_below(stream, 52)
            if hand[kind]:
                hand[kind] -= 1
                n -= 1
        while n < CARDS:
            kind = draw_below(stream, 54)
            far = kind < 52 and (kind % 13 - low + 13) % 13 >= width
            if style != 1 or not far:
                n += try_add(hand, copies, kind)


def unseen_hands(seed: int, n: int, man_cards: int, superman: int) -> NDArray[np.int64]:
    """Return int64[n, 54] hands of 22 cards."""
    copies = np.array([3] * 52 + [man_cards, superman], np.int64)
    counts = np.zeros((n, 54), np.int64)
    fill_unseen(np.array([seed], np.uint64), copies, counts)
    return counts


def throwable_unseen(counts: NDArray[np.int64], rules: dict) -> NDArray[np.bool_]:
    """Return bool[n, 54]: kinds whose throw finishes a hand of 22 cards that has not seen.

    Parameters
    ----------
    counts : int64[n, 54]
    rules : keys sequence_length, trial_size
    """
    house = (
        int(rules["sequence_length"] == "3-or-more"),
        int(rules["trial_size"] == "3-or-4"),
        0,
        0,
    )
    out = np.zeros(counts.shape, np.bool_)
    throwable(counts, house, np.zeros(1 << CARDS, np.int64), out)
    return out
