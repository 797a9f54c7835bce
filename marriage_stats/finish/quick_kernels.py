"""Quick answers before the search: which trials leave suits that the wilds can cover."""

from marriage_stats._jit import byte_of, count_ones, lowest_one, njit
from marriage_stats.finish.kernels import wilds_fit
from marriage_stats.finish.plane_kernels import (
    ACES,
    ALL,
    EVENS,
    LANE,
    LANES,
    ONES,
    cards_in,
    fewest_wilds,
    in_reach,
    suit_key,
)
from marriage_stats.finish.table_kernels import LARGEST

MAX_TRIALS = 143
LEVELS_AT, SCRATCH = MAX_TRIALS, 2 * MAX_TRIALS
NO, YES, UNSURE = 0, 1, 2


@njit
def list_trials(low, high, long_trial, trials):
    """Fill trials with two or more natural suits of a rank, in order of ranks; count them.

    A trial is the plane of its cards.
    """
    held = low | high
    evens, odds = held & EVENS, held >> 1 & EVENS
    pairs, some = evens & odds, evens | odds
    ranks = (pairs | pairs >> 32 | some & some >> 32) & ONES
    n = 0
    while ranks:
        place = lowest_one(ranks)
        ranks &= ranks - 1
        suits = held >> place & ACES
        trial = suits
        while trial:
            if trial & (trial - 1) and (long_trial or count_ones(trial) < 4):
                trials[n] = trial << place
                n += 1
            trial = (trial - 1) & suits
    return n


@njit
def ranks_from(trial):
    """Return the ranks from a trial's own on."""
    place = lowest_one(trial) & 30
    return (LANE >> place << place) * LANES


@njit
def spare_wilds(costs, low, high, wilds, throws, long_sequence):
    """Return how many wilds are left when runs and tunnelas cover the suits, negative if they lack.

    Of throws (0, 1) the natural that saves most is thrown, or a wild.
    """
    held = low | high
    alone = held & ~(low & high) & ~in_reach(held, long_sequence)
    if 2 * (cards_in(low, high, alone) - throws) > wilds:
        return -1
    spare, gain = wilds, -1
    for suit in range(4):
        key = suit_key(low, high, suit)
        packed = byte_of(costs, key)
        spare -= packed & 15
        if key:
            gain = max(gain, (packed & 15) - (packed >> 4))
    return spare + gain if throws else spare


@njit
def room_in_trials(rules, scratch, level):
    """Return how many of the trials laid down can grow by a card."""
    room = 0
    if rules.long_trial:
        for laid in range(level):
            room += 1 if count_ones(scratch[scratch[LEVELS_AT + laid]]) < 4 else 0
    return room


@njit
def answer(rules, low, high, cards, spare, throws, room):
    """Return YES if spare wilds surely have a place beside covered suits, else UNSURE.

    cards : of the whole hand; the costs tell of keys of at most LARGEST
    """
    has_run = cards_in(low, high, low ^ high) > throws
    fits = cards <= LARGEST and wilds_fit(rules, spare, 0, 0, has_run, room)
    return YES if fits else UNSURE


@njit
def may_finish(rules, costs, low, high, wilds, throws, scratch):
    """Return whether some trials leave suits that the wilds can cover: NO, YES or UNSURE.

    low, high : the planes of the naturals; throws : 0 or 1 cards must be thrown; scratch :
    int64[SCRATCH]. UNSURE where wilds may be left over, or a hand is larger than the costs tell of.
    """
    if fewest_wilds(low, high, ALL, rules.long_sequence, throws) > 4 * wilds:
        return NO
    cards = wilds + cards_in(low, high, ALL)
    spare = spare_wilds(costs, low, high, wilds, throws, rules.long_sequence)
    if spare >= 0:
        return answer(rules, low, high, cards, spare, throws, 0)
    n = list_trials(low, high, rules.long_trial, scratch)
    level, at, bounded = 0, 0, ALL
    while True:
        ranks = ranks_from(scratch[at]) if at < n else bounded
        if ranks != bounded:
            bounded = ranks
            if fewest_wilds(low, high, ranks, rules.long_sequence, throws) > 4 * wilds:
                at = n
        if at < n:
            trial = scratch[at]
            used = 1 if count_ones(trial) == 2 else 0
            if used > wilds or (low | high) & trial != trial:
                at += 1
                continue
            low ^= trial
            high ^= trial & low
            wilds -= used
            scratch[LEVELS_AT + level] = at
            level += 1
            spare = spare_wilds(costs, low, high, wilds, throws, rules.long_sequence)
            if spare >= 0:
                room = room_in_trials(rules, scratch, level)
                return answer(rules, low, high, cards, spare, throws, room)
            bounded = 0
        elif level == 0:
            return NO
        else:
            level -= 1
            at = scratch[LEVELS_AT + level]
            trial = scratch[at]
            high ^= trial & low
            low ^= trial
            wilds += 1 if count_ones(trial) == 2 else 0
            bounded = ranks_from(trial)
            at += 1
