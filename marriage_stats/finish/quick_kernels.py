"""Quick answers before the search: which trials leave suits that the wilds can cover."""

from marriage_stats._jit import byte_of, njit
from marriage_stats.finish.kernels import BITS
from marriage_stats.finish.keys_kernels import fewest_wilds, lone_in_suit, occupied

MAX_TRIALS = 143
SCRATCH = 2 * MAX_TRIALS


@njit
def list_trials(keys, long_trial, trials):
    """Fill trials with (suit mask, rank) packed as mask + 16 * rank; return how many there are.

    A trial here is two or more natural suits of one rank.
    """
    a, b = occupied(keys[0]), occupied(keys[1])
    c, d = occupied(keys[2]), occupied(keys[3])
    shared = (a & b) | (c & d) | ((a | b) & (c | d))
    n = 0
    rank = 0
    while shared:
        if shared & 1:
            shift = 2 * rank
            held = a >> shift & 1 | (b >> shift & 1) << 1 | (c >> shift & 1) << 2
            held |= (d >> shift & 1) << 3
            for mask in range(3, 16 if long_trial else 15):
                if mask & held == mask and mask & (mask - 1):
                    trials[n] = mask + 16 * rank
                    n += 1
        shared >>= 2
        rank += 1
    return n


@njit
def take_trial(keys, trial, sign):
    """Take (sign 1) or put back (sign -1) a trial's natural cards."""
    step = sign << (2 * (trial >> 4))
    for suit in range(4):
        if trial >> suit & 1:
            keys[suit] -= step


@njit
def has_trial(keys, trial):
    """Return whether the cards of a trial are held."""
    shift = 2 * (trial >> 4)
    for suit in range(4):
        if trial >> suit & 1 and not keys[suit] >> shift & 3:
            return False
    return True


@njit
def trial_wilds(trial):
    """Return the wilds a trial needs."""
    return 1 if BITS[trial & 15] == 2 else 0


@njit
def suits_fit(costs, keys, wilds, throws, reach):
    """Return whether runs and tunnelas cover the suits with these wilds, `throws` cards thrown."""
    lone = -throws
    for suit in range(4):
        lone += lone_in_suit(keys[suit], reach)
    if 2 * lone > wilds:
        return False
    total, gain = 0, 0
    for suit in range(4):
        packed = byte_of(costs, keys[suit])
        whole = packed & 15
        total += whole
        gain = max(gain, whole - (packed >> 4))
    if throws:
        return total - gain <= wilds or total < wilds
    return total <= wilds


@njit
def may_finish(rules, costs, keys, wilds, throws, scratch):
    """Return whether some trials leave suits that the wilds can cover, `throws` cards thrown.

    Exact where runs and trials have three cards and wilds alone are melds; necessary elsewhere.
    keys (int64[4]) are restored; throws is 0 or 1; scratch is int64[SCRATCH].
    """
    if fewest_wilds(keys, rules.long_sequence, throws) > 4 * wilds:
        return False
    reach = 4 if rules.long_sequence else 2
    if suits_fit(costs, keys, wilds, throws, reach):
        return True
    n = list_trials(keys, rules.long_trial, scratch)
    level, trial, found = 0, 0, False
    while not found:
        if trial < n:
            used = trial_wilds(scratch[trial])
            if used <= wilds and has_trial(keys, scratch[trial]):
                take_trial(keys, scratch[trial], 1)
                wilds -= used
                scratch[MAX_TRIALS + level] = trial
                level += 1
                found = suits_fit(costs, keys, wilds, throws, reach)
            else:
                trial += 1
        elif level == 0:
            break
        else:
            level -= 1
            trial = scratch[MAX_TRIALS + level]
            take_trial(keys, scratch[trial], -1)
            wilds += trial_wilds(scratch[trial])
            trial += 1
    while level > 0:
        level -= 1
        take_trial(keys, scratch[scratch[MAX_TRIALS + level]], -1)
    return found
