"""The summary of a tally as plain data."""

from typing import Any

from marriage_stats.estimators import LEVEL
from marriage_stats.manifest import run_manifest
from marriage_stats.summary.controls import (
    DEALT,
    MIN_UNITS,
    WORTH,
    adjusted_means,
    dealt_means,
)
from marriage_stats.summary.estimates import (
    Figure,
    deviation_figure,
    mean_figure,
    quantile_figure,
    share_figure,
)
from marriage_stats.summary.groups import Group, Tally
from marriage_stats.summary.plan import Plan

QUANTILES = {"p05": 0.05, "p50": 0.5, "p95": 0.95}


def declared_means(tally: Tally) -> list[Figure]:
    """Return what a precision is about: each seat's mean and, with rotation, each policy's."""
    groups = [*tally.seats, *(tally.by_policy if len(tally.policies) > 1 else [])]
    return [mean_figure(group.moments, "net", group.n_cells) for group in groups]


def report_tally(plan: Plan, tally: Tally, seed: int, level: float = LEVEL) -> dict[str, Any]:
    """Return the summary: plain figures, and under `estimates` each with n, se and interval.

    Keys: rules, players, seed, rounds, deals, hand, conditional, seats, policies (with rotation),
    table, turns, no_winner, turn_cap, reshuffled, routes, estimates, controlled, manifest.

    Parameters
    ----------
    level : of the intervals of the means; all others have the usual one
    """
    rules, rotations = plan.table.rules, plan.n_rotations
    n = tally.rounds.n
    seats = [_group_figures(group, level) for group in tally.seats]
    by_policy = [_group_figures(group, level) for group in tally.by_policy]
    table = _group_figures(tally.table)
    shared = _round_figures(tally, rotations, rules.has_dublee_route)
    identity = plan.identity()
    rows = [
        {"seat": seat, "policy": _policy_of(tally, seat), **_row(figures)}
        for seat, figures in enumerate(seats)
    ]
    result: dict[str, Any] = {
        "rules": {"name": rules.name, "digest": rules.digest},
        "players": plan.table.players,
        "seed": seed,
        "rounds": n * rotations,
        "deals": n,
        "hand": identity["hand"],
        "conditional": bool(plan.table.hand),
        "seats": rows,
    }
    if plan.rotate:
        result["policies"] = [
            {"policy": group.label, "seats": group.n_cells // rotations, **_row(figures)}
            for group, figures in zip(tally.by_policy, by_policy, strict=True)
        ]
    result["table"] = {
        k: v for k, v in _row(table).items() if k in ("mean_abs", "sd", "p05", "p95")
    }
    result |= _plain(shared)
    result["estimates"] = {"seats": seats, "table": table, **shared}
    if plan.rotate:
        result["estimates"]["policies"] = by_policy
    result["controlled"] = _controlled(plan, tally, level)
    return result | {"manifest": run_manifest(identity, seed, n * rotations)}


def _controlled(plan: Plan, tally: Tally, level: float) -> dict[str, Any] | None:
    """Return the means adjusted for what was dealt, or None where that does not help."""
    if plan.table.hand or tally.n < MIN_UNITS:
        return None
    groups = [*tally.seats, *(tally.by_policy if plan.rotate else [])]
    names = [f"seat {group.label}" for group in tally.seats]
    names += [f"policy {group.label}" for group in groups[len(names) :]]
    exact = dealt_means(plan.table.rules) * plan.table.players
    rows = adjusted_means(tally.dealt, names, [group.n_cells for group in groups], exact, level)
    if max(row["gain"] for row in rows) < WORTH:
        return None
    count = len(tally.seats)
    return {"by": list(DEALT), "seats": rows[:count], "policies": rows[count:]}


def _group_figures(group: Group, level: float = LEVEL) -> dict[str, Figure]:
    moments, cells = group.moments, group.n_cells
    figures = {
        "mean": mean_figure(moments, "net", cells, level),
        "seen": share_figure(moments, "seen", cells),
        "finished": share_figure(moments, "finished", cells),
        "mean_abs": mean_figure(moments, "size", cells),
        "sd": deviation_figure(moments, "net", "square", cells),
    }
    return figures | {
        name: quantile_figure(group.nets, p, cells == 1) for name, p in QUANTILES.items()
    }


def _round_figures(tally: Tally, rotations: int, dublee_route: bool) -> dict[str, Any]:
    rounds, whole, cells = tally.rounds, tally.table.moments, tally.table.n_cells
    turns = {
        "mean": mean_figure(rounds, "turns", rotations),
        "sd": deviation_figure(rounds, "turns", "square", rotations),
    } | {name: quantile_figure(tally.turns, p, rotations == 1) for name, p in QUANTILES.items()}
    routes: dict[str, Figure | None] = {
        name: share_figure(whole, name, cells) for name in ("sequence", "dublee", "unseen")
    }
    if not dublee_route:
        routes["dublee"] = None
    shares = ("no_winner", "turn_cap", "reshuffled")
    return {
        "turns": turns,
        **{name: share_figure(rounds, name, rotations) for name in shares},
        "routes": routes,
    }


def _policy_of(tally: Tally, seat: int) -> str | None:
    """Return the policy of a seat, None where several have sat there."""
    names = {row[seat] for row in tally.policies}
    return names.pop() if len(names) == 1 else None


def _row(figures: dict[str, Figure]) -> dict[str, Any]:
    """Return plain values, with the standard error and interval of the mean."""
    mean = figures["mean"]
    row: dict[str, Any] = {"mean": mean["value"], "se": mean["se"]}
    row |= {"low": mean["low"], "high": mean["high"], "n": mean["n"]}
    return row | {name: figure["value"] for name, figure in figures.items() if name != "mean"}


def _plain(tree: dict[str, Any]) -> dict[str, Any]:
    """Return a tree of figures as a tree of their values."""
    return {
        key: node and (node["value"] if "value" in node else _plain(node))
        for key, node in tree.items()
    }
