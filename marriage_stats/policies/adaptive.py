"""Policy `adaptive`: live outs of the show and the finish, blocks after seeing, both ways to see.

What it does and how is set by its parameters, see `parameters`.
"""

from marriage_stats._jit import njit
from marriage_stats.policies.parameters import EXPOSE_WISH, HOLD_FINISH
from marriage_stats.policies.seen_kernels import pick_after, throw_after
from marriage_stats.policies.sense_kernels import UNSEEN, keeps_melds
from marriage_stats.policies.unseen_kernels import pick_unseen, show_unseen, throw_unseen
from marriage_stats.views import DRAW, EXPOSE, SHOW, THROW


@njit
def choose(view):
    """Return the decision of `adaptive` with the view's parameters."""
    if view.decision == THROW:
        return throw_unseen(view) if view.me.route == UNSEEN else throw_after(view)
    if view.decision == DRAW:
        return pick_unseen(view) if view.me.route == UNSEEN else pick_after(view)
    if view.decision == EXPOSE:
        wish = view.params[EXPOSE_WISH]
        return 1 if wish > 1.0 or (wish > 0.0 and keeps_melds(view, view.card)) else 0
    if view.decision == SHOW:
        return show_unseen(view)
    return 1 if view.me.draws - view.me.seen_turn >= view.params[HOLD_FINISH] else 0
