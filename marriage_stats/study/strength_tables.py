"""Every policy against every other, and every switch, in each house at each table size."""

from functools import partial
from typing import Any

import polars as pl

from marriage_stats.estimators.ratio import RatioSums
from marriage_stats.parallel import run_blocks
from marriage_stats.policies.registry import POLICIES
from marriage_stats.rules import Rules
from marriage_stats.study.paired import FIGURE, figure, mean_figure, with_holm
from marriage_stats.study.spec import Frames, Task
from marriage_stats.study.switch_play import play_switches
from marriage_stats.tournament import Field, choose_field, deal_block, pairs, ranking

CELL = {"rules": pl.String, "players": pl.Int64}
COLUMNS: dict[str, dict[str, Any]] = {
    "pairs": {**CELL, "first": pl.String, "second": pl.String, **FIGURE},
    "ranking": {**CELL, "rank": pl.Int64, "policy": pl.String, **FIGURE, "finished": pl.Float64},
    "lone": {
        **CELL,
        "others": pl.String,
        **FIGURE,
        **{f"won_{name}": pl.Float64 for name in ("value", "low", "high")},
    },
    "switches": {
        **CELL,
        "switch": pl.String,
        "usual": pl.Float64,
        "tried": pl.Float64,
        "deals_changed": pl.Int64,
        **FIGURE,
    },
    "balance": {**CELL, "edges": pl.Float64, "balanced": pl.Boolean, "n": pl.Int64},
}
BLOCK = 128
STRONG = "adaptive"
"""The policy that plays alone among others."""


def strength_tables(task: Task) -> Frames:
    """Return `pairs` and `switches` with Holm's p-values over each table, and the other tables.

    `lone` tells what one player of the strongest policy earns among others of one policy, and the
    share of rounds it wins, over every seat.
    """
    rows: dict[str, list[list[Any]]] = {name: [] for name in COLUMNS}
    n = max(task.n, 2)
    for rules in task.rule_sets.values():
        cell = [rules.name, rules.number("players")]
        field = choose_field(rules, ",".join(_names(rules)))
        sums = _play(field, task, n)
        edges, ranks = pairs(field, sums), ranking(field, sums)
        rows["pairs"] += [[*cell, e["first"], e["second"], *_figure(e)] for e in edges]
        rows["lone"] += [[*cell, e["second"], *_lone(e)] for e in edges if e["first"] == STRONG]
        rows["ranking"] += [
            [*cell, r["rank"], r["policy"], *_figure(r), r["finished"]["value"]] for r in ranks
        ]
        balanced = True
        for switch, edge in play_switches(rules, n, task.seed, task.threads).items():
            change = [switch.name, switch.usual, switch.tried, edge.changed]
            gain = mean_figure(edge.gains, rules.number("players"))
            rows["switches"] += [[*cell, *change, *gain]] if gain else []
            balanced = balanced and edge.balanced
        rows["balance"].append([*cell, sum(row["value"] for row in ranks), balanced, sums.n])
        if task.progress is not None:
            task.progress(1)
    frames = {name: pl.DataFrame(rows[name], COLUMNS[name], orient="row") for name in COLUMNS}
    frames["pairs"] = with_holm(frames["pairs"])
    frames["switches"] = with_holm(frames["switches"].filter(pl.col("deals_changed") > 0))
    return frames


def _names(rules: Rules) -> list[str]:
    """Return the policies, strongest first; without dublees `sequence` plays as `adaptive` does."""
    absent = set() if rules.has_dublee_route else {"sequence", "dublee"}
    return [name for name in reversed(POLICIES) if name not in absent]


def _play(field: Field, task: Task, n: int) -> RatioSums:
    parts = list(run_blocks(partial(deal_block, field, task.seed), n, BLOCK, task.threads))
    total = parts[0].ratios
    for part in parts[1:]:
        total = total.plus(part.ratios)
    return total


def _figure(row: dict[str, Any]) -> list[Any]:
    return [row[name] for name in FIGURE]


def _lone(edge: dict[str, Any]) -> list[Any]:
    """Return what the first policy of a pair does alone: its payment, and its share of rounds."""
    alone, n = edge["first_alone"], edge["n"]
    won = alone["finished"]
    value, _, low, high, _ = figure(won["value"], won["se"], n)
    return [*figure(alone["value"], alone["se"], n), value, max(low, 0.0), min(high, 1.0)]
