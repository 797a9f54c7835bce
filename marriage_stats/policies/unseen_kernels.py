"""Decisions before seeing: which card to throw, when to pick up, what to show."""

from marriage_stats._jit import lowest_one, njit
from marriage_stats.melds.kernels import occupied
from marriage_stats.policies.gift_kernels import gift
from marriage_stats.policies.outs_kernels import (
    DISTANCE,
    MAN,
    SUPERMAN,
    changed_distance,
    changed_outs,
    changed_printed,
    helped_word,
    live_copies,
    note_distance,
    note_words,
    own_outs,
    own_word,
)
from marriage_stats.policies.parameters import (
    DUBLEE_BASE,
    DUBLEE_ONLY,
    DUBLEE_OUTS,
    DUBLEE_ROUTE,
    DUBLEE_SLOPE,
    DUBLEE_TURN,
    FEED_DUBLEE,
    FEED_UNSEEN,
    KEEP_NEAR,
    LIVE_OUTS,
    PAIR_OUTS,
    PICK_EITHER,
    PICK_OUTS,
    PICK_REST,
    PICK_UP,
    PLAN_SHOW,
    REST_OUTS,
    SHOW_WAIT,
)
from marriage_stats.policies.plan_kernels import (
    BEST_SHOW,
    DISTANCE_AT,
    best_plan,
    nearer_rest,
    throw_before_show,
)
from marriage_stats.policies.rest_kernels import note_loose, rest_outs
from marriage_stats.policies.sense_kernels import (
    DUBLEE,
    FAR,
    SEQUENCE,
    company,
    dublee_distance,
    may_throw_kind,
)

FAR_OFF = 1 << 60
THROW_WORD_AT, THROW_HELPED_AT = 580, 632
"""Places in `view.work.scratch`: words of the suit after each throw, without and with the superman.
"""


@njit
def note_hand(view):
    """Write what a decision before seeing looks up: words, rests, the distance by sequences."""
    note_words(view)
    note_distance(view, wanted_melds(view))


@njit
def wanted_melds(view):
    """Return the pure melds to find among the free cards."""
    return max(0, 3 - view.me.exposed)


@njit
def dublee_outs(view):
    """Return the live cards that make a dublee of a single."""
    outs = 0
    for kind in range(53):
        outs += max(0, live_copies(view, kind)) if view.me.free[kind] == 1 else 0
    return outs


@njit
def own_lacking(view):
    """Return the cards missing to see by dublees, FAR for a seat that never does."""
    return dublee_distance(view) if view.params[DUBLEE_ROUTE] > 0.0 else FAR


@njit
def follows_dublees(view):
    """Return whether dublees are the nearer way to see."""
    params = view.params
    if not view.rules.dublee_route or params[DUBLEE_ROUTE] == 0.0:
        return False
    if params[DUBLEE_ONLY] > 0.0:
        return True
    if params[DUBLEE_OUTS] >= 0.0 and dublee_lead(view, 0) < 0.0:
        return False
    return dublee_lead(view, own_outs(view)) >= 0.0


@njit
def dublee_lead(view, outs):
    """Return by how much dublees are nearer, with so many live outs by sequences."""
    params, distance = view.params, view.work.scratch[DISTANCE]
    lead = distance - params[DUBLEE_SLOPE] * dublee_distance(view) - params[DUBLEE_BASE]
    return lead - (params[DUBLEE_OUTS] * (outs - 24) + params[DUBLEE_TURN] * view.me.draws)


@njit
def throw_for_dublees(view):
    """Return the kind to throw on the way to seven dublees: the deadest card that pairs nothing."""
    best, worst, feed, near = 1 << 60, -1, view.params[FEED_DUBLEE], view.params[KEEP_NEAR]
    distances, distance = view.work.scratch[DISTANCE_AT:], view.work.scratch[DISTANCE]
    if near > 0.0:
        note_distances(view)
    for kind in range(54):
        if not may_throw_kind(view, kind):
            continue
        held = view.me.free[kind]
        score = 0
        if held == 1 and kind != SUPERMAN:
            score = 1000 * max(0, live_copies(view, kind))
        elif held == 2:
            score = 1000 * 1000
        if kind >= MAN:
            score += 3000
        score += company(view, kind)
        if near > 0.0 and kind < MAN:
            score += int(near * 1000.0 * (distances[kind] - distance))
        if feed > 0.0:
            score += int(feed * 100.0 * gift(view, kind))
        if score < best:
            best, worst = score, kind
    return worst


@njit
def note_throws(view):
    """Write the words of the suit after each throw of an ordinary kind; return these kinds.

    Nothing else is done in between, so that words which are far away are fetched together.
    """
    scratch, keys = view.work.scratch, view.me.keys
    kinds = 0
    for suit in range(4):
        held = occupied(keys[suit])
        while held:
            place = lowest_one(held)
            held &= held - 1
            kind = 13 * suit + place // 2
            if may_throw_kind(view, kind):
                kinds |= 1 << kind
                key = keys[suit] - (1 << place)
                scratch[THROW_WORD_AT + kind] = own_word(view, key)
                scratch[THROW_HELPED_AT + kind] = helped_word(view, key)
    return kinds


