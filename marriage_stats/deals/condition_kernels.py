"""Deals on condition: the first of a row of deals whose seat 0 holds what is asked."""

import numpy as np

from marriage_stats._jit import njit
from marriage_stats.deals.kernels import HAND, N_ORDINARY, order_pack
from marriage_stats.melds.kernels import count_melds, count_pairs, fill_keys
from marriage_stats.rng import CONDITION, stream_key

MAN, SUPERMAN = 52, 53
PAIRS, MELDS, PRINTED = 0, 1, 2


@njit
def attempt_seed(seed, index, attempt):
    """Return the root seed of a round's attempt: 0 is the plain deal, others are hashed from it."""
    if attempt == 0:
        return seed
    key = stream_key(seed, index, CONDITION)
    return np.int64(stream_key(np.int64(key >> np.uint64(1)), attempt, CONDITION) >> np.uint64(1))


@njit
def holds(tables, order, limits, counts, keys):
    """Return whether the first 21 cards of a pack keep to limits (int64[3, 2], low and high)."""
    counts[:] = 0
    printed = 0
    for place in range(HAND):
        card = np.int64(order[place])
        kind = card // 3 if card < N_ORDINARY + 3 else SUPERMAN
        counts[kind] += 1
        printed += 1 if card >= N_ORDINARY else 0
    if printed < limits[PRINTED, 0] or printed > limits[PRINTED, 1]:
        return False
    fill_keys(counts, keys)
    pairs = count_pairs(keys, counts[MAN])
    if pairs < limits[PAIRS, 0] or pairs > limits[PAIRS, 1]:
        return False
    melds = count_melds(tables, keys, counts[MAN], counts[SUPERMAN])
    return limits[MELDS, 0] <= melds <= limits[MELDS, 1]


@njit
def accepted_attempts(tables, rules, seed, first, limits, most, out, seeds):
    """Fill out (int64[n]) with the first attempt of each round that keeps to limits, or -1.

    seeds (int64[n]) gets the attempts' root seeds; most : attempts before giving up
    """
    order, places = np.empty(160, np.int32), np.empty(N_ORDINARY, np.uint64)
    counts, keys = np.empty(54, np.int64), np.empty(4, np.int64)
    for i in range(out.shape[0]):
        out[i] = -1
        for attempt in range(most):
            key = attempt_seed(seed, first + i, attempt)
            order_pack(key, first + i, rules.man_cards, rules.superman, order, places)
            if holds(tables, order, limits, counts, keys):
                out[i], seeds[i] = attempt, key
                break
