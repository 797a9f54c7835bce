"""Headline figures of several houses on the same deals, as long tables with intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial, reduce
from math import sqrt
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from marriage_stats.compare.figures import RANGE, unit
from marriage_stats.compare.tally import PART
from marriage_stats.engine.simulate import Table, play_block
from marriage_stats.estimators import LEVEL
from marriage_stats.estimators.block_counts import BlockCounts
from marriage_stats.estimators.holm import holm, normal_p
from marriage_stats.estimators.intervals import normal_quantile
from marriage_stats.estimators.jackknife import fold_blocks, n_blocks
from marriage_stats.estimators.quantile import MidQuantile
from marriage_stats.estimators.ratio import RatioSums
from marriage_stats.estimators.shares import contrast_p, share_contrast, share_of
from marriage_stats.facts import DUBLEE, SEQUENCE, UNSEEN, Rounds
from marriage_stats.parallel import run_blocks
from marriage_stats.policies.registry import load_policies
from marriage_stats.rules import Rules, preset
from marriage_stats.settlement import settle
from marriage_stats.study.paired import SURE
from marriage_stats.study.shifts import LEAST_MEMBERS
from marriage_stats.study.spec import Task

BLOCK = 1024
SEATS = 4
POINTS = (
    "mean_abs", "square", "finisher", "sequence_seen_loser", "dublee_seen_loser", "unseen_loser",
    "maal",
)  # fmt: skip
SHARES = ("seen", "by_sequence", "by_dublee", "finish_by_dublee", "finisher_pays", "no_winner")
COUNTS = ("turns", "draws_to_see", "pickups", "reshuffles", "dealt_pairs")
SEAT_MEANS = tuple(f"seat_{seat}" for seat in range(SEATS))
FEATURES = (*POINTS, *SHARES, *COUNTS, *SEAT_MEANS, "round_sum")
OF_DUBLEES = ("by_dublee", "finish_by_dublee")

FIGURES = {
    "rules": pl.String,
    "figure": pl.String,
    "value": pl.Float64,
    "se": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "n": pl.Int64,
}
DIFFERENCES = {"from": pl.String, "to": pl.String} | dict(list(FIGURES.items())[1:])
DIFFERENCES |= {"p_holm": pl.Float64, "vrf": pl.Float64}


@dataclass(frozen=True)
class Sums:
    """Sums over rounds: every feature as a ratio per house, and each house's payments."""

    ratios: RatioSums
    payments: tuple[BlockCounts, ...]

    def plus(self, other: "Sums") -> "Sums":
        """Return the sums over the rounds of both."""
        pairs = zip(self.payments, other.payments, strict=True)
        return Sums(self.ratios.plus(other.ratios), tuple(a.plus(b) for a, b in pairs))


def play_houses(task: Task, houses: Sequence[str]) -> Sums:
    """Play the same deals under each house, all seats adaptive, and add up."""
    rules = [task.rule_sets[house] for house in houses]
    tables = [Table(house, load_policies("adaptive", house)) for house in rules]
    for table in tables:
        play_block(table, task.seed, 0, 1)  # compiles once, ahead of threads
    block = partial(_block, tables, rules, task.seed)
    n = max(task.n, LEAST_MEMBERS)
    return reduce(Sums.plus, run_blocks(block, n, BLOCK, task.threads, task.progress))


def _block(tables: list[Table], rules: list[Rules], seed: int, first: int, count: int) -> Sums:
    assert count <= PART
    columns = np.empty((len(FEATURES), count, 2 * len(tables)))
    payments = []
    for place, table in enumerate(tables):
        rounds = play_block(table, seed, first, count)
        settled = settle(rounds, rules[place])
        features = _features(rounds, settled.net, settled.maal)
        for row, name in enumerate(FEATURES):
            columns[row, :, 2 * place], columns[row, :, 2 * place + 1] = features[name]
        payments.append(BlockCounts.of(settled.net, first))
    return Sums(RatioSums.of(columns), tuple(payments))


