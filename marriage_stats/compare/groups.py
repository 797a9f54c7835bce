"""Whom a figure is about: seats by place, by how the round went, and by what they were dealt."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from marriage_stats.compare.plan import FIXED, Plan
from marriage_stats.facts import DUBLEE, SEQUENCE, UNSEEN, Rounds

CAUSAL, DESCRIPTIVE = "causal", "descriptive"
OUTCOMES = (
    "finisher",
    "sequence_seen_loser",
    "dublee_seen_loser",
    "unseen_loser",
    "no_winner",
)
"""How a seat's round went; in a round without a finisher nobody is a loser."""
MOST_DEALT = {"pairs": 10, "melds": 7, "tunnela": 7, "printed": 4}
SHARES = ("seen", "finished")
OF_PLAY = (*SHARES, "no_winner", "turns")


class Cell(NamedTuple):
    """One figure of each variant: a statistic of a group, a ratio of sums over rounds."""

    statistic: str
    group: str


def group_kind(group: str) -> str:
    """Return whether a group is fixed before play (causal) or made by it (descriptive)."""
    return DESCRIPTIVE if group in OUTCOMES else CAUSAL


def groups_of(plan: Plan) -> list[str]:
    """Return the groups whose mean payment is told, in the order of `members`."""
    names = ["all", *OUTCOMES, *(f"seat_{seat}" for seat in range(plan.seats))]
    for given in plan.given:
        names += [f"{given}_{count}" for count in range(MOST_DEALT[given] + 1)]
    return names


def cells_of(plan: Plan) -> list[Cell]:
    """Return every figure that is a ratio of sums."""
    cells = [Cell("mean", group) for group in groups_of(plan)]
    cells += [Cell(name, "all") for name in ("mean_abs", *OF_PLAY)]
    if plan.play != FIXED:
        cells += [Cell(s, f"seat_{seat}") for s in SHARES for seat in range(plan.seats)]
    return cells


def is_compared(plan: Plan, cell: Cell) -> bool:
    """Return whether variants can differ in a figure: only payments do under fixed play."""
    return plan.play != FIXED or cell.statistic not in OF_PLAY


def members(rounds: Rounds, plan: Plan) -> NDArray[np.bool_]:
    """Return bool[groups, n, players], who belongs to each group of `groups_of`."""
    route, finisher = rounds.by_seat("route"), rounds.by_round("finisher")[:, None]
    seats = np.arange(rounds.players)
    finishes, won = seats == finisher, finisher >= 0
    lost = won & ~finishes
    masks = [np.ones_like(finishes), finishes]
    masks += [lost & (route == way) for way in (SEQUENCE, DUBLEE, UNSEEN)]
    masks.append(np.broadcast_to(~won, finishes.shape))
    masks += [np.broadcast_to(seats == seat, finishes.shape) for seat in range(plan.seats)]
    for given in plan.given:
        dealt = _dealt(rounds, given)
        masks += [dealt == count for count in range(MOST_DEALT[given] + 1)]
    return np.stack(masks)


def _dealt(rounds: Rounds, given: str) -> NDArray[np.int64]:
    if given == "tunnela":
        return np.asarray(rounds.dealt_tunnelas.sum(axis=2))
    return rounds.by_seat(f"dealt_{given}")
