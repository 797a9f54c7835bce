"""Policy for staged rounds: its parameters are its answers.

params[0..4] answer the decisions by number; params[8..16], if not 0, are the kinds + 1 of a plan.
"""

from marriage_stats._jit import njit
from marriage_stats.views import SHOW


@njit
def choose(view):
    if view.decision == SHOW:
        for place in range(9):
            if view.params[8 + place] > 0:
                view.work.plan[place // 3, place % 3] = int(view.params[8 + place]) - 1
    return int(view.params[view.decision])
