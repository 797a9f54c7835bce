"""What each route is worth to seat 0, given the dublees dealt, as long tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from marriage_stats.cards import HAND_SIZE
from marriage_stats.estimators import estimate_proportion
from marriage_stats.estimators.holm import holm, student_p
from marriage_stats.exact import pack_of
from marriage_stats.exact.pairs import dublee_distribution
from marriage_stats.study.paired import FIGURE, INTERVAL, SURE, figure
from marriage_stats.study.route_play import (
    LAST_TURN,
    MOST_PAIRS,
    ROUTES,
    Forced,
    pairs_limits,
    play_routes,
    seat_routes,
)
from marriage_stats.study.spec import Frames, Task

ALL_MELDS = -1
MOST_MELDS = 2
"""Deals with two or more pure melds are one group."""
SOON = 5
"""Own draws within which a hand that shows counts as soon."""
FEWEST = 8
"""Deals below which a group gets no figure."""
LEAST = 40
"""Deals of a case at the least, however small the scale."""
NEVER = MOST_PAIRS + 1
"""Dublees from which dublees are better, where that is so for no hand."""
CASE = {"rules": pl.String, "house": pl.String, "players": pl.Int64}
COLUMNS: dict[str, dict[str, Any]] = {
    "worth": {"pairs": pl.Int64, "melds": pl.Int64, **INTERVAL, "p": pl.Float64, "n": pl.Int64},
    "means": {"pairs": pl.Int64, "route": pl.String, "figure": pl.String, **FIGURE},
    "seen": {"pairs": pl.Int64, "route": pl.String, "turn": pl.Int64, **FIGURE},
    "share": {"pairs": pl.Int64, "exact": pl.Float64},
    "checks": {"pairs": pl.Int64, "balanced": pl.Boolean, "dealt": pl.Boolean, "n": pl.Int64},
}


@dataclass(frozen=True, slots=True)
class RouteCase:
    """One house at one table size; `part` of the sample's deals for each number of dublees."""

    label: str
    house: str
    players: int
    part: float


def route_tables(task: Task, cases: Sequence[RouteCase]) -> Frames:
    """Return `worth` (dublee less sequence), `means`, `seen`, `share` (of deals) and `checks`."""
    rows: dict[str, list[list[Any]]] = {name: [] for name in COLUMNS}
    for case in cases:
        rules = task.rule_sets[case.label]
        key = [case.label, case.house, case.players]
        tables = seat_routes(rules)
        law = dublee_distribution(pack_of(rules), HAND_SIZE)
        for pairs in range(MOST_PAIRS + 1):
            n = round(max(LEAST, task.n) * case.part)
            forced = play_routes(tables, pairs, n, task.seed, task.threads)
            found = _rows(forced, law, pairs)
            for name, part in found.items():
                rows[name] += [[*key, pairs, *row] for row in part]
            if task.progress is not None:
                task.progress(1)
    frames = {
        name: pl.DataFrame(rows[name], {**CASE, **columns}, orient="row")
        for name, columns in COLUMNS.items()
    }
    return frames | {"worth": _judged(frames["worth"])}


def _rows(forced: Forced, law: Sequence[Any], pairs: int) -> dict[str, list[list[Any]]]:
    n = len(forced.melds)
    low, high = pairs_limits(pairs)
    return {
        "worth": _worth(forced),
        "means": [row for at, route in enumerate(ROUTES) for row in _means(forced, at, route)],
        "seen": [
            [route, turn, *_share((seen >= 0) & (seen <= turn))]
            for route, seen in zip(ROUTES, forced.seen, strict=True)
            for turn in range(LAST_TURN + 1)
        ],
        "share": [[float(sum(law[low : high + 1]))]],
        "checks": [[forced.balanced, forced.dealt, n]],
    }


def _worth(forced: Forced) -> list[list[Any]]:
    """Return [melds, value, se, low, high, p, n] of the paired differences, by melds dealt."""
    difference = forced.net[1] - forced.net[0]
    kept = np.minimum(forced.melds, MOST_MELDS)
    out = []
    for melds in (ALL_MELDS, *range(MOST_MELDS + 1)):
        values = difference if melds == ALL_MELDS else difference[kept == melds]
        if len(values) < FEWEST:
            continue
        value, se, *interval, n = _mean(values)
        out.append([melds, value, se, *interval, student_p(value, se, n - 1), n])
    return out


def _means(forced: Forced, at: int, route: str) -> list[list[Any]]:
    return [
        [route, "net", *_mean(forced.net[at])],
        [route, "seen", *_share(forced.seen[at] >= 0)],
        [route, "finished", *_share(forced.finished[at])],
    ]


def _mean(values: NDArray[np.int64]) -> list[Any]:
    n = len(values)
    return figure(float(values.mean()), float(values.std(ddof=1)) / n**0.5, n)


def _share(cases: NDArray[np.bool_]) -> list[Any]:
    found = estimate_proportion(int(cases.sum()), len(cases))
    return [found[name] for name in ("value", "se", "low", "high", "n")]


def _judged(worth: pl.DataFrame) -> pl.DataFrame:
    """Add Holm's p-value over all groups of one table, and the route it speaks for, if any."""
    out = []
    for part in worth.partition_by("rules", maintain_order=True):
        held = pl.Series("p_holm", holm(part["p"].to_list()), pl.Float64)
        out.append(part.with_columns(held))
    better = pl.when(pl.col("value") > 0).then(pl.lit(ROUTES[1])).otherwise(pl.lit(ROUTES[0]))
    verdict = pl.when(pl.col("p_holm") < SURE).then(better).otherwise(pl.lit("open"))
    return pl.concat(out).with_columns(verdict.alias("verdict"))


def break_even(worth: pl.DataFrame) -> dict[str, int]:
    """Return the fewest dublees from which on dublees are better: `value`, and `low`, `high`.

    `low` is where the intervals first allow it for good, `high` where they first show it for good.
    """
    rows = worth.sort("pairs")
    ends = {"value": "value", "low": "high", "high": "low"}
    return {name: _first_for_good(rows, column) for name, column in ends.items()}


def _first_for_good(rows: pl.DataFrame, column: str) -> int:
    first = NEVER
    for pairs, points in reversed(list(rows.select("pairs", column).iter_rows())):
        if points <= 0:
            break
        first = pairs
    return first
