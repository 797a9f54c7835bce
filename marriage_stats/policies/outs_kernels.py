"""Before seeing: distance to the show and its live outs, for a hand and for every throw.

A suit is a word of `suit_word`: cards missing for 1, 2, 3 melds and, for each number, the ranks
that bring it nearer. A vector packs the cards missing for 0..3 melds in 4 bits each. What the other
suits, man cards and the superman still ask of a suit is its `rest` vector: the distance is the
least of suit + rest, and a rank improves the hand if it improves a number of melds that attains it.
"""

import numpy as np

from marriage_stats._jit import njit
from marriage_stats.melds.kernels import popcount

MAN, SUPERMAN = 52, 53
NEVER = 15
WORDS_AT, SUPER_AT, LIVE_AT = 448, 452, 456
OTHERS_AT, HELPED_AT = 468, 472
"""Places in `view.work.scratch`: words by suit, words with the superman, 3 x 4 masks of live ranks
(at least 1, 2, 3 copies), rest vectors of each suit, those with its own help."""


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
    out = 0
    for shift in (4, 8, 12):
        out |= min(a >> shift & 15, b >> shift & 15) << shift
    return out


@njit
def rest_vector(others, helped, wanted, lacking, extra):
    """Return what is missing outside a suit that gives 0..3 melds (15: too much).

    others, helped : vectors of the other suits without and with the superman
    lacking : man cards missing to three; extra : 1 if the superman is still to come, 15 never
    """
    out = 0
    for melds in range(4):
        least = NEVER
        if melds <= wanted:
            least = others >> (4 * (wanted - melds)) & 15
            if extra < NEVER:
                least = min(least, extra + (helped >> (4 * (wanted - melds)) & 15))
        if melds < wanted and lacking < NEVER:
            least = min(least, lacking + (others >> (4 * (wanted - 1 - melds)) & 15))
            if extra < NEVER:
                more = helped >> (4 * (wanted - 1 - melds)) & 15
                least = min(least, lacking + extra + more)
        out |= min(least, NEVER) << (4 * melds)
    return out


@njit
def least_sum(word, rest):
    """Return the least of suit + rest over the melds the suit gives."""
    v = vector(word)
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
def note_live(view):
    """Write the masks of live ranks by suit."""
    scratch = view.work.scratch
    for suit in range(4):
        one, two, three = 0, 0, 0
        for rank in range(13):
            live = live_copies(view, 13 * suit + rank)
            if live > 0:
                one |= 1 << rank
                if live > 1:
                    two |= 1 << rank
                    if live > 2:
                        three |= 1 << rank
        scratch[LIVE_AT + suit] = one
        scratch[LIVE_AT + 4 + suit] = two
        scratch[LIVE_AT + 8 + suit] = three


@njit
def count_live(scratch, suit, ranks):
    """Return the live copies of a suit's ranks."""
    if ranks == 0:
        return 0
    return (
        popcount(ranks & scratch[LIVE_AT + suit])
        + popcount(ranks & scratch[LIVE_AT + 4 + suit])
        + popcount(ranks & scratch[LIVE_AT + 8 + suit])
    )


@njit
def note_words(view):
    """Write the words of the four suits."""
    scratch, keys = view.work.scratch, view.me.keys
    for suit in range(4):
        scratch[WORDS_AT + suit] = suit_word(view.tables.need, keys[suit])
        if view.rules.superman:
            scratch[SUPER_AT + suit] = suit_word(view.tables.need_super, keys[suit])


@njit
def helped_word(view, suit, scratch):
    """Return a suit's word with the superman, its own where there is none."""
    return scratch[(SUPER_AT if view.rules.superman else WORDS_AT) + suit]


@njit
def others_of(view, suit):
    """Return the vectors of the other three suits, without and with the superman's help."""
    scratch = view.work.scratch
    plain, helped = 0xFFF0, 0xFFF0
    for other in range(4):
        if other == suit:
            continue
        v = vector(scratch[WORDS_AT + other])
        if view.rules.superman:
            h = vector(scratch[SUPER_AT + other])
            helped = least_vector(join_vectors(helped, v), join_vectors(plain, h))
        plain = join_vectors(plain, v)
    return plain, helped


@njit
def hand_outs(view, man, superman, wanted):
    """Return (distance, live outs) of the hand whose words lie in scratch."""
    scratch, rules = view.work.scratch, view.rules
    lacking = 3 - man if rules.man_cards == 3 else NEVER
    extra = NEVER
    if rules.superman:
        extra = 0 if superman else 1
    distance = NEVER
    for suit in range(4):
        plain, helped = others_of(view, suit)
        rest = rest_vector(plain, helped, wanted, lacking, extra)
        scratch[OTHERS_AT + suit] = rest
        scratch[HELPED_AT + suit] = rest_vector(plain, plain, wanted, lacking, NEVER)
        if suit == 0:
            distance = least_sum(scratch[WORDS_AT], rest)
            if extra < NEVER:
                with_super = extra + least_sum(scratch[SUPER_AT], scratch[HELPED_AT])
                distance = min(distance, with_super)
    outs = 0
    if distance == 0:
        return 0, 0
    for suit in range(4):
        ranks = improving_ranks(scratch[WORDS_AT + suit], scratch[OTHERS_AT + suit], distance)
        if extra < NEVER:
            ranks |= improving_ranks(
                scratch[SUPER_AT + suit], scratch[HELPED_AT + suit], distance - extra
            )
        outs += count_live(scratch, suit, ranks)
    return distance, outs + printed_outs(view, man, wanted, distance, lacking, extra)


@njit
def printed_outs(view, man, wanted, distance, lacking, extra):
    """Return the live printed jokers that lower the distance."""
    if lacking >= NEVER and extra != 1:
        return 0
    scratch = view.work.scratch
    plain, helped = others_of(view, 0)
    outs = 0
    if lacking < NEVER and lacking > 0:
        rest = rest_vector(plain, helped, wanted, lacking - 1, extra)
        after = least_sum(scratch[WORDS_AT], rest)
        if extra < NEVER:
            bare = rest_vector(plain, plain, wanted, lacking - 1, NEVER)
            after = min(after, extra + least_sum(scratch[SUPER_AT], bare))
        if after < distance:
            outs += live_copies(view, MAN)
    if extra == 1:
        rest = rest_vector(plain, helped, wanted, lacking, 0)
        after = least_sum(scratch[WORDS_AT], rest)
        bare = rest_vector(plain, plain, wanted, lacking, NEVER)
        after = min(after, least_sum(scratch[SUPER_AT], bare))
        if after < distance:
            outs += live_copies(view, SUPERMAN)
    return outs


@njit
def shifted_outs(view, kind, sign, wanted):
    """Return (distance, live outs) with a card of a kind added (1) or thrown (-1)."""
    man, superman = view.me.free[MAN], view.me.free[SUPERMAN]
    if kind == MAN:
        return hand_outs(view, man + sign, superman, wanted)
    if kind == SUPERMAN:
        return hand_outs(view, man, superman + sign, wanted)
    scratch, suit = view.work.scratch, kind // 13
    key = view.me.keys[suit] + (sign << (2 * (kind % 13)))
    kept, kept_super = scratch[WORDS_AT + suit], scratch[SUPER_AT + suit]
    scratch[WORDS_AT + suit] = suit_word(view.tables.need, key)
    if view.rules.superman:
        scratch[SUPER_AT + suit] = suit_word(view.tables.need_super, key)
    distance, outs = hand_outs(view, man, superman, wanted)
    scratch[WORDS_AT + suit] = kept
    scratch[SUPER_AT + suit] = kept_super
    return distance, outs
