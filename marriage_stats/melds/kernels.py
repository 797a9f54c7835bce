"""What a hand holds and lacks before seeing, by table look-ups on its four suit keys.

A hand is keys (int64[4], two bits a rank, ace lowest) with man and superman counts beside it.
"""

from marriage_stats._jit import byte_of, count_ones, njit

PAIR_BITS = 0x2AAAAAA
ONE_BITS = 0x1555555
FAR = 99


@njit
def popcount(word):
    """Return the number of one bits of an integer."""
    return count_ones(word)


@njit
def count_cards(key):
    """Return the number of cards of a suit key."""
    return count_ones(key & ONE_BITS) + 2 * count_ones(key >> 1 & ONE_BITS)


@njit
def occupied(key):
    """Return bit 2r for each rank r that a suit key holds."""
    return (key | key >> 1) & ONE_BITS


@njit
def fill_keys(counts, keys):
    """Fill keys (int64[4]) from counts (int[54]) of a hand."""
    for suit in range(4):
        key = 0
        for rank in range(12, -1, -1):
            key = key << 2 | counts[13 * suit + rank]
        keys[suit] = key


@njit
def count_pairs(keys, man):
    """Return the dublees of a hand: pairs of one face; a triple is one pair."""
    pairs = 1 if man >= 2 else 0
    for suit in range(4):
        pairs += popcount(keys[suit] & PAIR_BITS)
    return pairs


@njit
def count_singles(keys, man, man_cards):
    """Return the faces held exactly once that can still pair."""
    singles = 1 if man == 1 and man_cards >= 2 else 0
    for suit in range(4):
        singles += popcount(keys[suit] & ~(keys[suit] >> 1) & ONE_BITS)
    return singles


@njit
def count_melds(tables, keys, man, superman):
    """Return the most disjoint pure melds of a hand, the superman helping one run."""
    melds = 1 if man == 3 else 0
    gain = 0
    for suit in range(4):
        most = byte_of(tables.most, keys[suit])
        melds += most
        if superman:
            gain = max(gain, byte_of(tables.most_super, keys[suit]) - most)
    return melds + gain


@njit
def join(first, packed):
    """Return the packed steps of two suits together: cards missing for 1, 2, 3 melds.

    first and the result are steps packed in 4 bits each; packed is a table entry (2 bits each).
    """
    a1 = first & 15
    a2 = a1 + (first >> 4 & 15)
    a3 = a2 + (first >> 8)
    b1 = packed & 3
    b2 = b1 + (packed >> 2 & 3)
    b3 = b2 + (packed >> 4)
    c1 = min(a1, b1)
    c2 = min(min(a2, b2), a1 + b1)
    c3 = min(min(a3, b3), min(a2 + b1, a1 + b2))
    return c1 | (c2 - c1) << 4 | (c3 - c2) << 8


@njit
def missing_for(steps, melds):
    """Return the cards missing for 0..3 melds from packed 4-bit steps."""
    if melds <= 0:
        return 0
    total = steps & 15
    if melds >= 2:
        total += steps >> 4 & 15
    if melds >= 3:
        total += steps >> 8
    return total


@njit
def suits_missing(tables, keys, man, man_cards, wanted):
    """Return the cards missing for `wanted` melds without the superman."""
    need = tables.need
    steps = join(0x333, byte_of(need, keys[0]))
    steps = join(steps, byte_of(need, keys[1]))
    steps = join(steps, byte_of(need, keys[2]))
    steps = join(steps, byte_of(need, keys[3]))
    missing = missing_for(steps, wanted)
    if man_cards == 3:
        missing = min(missing, 3 - man + missing_for(steps, wanted - 1))
    return missing


@njit
def suits_missing_superman(tables, keys, man, man_cards, wanted):
    """Return the cards missing for `wanted` melds when the superman helps a run of one suit."""
    best = FAR
    for helped in range(4):
        steps = 0x333
        for suit in range(4):
            table = tables.need_super if suit == helped else tables.need
            steps = join(steps, byte_of(table, keys[suit]))
        best = min(best, missing_for(steps, wanted))
        if man_cards == 3:
            best = min(best, 3 - man + missing_for(steps, wanted - 1))
    return best


@njit
def distance_to_sequences(tables, rules, keys, man, superman, wanted):
    """Return the fewest cards to add for `wanted` (0..3) pure melds, by the pack of the rules."""
    if wanted <= 0:
        return 0
    distance = suits_missing(tables, keys, man, rules.man_cards, wanted)
    if rules.superman and distance > 0:
        helped = suits_missing_superman(tables, keys, man, rules.man_cards, wanted)
        distance = min(distance, helped if superman else helped + 1)
    return distance


@njit
def distance_to_dublees(rules, keys, man, wanted):
    """Return the fewest cards to add for `wanted` dublees (7 to see)."""
    lacking = wanted - count_pairs(keys, man)
    if lacking <= 0:
        return 0
    return lacking + max(0, lacking - count_singles(keys, man, rules.man_cards))