@njit
def note_distances(view):
    """Write the distance after each throw of an ordinary kind; return the least and its kinds."""
    scratch = view.work.scratch
    least, nearest = FAR_OFF, 0
    for kind in range(52):
        scratch[DISTANCE_AT + kind] = FAR_OFF
    kinds = note_throws(view)
    while kinds:
        kind = lowest_one(kinds)
        kinds &= kinds - 1
        word, helped = scratch[THROW_WORD_AT + kind], scratch[THROW_HELPED_AT + kind]
        distance = changed_distance(view, kind // 13, word, helped)
        scratch[DISTANCE_AT + kind] = distance
        nearest = (nearest if distance >= least else 0) | (1 if distance <= least else 0) << kind
        least = min(least, distance)
    return least, nearest


@njit
def kept_pairs(view, kind, outs):
    """Return the live cards that pair a single after a throw; none once it breaks a pair.

    outs : those of the hand
    """
    held = view.me.free[kind]
    if held == 1:
        return outs - max(0, live_copies(view, kind))
    return 0 if held == 2 else outs


@njit
def throw_for_sequences(view):
    """Return the kind whose throw leaves the least distance, then the most live outs."""
    wanted, params, scratch = wanted_melds(view), view.params, view.work.scratch
    own_outs(view)
    least, kinds = note_distances(view)
    if least == 0 and wanted > 0 and params[PLAN_SHOW] > 0.0:
        return throw_before_show(view, wanted)
    rest = int(16384.0 * params[REST_OUTS]) if view.rules.players > 1 else 0
    ways = note_loose(view) if rest > 0 else 0
    best, worst = -FAR_OFF, -1
    pair_outs = 0
    if params[PAIR_OUTS] > 0.0 and own_lacking(view) <= least:
        pair_outs = dublee_outs(view)
    while kinds:
        kind = lowest_one(kinds)
        kinds &= kinds - 1
        outs, suit = 0, kind // 13
        if params[LIVE_OUTS] > 0.0:
            word, helped = scratch[THROW_WORD_AT + kind], scratch[THROW_HELPED_AT + kind]
            outs = changed_outs(view, suit, word, helped, least)
        score = 64 * 256 * outs - (8 if view.me.free[kind] == 2 else 0)
        if pair_outs:
            score += int(16384.0 * params[PAIR_OUTS] * kept_pairs(view, kind, pair_outs))
        if rest > 0:
            score += rest * rest_outs(view, kind, ways)
        if score <= best:
            continue
        score -= company(view, kind)
        if params[FEED_UNSEEN] > 0.0 and score > best:
            score -= int(params[FEED_UNSEEN] * 1638.4 * gift(view, kind))
        if score > best:
            best, worst = score, kind
    return worst if worst >= 0 else MAN


@njit
def throw_unseen(view):
    """Return the kind to throw before seeing."""
    note_hand(view)
    if follows_dublees(view):
        return throw_for_dublees(view)
    return throw_for_sequences(view)


@njit
def pick_unseen(view):
    """Return 1 if the top discard brings the show nearer."""
    top, params = view.board.top, view.params
    if params[PICK_UP] == 0.0:
        return 0
    note_hand(view)
    before, lacking = view.work.scratch[DISTANCE], own_lacking(view)
    pairs, on_pairs = top != SUPERMAN and view.me.free[top] == 1, follows_dublees(view)
    if on_pairs and (pairs or params[PICK_EITHER] == 0.0 or params[DUBLEE_ONLY] > 0.0):
        return 1 if pairs else 0
    if pairs and params[PICK_EITHER] > 0.0 and lacking <= before:
        return 1
    goal = min(before, lacking) if on_pairs else before
    if before == 0 and wanted_melds(view) > 0 and params[PICK_REST] > 0.0:
        own_outs(view)
        return 1 if nearer_rest(view, wanted_melds(view), top) else 0
    if top >= MAN:
        return 1 if changed_printed(view, top) < goal else 0
    suit = top // 13
    key = view.me.keys[suit] + (1 << (2 * (top % 13)))
    word, helped = own_word(view, key), helped_word(view, key)
    after = changed_distance(view, suit, word, helped)
    if after < goal:
        return 1
    ratio = params[PICK_OUTS]
    if ratio > 0.0 and after == before and not on_pairs:
        outs = own_outs(view)
        return 1 if changed_outs(view, suit, word, helped, after) > ratio * outs else 0
    return 0


@njit
def show_unseen(view):
    """Return how to show: 1 sequences, 2 dublees, 0 not yet."""
    note_hand(view)
    distance = view.work.scratch[DISTANCE]
    by_dublees = dublee_distance(view) == 0
    me = view.me
    ready = me.qualified_dublee if me.qualified_sequence < 0 else me.qualified_sequence
    if me.draws - ready < view.params[SHOW_WAIT]:
        return 0
    if by_dublees and (distance > 0 or follows_dublees(view)):
        return DUBLEE if view.params[DUBLEE_ROUTE] > 0.0 else 0
    if view.params[DUBLEE_ONLY] > 0.0:
        return DUBLEE if by_dublees else 0
    if view.params[PLAN_SHOW] > 0.0 and wanted_melds(view) > 0:
        own_outs(view)
        best_plan(view, wanted_melds(view), BEST_SHOW, -1)
    return SEQUENCE
