"""Whether a hand finishes: the quick answer where it is sure, else the search."""

from marriage_stats._jit import njit
from marriage_stats.finish.hand_kernels import MAN, SUPERMAN, arrange_seen
from marriage_stats.finish.kernels import NOBODY
from marriage_stats.finish.plane_kernels import cards_in, high_plane, low_plane, wild_plane
from marriage_stats.finish.quick_kernels import UNSURE, YES, may_finish


@njit
def may_meld(rules, costs, search, keys, free, tiplu, throws):
    """Return whether all cards but `throws` (0, 1) can be melded: NO, YES or UNSURE.

    keys, free : the same hand as suit keys and as counts; costs : see `table_kernels.fill_cost`;
    search : scratch. For a player who does not know the tiplu (-1) the superman alone is wild, man
    cards are left out, and YES does not mean that pure melds are among the melds.
    """
    wild = wild_plane(tiplu)
    low, high = low_plane(keys), high_plane(keys)
    wilds = cards_in(low, high, wild) + free[SUPERMAN]
    if tiplu >= 0:
        wilds += free[MAN]
    return may_finish(rules, costs, low & ~wild, high & ~wild, wilds, throws, search.trials)


@njit
def melds_all(rules, costs, search, keys, free, tiplu, throws):
    """Return whether a player who knows the tiplu can meld all cards but `throws` (0, 1)."""
    found = may_meld(rules, costs, search, keys, free, tiplu, throws)
    if found != UNSURE:
        return found == YES
    return (
        arrange_seen(
            rules, search.search, free, tiplu, 0, throws, NOBODY, search.wild_melds, search.laid
        )
        >= 0
    )
