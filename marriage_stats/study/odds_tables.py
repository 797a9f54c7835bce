"""Opening-hand odds of several rule sets as long tables, exact beside simulated."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from marriage_stats.study.spec import Frames

SAMPLED = {
    "exact": pl.Float64,
    "value": pl.Float64,
    "se": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "n": pl.Int64,
}
"""Columns of every sampled figure; all but `exact` are null where nothing was simulated."""

CHECK = {
    "name": pl.String,
    "n": pl.Int64,
    "z": pl.Float64,
    "p": pl.Float64,
    "passed": pl.Boolean,
}
"""Columns of the check of one simulated figure against its exact law."""

Odds = Mapping[str, Any]
Row = list[Any]


def odds_tables(odds_by_label: Mapping[str, Odds]) -> Frames:
    """Return the tables `tunnela`, `dublees`, `pure_melds`, `see`, `draws`, `floor`, `checks`.

    The mapping is label of a rule set -> what `compute_odds` gave for it. A route that a house
    lacks has no rows.
    """
    rows: dict[str, list[Row]] = {name: [] for name in _KEYS}
    for label, odds in odds_by_label.items():
        exact, simulated = odds["exact"], odds.get("simulated") or {}
        for name, make in _ROWS.items():
            rows[name] += [[label, *row] for row in make(exact, simulated)]
        rows["checks"] += [[label, *(check[key] for key in CHECK)] for check in odds["checks"]]
    tables = {
        name: pl.DataFrame(rows[name], {"rules": pl.String, **keys}, orient="row")
        for name, keys in _KEYS.items()
    }
    short = [pl.col("z").round(3), pl.col("p").round_sig_figs(4)]
    return tables | {"checks": tables["checks"].with_columns(short)}


def _sampled(exact: float, simulated: Mapping[str, Any] | None) -> Row:
    found = simulated or {}
    return [exact, *(found.get(name) for name in list(SAMPLED)[1:])]


def _at(tree: Any, *path: Any) -> Any:
    """Return a figure inside nested dicts and lists, or None where the path ends early."""
    for step in path:
        if isinstance(tree, Mapping):
            tree = tree.get(step)
        elif isinstance(tree, Sequence) and step < len(tree):
            tree = tree[step]
        else:
            return None
    return tree


def _tunnela(exact: Odds, simulated: Odds) -> list[Row]:
    rows = []
    for name, cards in (("tunnela", "ordinary"), ("tunnela_with_man", "all")):
        # A pack without man cards has one law, under both names of the table.
        source = name if name in exact else "tunnela"
        law = exact[source]
        figures = {1: ("at_least_one",)} | {int(n): ("table", n) for n in law["table"]}
        rows += [
            [cards, players, *_sampled(_at(law, *path), _at(simulated, source, *path))]
            for players, path in figures.items()
        ]
    return rows


def _distribution(name: str) -> Any:
    def rows(exact: Odds, simulated: Odds) -> list[Row]:
        return [
            [k, *_sampled(p, _at(simulated, name, "distribution", k))]
            for k, p in enumerate(exact[name]["distribution"])
        ]

    return rows


def _see(exact: Odds, simulated: Odds) -> list[Row]:
    return [
        [route, *_sampled(p, _at(simulated, "see", route))]
        for route, p in exact["see"].items()
        if p is not None
    ]


def _draws(exact: Odds, simulated: Odds) -> list[Row]:
    law = exact["draws_to_seven_dublees"] or {}
    return [
        [
            start,
            row["pairs"],
            row["p"],
            *(row["quantiles"][name] for name in _QUANTILES),
            *_sampled(row["mean"], _at(simulated, "draws_to_seven_dublees", start, place, "mean")),
        ]
        for start in ("from_pairs", "from_deal")
        for place, row in enumerate(law.get(start, ()))
    ]


def _floor(exact: Odds, simulated: Odds) -> list[Row]:
    return [
        [route, row["turn"], *_sampled(row[route], _at(simulated, "floor", row["turn"], route))]
        for route in ("sequence", "dublee", "either")
        for row in exact["floor"]
        if row[route] is not None
    ]


_ROWS = {
    "tunnela": _tunnela,
    "dublees": _distribution("dublee"),
    "pure_melds": _distribution("pure_melds"),
    "see": _see,
    "draws": _draws,
    "floor": _floor,
}
_QUANTILES = dict.fromkeys(("p05", "p25", "p50", "p75", "p95"), pl.Int64)
_KEYS: dict[str, dict[str, Any]] = {
    "tunnela": {"cards": pl.String, "players": pl.Int64, **SAMPLED},
    "dublees": {"pairs": pl.Int64, **SAMPLED},
    "pure_melds": {"melds": pl.Int64, **SAMPLED},
    "see": {"route": pl.String, **SAMPLED},
    "draws": {"start": pl.String, "pairs": pl.Int64, "p": pl.Float64, **_QUANTILES, **SAMPLED},
    "floor": {"route": pl.String, "draws": pl.Int64, **SAMPLED},
    "checks": CHECK,
}
