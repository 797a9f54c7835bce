"""A loop of exact finish solves as the engine makes them."""

from marriage_stats._jit import njit
from marriage_stats.finish.solve_kernels import melds_all


@njit
def solve_hands(rules, costs, keys, counts, tiplus, search, out):
    """Fill out (bool[n]): whether seen hands finish; keys int64[n, 4], counts int64[n, 54]."""
    for row in range(keys.shape[0]):
        out[row] = melds_all(rules, costs, search, keys[row], counts[row], tiplus[row], 1)
