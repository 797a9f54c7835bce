"""Before seeing: distance to the show and its live outs, for a hand and for every throw.

A suit is a word of `suit_word`: cards missing for 1, 2, 3 melds and, for each number, the ranks
that bring it nearer. A vector packs the cards missing for 0..3 melds in 4 bits each. What the other
suits, man cards and the superman still ask of a suit is its `rest` vector: the distance is the
least of suit + rest, and a rank improves the hand if it improves a number of melds that attains it.
A change in one suit leaves its own rest and the joins of the other suits two by two as they were.
"""

import numpy as np

from marriage_stats._jit import njit
from marriage_stats.finish.hand_kernels import is_wild

MAN, SUPERMAN = 52, 53
NEVER = 15
NOTHING = 0xFFF0
PAIR_AT, HELPED_PAIR_AT = 416, 432
WORDS_AT, SUPER_AT = 448, 452
REST_AT, BARE_AT, MAN_AT, MAN_BARE_AT, SUPER_REST_AT = 456, 460, 464, 468, 472
LACKING, EXTRA, WANTED = 476, 477, 478
PLANE_AT = 568
"""Places in `view.work.scratch`: joins of the two suits that are neither s nor t at 4 * s + t,
those with the superman; words by suit, words with the superman; rest vectors by suit: as the hand
is, where the suit itself takes the superman, both with one more man card, with the superman in
hand; man cards missing to three, superman missing, melds wanted; masks of kinds with 1, 2, 3 live.
"""
ODD = np.uint64(0x5555555555555555)
PAIRS = np.uint64(0x3333333333333333)
NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
BYTES = np.uint64(0x0101010101010101)
ONE_BIT, TWO_BITS, FOUR_BITS, TOP_BYTE = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


@njit
def live_copies(view, kind):
    """Return the copies of a kind that the seat has not seen."""
    most = 3
    if kind >= MAN:
        most = view.rules.man_cards if kind == MAN else view.rules.superman
    board, me = view.board, view.me
    gone = 1 if kind == view.tiplu else 0
    return most - board.public[kind] - me.free[kind] + board.known[view.seat, kind] - gone


@njit
def note_live(view):
    """Write the masks of kinds, not wild, with at least 1, 2, 3 live copies; return live wilds."""
    one, two, three, wilds = 0, 0, 0, 0
    for kind in range(54):
        live = live_copies(view, kind)
        if live <= 0:
            continue
        if kind >= MAN or is_wild(view.tiplu, kind):
            wilds += live
            continue
        one |= 1 << kind
        if live > 1:
            two |= 1 << kind
        if live > 2:
            three |= 1 << kind
    scratch = view.work.scratch
    scratch[PLANE_AT], scratch[PLANE_AT + 1], scratch[PLANE_AT + 2] = one, two, three
    return wilds


@njit
def revive(scratch, kind):
    """Count one live copy more of a kind."""
    bit = 1 << kind
    scratch[PLANE_AT + 2] |= bit & scratch[PLANE_AT + 1]
    scratch[PLANE_AT + 1] |= bit & scratch[PLANE_AT]
    scratch[PLANE_AT] |= bit


@njit
def count_bits(mask):
    """Return the bits of a mask."""
    word = np.uint64(mask)
    word -= (word >> ONE_BIT) & ODD
    word = (word & PAIRS) + ((word >> TWO_BITS) & PAIRS)
    word = (word + (word >> FOUR_BITS)) & NIBBLES
    return np.int64((word * BYTES) >> TOP_BYTE)


@njit
def count_outs(scratch, mask):
    """Return the live copies of a set of kinds."""
    return (
        count_bits(mask & scratch[PLANE_AT])
        + count_bits(mask & scratch[PLANE_AT + 1])
        + count_bits(mask & scratch[PLANE_AT + 2])
    )


@njit
def suit_word(need, key):
    """Return cards missing (bits 0-11: 1..3 melds) and improving ranks (13 bits each from 12)."""
    packed = np.int64(need[key])
    one = packed & 3
    two = one + (packed >> 2 & 3)
    three = two + (packed >> 4 & 3)
    first, second, third = 0, 0, 0
    if three:
        for rank in range(13):
            if key >> (2 * rank) & 3 == 3:
                continue
            after = np.int64(need[key + (1 << (2 * rank))])
            a = after & 3
            b = a + (after >> 2 & 3)
            if a < one:
                first |= 1 << rank
            if b < two:
                second |= 1 << rank
            if b + (after >> 4 & 3) < three:
                third |= 1 << rank
    return one | two << 4 | three << 8 | first << 12 | second << 25 | third << 38


@njit
def key_vector(need, key):
    """Return the vector of a suit key: cards missing for 0..3 melds, 4 bits each."""
    packed = np.int64(need[key])
    one = packed & 3
    two = one + (packed >> 2 & 3)
    return one << 4 | two << 8 | (two + (packed >> 4 & 3)) << 12


@njit
def vector(word):
    """Return the vector of a word: cards missing for 0..3 melds, 4 bits each."""
    return (word & 0xFFF) << 4


