"""A small deterministic policy that `literal` plays too: keep company, show and finish at once."""

from marriage_stats._jit import njit
from marriage_stats.finish.hand_kernels import is_wild
from marriage_stats.policies.sense_kernels import may_throw_kind, sequence_distance
from marriage_stats.views import DRAW, FINISH, SHOW, THROW


@njit
def worth(view, kind, copies):
    if kind >= 52 or is_wild(view.tiplu, kind):
        return 50
    score = 4 * copies
    if view.me.route == 2:
        return score
    for step in (-2, -1, 1, 2):
        if 0 <= kind % 13 + step <= 12 and view.me.free[kind + step] > 0:
            score += 3 - abs(step)
    if view.me.route == 1:
        for suit in range(4):
            if suit != kind // 13 and view.me.free[13 * suit + kind % 13] > 0:
                score += 1
    return score


@njit
def choose(view):
    if view.decision == DRAW:
        return 1 if worth(view, view.board.top, view.me.free[view.board.top]) >= 4 else 0
    if view.decision == SHOW:
        return 1 if sequence_distance(view) == 0 else 2
    if view.decision == FINISH:
        return 1
    if view.decision == THROW:
        best, least = -1, 999
        for kind in range(54):
            if may_throw_kind(view, kind):
                score = worth(view, kind, view.me.free[kind] - 1)
                if score < least:
                    best, least = kind, score
        return best
    return 0
