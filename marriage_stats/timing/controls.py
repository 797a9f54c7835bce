"""Control variates of seeing: what the watched seats are dealt, whose exact means are known."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cards import HAND_SIZE
from marriage_stats.exact import locks_tunnelas, pack_of
from marriage_stats.exact.melds import joint_distribution, see_probabilities
from marriage_stats.facts import Rounds
from marriage_stats.rules import Rules

CONTROLS = ("seen", "one_meld", "two_melds", "pairs", "many_pairs")
"""Of each seat at the deal: it can see; holds one pure meld or more, two or more; its dublees;
five of them or more."""
MANY = 5


def control_columns(rounds: Rounds) -> NDArray[np.int64]:
    """Return int64[n, seats, CONTROLS]."""
    melds, pairs = rounds.by_seat("dealt_melds"), rounds.by_seat("dealt_pairs")
    seen = (rounds.by_seat("qualified_sequence") == 0) | (rounds.by_seat("qualified_dublee") == 0)
    columns = seen, melds >= 1, melds >= 2, pairs, pairs >= MANY
    return np.stack([column.astype(np.int64) for column in columns], axis=2)


@cache
def control_means(rules: Rules, dublee_route: bool) -> tuple[float, ...]:
    """Return the exact mean of each of CONTROLS."""
    pack = pack_of(rules)
    joint = joint_distribution(pack, HAND_SIZE)
    shown = joint_distribution(pack, HAND_SIZE, locked=True) if locks_tunnelas(rules) else joint
    melds, pairs = np.indices(joint.shape)
    weights = melds >= 1, melds >= 2, pairs, pairs >= MANY
    seen = see_probabilities(shown)["either" if dublee_route else "sequence"]
    return float(seen), *(float((weight * joint).sum()) for weight in weights)
