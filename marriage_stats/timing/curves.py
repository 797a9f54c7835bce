"""Cumulative incidence of seeing by own draws, summed exactly over rounds.

A seat whose round ended before it qualified has not seen: the end of the round competes with
seeing, it does not censor it. So a curve counts among all seats and needs no other weight.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats.estimators import clopper_pearson
from marriage_stats.estimators.control import controlled_mean
from marriage_stats.estimators.jackknife import N_BLOCKS, ROUNDS_PER_BLOCK, fold_blocks, n_blocks
from marriage_stats.estimators.proportion import NEAR_EDGE
from marriage_stats.exact.floor import LAST_TURN
from marriage_stats.facts import Rounds
from marriage_stats.summary.controls import MIN_UNITS, WORTH
from marriage_stats.summary.estimates import Figure, mean_figure, ratio_figure, share_figure
from marriage_stats.summary.tally import Moments
from marriage_stats.timing.controls import CONTROLS, control_columns
from marriage_stats.timing.events import CAUSES, event_counts, waits

TURNS = np.arange(LAST_TURN + 1)
NEVER = 1 << 14
CURVES = ("seen", "shown", "sequence", "dublee", "over")
PARTS = ("sums", "events", "dealt", "along")
FEWEST = 2 * ROUNDS_PER_BLOCK
"""Rounds from which waits can be told with intervals."""


@dataclass
class SeatCurves:
    """Sums over some seats of every round.

    Parameters
    ----------
    label : policy, or "" for all
    seats : places at the table
    sums : int64[CURVES, 2, 61], sums over rounds of the seats there by each turn, and of its square
    draws : sums of the own draws until a seat first held what seeing takes, at most 61; of those
        draws where it came to that; and of the seats where it did
    events : int64[N_BLOCKS, causes, 62], see `event_counts`
    dealt : int64[1 + CONTROLS, CONTROLS], sums of the controls, and of their products
    along : int64[61, CONTROLS], sums of the products of seats that have seen and of controls
    """

    label: str
    seats: tuple[int, ...]
    sums: NDArray[np.int64]
    draws: Moments
    events: NDArray[np.int64]
    dealt: NDArray[np.int64]
    along: NDArray[np.int64]

    @classmethod
    def empty(cls, label: str, seats: tuple[int, ...]) -> "SeatCurves":
        """Return sums of nothing."""
        k = len(CONTROLS)
        return cls(
            label,
            seats,
            np.zeros((len(CURVES), 2, len(TURNS)), np.int64),
            Moments(("draws", "of_seen", "seen")),
            np.zeros((N_BLOCKS, len(CAUSES), LAST_TURN + 2), np.int64),
            np.zeros((1 + k, k), np.int64),
            np.zeros((len(TURNS), k), np.int64),
        )

    def add(self, rounds: Rounds) -> None:
        """Take a block of rounds."""
        times, mine = times_of(rounds), list(self.seats)
        controls = control_columns(rounds)[:, mine].sum(axis=1)
        for place, name in enumerate(CURVES):
            there = (times[name][:, mine, None] <= TURNS).sum(axis=1)
            self.sums[place] += np.stack([there.sum(axis=0), (there * there).sum(axis=0)])
            if name == "seen":
                self.along += there.T @ controls
        self.dealt += np.vstack([controls.sum(axis=0), controls.T @ controls])
        when = times["seen"][:, mine]
        has_seen = when != NEVER
        waited = (np.minimum(when, LAST_TURN + 1), when * has_seen, has_seen)
        self.draws.add(np.stack([w.sum(axis=1) for w in waited], axis=1).astype(np.int64))
        among = np.broadcast_to(np.isin(np.arange(rounds.players), mine), times["seen"].shape)
        self.events += event_counts(rounds, among)

    def join(self, other: "SeatCurves") -> None:
        """Add the sums of other rounds."""
        for name in PARTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.draws.join(other.draws)

    @property
    def n(self) -> int:
        """Rounds."""
        return self.draws.n

    def share(self, name: str, turn: int, level: float | None = None) -> Figure:
        """Return the share of seats that are there by a turn, the round being the unit.

        Parameters
        ----------
        level : of an interval that may decide when to stop; its errors are never understated
        """
        total, squares = (int(x) for x in self.sums[CURVES.index(name), :, turn])
        seats = len(self.seats)
        found = share_figure(Moments((name,), self.n, [total], [[squares]]), name, seats)
        if level is None or found["se"] is None:
            return found
        value, se = total / (self.n * seats), found["se"]
        worth = value * (1 - value) / se**2 if seats > 1 and se > 0 else self.n
        low, high = clopper_pearson(value * worth, worth, level)
        return Figure(value=value, se=se, low=low, high=high, n=self.n)

    def adjusted(self, turn: int, exact: Sequence[float]) -> dict[str, float | None] | None:
        """Return the share that has seen by a turn, corrected for what was dealt.

        None where that does not help, or where too few rounds tell by how much. The gain, how many
        times the rounds the plain figure would need, is None at the deal, which the law tells.
        """
        seats, seen = len(self.seats), self.sums[CURVES.index("seen"), :, turn]
        since = seen[1] - 2 * self.along[turn, 0] + self.dealt[1, 0]
        left = self.n * seats - seen[0]
        if self.n < MIN_UNITS or (turn and min(since, left) < NEAR_EDGE):
            return None
        sums = np.array([seen[0], *self.dealt[0]])
        along = self.along[turn]
        products = np.block([[seen[1:], along], [along[:, None], self.dealt[1:]]])
        found = controlled_mean(self.n, sums, products, [p * seats for p in exact])
        if turn and found["gain"] < WORTH:
            return None
        figure = found["adjusted"]
        shares = {name: figure[name] / seats for name in ("value", "se", "low", "high")}
        return {**shares, "gain": found["gain"] if turn else None}

    def waits(self) -> dict[str, Any] | None:
        """Return incidence, hazard and waiting with intervals; None for too few rounds."""
        return None if self.n < FEWEST else waits(self.folded())

    def folded(self) -> NDArray[np.int64]:
        """Return the events in as many blocks as the rounds fill."""
        return fold_blocks(self.events, n_blocks(self.n))

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
    group: SeatCurves,
    floor: Sequence[float | None],
    dublee_route: bool,
    exact: Sequence[float] | None = None,
    level: float | None = None,
) -> list[dict[str, Any]]:
    """Return the curve as rows of turns 0..60; low and high are those of p_seen.

    p_sequence and p_dublee count seats that held three pure melds, seven dublees, before they had
    shown either; few held both. p_over counts those whose round ended before they held any.

    Parameters
    ----------
    exact : means of the controls, None where the deal is not free
    level : of the intervals of p_seen where they decided when to stop
    """
    rows = []
    for turn in range(LAST_TURN + 1):
        found = {name: group.share(name, turn) for name in CURVES}
        seen = group.share("seen", turn, level)
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
                "controlled": None if exact is None else group.adjusted(turn, exact),
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
