"""What a throw before seeing leaves for the finish: loose cards, and what they wait for.

Complete melds of three naturals are laid down in the ways that lay most of them: tunnelas first,
then some trials, then runs from the lowest or from the highest up. What is left is loose. Planes
are those of `finish.plane_kernels`.
"""

from marriage_stats._jit import count_ones, lowest_one, njit
from marriage_stats.finish.plane_kernels import (
    ACES,
    ALL,
    EVENS,
    KING_TO_ACE,
    ONES,
    high_plane,
    in_trials,
    lane_of,
    low_plane,
    run_lows,
    runs_from,
    swap_lanes,
)
from marriage_stats.policies.outs_kernels import PLANE_AT

TRIALS_AT, LAID_AT, LIVE_AT, LOOSE_AT = 1464, 1484, 1492, 1496
MOST_WAYS, ACE_TO_QUEEN = 16, 22
"""Places in `view.work.scratch`: whole trials, those laid; planes of kinds with 1, 2, 3 live; loose
cards of each way, then those of which two are loose. Further ways are left out. And the shift from
an ace to the queen whose run it ends.
"""


@njit
def third_cards(held):
    """Return the ranks, not held, that complete a run or a trial with two held ones."""
    ranks = held | (held & ACES) << KING_TO_ACE
    below, above = ranks << 2, ranks >> 2
    runs = below & (ranks << 4 | above) | above & ranks >> 4
    beside, across = (held & EVENS) << 1 | held >> 1 & EVENS, swap_lanes(held)
    crossed = swap_lanes(beside)
    trials = across & crossed | beside & (across | crossed)
    return (runs | runs >> KING_TO_ACE & ACES | trials) & ALL & ~held


@njit
def list_whole_trials(held, trials):
    """Fill trials with the planes of three suits of a rank; return how many there are."""
    ranks, n = in_trials(held) & ONES, 0
    while ranks:
        suits = held & (ACES | ACES << 32) << lowest_one(ranks)
        ranks &= ranks - 1
        if count_ones(suits) == 3:
            trials[n] = suits
            n += 1
            continue
        left = suits
        while left:
            trials[n] = suits ^ (left & -left)
            left &= left - 1
            n += 1
    return n


@njit
def without_runs(low, high, lowest):
    """Return the planes less the most disjoint runs of three, from one end up, and their number."""
    runs, lows = 0, run_lows(low | high)
    while lows:
        start = lows & -lows
        while not lowest and lows & (lows - 1):
            lows &= lows - 1
            start = lows
        run = runs_from(start)
        low ^= run
        high ^= run & low
        runs += 1
        lows = run_lows(low | high)
    return low, high, runs


@njit
def note_ways(scratch, low, high, laid, most, ways):
    """Note what two ways of laying runs leave loose if they lay the most; return most and ways.

    Where no two runs share a rank, both are one.
    """
    lows = run_lows(low | high)
    overlap = lows & (lows << 2 | lows << 4 | (lows & ACES) << ACE_TO_QUEEN)
    for end in range(2 if overlap else 1):
        ones, twos, runs = without_runs(low, high, end == 0)
        held, place = ones | twos, LOOSE_AT + 2 * ways
        if laid + runs > most:
            most, ways, place = laid + runs, 0, LOOSE_AT
        same = ways > 0 and scratch[place - 2] == held and scratch[place - 1] == twos
        if laid + runs == most and ways < MOST_WAYS and not same:
            scratch[place], scratch[place + 1] = held, twos
            ways += 1
    return most, ways


@njit
def note_loose(view):
    """Write the loose cards of the ways that lay most melds, and what is live; return the ways."""
    scratch = view.work.scratch
    note_live_planes(scratch)
    low, high = low_plane(view.me.keys), high_plane(view.me.keys)
    tunnelas = low & high
    low, high = low & ~tunnelas, high & ~tunnelas
    n = list_whole_trials(low | high, scratch[TRIALS_AT:])
    most, ways = note_ways(scratch, low, high, 0, -1, 0)
    level, at = 0, 0
    while True:
        if at < n:
            trial = scratch[TRIALS_AT + at]
            if (low | high) & trial == trial:
                low ^= trial
                high ^= trial & low
                scratch[LAID_AT + level] = at
                level += 1
                most, ways = note_ways(scratch, low, high, level, most, ways)
            at += 1
        elif level == 0:
            return ways
        else:
            level -= 1
            at = scratch[LAID_AT + level]
            trial = scratch[TRIALS_AT + at]
            high ^= trial & low
            low ^= trial
            at += 1


@njit
def note_live_planes(scratch):
    """Write the planes of the live kinds from their masks."""
    for copies in range(3):
        mask, plane = scratch[PLANE_AT + copies], 0
        for suit in range(4):
            ranks = mask >> (13 * suit) & 0x1FFF
            ranks = (ranks | ranks << 8) & 0xFF00FF
            ranks = (ranks | ranks << 4) & 0xF0F0F0F
            ranks = (ranks | ranks << 2) & 0x33333333
            ranks = (ranks | ranks << 1) & 0x55555555
            plane |= ranks << lane_of(suit)
        scratch[LIVE_AT + copies] = plane


@njit
def rest_outs(view, kind, ways):
    """Return the live cards that make a meld with two loose cards once a kind is thrown.

    None where the throw takes a complete meld apart, whichever way they are laid.
    """
    scratch, thirds = view.work.scratch, 0
    bit = 1 << (lane_of(kind // 13) + 2 * (kind % 13))
    for way in range(ways):
        held, twice = scratch[LOOSE_AT + 2 * way], scratch[LOOSE_AT + 2 * way + 1]
        if held & bit:
            thirds |= third_cards(held ^ (bit & ~twice))
    outs = 0
    for copies in range(3):
        outs += count_ones(thirds & scratch[LIVE_AT + copies])
    return outs
