"""Passes over all suit keys that give each key the class of what it holds and lacks."""

import numpy as np

from marriage_stats._jit import njit


@njit
def class_code(tables, key):
    """Return all that a hand's odds need of a suit key, packed in 17 bits."""
    most = tables.most[key]
    gain = tables.most_super[key] - most
    return tables.need[key] | tables.need_super[key] << 6 | most << 12 | gain << 16


@njit
def mark_codes(tables, seen):
    """Mark in seen (bool[2**17]) the codes that occur."""
    for key in range(tables.most.shape[0]):
        seen[class_code(tables, key)] = True


@njit
def spread(ranks):
    """Return 13 bits as the low bits of 13 pairs of bits."""
    out = 0
    for rank in range(13):
        out |= (ranks >> rank & 1) << 2 * rank
    return out


@njit
def fill_classes(tables, class_of, out):
    """Fill out (uint8[4**13]) with classes; class_of is uint8[2**17].

    out is indexed by 2**13 * twice + odd: ranks held at least twice, ranks held once or three
    times. Hands hold few pairs, so what real hands look up lies close together.
    """
    spreads = np.empty(2**13, np.int64)
    for ranks in range(2**13):
        spreads[ranks] = spread(ranks)
    for twice in range(2**13):
        for odd in range(2**13):
            key = spreads[twice] << 1 | spreads[odd]
            out[twice << 13 | odd] = class_of[class_code(tables, key)]