@njit
def join_vectors(a, b):
    """Return the fewest cards missing for 0..3 melds of two groups together."""
    a1, a2, a3 = a >> 4 & 15, a >> 8 & 15, a >> 12 & 15
    b1, b2, b3 = b >> 4 & 15, b >> 8 & 15, b >> 12 & 15
    one = min(a1, b1)
    two = min(min(a2, b2), a1 + b1)
    three = min(min(a3, b3), min(a2 + b1, a1 + b2))
    return one << 4 | two << 8 | three << 12


@njit
def least_vector(a, b):
    """Return the smaller entries of two vectors."""
    one = min(a >> 4 & 15, b >> 4 & 15)
    two = min(a >> 8 & 15, b >> 8 & 15)
    return one << 4 | two << 8 | min(a >> 12 & 15, b >> 12 & 15) << 12


@njit
def rest_vector(others, helped, wanted, lacking, extra):
    """Return what is missing outside a suit that gives 0..3 melds (15: too much).

    others, helped : vectors of the other suits without and with the superman
    lacking : man cards missing to three; extra : 1 if the superman is still to come, 15 never
    """
    one, two, three = others >> 4 & 15, others >> 8 & 15, others >> 12 & 15
    if extra < NEVER:
        one = min(one, extra + (helped >> 4 & 15))
        two = min(two, extra + (helped >> 8 & 15))
        three = min(three, extra + (helped >> 12 & 15))
    if lacking < NEVER:
        three, two, one = min(three, lacking + two), min(two, lacking + one), min(one, lacking)
    if wanted == 3:
        return three | two << 4 | one << 8
    if wanted == 2:
        return two | one << 4 | NEVER << 12
    if wanted == 1:
        return one | NEVER << 8 | NEVER << 12
    return NOTHING


@njit
def least_sum(v, rest):
    """Return the least of suit + rest over the melds the suit gives."""
    least = rest & 15
    least = min(least, (v >> 4 & 15) + (rest >> 4 & 15))
    least = min(least, (v >> 8 & 15) + (rest >> 8 & 15))
    return min(least, (v >> 12 & 15) + (rest >> 12 & 15))


@njit
def improving_ranks(word, rest, distance):
    """Return the mask of ranks that lower the distance."""
    v = vector(word)
    ranks = 0
    if (v >> 4 & 15) + (rest >> 4 & 15) == distance:
        ranks |= word >> 12 & 0x1FFF
    if (v >> 8 & 15) + (rest >> 8 & 15) == distance:
        ranks |= word >> 25 & 0x1FFF
    if (v >> 12 & 15) + (rest >> 12 & 15) == distance:
        ranks |= word >> 38 & 0x1FFF
    return ranks


@njit
def note_words(view):
    """Write the words of the four suits and the joins two by two."""
    scratch, keys = view.work.scratch, view.me.keys
    for suit in range(4):
        scratch[WORDS_AT + suit] = suit_word(view.tables.need, keys[suit])
        if view.rules.superman:
            scratch[SUPER_AT + suit] = suit_word(view.tables.need_super, keys[suit])
    for s in range(4):
        for t in range(s + 1, 4):
            u = 1 if s == 0 and t > 1 else (2 if s == 0 else 0)
            v = 6 - s - t - u
            a, b = vector(scratch[WORDS_AT + s]), vector(scratch[WORDS_AT + t])
            joined = join_vectors(a, b)
            scratch[PAIR_AT + 4 * u + v] = scratch[PAIR_AT + 4 * v + u] = joined
            if view.rules.superman:
                c, d = vector(scratch[SUPER_AT + s]), vector(scratch[SUPER_AT + t])
                joined = least_vector(join_vectors(a, d), join_vectors(c, b))
                scratch[HELPED_PAIR_AT + 4 * u + v] = joined
                scratch[HELPED_PAIR_AT + 4 * v + u] = joined


@njit
def note_rests(view, man, superman, wanted):
    """Write the rest vectors of the suits whose words lie in scratch."""
    scratch, rules = view.work.scratch, view.rules
    lacking = 3 - man if rules.man_cards == 3 else NEVER
    extra = NEVER
    if rules.superman:
        extra = 0 if superman else 1
    scratch[LACKING], scratch[EXTRA], scratch[WANTED] = lacking, extra, wanted
    for suit in range(4):
        other = 1 if suit == 0 else 0
        pair, v = scratch[PAIR_AT + 4 * suit + other], vector(scratch[WORDS_AT + other])
        plain, helped = join_vectors(pair, v), NOTHING
        if rules.superman:
            more = scratch[HELPED_PAIR_AT + 4 * suit + other]
            helped = join_vectors(pair, vector(scratch[SUPER_AT + other]))
            helped = least_vector(helped, join_vectors(more, v))
        scratch[REST_AT + suit] = rest_vector(plain, helped, wanted, lacking, extra)
        scratch[BARE_AT + suit] = rest_vector(plain, plain, wanted, lacking, NEVER)
        if lacking < NEVER and lacking > 0:
            scratch[MAN_AT + suit] = rest_vector(plain, helped, wanted, lacking - 1, extra)
            scratch[MAN_BARE_AT + suit] = rest_vector(plain, plain, wanted, lacking - 1, NEVER)
        if extra == 1:
            scratch[SUPER_REST_AT + suit] = rest_vector(plain, helped, wanted, lacking, 0)


