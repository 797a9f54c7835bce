"""One pass over all suit keys that weighs what the meld tables say."""

from marriage_stats._jit import njit
from marriage_stats.melds.kernels import ONE_BITS, PAIR_BITS, popcount


@njit
def fill_suit_counts(tables, powers, melds, locked, needs):
    """Fill the histograms of one suit's hands, each face having three copies.

    powers is int64[14], powers of 3. melds (int64[40, 14, 2, 14]) is indexed by cards, most melds,
    gain by the superman, pairs; locked likewise, each tunnela held counting as one meld whole;
    needs (int64[40, 64, 64]) by cards, packed steps, and packed steps with the superman.
    """
    for key in range(tables.most.shape[0]):
        high = popcount((key >> 1) & ONE_BITS)
        low = popcount(key & ONE_BITS)
        triples = key & (key >> 1) & ONE_BITS
        both = popcount(triples)
        rest = key - 3 * triples
        cards = 2 * high + low
        ways = powers[high + low - 2 * both]
        most = tables.most[key]
        gain = tables.most_super[key] - most
        pairs = popcount(key & PAIR_BITS)
        melds[cards, most, gain, pairs] += ways
        most_rest = tables.most[rest]
        gain_rest = tables.most_super[rest] - most_rest
        locked[cards, both + most_rest, gain_rest, pairs] += ways
        needs[cards, tables.need[key], tables.need_super[key]] += ways
