"""Cumulative incidence of seeing by own draws, summed exactly over rounds.

A seat whose round ended before it qualified has not seen: the end of the round competes with
seeing, it does not censor it. So a curve counts among all seats and needs no other weight.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats.facts import Rounds
from marriage_stats.summary.estimates import Figure, mean_figure, ratio_figure, share_figure
from marriage_stats.summary.tally import Moments

LAST_TURN = 60
TURNS = np.arange(LAST_TURN + 1)
NEVER = 1 << 14
CURVES = ("seen", "shown", "sequence", "dublee", "over")


@dataclass
class SeatCurves:
    """Sums over some seats of every round.

    Parameters
    ----------
    label : policy, or "" for all
    seats : places at the table
    sums : name of CURVES -> int64[2, 61], sums over rounds of the seats there by each
        turn, and of its square
    draws : sums of the own draws until a seat first held what seeing takes, at most 61; of those
        draws where it came to that; and of the seats where it did
    """

    label: str
    seats: tuple[int, ...]
    sums: dict[str, NDArray[np.int64]] = field(
        default_factory=lambda: {name: np.zeros((2, len(TURNS)), np.int64) for name in CURVES}
    )
    draws: Moments = field(default_factory=lambda: Moments(("draws", "of_seen", "seen")))

    def add(self, times: dict[str, NDArray[np.int64]]) -> None:
        """Take name -> int64[rounds, seats], own draws when it happened or NEVER."""
        for name in CURVES:
            mine = times[name][:, list(self.seats)]
            there = (mine[:, :, None] <= TURNS).sum(axis=1)
            self.sums[name] += np.stack([there.sum(axis=0), (there * there).sum(axis=0)])
        when = times["seen"][:, list(self.seats)]
        has_seen = when != NEVER
        waited = (np.minimum(when, LAST_TURN + 1), when * has_seen, has_seen)
        self.draws.add(np.stack([w.sum(axis=1) for w in waited], axis=1).astype(np.int64))

    def join(self, other: "SeatCurves") -> None:
        """Add the sums of other rounds."""
        for name in CURVES:
            self.sums[name] += other.sums[name]
        self.draws.join(other.draws)

    def share(self, name: str, turn: int) -> Figure:
        """Return the share of seats that are there by a turn, the round being the unit."""
        total, squares = (int(x) for x in self.sums[name][:, turn])
        return share_figure(
            Moments((name,), self.draws.n, [total], [[squares]]), name, len(self.seats)
        )

    def mean_draws(self) -> Figure:
        """Return the sum over turns 0..60 of 1 - P(seen by then)."""
        return mean_figure(self.draws, "draws", len(self.seats))

    def mean_draws_of_seen(self) -> Figure:
        """Return the mean own draws of the seats that saw before their round ended."""
        return ratio_figure(self.draws, "of_seen", "seen")


def times_of(rounds: Rounds) -> dict[str, NDArray[np.int64]]:
    """Return name of CURVES -> int64[rounds, seats], own draws when it happened, or NEVER."""

    def when(column: str) -> NDArray[np.int64]:
        draws = rounds.by_seat(column)
        return np.where(draws < 0, NEVER, draws)

    sequence, dublee = when("qualified_sequence"), when("qualified_dublee")
    seen = np.minimum(sequence, dublee)
    return {
        "seen": seen,
        "shown": when("seen_turn"),
        "sequence": sequence,
        "dublee": dublee,
        "over": np.where(seen == NEVER, rounds.by_seat("draws"), NEVER),
    }


def curve_rows(
    group: SeatCurves, floor: Sequence[float | None], dublee_route: bool
) -> list[dict[str, Any]]:
    """Return the curve as rows of turns 0..60; low and high are those of p_seen.

    p_sequence and p_dublee count seats that held three pure melds, seven dublees, before they had
    shown either; few held both. p_over counts those whose round ended before they held any.
    """
    rows = []
    for turn in range(LAST_TURN + 1):
        found = {name: group.share(name, turn) for name in CURVES}
        seen = found["seen"]
        rows.append(
            {
                "turn": turn,
                "p_seen": seen["value"],
                "p_shown": found["shown"]["value"],
                "se": seen["se"],
                "low": seen["low"],
                "high": seen["high"],
                "p_sequence": found["sequence"]["value"],
                "p_dublee": found["dublee"]["value"] if dublee_route else None,
                "p_over": found["over"]["value"],
                "floor": floor[turn],
            }
        )
    return rows


def median_of(rows: Sequence[dict[str, Any]]) -> dict[str, int | None]:
    """Return the first turn by which half have seen, and where the interval of p_seen puts it."""
    return {
        "value": _first(rows, "p_seen"),
        "low": _first(rows, "high"),
        "high": _first(rows, "low"),
    }


def _first(rows: Sequence[dict[str, Any]], key: str) -> int | None:
    return next((r["turn"] for r in rows if r[key] is not None and r[key] >= 0.5), None)