@njit
def nearest(v, helped, rest, bare, extra):
    """Return the distance from a suit's vectors, without and with the superman, and its rests."""
    least = least_sum(v, rest)
    if extra < NEVER:
        least = min(least, extra + least_sum(helped, bare))
    return least


@njit
def changed_distance(view, suit, key):
    """Return the distance when a suit's key is another one."""
    scratch = view.work.scratch
    helped = key_vector(view.tables.need_super, key) if view.rules.superman else 0
    v, rest = key_vector(view.tables.need, key), scratch[REST_AT + suit]
    return nearest(v, helped, rest, scratch[BARE_AT + suit], scratch[EXTRA])


@njit
def changed_printed(view, kind):
    """Return the distance with one more man card or the superman, NEVER where there is none."""
    scratch = view.work.scratch
    v, helped, extra = vector(scratch[WORDS_AT]), vector(scratch[SUPER_AT]), scratch[EXTRA]
    return printed_distance(scratch, kind, 0, v, helped, extra)


@njit
def printed_distance(scratch, kind, suit, v, helped, extra):
    """Return the distance with a printed joker more; a suit's vectors are given."""
    if kind == SUPERMAN and extra == 1:
        return nearest(v, helped, scratch[SUPER_REST_AT + suit], scratch[BARE_AT + suit], 0)
    if kind == MAN and 0 < scratch[LACKING] < NEVER:
        return nearest(v, helped, scratch[MAN_AT + suit], scratch[MAN_BARE_AT + suit], extra)
    return NEVER


@njit
def printed_outs(view, suit, word, helped, distance):
    """Return the live printed jokers that lower the distance; a suit's words are given."""
    scratch, outs = view.work.scratch, 0
    v, h, extra = vector(word), vector(helped), scratch[EXTRA]
    for kind in range(52, 54):
        if printed_distance(scratch, kind, suit, v, h, extra) < distance:
            outs += live_copies(view, kind)
    return outs


@njit
def improving(word, helped, rest, bare, distance, extra):
    """Return the ranks of a suit that lower the distance, by its words and rests."""
    ranks = improving_ranks(word, rest, distance)
    if extra < NEVER:
        ranks |= improving_ranks(helped, bare, distance - extra)
    return ranks


@njit
def hand_outs(view, man, superman, wanted):
    """Return (distance, live outs) of the hand whose words lie in scratch."""
    scratch = view.work.scratch
    note_rests(view, man, superman, wanted)
    word, helped, extra = scratch[WORDS_AT], scratch[SUPER_AT], scratch[EXTRA]
    distance = nearest(vector(word), vector(helped), scratch[REST_AT], scratch[BARE_AT], extra)
    if distance == 0:
        return 0, 0
    mask = 0
    for suit in range(4):
        rest, bare = scratch[REST_AT + suit], scratch[BARE_AT + suit]
        own, own_helped = scratch[WORDS_AT + suit], scratch[SUPER_AT + suit]
        mask |= improving(own, own_helped, rest, bare, distance, extra) << (13 * suit)
    return distance, count_outs(scratch, mask) + printed_outs(view, 0, word, helped, distance)


@njit
def changed_outs(view, suit, key, distance):
    """Return the live outs when a suit's key is another one, which leaves this distance."""
    if distance == 0:
        return 0
    scratch, supers = view.work.scratch, view.rules.superman
    lacking, extra, wanted = scratch[LACKING], scratch[EXTRA], scratch[WANTED]
    word = suit_word(view.tables.need, key)
    helped_word = suit_word(view.tables.need_super, key) if supers else 0
    v, h = vector(word), vector(helped_word)
    rest, bare = scratch[REST_AT + suit], scratch[BARE_AT + suit]
    mask = improving(word, helped_word, rest, bare, distance, extra) << (13 * suit)
    for other in range(4):
        if other == suit:
            continue
        pair = scratch[PAIR_AT + 4 * suit + other]
        plain, helped, bare = join_vectors(pair, v), NOTHING, NOTHING
        if supers:
            more = scratch[HELPED_PAIR_AT + 4 * suit + other]
            helped = least_vector(join_vectors(pair, h), join_vectors(more, v))
            bare = rest_vector(plain, plain, wanted, lacking, NEVER)
        rest = rest_vector(plain, helped, wanted, lacking, extra)
        own, own_helped = scratch[WORDS_AT + other], scratch[SUPER_AT + other]
        mask |= improving(own, own_helped, rest, bare, distance, extra) << (13 * other)
    return count_outs(scratch, mask) + printed_outs(view, suit, word, helped_word, distance)
