"""Policy `random`: a uniform choice among what is legal, coin flips for yes or no."""

from marriage_stats._jit import njit
from marriage_stats.policies.sense_kernels import may_throw_kind
from marriage_stats.rng import draw_below
from marriage_stats.views import SHOW, THROW


@njit
def choose(view):
    """Return a random decision."""
    if view.decision == THROW:
        n = 0
        for kind in range(54):
            if may_throw_kind(view, kind):
                n += 1
        pick = draw_below(view.me.stream, n)
        for kind in range(54):
            if may_throw_kind(view, kind):
                if pick == 0:
                    return kind
                pick -= 1
        return -1
    if view.decision == SHOW:
        return draw_below(view.me.stream, 3)
    return draw_below(view.me.stream, 2)
