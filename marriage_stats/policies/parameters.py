"""Parameters of the tunable policies: what each place of float64[32] means, and the values."""

import numpy as np
from numpy.typing import NDArray

from marriage_stats.rules import Rules
from marriage_stats.views import N_PARAMETERS

NAMES = (
    "live_outs",
    "second_look",
    "second_weight",
    "dublee_route",
    "dublee_only",
    "dublee_base",
    "dublee_slope",
    "pick_outs",
    "plan_show",
    "show_wait",
    "block_throws",
    "single_weight",
    "feed",
    "feed_weight",
    "expose",
    "lay_man",
    "hold_finish",
)
"""Meaning by place.

live_outs : 1 throws by live outs before seeing, 0 by distance and company alone
second_look, second_weight : 1 weighs what the outs lead to; how much
dublee_route, dublee_only : 1 follows dublees where they are nearer; 1 never shows by sequences
dublee_base, dublee_slope : dublees are followed if base + slope * dublees missing is below the
    expected draws to see by sequences
pick_outs : least ratio of live outs, after to before, for which the top discard is taken though it
    lowers no distance; 0 never
plan_show, show_wait : 1 chooses the melds to show; draws for which showing is put off
block_throws : 1 throws by blocks and live outs after seeing, 0 by the distance alone
single_weight : worth of an out that starts a pair against one that completes a meld
feed, feed_weight : 1 counts what a throw may give the next seat; live outs lost per sure gift
expose, lay_man : 1 lays an optional dealt tunnela; 1 lays three man cards when showing
hold_finish : turns for which a possible finish is put off
"""

INDEX = {name: place for place, name in enumerate(NAMES)}

DEFAULTS = {
    "live_outs": 1.0,
    "second_look": 1.0,
    "second_weight": 0.5,
    "dublee_route": 1.0,
    "dublee_only": 0.0,
    "dublee_base": 0.0,
    "dublee_slope": 4.0,
    "pick_outs": 0.0,
    "plan_show": 1.0,
    "show_wait": 0.0,
    "block_throws": 1.0,
    "single_weight": 1.0,
    "feed": 0.0,
    "feed_weight": 0.0,
    "expose": 1.0,
    "lay_man": 1.0,
    "hold_finish": 0.0,
}


def pack(values: dict[str, float]) -> NDArray[np.float64]:
    """Return float64[32] from names; what is not named has its default."""
    params = np.zeros(N_PARAMETERS)
    for name, value in (DEFAULTS | values).items():
        params[INDEX[name]] = value
    return params


def parameters(name: str, rules: Rules) -> NDArray[np.float64]:
    """Return the parameters of `adaptive`, `sequence` or `dublee` under a house."""
    changes = {"sequence": {"dublee_route": 0.0}, "dublee": {"dublee_only": 1.0}}
    return pack(changes.get(name, {}))
