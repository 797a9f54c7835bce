"""Arithmetic on suit keys: two bits a rank, ace lowest."""

from marriage_stats._jit import njit
from marriage_stats.melds.kernels import count_cards

ONES = 0x1555555
ACE, QUEEN, KING = 0, 22, 24
RANK_BITS = 2


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
def in_runs(held):
    """Return the ranks in three neighbours all held, the ace also above the king (bit 2r)."""
    ranks = held | (held & 1) << (KING + RANK_BITS)
    lows = ranks & ranks >> RANK_BITS & ranks >> 2 * RANK_BITS
    members = lows | lows << RANK_BITS | lows << 2 * RANK_BITS
    return (members | members >> (KING + RANK_BITS)) & ONES


@njit
def lone_in_suit(key, reach):
    """Return how many cards of a suit share a run or a tunnela with no other held card."""
    held = occupied(key)
    alone = held & ~in_reach(held, reach) & ~tunnelas(key)
    return count_cards(key & (alone | alone << 1))


@njit
def fewest_wilds(keys, long_sequence, throws):
    """Return a bound below the wilds that cover all naturals but `throws` (0, 1), in quarters.

    A card that shares a meld with no held card takes two wilds. One that lies in no meld of held
    cards shares a wild: with one other card, with three where runs may have five.
    """
    reach, share = (4, 1) if long_sequence else (2, 2)
    a, b = occupied(keys[0]), occupied(keys[1])
    c, d = occupied(keys[2]), occupied(keys[3])
    trials = (a & b & (c | d)) | (c & d & (a | b))
    lone, short = 0, 0
    for suit in range(4):
        if suit == 0:
            held, others = a, b | c | d
        elif suit == 1:
            held, others = b, a | c | d
        elif suit == 2:
            held, others = c, d | a | b
        else:
            held, others = d, c | a | b
        key = keys[suit]
        loose = held & ~tunnelas(key)
        alone = loose & ~others & ~in_reach(held, reach)
        loose &= ~trials & ~in_runs(held)
        lone += count_cards(key & (alone | alone << 1))
        short += count_cards(key & (loose | loose << 1))
    short -= lone
    if throws:
        if lone:
            lone -= 1
        elif short:
            short -= 1
    return 8 * lone + share * short
