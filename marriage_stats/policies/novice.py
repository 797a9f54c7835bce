"""Policy `novice`: lowers the distance to the nearer goal, shows and finishes at once.

Before seeing it follows the shorter of the two routes; after, the distance to the finish. It counts
no cards. Wild cards are kept once known, printed jokers always. Ties go to the card with the least
company in the hand.
"""

from marriage_stats._jit import njit
from marriage_stats.finish.hand_kernels import is_wild
from marriage_stats.policies.sense_kernels import (
    DUBLEE,
    FAR,
    SEQUENCE,
    UNSEEN,
    company,
    dublee_distance,
    finish_distance,
    keeps_melds,
    may_throw_kind,
    sequence_distance,
    shift_kind,
)
from marriage_stats.views import DRAW, EXPOSE, SHOW, THROW


@njit
def distance(view):
    """Return the distance to the seat's next goal."""
    if view.me.route == UNSEEN:
        return min(sequence_distance(view), dublee_distance(view))
    if view.me.route == SEQUENCE:
        return finish_distance(view)
    return 1


@njit
def wants_top(view):
    """Return 1 if the top discard brings the goal nearer than the stock does for certain."""
    if view.me.route == DUBLEE:
        return 1 if view.me.free[view.board.top] == 1 else 0
    before = distance(view)
    shift_kind(view, view.board.top, 1)
    after = distance(view)
    shift_kind(view, view.board.top, -1)
    return 1 if after < before else 0


@njit
def worst_card(view):
    """Return the kind whose throw leaves the shortest distance, the least company first."""
    best, worst = FAR * FAR * FAR, -1
    for kind in range(54):
        if not may_throw_kind(view, kind):
            continue
        if view.me.route == DUBLEE:
            left = 1 if view.me.free[kind] >= 2 else 0
        else:
            shift_kind(view, kind, -1)
            left = distance(view)
            shift_kind(view, kind, 1)
        score = left * FAR + company(view, kind)
        if kind >= 52 or is_wild(view.tiplu, kind):
            score += FAR * FAR
        if score < best:
            best, worst = score, kind
    return worst


@njit
def choose(view):
    """Return the novice's decision."""
    if view.decision == THROW:
        return worst_card(view)
    if view.decision == DRAW:
        return wants_top(view)
    if view.decision == EXPOSE:
        return 1 if keeps_melds(view, view.card) else 0
    if view.decision == SHOW:
        return SEQUENCE if sequence_distance(view) == 0 else DUBLEE
    return 1
