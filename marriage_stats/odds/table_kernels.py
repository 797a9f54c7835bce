"""Passes over all suit keys that give each key the class of what it holds and lacks."""

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
def fill_classes(tables, class_of, out):
    """Fill out (uint8[4**13]) with the class of each key; class_of is uint8[2**17]."""
    for key in range(out.shape[0]):
        out[key] = class_of[class_code(tables, key)]
