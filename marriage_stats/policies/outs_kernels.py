"""Before seeing: distance to the show and its live outs, for a hand and for every throw.

A suit is a word of `melds.word_kernels`: cards missing for 1, 2, 3 melds and, for each number, the
ranks that bring it nearer. A vector packs the cards missing for 0..3 melds in 4 bits each. What the
other suits, man cards and the superman still ask of a suit is its `rest` vector: the distance is
the least of suit + rest, and a rank improves the hand if it improves a number of melds that attains
it. A change in one suit leaves its own rest and the joins of the other suits two by two as they
were.
"""

from marriage_stats._jit import count_ones, njit
from marriage_stats.finish.hand_kernels import wild_kinds
from marriage_stats.melds.word_kernels import kept_word

MAN, SUPERMAN = 52, 53
NEVER = 15
NOTHING = 0xFFF0
PAIR_AT, HELPED_PAIR_AT = 416, 432
WORDS_AT, SUPER_AT = 448, 452
REST_AT, BARE_AT, MAN_AT, MAN_BARE_AT, SUPER_REST_AT = 456, 460, 464, 468, 472
LACKING, EXTRA, WANTED = 476, 477, 478
DISTANCE, OUTS = 479, 571
OTHERS_AT = 572
PLANE_AT = 568
"""Places in `view.work.scratch`: joins of the two suits that are neither s nor t at 4 * s + t,
those with the superman; words by suit, words with the superman; rest vectors by suit: as the hand
is, where the suit itself takes the superman, both with one more man card, with the superman in
hand; man cards missing to three, superman missing, melds wanted; distance and live outs of the
hand; the change that was met last and what it leaves to the other suits; masks of kinds with 1, 2,
3 live.
"""


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
    """Write the masks of kinds, not wild, with at least 1, 2, 3 live copies."""
    public, free, known = view.board.public, view.me.free, view.board.known[view.seat]
    gone = 1 << view.tiplu if view.tiplu >= 0 else 0
    one, two, three = 0, 0, 0
    for kind in range(52):
        live = 3 - public[kind] - free[kind] + known[kind] - (gone >> kind & 1)
        one |= (1 if live > 0 else 0) << kind
        two |= (1 if live > 1 else 0) << kind
        three |= (1 if live > 2 else 0) << kind
    wild, scratch = wild_kinds(view.tiplu), view.work.scratch
    scratch[PLANE_AT] = one & ~wild
    scratch[PLANE_AT + 1] = two & ~wild
    scratch[PLANE_AT + 2] = three & ~wild


@njit
def revive(scratch, kind):
    """Count one live copy more of a kind."""
    bit = 1 << kind
    scratch[PLANE_AT + 2] |= bit & scratch[PLANE_AT + 1]
    scratch[PLANE_AT + 1] |= bit & scratch[PLANE_AT]
    scratch[PLANE_AT] |= bit


@njit
def count_outs(scratch, mask):
    """Return the live copies of a set of kinds."""
    return (
        count_ones(mask & scratch[PLANE_AT])
        + count_ones(mask & scratch[PLANE_AT + 1])
        + count_ones(mask & scratch[PLANE_AT + 2])
    )


@njit
def own_word(view, key):
    """Return the word of a suit key."""
    return kept_word(view.tables.need, view.tables.places, view.tables.words, key)


@njit
def helped_word(view, key):
    """Return the word of a suit key with the superman, 0 in a pack without one."""
    if not view.rules.superman:
        return 0
    return kept_word(view.tables.need_super, view.tables.places, view.tables.words_super, key)


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
        scratch[WORDS_AT + suit] = own_word(view, keys[suit])
        scratch[SUPER_AT + suit] = helped_word(view, keys[suit])
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
def changed_distance(view, suit, word, helped):
    """Return the distance when a suit's words are other ones."""
    scratch = view.work.scratch
    rest, bare = scratch[REST_AT + suit], scratch[BARE_AT + suit]
    return nearest(vector(word), vector(helped), rest, bare, scratch[EXTRA])


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
    if not (view.rules.man_cards or view.rules.superman):
        return 0
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
def note_distance(view, wanted):
    """Write the distance of the hand whose words lie in scratch; its live outs wait to be asked."""
    scratch, free = view.work.scratch, view.me.free
    note_rests(view, free[MAN], free[SUPERMAN], wanted)
    word, helped, extra = scratch[WORDS_AT], scratch[SUPER_AT], scratch[EXTRA]
    rest, bare = scratch[REST_AT], scratch[BARE_AT]
    scratch[DISTANCE] = nearest(vector(word), vector(helped), rest, bare, extra)
    scratch[OUTS] = scratch[OTHERS_AT] = -1


@njit
def own_outs(view):
    """Return the live outs of the hand whose distance lies in scratch; note what is live."""
    scratch = view.work.scratch
    if scratch[OUTS] >= 0:
        return scratch[OUTS]
    note_live(view)
    distance, extra, outs = scratch[DISTANCE], scratch[EXTRA], 0
    if distance > 0:
        mask = 0
        for suit in range(4):
            rest, bare = scratch[REST_AT + suit], scratch[BARE_AT + suit]
            word, helped = scratch[WORDS_AT + suit], scratch[SUPER_AT + suit]
            mask |= improving(word, helped, rest, bare, distance, extra) << (13 * suit)
        outs = count_outs(scratch, mask)
        outs += printed_outs(view, 0, scratch[WORDS_AT], scratch[SUPER_AT], distance)
    scratch[OUTS] = outs
    return outs


@njit
def note_others(view, suit, word, helped, distance):
    """Write what a change of a suit leaves to the others: improving kinds, live printed jokers.

    Only the cards missing count, so changes that leave the same are worked out once.
    """
    scratch, supers = view.work.scratch, view.rules.superman
    v, h = vector(word), vector(helped)
    change = distance << 40 | suit << 36 | h << 18 | v
    if scratch[OTHERS_AT] == change:
        return
    lacking, extra, wanted = scratch[LACKING], scratch[EXTRA], scratch[WANTED]
    mask = 0
    for other in range(4):
        if other == suit:
            continue
        pair = scratch[PAIR_AT + 4 * suit + other]
        plain, both, bare = join_vectors(pair, v), NOTHING, NOTHING
        if supers:
            more = scratch[HELPED_PAIR_AT + 4 * suit + other]
            both = least_vector(join_vectors(pair, h), join_vectors(more, v))
            bare = rest_vector(plain, plain, wanted, lacking, NEVER)
        rest = rest_vector(plain, both, wanted, lacking, extra)
        own, own_helped = scratch[WORDS_AT + other], scratch[SUPER_AT + other]
        mask |= improving(own, own_helped, rest, bare, distance, extra) << (13 * other)
    scratch[OTHERS_AT] = change
    scratch[OTHERS_AT + 1] = mask
    scratch[OTHERS_AT + 2] = printed_outs(view, suit, word, helped, distance)


@njit
def changed_outs(view, suit, word, helped, distance):
    """Return the live outs when a suit's words are other ones, which leaves this distance."""
    if distance == 0:
        return 0
    scratch = view.work.scratch
    note_others(view, suit, word, helped, distance)
    rest, bare = scratch[REST_AT + suit], scratch[BARE_AT + suit]
    mask = improving(word, helped, rest, bare, distance, scratch[EXTRA]) << (13 * suit)
    return count_outs(scratch, mask | scratch[OTHERS_AT + 1]) + scratch[OTHERS_AT + 2]
