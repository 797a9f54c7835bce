"""Sums of times to see as plain data: curves, waits, and their comparison by log-rank."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from marriage_stats.cards import HAND_SIZE, cards_text
from marriage_stats.engine import Table
from marriage_stats.estimators.holm import holm
from marriage_stats.estimators.survival import log_rank
from marriage_stats.exact import pack_of
from marriage_stats.exact.floor import LAST_TURN, floor_curve
from marriage_stats.manifest import (
    parameters_digest,
    policy_identities,
    run_identity,
    run_manifest,
)
from marriage_stats.timing.controls import control_means
from marriage_stats.timing.curves import FEWEST, SeatCurves, curve_rows, median_of
from marriage_stats.timing.events import SEEN
from marriage_stats.timing.tally import Tally, Watch


def identity(watch: Watch) -> dict[str, Any]:
    """Return what decides the numbers, but for the seed and the number of rounds."""
    table = watch.tables[0]
    return run_identity(
        table.rules,
        table.policies,
        solitaire=table.solitaire,
        hand=cards_text(table.hand) or None,
        given=watch.condition.label if watch.condition else None,
        others=[
            [t.rules.digest, *policy_identities(t.policies), parameters_digest(t.policies)]
            for t in watch.tables[1:]
        ],
    )


def report_timing(
    watch: Watch, tally: Tally, seed: int, level: float | None = None
) -> dict[str, Any]:
    """Return when seats see.

    Keys: rules, players, policies, seats (watched), seed, rounds, hand, given, conditional, curve,
    mean_draws, mean_draws_of_seen, median, waits, estimates, floor, by_policy (where policies
    differ), variants (where tables differ), log_rank (of either), manifest.

    Parameters
    ----------
    level : of the intervals of p_seen where they decided when to stop
    """
    own = identity(watch)
    parts = [
        _table(watch, table, groups, level)
        for table, groups in zip(watch.tables, tally.groups, strict=True)
    ]
    rules = watch.tables[0].rules
    result: dict[str, Any] = {
        "rules": {"name": rules.name, "digest": rules.digest},
        "players": watch.tables[0].players,
        "policies": own["policies"],
        "seed": seed,
        "rounds": tally.n,
        "hand": own["hand"],
        "given": own["given"],
        "conditional": watch.conditional,
        **parts[0],
    }
    if len(parts) > 1:
        result["variants"] = [
            {"label": label, "digest": table.rules.digest, **part}
            for label, table, part in zip(watch.labels, watch.tables, parts, strict=True)
        ]
    result["log_rank"] = _comparisons(watch, tally)
    return result | {"manifest": run_manifest(own, seed, tally.n)}


def _table(
    watch: Watch, table: Table, groups: Sequence[SeatCurves], level: float | None
) -> dict[str, Any]:
    route = _dublee_route(table)
    floor = _floor(watch, table, route)
    exact = None if watch.conditional else control_means(table.rules, route)
    whole = _figures(groups[0], floor, route, exact, level)
    out = {
        "seats": list(groups[0].seats),
        **whole,
        "floor": {
            "mean_draws": None if floor[0] is None else sum(1 - p for p in floor if p is not None),
            "is_bound": floor[0] is not None and table.players == 1,
        },
    }
    if len(groups) > 1:
        out["by_policy"] = [
            {
                "policy": group.label,
                "seats": list(group.seats),
                **_figures(group, floor, route, exact),
            }
            for group in groups[1:]
        ]
    return out


def _figures(
    group: SeatCurves,
    floor: Sequence[float | None],
    route: bool,
    exact: Sequence[float] | None,
    level: float | None = None,
) -> dict[str, Any]:
    rows = curve_rows(group, floor, route, exact, level)
    mean, of_seen, median = group.mean_draws(), group.mean_draws_of_seen(), median_of(rows)
    return {
        "curve": rows,
        "mean_draws": mean["value"],
        "mean_draws_of_seen": of_seen["value"],
        "median": median["value"],
        "estimates": {"mean_draws": mean, "mean_draws_of_seen": of_seen, "median": median},
        "waits": group.waits(),
    }


def _comparisons(watch: Watch, tally: Tally) -> list[dict[str, Any]]:
    """Return log-rank tests of the first table against each other, and of policies at one table."""
    if tally.n < FEWEST:
        return []
    first = tally.groups[0]
    pairs = [
        (watch.labels[0], watch.labels[place], first[0], groups[0])
        for place, groups in enumerate(tally.groups[1:], start=1)
    ]
    pairs += [(one.label, two.label, one, two) for one, two in combinations(first[1:], 2)]
    found = [log_rank(a.folded(), b.folded(), SEEN) for _, _, a, b in pairs]
    adjusted = holm([row["p"] for row in found])
    return [
        {"from": one, "to": two, **row, "p_holm": p}
        for (one, two, _, _), row, p in zip(pairs, found, adjusted, strict=True)
    ]


def _dublee_route(table: Table) -> bool:
    """Whether seven dublees see; one player alone needs no fewest number at the table."""
    rules = table.rules
    return rules.flag("dublee_route") if table.solitaire else rules.has_dublee_route


def _floor(watch: Watch, table: Table, dublee_route: bool) -> list[float | None]:
    """Return the no-discard law of turns 0..60; a deal that is not free has none."""
    if watch.conditional:
        return [None] * (LAST_TURN + 1)
    rows = floor_curve(pack_of(table.rules), HAND_SIZE, dublee_route)
    return [row["either"] for row in rows]
