"""From sums to figures: every variant's own, and the contrasts between variants."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats.compare.groups import Cell, cells_of, group_kind, is_compared
from marriage_stats.compare.plan import Plan
from marriage_stats.compare.tally import Payments, Tally
from marriage_stats.estimators import LEVEL, estimate_proportion
from marriage_stats.estimators.holm import normal_p
from marriage_stats.estimators.intervals import normal_quantile
from marriage_stats.estimators.jackknife import jackknife_se, n_blocks, student_quantile
from marriage_stats.estimators.quantile import mid_quantile

STAKES = {"sd": None, "p05": 0.05, "p95": 0.95}
"""Figures by block jackknife: the standard deviation, and quantiles at these shares."""


@dataclass(frozen=True)
class Figures:
    """All figures of a comparison so far."""

    plan: Plan
    tally: Tally

    @cached_property
    def cells(self) -> list[Cell]:
        """Every figure: ratios first, then the stakes by jackknife."""
        return [*cells_of(self.plan), *(Cell(name, "all") for name in STAKES)]

    @cached_property
    def compared(self) -> list[Cell]:
        """Figures in which variants can differ."""
        return [cell for cell in self.cells if is_compared(self.plan, cell)]

    @cached_property
    def left_out(self) -> dict[str, tuple[NDArray[np.float64], NDArray[np.float64]]]:
        """Stake -> (float64[variants], the same with each block left out: [blocks, variants])."""
        blocks = n_blocks(self.tally.n)
        whole = [_fold(payments, 1) for payments in self.tally.payments]
        parts = [
            whole[i].counts - _fold(p, blocks).counts for i, p in enumerate(self.tally.payments)
        ]
        out = {}
        for name in STAKES:
            full = [_stake(name, _values(w), w.counts[0]) for w in whole]
            rest = [
                [_stake(name, _values(w), row) for row in part]
                for w, part in zip(whole, parts, strict=True)
            ]
            out[name] = np.array(full), np.array(rest).T
        return out

    def has_cases(self, cell: Cell, weights: Sequence[int]) -> bool:
        """Return whether every variant with a weight has somebody in the cell's group."""
        if cell.statistic in STAKES:
            return True
        place = self.cells.index(cell)
        return all(self.tally.ratios.cases(place, i) for i, w in enumerate(weights) if w)

    def contrast(
        self, cell: Cell, weights: Sequence[int], level: float = LEVEL
    ) -> dict[str, float | int]:
        """Return {value, se, low, high, n} of a weighted sum of variants, and its p-value `p`."""
        if cell.statistic in STAKES:
            full, rest = self.left_out[cell.statistic]
            value, se = float(full @ weights), jackknife_se(rest @ np.array(weights))
            freedom = len(rest) - 1
            half, p = student_quantile(level, freedom) * se, _student_p(value, se, freedom)
        else:
            value, se = self.tally.ratios.contrast(self.cells.index(cell), weights)
            half, p = normal_quantile(level) * se, normal_p(value, se)
        low, high = value - half, value + half
        return {"value": value, "se": se, "low": low, "high": high, "n": self.tally.n, "p": p}

    def own(self, cell: Cell, variant: int) -> dict[str, Any] | None:
        """Return a variant's own figure with its interval, or None where nobody is in the group."""
        weights = unit(len(self.plan.variants), {variant: 1})
        if not self.has_cases(cell, weights):
            return None
        found: dict[str, Any] = self.contrast(cell, weights)
        del found["p"]
        if cell.statistic == "no_winner":
            # One yes or no a round, and rare: the interval of a proportion, never empty at 0.
            count = int(self.tally.ratios.sums[self.cells.index(cell), 2 * variant])
            found = {**estimate_proportion(count, self.tally.n)}
        if cell.statistic not in STAKES:
            found["cases"] = self.tally.ratios.cases(self.cells.index(cell), variant)
        return found

    def shift(
        self, cell: Cell, start: int, end: int, level: float = LEVEL
    ) -> dict[str, Any] | None:
        """Return the shift of a figure between two variants, or None where a group is empty."""
        count = len(self.plan.variants)
        weights = unit(count, {start: -1, end: 1})
        if not self.has_cases(cell, weights):
            return None
        found = self.contrast(cell, weights, level)
        variances = [self.contrast(cell, unit(count, {i: 1}))["se"] ** 2 for i in (start, end)]
        paired = found["se"] ** 2
        return {
            "from": self.plan.variants[start].label,
            "to": self.plan.variants[end].label,
            "statistic": cell.statistic,
            "group": cell.group,
            "kind": group_kind(cell.group),
            **found,
            "vrf": sum(variances) / paired if paired else None,
        }


def unit(count: int, weights: dict[int, int]) -> list[int]:
    """Return a list of `count` weights, 0 where none is given."""
    return [weights.get(i, 0) for i in range(count)]


def _student_p(value: float, se: float, freedom: int) -> float:
    if se == 0:
        return float(value == 0)
    from scipy.special import stdtr

    return 2 * float(stdtr(freedom, -abs(value) / se))


def _fold(payments: Payments, blocks: int) -> Payments:
    """Return the payments by fewer blocks; block b of many belongs to block b mod fewer."""
    width = payments.counts.shape[1]
    return Payments(payments.low, payments.counts.reshape(-1, blocks, width).sum(axis=0))


def _values(payments: Payments) -> NDArray[np.int64]:
    return payments.low + np.arange(payments.counts.shape[1])


def _stake(name: str, values: NDArray[np.int64], counts: NDArray[np.int64]) -> float:
    share = STAKES[name]
    if share is not None:
        return mid_quantile(values, counts, share)
    # Payments of a round sum to zero, so the mean is 0 and needs no estimate.
    return sqrt(int((values * values * counts).sum()) / int(counts.sum()))
