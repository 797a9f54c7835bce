"""Arithmetic on suit keys: two bits a rank, ace lowest."""

from marriage_stats._jit import njit

ONES = 0x1555555
ACE, QUEEN, KING = 0, 22, 24
RANK_BITS = 2


@njit
def count_cards(key):
    """Return the number of cards of a suit key."""
    cards = (key & 0x3333333) + (key >> 2 & 0x3333333)
    cards = (cards & 0x0F0F0F0F) + (cards >> 4 & 0x0F0F0F0F)
    return ((cards * 0x01010101) >> 24) & 0xFF


@njit
def occupied(key):
    """Return bit 2r for each rank r that a suit key holds."""
    return (key | key >> 1) & ONES


@njit
def tunnelas(key):
    """Return bit 2r for each rank r of which a suit key holds three."""
    return key & key >> 1 & ONES


@njit
def in_reach(held, reach):
    """Return the ranks within `reach` ranks of another held one, the ace also above the king.

    held and the result have bit 2r for rank r.
    """
    near = 0
    for step in range(1, reach + 1):
        near |= held << (RANK_BITS * step) | held >> (RANK_BITS * step)
    high = 0
    for step in range(reach):
        high |= held >> (KING - RANK_BITS * step) & 1
        if held & 1:
            near |= 1 << (KING - RANK_BITS * step)
    return (near | high) & ONES


@njit
def lone_cards(keys, reach):
    """Return how many cards share a meld with no other held card: they need two wilds each."""
    a, b = occupied(keys[0]), occupied(keys[1])
    c, d = occupied(keys[2]), occupied(keys[3])
    ab, cd = a | b, c | d
    lone = 0
    for suit in range(4):
        if suit == 0:
            held, others = a, b | cd
        elif suit == 1:
            held, others = b, a | cd
        elif suit == 2:
            held, others = c, d | ab
        else:
            held, others = d, c | ab
        alone = held & ~others & ~in_reach(held, reach) & ~tunnelas(keys[suit])
        lone += count_cards(keys[suit] & (alone | alone << 1))
    return lone
