"""Loops over many hands of the single-hand meld kernels."""

import numpy as np

from marriage_stats._jit import njit
from marriage_stats.melds.kernels import (
    count_melds,
    count_pairs,
    distance_to_dublees,
    distance_to_sequences,
    fill_keys,
)


@njit
def classify_hands(tables, rules, counts, out):
    """Fill out (int64[n, 4]): pure melds, dublees, distance by sequences, by dublees."""
    keys = np.empty(4, np.int64)
    for hand in range(counts.shape[0]):
        fill_keys(counts[hand], keys)
        man, superman = counts[hand, 52], counts[hand, 53]
        out[hand, 0] = count_melds(tables, keys, man, superman)
        out[hand, 1] = count_pairs(keys, man)
        out[hand, 2] = distance_to_sequences(tables, rules, keys, man, superman, 3)
        out[hand, 3] = distance_to_dublees(rules, keys, man, 7)


@njit
def improving_kinds(tables, rules, counts, limits, out):
    """Fill out (bool[n, 2, 54]): kinds whose addition lowers the distance by each route."""
    keys = np.empty(4, np.int64)
    for hand in range(counts.shape[0]):
        held = counts[hand].copy()
        fill_keys(held, keys)
        sequence = distance_to_sequences(tables, rules, keys, held[52], held[53], 3)
        dublee = distance_to_dublees(rules, keys, held[52], 7)
        for kind in range(54):
            if held[kind] >= limits[kind]:
                continue
            held[kind] += 1
            fill_keys(held, keys)
            after = distance_to_sequences(tables, rules, keys, held[52], held[53], 3)
            out[hand, 0, kind] = after < sequence
            out[hand, 1, kind] = distance_to_dublees(rules, keys, held[52], 7) < dublee
            held[kind] -= 1
