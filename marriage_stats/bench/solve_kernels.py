"""A loop of exact finish solves as the engine makes them: tables first, then the search."""

from marriage_stats._jit import njit
from marriage_stats.finish.hand_kernels import arrange_seen, split_keys
from marriage_stats.finish.kernels import NOBODY
from marriage_stats.finish.quick_kernels import may_finish


@njit
def solve_hands(rules, cost, keys, counts, tiplus, search, out):
    """Fill out (bool[n]): whether seen hands finish; keys int64[n, 4], counts int64[n, 54]."""
    for row in range(keys.shape[0]):
        man, superman = counts[row, 52], counts[row, 53]
        wilds = split_keys(keys[row], man, superman, tiplus[row], search.naturals)
        out[row] = may_finish(rules, cost, search.naturals, wilds, 1, search.trials) and (
            arrange_seen(
                rules,
                search.search,
                counts[row],
                tiplus[row],
                0,
                1,
                NOBODY,
                search.wild_melds,
                search.laid,
            )
            >= 0
        )
