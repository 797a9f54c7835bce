"""From sums to figures: every variant's own, and the contrasts between variants."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats.compare.groups import SHARES, Cell, cells_of, group_kind, is_compared
from marriage_stats.compare.plan import Plan
from marriage_stats.compare.tally import Tally
from marriage_stats.estimators import LEVEL, Estimate, estimate_proportion
from marriage_stats.estimators.holm import normal_p, student_p
from marriage_stats.estimators.intervals import normal_quantile
from marriage_stats.estimators.jackknife import (
    fold_blocks,
    jackknife_interval,
    n_blocks,
)
from marriage_stats.estimators.proportion import clopper_pearson
from marriage_stats.estimators.quantile import MidQuantile
from marriage_stats.estimators.quantile_contrast import contrast_quantiles
from marriage_stats.estimators.shares import contrast_p, share_contrast

RANGE = {"p05": 0.05, "p95": 0.95}
STAKES = ("sd", *RANGE)
"""Figures with errors from blocks: the standard deviation, and quantiles at the shares of RANGE."""


@dataclass(frozen=True)
class Figures:
    """All figures of a comparison so far."""

    plan: Plan
    tally: Tally

    @cached_property
    def cells(self) -> list[Cell]:
        """Every figure: ratios first, then the stakes."""
        return [*cells_of(self.plan), *(Cell(name, "all") for name in STAKES)]

    @cached_property
    def compared(self) -> list[Cell]:
        """Figures in which variants can differ."""
        return [cell for cell in self.cells if is_compared(self.plan, cell)]

    @property
    def blocks(self) -> int:
        """Blocks of rounds from which stakes have their standard errors."""
        return n_blocks(self.tally.n)

    @cached_property
    def payments(self) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Payments that came and how often in each block, int64[k] and int64[blocks, k]."""
        found = []
        for payments in self.tally.payments:
            counts = fold_blocks(payments.counts, self.blocks)
            came = np.flatnonzero(counts.any(axis=0))
            found.append((payments.low + came, counts[:, came]))
        return found

    @cached_property
    def deviations(self) -> NDArray[np.float64]:
        """Standard deviations, float64[1 + blocks, variants]: of all, and without each block."""
        rows = []
        for values, counts in self.payments:
            whole = counts.sum(axis=0)
            rows.append(_deviations(values, np.vstack([whole, whole - counts])))
        return np.stack(rows, axis=1)

    @cached_property
    def quantiles(self) -> dict[str, list[MidQuantile]]:
        """The quantiles of every variant's payments, by name."""
        return {
            name: [MidQuantile(*payments, share) for payments in self.payments]
            for name, share in RANGE.items()
        }

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
            return self._stake(cell, weights, level)
        value, se = self.tally.ratios.contrast(self.cells.index(cell), weights)
        half, p = normal_quantile(level) * se, normal_p(value, se)
        low, high = value - half, value + half
        if cell.statistic in (*SHARES, "no_winner"):
            place = self.cells.index(cell)
            low, high = share_contrast(self.tally.ratios, place, weights, level)
            p = contrast_p(self.tally.ratios, place, weights)
        return {"value": value, "se": se, "low": low, "high": high, "n": self.tally.n, "p": p}

    def _stake(self, cell: Cell, weights: Sequence[int], level: float) -> dict[str, float | int]:
        n, freedom = self.tally.n, self.blocks - 1
        if cell.statistic in RANGE:
            # Where no round differs `rounds_differ` says so, and the width is zero.
            alike = self.rounds_differ(cell, weights) is not None
            unseen = 0.0 if alike else clopper_pearson(0, n, level)[1]
            found = self.quantiles[cell.statistic]
            value, se, low, high = contrast_quantiles(found, weights, unseen, level)
        else:
            full, *left_out = self.deviations @ np.array(weights)
            value, (se, low, high) = full, jackknife_interval(full, np.array(left_out), level)
        p = student_p(value, se, freedom)
        return {"value": float(value), "se": se, "low": low, "high": high, "n": n, "p": p}

    def rounds_differ(
        self, cell: Cell, weights: Sequence[int], level: float = LEVEL
    ) -> Estimate | None:
        """Return the share of rounds that differ in a figure where none did, 0 with its bound.

        A payment has no bound worth telling, so that a shift that no round shows has an interval of
        width zero: this says what the rounds do exclude. None where some round differed, and for
        the mean payment of all, which is 0 by the rules.
        """
        if cell == Cell("mean", "all"):
            return None
        of_payments = [c for c in self.cells if c.statistic == "mean" and c.group in self.seats]
        told_by = of_payments if cell.statistic in STAKES else [cell]
        if any(self._apart(c, weights) for c in told_by):
            return None
        return estimate_proportion(0, self.tally.n, level)

    @property
    def seats(self) -> list[str]:
        """Groups of one seat each."""
        return [f"seat_{seat}" for seat in range(self.plan.seats)]

    def _apart(self, cell: Cell, weights: Sequence[int]) -> bool:
        """Return whether a weighted sum of variants is not 0 in some round, above or below."""
        products = self.tally.ratios.products[self.cells.index(cell)]
        row = np.array(weights)
        return any(int(row @ products[part::2, part::2] @ row) for part in range(2))

    def own(self, cell: Cell, variant: int) -> dict[str, Any] | None:
        """Return a variant's own figure with its interval, or None where nobody is in the group."""
        weights = unit(len(self.plan.variants), {variant: 1})
        if not self.has_cases(cell, weights):
            return None
        found: dict[str, Any] = self.contrast(cell, weights)
        del found["p"]
        if cell.statistic in RANGE:
            found["low"], found["high"] = self.quantiles[cell.statistic][variant].interval()
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
            "rounds_differ": self.rounds_differ(cell, weights, level),
            "vrf": sum(variances) / paired if paired else None,
        }


def unit(count: int, weights: dict[int, int]) -> list[int]:
    """Return a list of `count` weights, 0 where none is given."""
    return [weights.get(i, 0) for i in range(count)]


def _deviations(values: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the standard deviation of every row of counts.

    Payments of a round sum to zero, so the mean is 0 and needs no estimate.
    """
    return np.asarray(np.sqrt(counts @ (values * values) / counts.sum(axis=1)))
