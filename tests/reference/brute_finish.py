"""Compiled brute force of the finish: every group of the physical cards judged, then exact cover.

Shares nothing with `marriage_stats.finish`: a group is a subset of up to 13 cards, judged as a run,
trial, tunnela, marriage or wild group by its cards; the lowest card left must lie in some group.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from marriage_stats._jit import njit

CARDS = 13
SUBSETS = 1 << CARDS
NO_SUIT, MIXED = -1, -2


@njit
def wild(tiplu, kind):
    """Return whether a kind is wild: man, superman, tiplu's rank, its neighbours in suit."""
    if kind >= 52 or kind % 13 == tiplu % 13:
        return True
    step = abs(kind % 13 - tiplu % 13)
    return kind // 13 == tiplu // 13 and (step == 1 or step == 12)


@njit
def run_fits(ranks, n, size):
    """Return whether n natural cards on a set of ranks (bits) fit a run of a size.

    The bits must be as many as the cards; the ace (bit 0) may stand above the king (bit 13).
    """
    bits, first, last = 0, 14, -1
    for rank in range(14):
        if ranks >> rank & 1:
            bits += 1
            first, last = min(first, rank), max(last, rank)
    if bits != n:
        return False
    if last - first < size:
        return True
    if not ranks & 1:
        return False
    high = (ranks & ~1) | 1 << 13
    first = 0
    while not high >> first & 1:
        first += 1
    return 13 - first < size


@njit
def is_group(kinds, natural, n, house, tiplu):
    """Return whether n cards are a meld; natural tells which of them are not wild.

    house : (long sequences, trials of four, all-wild melds, the marriage by name)
    """
    same = n == 3 and kinds[0] != 53
    places = 0
    for place in range(n):
        kind = kinds[place]
        same = same and kind == kinds[0]
        if kind < 52 and kind // 13 == tiplu // 13:
            step = (kind % 13 - tiplu % 13 + 13) % 13
            places |= (step == 0) | (step == 1) << 1 | (step == 12) << 2
    if same or (house[3] and n == 3 and places == 7):
        return True
    naturals = 0
    for place in range(n):
        naturals += natural[place]
    if naturals == 0 and house[2] and (n == 3 or house[0]):
        return True
    return stands(kinds, natural, n, naturals == 0, house)


@njit
def stands(kinds, natural, n, all_count, house):
    """Return whether the natural cards (or all of them) stand in one run or trial of n cards."""
    first, count, ranks, suits = -1, 0, 0, 0
    one_suit, one_rank = True, True
    for place in range(n):
        if not (all_count or natural[place]):
            continue
        kind = kinds[place]
        if kind >= 52:
            return False
        if first < 0:
            first = kind
        count += 1
        one_suit = one_suit and kind // 13 == first // 13
        one_rank = one_rank and kind % 13 == first % 13
        ranks |= 1 << (kind % 13)
        suits += 1 << (3 * (kind // 13))
    if one_suit and (n == 3 or house[0]) and run_fits(ranks, count, n):
        return True
    different = suits & 0b110110110110 == 0
    return one_rank and different and (n == 3 or (n == 4 and house[1] == 1))


@njit
def list_groups(kinds, natural, n, house, tiplu, groups, starts):
    """Fill groups with the melds among n cards as bit masks, those of one lowest card together."""
    picked, flags = np.empty(CARDS, np.int64), np.empty(CARDS, np.int64)
    found = 0
    # Where wild cards alone are melds, a run of six or more splits into melds of three to five.
    most = (5 if house[2] else CARDS) if house[0] else 4
    for low in range(n):
        starts[low] = found
        for rest in range(1 << (n - low - 1)):
            size, bits = 1, rest
            while bits:
                bits &= bits - 1
                size += 1
            if size < 3 or size > most:
                continue
            mask = (2 * rest + 1) << low
            size = 0
            for place in range(low, n):
                if mask >> place & 1:
                    picked[size], flags[size] = kinds[place], natural[place]
                    size += 1
            if is_group(picked, flags, size, house, tiplu):
                groups[found] = mask
                found += 1
    starts[n] = found


@njit
def covers(left, groups, starts, memo):
    """Return 1 if melds cover the cards left exactly, else 0; memo holds 2 where not yet known."""
    if memo[left] != 2:
        return memo[left]
    low = 0
    while not left >> low & 1:
        low += 1
    memo[left] = 0
    for place in range(starts[low], starts[low + 1]):
        group = groups[place]
        if group & left == group and covers(left ^ group, groups, starts, memo) == 1:
            memo[left] = 1
            break
    return memo[left]


@njit
def throwable(counts, tiplus, house, out):
    """Fill out (bool[n, 54]): kinds whose throw leaves every other card of a hand melded."""
    kinds, natural = np.empty(CARDS, np.int64), np.empty(CARDS, np.int64)
    groups, starts = np.empty(SUBSETS, np.int64), np.empty(CARDS + 1, np.int64)
    memo = np.empty(SUBSETS, np.int8)
    for hand in range(counts.shape[0]):
        n = 0
        for kind in range(54):
            for _ in range(counts[hand, kind]):
                kinds[n] = kind
                natural[n] = not wild(tiplus[hand], kind)
                n += 1
        list_groups(kinds, natural, n, house, tiplus[hand], groups, starts)
        memo[:] = 2
        memo[0] = 1
        for place in range(n):
            if not out[hand, kinds[place]]:
                left = (1 << n) - 1 - (1 << place)
                out[hand, kinds[place]] = covers(left, groups, starts, memo) == 1


def throwable_by_brute_force(
    counts: NDArray[np.int64], tiplus: NDArray[np.int64], rules: dict
) -> NDArray[np.bool_]:
    """Return bool[n, 54]: kinds whose throw finishes, for hands of at most 13 cards of seen seats.

    Parameters
    ----------
    counts : int64[n, 54]
    tiplus : int64[n]
    rules : keys sequence_length, trial_size, all_wild_meld, marriage_meld
    """
    if counts.sum(axis=1).max() > CARDS:
        raise ValueError(f"hands must be of at most {CARDS} cards")
    house = (
        int(rules["sequence_length"] == "3-or-more"),
        int(rules["trial_size"] == "3-or-4"),
        int(rules["all_wild_meld"]),
        int(rules["marriage_meld"]),
    )
    out = np.zeros(counts.shape, np.bool_)
    throwable(counts, tiplus, house, out)
    return out
