"""Parameters of the tunable policies: what each place of float64[32] means, and the values."""

import numpy as np
from numpy.typing import NDArray

from marriage_stats.views import N_PARAMETERS

NAMES = (
    "live_outs",
    "dublee_route",
    "dublee_only",
    "dublee_base",
    "dublee_slope",
    "dublee_outs",
    "dublee_turn",
    "pick_up",
    "pick_outs",
    "plan_show",
    "show_wait",
    "lay_man",
    "expose",
    "feed_unseen",
    "feed_seen",
    "hold_finish",
    "pick_either",
    "pair_outs",
    "feed_dublee",
    "keep_near",
    "pick_rest",
    "rest_outs",
)
"""Switches (0 or 1) and weights, by place.

live_outs : 1 counts the live cards that bring the goal nearer, 0 looks at the distance alone
dublee_route, dublee_only : 1 follows dublees where they are nearer; 1 never shows by sequences
dublee_base, dublee_slope : dublees are followed while base + slope * cards missing by dublees is at
    most the cards missing by sequences
dublee_outs, dublee_turn : added to the base per live out by sequences above 24, per own draw
pick_up, pick_outs : 1 takes a discard that lowers the distance; the least growth of live outs for
    which one is taken that does not, 0 never
plan_show : 1 chooses the melds to show by what stays in the hand
show_wait, hold_finish : own draws for which a show, a finish is put off
lay_man : 1 lays three dealt man cards when showing
expose : 1 lays an optional dealt tunnela that costs no pure meld, 2 any; 0 none
feed_unseen, feed_seen : live outs given up for a throw that the next seat takes a hundredth less
    often, by own phase; 0 does not look at it
feed_dublee : the same for a seat that goes or went for dublees, whose outs are cards that pair
pick_either : 1 takes a discard that brings the other route nearer than both are
pair_outs : live outs given up per live card that pairs a single, where dublees are no farther than
    sequences
keep_near : live outs given up, on the way to dublees, so as not to be a card farther by sequences
pick_rest : 1 takes, with a show in hand, a discard that brings what stays in the hand nearer
rest_outs : live outs given up, before seeing, per live card that makes a meld, pure or not, with
    two cards that lie in none yet; 0 for a player alone, who races to see
"""

INDEX = {name: place for place, name in enumerate(NAMES)}
(
    LIVE_OUTS,
    DUBLEE_ROUTE,
    DUBLEE_ONLY,
    DUBLEE_BASE,
    DUBLEE_SLOPE,
    DUBLEE_OUTS,
    DUBLEE_TURN,
    PICK_UP,
    PICK_OUTS,
    PLAN_SHOW,
    SHOW_WAIT,
    LAY_MAN,
    EXPOSE_WISH,
    FEED_UNSEEN,
    FEED_SEEN,
    HOLD_FINISH,
    PICK_EITHER,
    PAIR_OUTS,
    FEED_DUBLEE,
    KEEP_NEAR,
    PICK_REST,
    REST_OUTS,
) = range(len(NAMES))

DEFAULTS = {
    "live_outs": 1.0,
    "dublee_route": 1.0,
    "dublee_slope": 1.0,
    "dublee_base": 0.5,
    "pick_up": 1.0,
    "plan_show": 1.0,
    "lay_man": 1.0,
    "expose": 1.0,
    "feed_unseen": 0.1,
    "feed_seen": 0.05,
    "pick_either": 1.0,
    "pair_outs": 0.7,
    "feed_dublee": 0.05,
    "keep_near": 0.3,
    "pick_rest": 1.0,
    "rest_outs": 0.3,
}
"""Values for every house: none gains by others (study `tuning`). The rest is 0."""
BY_PLAYERS: dict[int, dict[str, float]] = {
    2: {"feed_unseen": 0.2, "feed_seen": 0.3},
    3: {"feed_seen": 0.2},
}
"""Values that differ by the number of players: the fewer they are, the more of what the next seat
gains is paid by the thrower.
"""


def pack_parameters(values: dict[str, float]) -> NDArray[np.float64]:
    """Return float64[32] from names; what is not named is 0."""
    params = np.zeros(N_PARAMETERS)
    for name, value in values.items():
        params[INDEX[name]] = value
    return params


def parameters(name: str, players: int) -> NDArray[np.float64]:
    """Return the parameters of a policy at a table of so many; zeros for one that has none."""
    changes = {"adaptive": {}, "sequence": {"dublee_route": 0.0}, "dublee": {"dublee_only": 1.0}}
    if name not in changes:
        return np.zeros(N_PARAMETERS)
    return pack_parameters(DEFAULTS | BY_PLAYERS.get(players, {}) | changes[name])