def _features(rounds: Rounds, net: NDArray[np.int64], maal: NDArray[np.int64]) -> dict[str, Any]:
    """Return feature -> (numerator, denominator), each of one number or int64[n]."""
    route, finisher = rounds.by_seat("route"), rounds.by_round("finisher")
    won = finisher >= 0
    finishes = np.arange(rounds.players) == finisher[:, None]
    lost = won[:, None] & ~finishes
    seen, seats = route != UNSEEN, rounds.players

    def of(values: NDArray[Any], who: NDArray[np.bool_]) -> tuple[Any, Any]:
        return (values * who).sum(axis=1), who.sum(axis=1)

    everyone = np.ones_like(seen)
    out: dict[str, Any] = {
        "mean_abs": of(np.abs(net), everyone),
        "square": of(net * net, everyone),
        "finisher": of(net, finishes),
        "sequence_seen_loser": of(net, lost & (route == SEQUENCE)),
        "dublee_seen_loser": of(net, lost & (route == DUBLEE)),
        "unseen_loser": of(net, lost & (route == UNSEEN)),
        "maal": of(maal, everyone),
        "seen": of(seen, everyone),
        "by_sequence": of(route == SEQUENCE, everyone),
        "by_dublee": of(route == DUBLEE, everyone),
        "finish_by_dublee": of(route == DUBLEE, finishes),
        "finisher_pays": of(net < 0, finishes),
        "no_winner": (~won, 1),
        "turns": (rounds.by_round("turns"), 1),
        "draws_to_see": of(rounds.by_seat("seen_turn"), seen),
        "pickups": of(rounds.by_seat("pickups"), everyone),
        "reshuffles": (rounds.by_round("reshuffles"), 1),
        "dealt_pairs": of(rounds.by_seat("dealt_pairs"), everyone),
        "round_sum": (net.sum(axis=1), seats),
    }
    return out | {f"seat_{seat}": (net[:, seat], 1) for seat in range(SEATS)}


def figure_rows(sums: Sums, houses: Sequence[str]) -> list[list[Any]]:
    """Return rows of FIGURES, but for tiny groups and routes that a house lacks."""
    rows = []
    for place, house in enumerate(houses):
        for row, name in enumerate(FEATURES[:-1]):
            lacking = name in OF_DUBLEES and not preset(house).has_dublee_route
            if lacking or sums.ratios.cases(row, place) < LEAST_MEMBERS:
                continue
            value, se = sums.ratios.contrast(row, unit(len(houses), {place: 1}))
            if name == "square":
                # Payments sum to zero, so their mean square is their variance.
                name, value, se = "sd", sqrt(value), se / (2 * sqrt(value)) if value else 0.0
            half = normal_quantile(LEVEL) * se
            low, high = value - half, value + half
            if name in SHARES:
                low, high = share_of(sums.ratios, row, place)
            rows.append([house, name, value, se, low, high, sums.ratios.n])
        rows += [[house, *row] for row in _range_rows(sums.payments[place], sums.ratios.n)]
    return rows


def _range_rows(payments: BlockCounts, n: int) -> list[list[Any]]:
    """Return the quantiles of a payment, their errors from blocks of rounds."""
    counts = fold_blocks(payments.counts, n_blocks(n))
    came = np.flatnonzero(counts.any(axis=0))
    rows = []
    for name, p in RANGE.items():
        quantile = MidQuantile(payments.low + came, counts[:, came], p)
        rows.append([name, quantile.value, quantile.se, *quantile.interval(), n])
    return rows


def difference_frame(sums: Sums, houses: Sequence[str], start: str) -> pl.DataFrame:
    """Return each house's difference from one of them on the same deals, with Holm's p-values."""
    rows, p_values = [], []
    base = houses.index(start)
    names = [name for name in FEATURES[:-1] if name != "square"]
    for place, house in enumerate(houses):
        for name in names if place != base else ():
            row = FEATURES.index(name)
            if min(sums.ratios.cases(row, i) for i in (base, place)) < LEAST_MEMBERS:
                continue
            weights = unit(len(houses), {base: -1, place: 1})
            value, se = sums.ratios.contrast(row, weights)
            alone = [sums.ratios.contrast(row, unit(len(houses), {i: 1}))[1] for i in (base, place)]
            half = normal_quantile(LEVEL) * se
            low, high, p = value - half, value + half, normal_p(value, se)
            if name in SHARES:
                low, high = share_contrast(sums.ratios, row, weights)
                p = contrast_p(sums.ratios, row, weights)
            vrf = sum(x * x for x in alone) / (se * se) if se else None
            p_values.append(p)
            rows.append([start, house, name, value, se, low, high, sums.ratios.n, vrf])
    adjusted = holm(p_values)
    told = [[*row[:-1], p, row[-1]] for row, p in zip(rows, adjusted, strict=True)]
    return pl.DataFrame(told, DIFFERENCES, orient="row")


def clear_figures(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the rows whose figure is told from 0, by Holm's correction over all of them."""
    p_values = holm([normal_p(v, se) for v, se in rows.select("value", "se").iter_rows()])
    return rows.filter(pl.Series(p_values, dtype=pl.Float64) < SURE)


def zero_sum_gaps(sums: Sums) -> list[int]:
    """Return per house the sum over rounds of the squared sum of payments; 0 if all are zero."""
    products = sums.ratios.products[FEATURES.index("round_sum")]
    return [int(products[2 * i, 2 * i]) for i in range(len(sums.payments))]
