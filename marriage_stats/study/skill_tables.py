"""Edges, luck's share, rounds to lead, and games of a few rounds between policies, as tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from marriage_stats.engine.simulate import BLOCK_SIZE, Table, play_block
from marriage_stats.estimators.holm import holm, normal_p
from marriage_stats.estimators.proportion import share_interval
from marriage_stats.parallel import run_blocks
from marriage_stats.policies.registry import load_policy
from marriage_stats.rules import Rules
from marriage_stats.runs import MIN_ROUNDS, Sampling
from marriage_stats.settlement import settle
from marriage_stats.skill import play_skill
from marriage_stats.study.paired import FIGURE, INTERVAL, figure
from marriage_stats.study.spec import Frames, Task

GAMES = (1, 5, 10, 20)
"""Rounds of a game."""
CASE = {"rules": pl.String, "one": pl.String, "others": pl.String}
COLUMNS: dict[str, dict[str, Any]] = {
    "edges": {**INTERVAL, "p": pl.Float64, "n": pl.Int64},
    "luck": {**FIGURE},
    "to_lead": {"value": pl.Int64, "low": pl.Int64, "high": pl.Int64, "n": pl.Int64},
    "ahead": {"rounds": pl.Int64, "value": pl.Float64, "n": pl.Int64},
    "games": {"rounds": pl.Int64, "figure": pl.String, **FIGURE},
    "checks": {"balanced": pl.Boolean, "gap": pl.Float64, "n": pl.Int64},
}


@dataclass(frozen=True, slots=True)
class Duel:
    """One policy alone at a table of four of another."""

    rules: str
    one: str
    others: str
    games: bool = False

    def table(self, rules: Rules) -> Table:
        """Return the table, the one in seat 0."""
        rest = (load_policy(self.others, rules),) * (rules.number("players") - 1)
        return Table(rules, (load_policy(self.one, rules), *rest))


def skill_tables(task: Task, duels: Sequence[Duel]) -> Frames:
    """Return `edges`, `luck`, `to_lead`, `ahead` (pairwise), `games` and `checks`.

    An edge is what the one earns a round: three quarters of its lead over another at a table of
    four, as payments sum to zero. n counts deals, each played once in every rotation.
    """
    rows: dict[str, list[list[Any]]] = {name: [] for name in COLUMNS}
    n = max(task.n, MIN_ROUNDS)
    for duel in duels:
        table, key = duel.table(task.rule_sets[duel.rules]), [duel.rules, duel.one, duel.others]
        found = play_skill(table, Sampling(n, task.seed, task.threads))
        part = _figures(found, table.players, n)
        if duel.games:
            part |= _games(task, table, n, part["edges"][0][0])
        for name, some in part.items():
            rows[name] += [[*key, *row] for row in some]
        if task.progress is not None:
            task.progress(1)
    frames = {
        name: pl.DataFrame(rows[name], {**CASE, **columns}, orient="row")
        for name, columns in COLUMNS.items()
    }
    held = pl.Series("p_holm", holm(frames["edges"]["p"].to_list()), pl.Float64)
    return frames | {"edges": frames["edges"].with_columns(held)}


def _figures(found: dict[str, Any], players: int, n: int) -> dict[str, list[list[Any]]]:
    lead, luck, to_lead = found["lead"], found["luck"], found["rounds_to_lead"]
    share = (players - 1) / players
    edge = [share * lead[name] for name in INTERVAL]
    return {
        "edges": [[*edge, normal_p(lead["value"], lead["se"]), n]],
        "luck": [[*(luck[name] for name in INTERVAL), n]],
        "to_lead": [[to_lead["value"], to_lead["low"], to_lead["high"], n]],
        "ahead": [[row["rounds"], row["p_ahead"], n] for row in found["p_ahead"]],
    }


def _games(task: Task, table: Table, n: int, edge: float) -> dict[str, list[list[Any]]]:
    """Play games of a few rounds: the deal passes on each round, the one starts in each seat."""
    net = _nets(task, table, n)
    balanced = bool((net.sum(axis=2) == 0).all())
    gap = abs(float(net[:, :, 0].mean()) - edge)
    rows: list[list[Any]] = []
    for rounds in GAMES:
        totals = _totals(net, rounds)
        if len(totals) < 2:
            continue
        for name, values in _wins(totals).items():
            estimate = _mean if name == "margin" else _share
            rows.append([rounds, name, *estimate(values), len(totals)])
    return {"games": rows, "checks": [[balanced, gap, n * table.players]]}


def _nets(task: Task, table: Table, n: int) -> NDArray[np.int64]:
    """Return int64[n, seat of the one, players], the one's payment first, then the others'."""
    turned = [table.rotated(steps) for steps in range(table.players)]

    def block(first: int, count: int) -> NDArray[np.int64]:
        nets = [settle(play_block(t, task.seed, first, count), t.rules).net for t in turned]
        return np.stack([np.roll(net, -seat, axis=1) for seat, net in enumerate(nets)], axis=1)

    return np.concatenate(list(run_blocks(block, n, BLOCK_SIZE, task.threads)))


def _totals(net: NDArray[np.int64], rounds: int) -> NDArray[np.int64]:
    """Return int64[games, starts, players], totals of games of consecutive deals.

    As the deal passes on, a player's seat goes down by one each round; after seat 0 comes the last.
    The order of players around the table is the same in every seat, so totals add up by player.
    """
    games, players = len(net) // rounds, net.shape[1]
    parts = net[: games * rounds].reshape(games, rounds, players, players)
    starts = []
    for start in range(players):
        seats = [(start - r) % players for r in range(rounds)]
        starts.append(sum(parts[:, r, seat] for r, seat in enumerate(seats)))
    return np.stack(starts, axis=1)


def _wins(totals: NDArray[np.int64]) -> dict[str, NDArray[np.float64]]:
    """Return float64[games]: the one's wins (a tie is shared), ties for first, its lead."""
    best = totals.max(axis=2, keepdims=True)
    winners = (totals == best).sum(axis=2)
    won = (totals[:, :, 0] == best[:, :, 0]) / winners
    lead = totals[:, :, 0] - totals[:, :, 1:].max(axis=2)
    found = {"wins": won, "tied": winners > 1, "margin": lead}
    return {name: values.astype(float).mean(axis=1) for name, values in found.items()}


def _share(values: NDArray[np.float64]) -> list[float]:
    """Return [value, se, low, high] of a share; the interval stays within 0 and 1."""
    value, se, _, _ = _mean(values)
    return [value, se, *share_interval(value, se, len(values))]


def _mean(values: NDArray[np.float64]) -> list[float]:
    """Return [value, se, low, high]; games of one set of deals, one per start, are one unit."""
    n = len(values)
    return figure(float(values.mean()), float(values.std(ddof=1)) / n**0.5, n)[:-1]
