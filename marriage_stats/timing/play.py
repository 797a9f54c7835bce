"""Play rounds and sum up when each seat saw."""

import hashlib
import json
import time
from typing import Any

from marriage_stats import ENGINE_VERSION
from marriage_stats.cards import HAND_SIZE, cards_text
from marriage_stats.engine import Table, play_block
from marriage_stats.engine.simulate import BLOCK_SIZE, MAX_ROUNDS
from marriage_stats.exact import pack_of
from marriage_stats.exact.floor import floor_curve
from marriage_stats.parallel import Progress, run_blocks
from marriage_stats.summary.play import take_blocks
from marriage_stats.timing.curves import (
    LAST_TURN,
    SeatCurves,
    curve_rows,
    median_of,
    times_of,
)


def play_timing(
    table: Table,
    n_rounds: int,
    seed: int,
    threads: int | None = None,
    block_size: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Return when seats see, ready for JSON.

    A table with a fixed hand is watched at seat 0, which holds it; any other at every seat.

    Returns
    -------
    dict   rules, players, policies, seats (watched), seed, rounds, hand, conditional, seconds,
        curve, mean_draws, mean_draws_of_seen, median, estimates, floor, by_policy (where policies
        differ), manifest, interrupted (the user stopped it: only the blocks finished by then)

    Raises
    ------
    ValueError   for a bad n_rounds, threads or block_size
    """
    if n_rounds < 1:
        raise ValueError(f"rounds must be 1 or more, got {n_rounds}")
    if n_rounds > MAX_ROUNDS:
        raise ValueError(f"rounds must be {MAX_ROUNDS} or less, got {n_rounds}")

    def task(first: int, count: int) -> list[SeatCurves]:
        groups, times = _groups(table), times_of(play_block(table, seed, first, count))
        for group in groups:
            group.add(times)
        return groups

    size = BLOCK_SIZE if block_size is None else block_size
    blocks = run_blocks(task, n_rounds, size, threads, progress)
    play_block(table, seed, 0, 1)  # compiles, so that the clock times play alone
    start = time.perf_counter()
    total = _groups(table)

    def use(groups: list[SeatCurves]) -> None:
        for mine, theirs in zip(total, groups, strict=True):
            mine.join(theirs)

    interrupted = take_blocks(blocks, use)
    report = _report(table, total[0].draws.n, seed, total, time.perf_counter() - start)
    return report | {"interrupted": interrupted}


def _groups(table: Table) -> list[SeatCurves]:
    """Return empty sums: of all watched seats, then by policy where there are several."""
    watched = (0,) if table.hand else tuple(range(table.players))
    names = [table.policies[seat].name for seat in watched]
    groups = [SeatCurves("", watched)]
    for name in dict.fromkeys(names) if len(set(names)) > 1 else ():
        groups.append(SeatCurves(name, tuple(s for s in watched if names[s] == name)))
    return groups


def _report(
    table: Table, n_rounds: int, seed: int, groups: list[SeatCurves], seconds: float
) -> dict[str, Any]:
    floor = _floor(table)
    bound = floor[0] is not None and table.players == 1
    whole, *parts = (_figures(table, group, floor) for group in groups)
    rules, identity = table.rules, _identity(table, n_rounds, seed)
    text = json.dumps(identity, sort_keys=True)
    result: dict[str, Any] = {
        "rules": {"name": rules.name, "digest": rules.digest},
        "players": table.players,
        "policies": identity["policies"],
        "seats": list(groups[0].seats),
        "seed": seed,
        "rounds": n_rounds,
        "hand": identity["hand"],
        "conditional": bool(table.hand),
        "seconds": round(seconds, 3),
        **whole,
        "floor": {
            "mean_draws": None if floor[0] is None else sum(1 - p for p in floor if p is not None),
            "is_bound": bound,
        },
    }
    if parts:
        result["by_policy"] = [
            {"policy": group.label, "seats": list(group.seats), **part}
            for group, part in zip(groups[1:], parts, strict=True)
        ]
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    return result | {"manifest": {"identity": identity, "digest": digest}}


def _figures(table: Table, group: SeatCurves, floor: list[float | None]) -> dict[str, Any]:
    rows = curve_rows(group, floor, _dublee_route(table))
    mean, of_seen, median = group.mean_draws(), group.mean_draws_of_seen(), median_of(rows)
    return {
        "curve": rows,
        "mean_draws": mean["value"],
        "mean_draws_of_seen": of_seen["value"],
        "median": median["value"],
        "estimates": {"mean_draws": mean, "mean_draws_of_seen": of_seen, "median": median},
    }


def _dublee_route(table: Table) -> bool:
    """Whether seven dublees see; one player alone needs no fewest number at the table."""
    rules = table.rules
    return rules.flag("dublee_route") if table.solitaire else rules.has_dublee_route


def _floor(table: Table) -> list[float | None]:
    """Return the no-discard law of turns 0..60; a fixed hand has none."""
    if table.hand:
        return [None] * (LAST_TURN + 1)
    rows = floor_curve(pack_of(table.rules), HAND_SIZE, _dublee_route(table))
    return [row["either"] for row in rows]


def _identity(table: Table, n_rounds: int, seed: int) -> dict[str, Any]:
    rules = table.rules
    values = {k: list(v) if isinstance(v, tuple) else v for k, v in rules.values.items()}
    return {
        "engine_version": ENGINE_VERSION,
        "rules": {"house": rules.name, "digest": rules.digest, "values": values},
        "policies": [policy.name for policy in table.policies],
        "solitaire": table.solitaire,
        "seed": seed,
        "n": n_rounds,
        "hand": cards_text(table.hand) or None,
    }
