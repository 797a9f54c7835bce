"""Arithmetic on all four suits at once: two words hold the low and the high bits of the counts.

Rank r (ace 0) of suit s has bit 2r + s % 2 + 32 * (s // 2) in both, so that a rank is reached from
its neighbour by a shift of 2, from the other suit of a lane by 1, from the other lane by 32. Bits
26 and 27 of a lane are free for the ace above the king.
"""

from marriage_stats._jit import count_ones, njit

ONES = 0x1555555
LANE = 0x3FFFFFF
LANES = 0x100000001
EVENS = ONES * LANES
ALL = EVENS | EVENS << 1
ACES = 3 * LANES
KING_TO_ACE = 26
WITH_HIGH_ACE = ALL | ACES << KING_TO_ACE


@njit
def low_plane(keys):
    """Return the low bits of the counts of four suit keys."""
    black = keys[0] & ONES | (keys[1] & ONES) << 1
    return black | (keys[2] & ONES | (keys[3] & ONES) << 1) << 32


@njit
def high_plane(keys):
    """Return the high bits of the counts of four suit keys."""
    black = keys[0] >> 1 & ONES | keys[1] & ONES << 1
    return black | (keys[2] >> 1 & ONES | keys[3] & ONES << 1) << 32


@njit
def lane_of(suit):
    """Return the bit of a suit's ace."""
    return suit & 1 | (suit & 2) << 4


@njit
def suit_key(low, high, suit):
    """Return the key of a suit."""
    lane = lane_of(suit)
    return low >> lane & ONES | (high >> lane & ONES) << 1


@njit
def wild_plane(tiplu):
    """Return the ranks that are wild for a player who knows the tiplu (-1: none)."""
    if tiplu < 0:
        return 0
    rank = tiplu % 13
    below = rank - 1 if rank > 0 else 12
    above = rank + 1 if rank < 12 else 0
    return ACES << 2 * rank | (1 << 2 * below | 1 << 2 * above) << lane_of(tiplu // 13)


@njit
def cards_in(low, high, mask):
    """Return how many cards of the marked ranks are held."""
    return count_ones(low & mask) + 2 * count_ones(high & mask)


@njit
def swap_lanes(plane):
    """Return a plane with its lanes exchanged."""
    return plane << 32 | plane >> 32


@njit
def in_reach(held, long_sequence):
    """Return the ranks that could share a run with another held one of their suit."""
    above = held << 2
    above |= above << 2
    below = (held | (held & ACES) << KING_TO_ACE) >> 2 & ALL
    below |= below >> 2 & ALL
    if long_sequence:
        above &= WITH_HIGH_ACE
        above |= above << 4
        below |= below >> 4
    return (above | above >> KING_TO_ACE & ACES | below) & ALL


@njit
def run_lows(held):
    """Return the low ends of three neighbours of a suit all held."""
    ranks = held | (held & ACES) << KING_TO_ACE
    return ranks & ranks >> 2 & ranks >> 4


@njit
def runs_from(lows):
    """Return the ranks in the runs of three with these low ends."""
    members = lows | lows << 2 | lows << 4
    return (members | members >> KING_TO_ACE & ACES) & ALL


@njit
def in_runs(held):
    """Return the ranks in three neighbours of a suit all held."""
    return runs_from(run_lows(held))


@njit
def in_trials(held):
    """Return the ranks held in three suits or four, marked in all four."""
    evens, odds = held & EVENS, held >> 1 & EVENS
    ranks = evens & odds & swap_lanes(evens | odds)
    ranks |= swap_lanes(ranks)
    return ranks | ranks << 1


@njit
def in_other_suits(held):
    """Return the ranks held in a suit other than the one they are marked in."""
    beside = (held & EVENS) << 1 | held >> 1 & EVENS
    return beside | swap_lanes(held | beside)


@njit
def fewest_wilds(low, high, trials, long_sequence, throws):
    """Return a bound below the wilds that cover all naturals but `throws` (0, 1), in quarters.

    Only the ranks marked in `trials` may lie in trials. A card that shares a meld with no held card
    takes two wilds. One that lies in no meld of held cards shares a wild: with one other card, with
    three where runs may have five.
    """
    held = low | high
    loose = held & ~(low & high)
    alone = loose & ~in_other_suits(held & trials) & ~in_reach(held, long_sequence)
    short = loose & ~in_trials(held & trials) & ~in_runs(held) & ~alone
    n_alone, n_short = cards_in(low, high, alone), cards_in(low, high, short)
    if throws:
        if n_alone:
            n_alone -= 1
        elif n_short:
            n_short -= 1
    return 8 * n_alone + (1 if long_sequence else 2) * n_short
