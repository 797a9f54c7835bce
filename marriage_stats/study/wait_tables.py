"""Waits to see of several tables and lone players as long tables, each figure with interval."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from marriage_stats.cards import HAND_SIZE
from marriage_stats.engine.simulate import BLOCK_SIZE, Table, play_block
from marriage_stats.estimators import check_proportion
from marriage_stats.estimators.jackknife import jackknife_interval
from marriage_stats.estimators.survival import curve_with_interval, incidence
from marriage_stats.exact import pack_of
from marriage_stats.exact.api import locks_tunnelas
from marriage_stats.exact.floor import floor_curve
from marriage_stats.exact.packs import Pack
from marriage_stats.parallel import run_blocks
from marriage_stats.policies.registry import load_policy
from marriage_stats.rules import Rules
from marriage_stats.study.paired import INTERVAL
from marriage_stats.study.spec import Frames, Task
from marriage_stats.timing.events import CAUSES, SEEN, event_counts

ALONE = 1
"""Number of players that stands for one who races alone against the stock."""
EARLY, MIDDLE, END = 5, 10, 60
ALL_SEATS = -1
Z_FLOOR = 4
"""Standard errors by which a lone player may seem to beat the floor."""
CASE = {"rules": pl.String, "players": pl.Int64, "policy": pl.String, "seat": pl.Int64}
N = {"n": pl.Int64}
Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class WaitCase:
    """One table at which every seat plays alike, or one player alone; `by_seat` parts seats."""

    label: str
    policy: str
    players: int
    by_seat: bool = False

    def table(self, rules: Rules) -> Table:
        """Return the table under the rules of the label."""
        policy = load_policy(self.policy, rules)
        return Table(rules, (policy,) * self.players, solitaire=self.players == ALONE)


def wait_tables(task: Task, cases: Sequence[WaitCase], bases: Mapping[str, str]) -> Frames:
    """Return `waits` (figures by case and seat), `curves` (by draws), `changes` and `checks`.

    Parameters
    ----------
    bases : label of a rule set -> the label from which `changes` tells its differences, by the
        same deals; the base comes first among the cases

    Notes
    -----
    A seat of -1 stands for all seats; n counts rounds, within which seats depend on each other.
    """
    rows: dict[str, list[list[Any]]] = {name: [] for name in SCHEMAS}
    known: dict[tuple[str, int, str], Counts] = {}
    for case in cases:
        rules = task.rule_sets[case.label]
        by_seat = _counts(task, case.table(rules))
        whole, key = by_seat.sum(axis=0), (case.label, case.players, case.policy)
        groups = [(ALL_SEATS, whole), *(enumerate(by_seat) if case.by_seat else ())]
        for seat, counts in groups:
            rows["waits"] += [[*key, seat, *row, task.n] for row in _figures(counts)]
        floor = _floor(pack_of(rules), _routes(rules, case.players))
        rows["curves"] += [[*key, ALL_SEATS, *row, task.n] for row in _curve(whole, floor)]
        if case.players == ALONE:
            rows["checks"] += [[*key, ALL_SEATS, *row] for row in _checks(whole, floor, rules)]
        if case.label in bases:
            known[key] = whole
            base = known[bases[case.label], case.players, case.policy]
            rows["changes"] += [[*key, ALL_SEATS, *row, task.n] for row in _changes(whole, base)]
        if task.progress is not None:
            task.progress(1)
    return {name: pl.DataFrame(rows[name], SCHEMAS[name], orient="row") for name in rows}


def _counts(task: Task, table: Table) -> Counts:
    """Return int64[seats, blocks, causes, turns], how the waits of every seat ended."""
    play_block(table, task.seed, 0, 1)  # compiles once, ahead of threads

    def block(first: int, count: int) -> Counts:
        rounds = play_block(table, task.seed, first, count)
        masks = np.eye(table.players, dtype=bool)
        shape = (len(rounds), table.players)
        return np.stack([event_counts(rounds, np.broadcast_to(m, shape)) for m in masks])

    parts = run_blocks(block, task.n, BLOCK_SIZE, task.threads)
    return np.asarray(sum(parts, np.zeros((), np.int64)))


def _figures(counts: Counts) -> list[list[Any]]:
    """Return [figure, value, se, low, high]: shares by cause, seen by draws, mean draws."""
    seen = curve_with_interval(counts, lambda c: incidence(c, SEEN))
    figures = [
        [name, *_at(seen, turn)] for name, turn in (("seen", END), ("by5", EARLY), ("by10", MIDDLE))
    ]
    for place, cause in enumerate(CAUSES):
        found = curve_with_interval(counts, lambda c, at=place: incidence(c, [at]))  # type: ignore[misc]
        figures.append([cause, *_at(found, END)])
    value, left_out = _left_out(counts, _mean_draws)
    return [*figures, ["mean_draws", value, *jackknife_interval(value, left_out)]]


def _changes(counts: Counts, base: Counts) -> list[list[Any]]:
    """Return [figure, value, se, low, high] of differences between rule sets on the same deals."""
    out = []
    for name, figure in (("mean_draws", _mean_draws), ("seen", _seen)):
        (value, left), (other, other_left) = (_left_out(c, figure) for c in (counts, base))
        out.append([name, value - other, *jackknife_interval(value - other, left - other_left)])
    return out


def _left_out(
    counts: Counts, figure: Callable[[Counts], float]
) -> tuple[float, NDArray[np.float64]]:
    """Return a figure of all blocks, and with each block left out."""
    whole = counts.sum(axis=0)
    return figure(whole), np.array([figure(whole - block) for block in counts])


def _at(found: dict[str, NDArray[np.float64]], turn: int) -> list[float]:
    return [float(found[name][turn]) for name in INTERVAL]


def _mean_draws(counts: Counts) -> float:
    """Return the sum over 0..60 draws of the share that has not seen by then."""
    return float((1 - incidence(counts, SEEN)[: END + 1]).sum())


def _seen(counts: Counts) -> float:
    return float(incidence(counts, SEEN)[END])


def _routes(rules: Rules, players: int) -> bool:
    return rules.flag("dublee_route") if players == ALONE else rules.has_dublee_route


@cache
def _floor(pack: Pack, dublee_route: bool) -> tuple[float, ...]:
    return tuple(row["either"] for row in floor_curve(pack, HAND_SIZE, dublee_route))


def _curve(counts: Counts, floor: Sequence[float]) -> list[list[Any]]:
    seen = curve_with_interval(counts, lambda c: incidence(c, SEEN))
    causes = [incidence(counts.sum(axis=0), [place]) for place in range(len(CAUSES))]
    return [
        [turn, *_at(seen, turn), *(float(c[turn]) for c in causes), floor[turn]]
        for turn in range(END + 1)
    ]


def _checks(counts: Counts, floor: Sequence[float], rules: Rules) -> list[list[Any]]:
    """Compare a lone player with the floor: a bound, and at the deal the law where none locks."""
    least = np.array(floor)
    n = int(counts.sum())
    share = incidence(counts.sum(axis=0), SEEN)[: END + 1]
    spread = np.sqrt(np.maximum(least * (1 - least), 1 / n) / n)
    worst = float(((share - least) / spread).max())
    rows: list[list[Any]] = [["floor", round(worst, 3), worst <= Z_FLOOR]]
    if not locks_tunnelas(rules):
        found = check_proportion("deal", round(float(share[0]) * n), n, floor[0])
        rows.append(["deal", found["z"], found["passed"]])
    return rows


SCHEMAS: dict[str, dict[str, Any]] = {
    "waits": {**CASE, "figure": pl.String, **INTERVAL, **N},
    "curves": {
        **CASE, "turn": pl.Int64, **INTERVAL, **dict.fromkeys(CAUSES, pl.Float64),
        "floor": pl.Float64, **N,
    },
    "changes": {**CASE, "figure": pl.String, **INTERVAL, **N},
    "checks": {**CASE, "name": pl.String, "z": pl.Float64, "passed": pl.Boolean},
}  # fmt: skip
