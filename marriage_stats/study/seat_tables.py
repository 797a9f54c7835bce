"""What each seat earns among equal players, and what turns of the deal leave over, as tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from marriage_stats.engine.simulate import BLOCK_SIZE, Table, play_block
from marriage_stats.estimators.holm import holm, normal_p
from marriage_stats.facts import UNSEEN
from marriage_stats.parallel import run_blocks
from marriage_stats.policies.registry import load_policy
from marriage_stats.rules import Rules
from marriage_stats.settlement import settle
from marriage_stats.study.paired import FIGURE, INTERVAL, figure
from marriage_stats.study.spec import Frames, Task
from marriage_stats.summary.tally import Moments

FIRST_LESS_LAST = -1
"""Seat number of the difference between first and last seat."""
FEWEST = 20
CASE = {"rules": pl.String, "house": pl.String, "players": pl.Int64}
COLUMNS: dict[str, dict[str, Any]] = {
    "seats": {"seat": pl.Int64, **INTERVAL, "p": pl.Float64, "n": pl.Int64},
    "shares": {"seat": pl.Int64, "figure": pl.String, **FIGURE},
    "circle": {"deals": pl.Int64, **INTERVAL, "luck": pl.Float64, "n": pl.Int64},
    "checks": {"total": pl.Int64, "n": pl.Int64},
}


@dataclass(frozen=True, slots=True)
class SeatCase:
    """A house at one table size, all seats alike."""

    label: str
    house: str
    players: int


def seat_tables(task: Task, cases: Sequence[SeatCase]) -> Frames:
    """Return `seats` (mean points), `shares` (finished, seen), `circle` and `checks`.

    `circle`: after so many deals of a circle, what the first player of the circle is expected to be
    ahead by for the seats held; `luck` is the standard deviation of a player's total.
    """
    rows: dict[str, list[list[Any]]] = {name: [] for name in COLUMNS}
    n = max(task.n, FEWEST)
    for case in cases:
        key = [case.label, case.house, case.players]
        moments = _moments(task, task.rule_sets[case.label], n)
        found = {
            "seats": _seats(moments, case.players),
            "shares": _shares(moments, case.players),
            "circle": _circle(moments, case.players),
            "checks": [[sum(moments.total(f"net{s}") for s in range(case.players)), n]],
        }
        for name, part in found.items():
            rows[name] += [[*key, *row] for row in part]
        if task.progress is not None:
            task.progress(1)
    frames = {
        name: pl.DataFrame(rows[name], {**CASE, **columns}, orient="row")
        for name, columns in COLUMNS.items()
    }
    return frames | {"seats": _judged(frames["seats"])}


def _moments(task: Task, rules: Rules, n: int) -> Moments:
    players = rules.number("players")
    table = Table(rules, (load_policy("adaptive", rules),) * players)
    names = [f"{name}{s}" for name in ("net", "finished", "seen") for s in range(players)]
    play_block(table, task.seed, 0, 1)  # compiles once, ahead of threads

    def block(first: int, count: int) -> Moments:
        rounds = play_block(table, task.seed, first, count)
        net = settle(rounds, rules).net
        finished = rounds.by_round("finisher")[:, None] == np.arange(players)
        seen = rounds.by_seat("route") != UNSEEN
        moments = Moments(tuple(names))
        moments.add(np.concatenate([net, finished, seen], axis=1).astype(np.int64))
        return moments

    total = Moments(tuple(names))
    for part in run_blocks(block, n, BLOCK_SIZE, task.threads):
        total.join(part)
    return total


def _weighted(moments: Moments, name: str, weights: NDArray[np.float64]) -> list[Any]:
    """Return [value, se, low, high] of the mean of a weighted sum over seats of a feature."""
    n, seats = moments.n, range(len(weights))
    sums = np.array([moments.total(f"{name}{s}") for s in seats], float)
    products = np.array(
        [[moments.product(f"{name}{a}", f"{name}{b}") for b in seats] for a in seats]
    )
    spread = (products - np.outer(sums, sums) / n) / (n - 1)
    value = float(weights @ sums / n)
    se = (max(float(weights @ spread @ weights), 0.0) / n) ** 0.5
    return figure(value, se, n)[:-1]


def _seats(moments: Moments, players: int) -> list[list[Any]]:
    out: list[list[Any]] = []
    for seat in (*range(players), FIRST_LESS_LAST):
        weights = np.zeros(players)
        weights[0 if seat == FIRST_LESS_LAST else seat] = 1
        weights[-1] -= seat == FIRST_LESS_LAST
        row = _weighted(moments, "net", weights)
        out.append([seat, *row, normal_p(row[0], row[1]), moments.n])
    return out


def _shares(moments: Moments, players: int) -> list[list[Any]]:
    return [
        [seat, name, *_weighted(moments, name, np.eye(players)[seat]), moments.n]
        for name in ("finished", "seen")
        for seat in range(players)
    ]


def _circle(moments: Moments, players: int) -> list[list[Any]]:
    """Return [deals, value, se, low, high, luck, n] of the first player's expected total.

    The deal passes to the next player: who sat first then deals and sits last, and so on.
    """
    spread = float(sum(moments.product(f"net{s}", f"net{s}") for s in range(players)))
    sd = (spread / moments.n / players) ** 0.5
    out = []
    for deals in range(players + 1):
        weights = np.zeros(players)
        for deal in range(deals):
            weights[-deal % players] += 1
        out.append([deals, *_weighted(moments, "net", weights), sd * deals**0.5, moments.n])
    return out


def _judged(seats: pl.DataFrame) -> pl.DataFrame:
    """Add Holm's p-value over the tables to the difference between first and last seat."""
    edges = seats.filter(seat=FIRST_LESS_LAST)
    held = edges.select("rules", "seat").with_columns(
        pl.Series("p_holm", holm(edges["p"].to_list()), pl.Float64)
    )
    return seats.join(held, on=["rules", "seat"], how="left", maintain_order="left")
