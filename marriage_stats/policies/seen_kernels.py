"""Decisions after seeing: what to throw and when to pick up on the way to the finish."""

from marriage_stats._jit import njit
from marriage_stats.finish.hand_kernels import is_wild
from marriage_stats.policies.block_kernels import CARD_AT, CARDS, MOST_CARDS
from marriage_stats.policies.gift_kernels import gift
from marriage_stats.policies.outs_kernels import MAN, SUPERMAN, count_outs, live_copies, note_live
from marriage_stats.policies.parameters import FEED_DUBLEE, FEED_SEEN, LIVE_OUTS, PICK_UP
from marriage_stats.policies.sense_kernels import (
    DUBLEE,
    company,
    free_cards,
    may_throw_kind,
    near_hand,
    shift_kind,
)
from marriage_stats.policies.survey_kernels import FAR, KEPT, THROW_AT, survey

KEPT_AT, KEPT_WIDTH = 1360, 8
"""Place in `view.work.scratch` of what each seat's last throw left: keys, printed jokers with the
tiplu, outs.
"""


@njit
def printed_state(view):
    """Return the printed jokers among the free cards and the tiplu as one number."""
    return view.tiplu << 8 | view.me.free[MAN] << 4 | view.me.free[SUPERMAN]


@njit
def keep_outs(view, kind, outs):
    """Note what the throw of a natural kind leaves: the hand and its outs."""
    kept = view.work.scratch[KEPT_AT + KEPT_WIDTH * view.seat :]
    for suit in range(4):
        kept[suit] = view.me.keys[suit]
    kept[kind // 13] -= 1 << (2 * (kind % 13))
    kept[4], kept[5] = printed_state(view), outs


@njit
def hand_outs(view):
    """Return the outs of the free cards: as the last throw left them, or surveyed.

    Where runs may be long, the blocks of a hand less one card are not all among those of the hand.
    """
    kept = view.work.scratch[KEPT_AT + KEPT_WIDTH * view.seat :]
    same = not view.rules.long_sequence and kept[4] == printed_state(view)
    for suit in range(4):
        same = same and kept[suit] == view.me.keys[suit]
    if same:
        return kept[5]
    survey(view, free_cards(view), 0, FAR)
    return view.work.scratch[THROW_AT + MOST_CARDS]


@njit
def throw_seen(view):
    """Return the kind to throw after seeing by sequences: most live outs at the least distance."""
    note_live(view)
    scratch, params = view.work.scratch, view.params
    survey(view, free_cards(view) - 1, 1, FAR)
    best, worst, left = -(1 << 40), -1, 0
    for number in range(scratch[CARDS]):
        kind = scratch[CARD_AT + number]
        outs = scratch[THROW_AT + number]
        if not outs & KEPT or not may_throw_kind(view, kind):
            continue
        score = -company(view, kind)
        if params[LIVE_OUTS] > 0.0:
            score += 64 * count_outs(scratch, outs)
        if params[FEED_SEEN] > 0.0:
            score -= int(params[FEED_SEEN] * 6.4 * gift(view, kind))
        if score > best:
            best, worst, left = score, kind, outs
    if worst < 0:
        return plainest_card(view)
    keep_outs(view, worst, left)
    return worst


@njit
def plainest_card(view):
    """Return a throwable kind, natural cards with the least company first."""
    best, worst = 1 << 40, -1
    for kind in range(54):
        if may_throw_kind(view, kind):
            score = company(view, kind)
            if kind >= 52 or is_wild(view.tiplu, kind):
                score += 1000
            if score < best:
                best, worst = score, kind
    return worst


@njit
def pick_seen(view):
    """Return 1 if the top discard brings the finish nearer."""
    top = view.board.top
    if is_wild(view.tiplu, top):
        return 1
    if not near_hand(view, top):
        return 0
    if hand_outs(view) >> top & 1:
        return 1
    return 1 if view.me.free[top] == 2 and third_is_nearer(view, top) else 0


@njit
def third_is_nearer(view, top):
    """Return whether a third copy, which does the work of two cards, brings the finish nearer."""
    melded = free_cards(view)
    before = survey(view, melded, 0, FAR)
    shift_kind(view, top, 1)
    after = survey(view, melded, 1, before - 1)
    shift_kind(view, top, -1)
    return after < before


@njit
def throw_dublee_seen(view):
    """Return the kind to throw after seven dublees: the single least likely to pair."""
    best, worst, feed = 1 << 40, -1, view.params[FEED_DUBLEE]
    for kind in range(54):
        if not may_throw_kind(view, kind):
            continue
        live = max(0, live_copies(view, kind)) if kind != SUPERMAN else 0
        score = 1000 * live if view.me.free[kind] == 1 else 500
        if view.me.free[kind] == 2:
            score = 100_000
        if kind >= 52 or is_wild(view.tiplu, kind):
            score += 10_000
        if feed > 0.0:
            score += int(feed * 100.0 * gift(view, kind))
        if score < best:
            best, worst = score, kind
    return worst


@njit
def throw_after(view):
    """Return the kind to throw after seeing."""
    if view.me.route == DUBLEE:
        return throw_dublee_seen(view)
    return throw_seen(view)


@njit
def pick_after(view):
    """Return whether to take the top discard after seeing."""
    if view.params[PICK_UP] == 0.0:
        return 0
    if view.me.route == DUBLEE:
        return 1 if view.me.free[view.board.top] == 1 else 0
    return pick_seen(view)
