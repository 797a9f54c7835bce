"""Whole-number sums of a comparison: exact, so that neither blocks nor their order matter."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from marriage_stats.compare.groups import SHARES, Cell, cells_of, groups_of, members
from marriage_stats.compare.plan import Plan
from marriage_stats.engine.simulate import play_block
from marriage_stats.estimators.block_counts import BlockCounts
from marriage_stats.estimators.ratio import RatioSums
from marriage_stats.facts import UNSEEN, Rounds
from marriage_stats.settlement import settle

PART = 2048
"""Rounds tallied at once: their columns stay in the processor's cache."""


@dataclass(frozen=True)
class Tally:
    """Sums over rounds: the ratios of every cell and variant, and each variant's payments."""

    ratios: RatioSums
    payments: tuple[BlockCounts, ...]

    @property
    def n(self) -> int:
        """Rounds (deals) tallied."""
        return self.ratios.n

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[np.int64]]) -> "Tally":
        """Return the sums that `arrays` told."""
        places = range(sum(name.startswith("low_") for name in arrays))
        payments = (BlockCounts(int(arrays[f"low_{i}"]), arrays[f"counts_{i}"]) for i in places)
        return cls(RatioSums.of_arrays(arrays), tuple(payments))

    def arrays(self) -> dict[str, NDArray[np.int64]]:
        """Return the sums as named arrays."""
        out = self.ratios.arrays()
        for place, payments in enumerate(self.payments):
            out |= {f"low_{place}": np.array(payments.low), f"counts_{place}": payments.counts}
        return out

    def plus(self, other: "Tally") -> "Tally":
        """Return the sums over the rounds of both."""
        pairs = zip(self.payments, other.payments, strict=True)
        return Tally(self.ratios.plus(other.ratios), tuple(a.plus(b) for a, b in pairs))


def tally_block(plan: Plan, seed: int, first: int, count: int) -> Tally:
    """Play rounds first .. first + count - 1, settle them under every variant, and add up."""
    parts = []
    for start in range(first, first + count, PART):
        parts.append(_tally_part(plan, seed, start, min(PART, first + count - start)))
    return reduce(Tally.plus, parts)


def _tally_part(plan: Plan, seed: int, first: int, count: int) -> Tally:
    cells = cells_of(plan)
    columns = np.empty((len(cells), count, 2 * len(plan.variants)))
    payments: list[BlockCounts | None] = [None] * len(plan.variants)
    for place, table in enumerate(plan.tables):
        rounds = play_block(table, seed, first, count)
        groups = members(rounds, plan)
        shared = _shared(plan, cells, rounds, groups)
        for i, variant in enumerate(plan.variants):
            if variant.table == place:
                settled = settle(rounds, variant.rules, dealt_as_exposed=plan.dealt_as_exposed)
                out = columns[:, :, 2 * i : 2 * i + 2]
                out[:] = shared
                out[: len(groups), :, 0] = np.einsum("gns,ns->gn", groups, settled.net)
                out[len(groups), :, 0] = np.einsum("ns->n", np.abs(settled.net))
                payments[i] = BlockCounts.of(settled.net, first)
    return Tally(RatioSums.of(columns), tuple(part for part in payments if part))


def _shared(
    plan: Plan, cells: list[Cell], rounds: Rounds, groups: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Return float64[cells, n, 2], numerator and denominator; those of payments still lacking.

    The first cells are the mean payments of the groups, the next the mean absolute payment.
    """
    out = np.zeros((len(cells), len(rounds), 2))
    names = groups_of(plan)
    sizes = np.einsum("gns->gn", groups, dtype=np.int64)
    out[: len(groups), :, 1] = sizes
    seen = rounds.by_seat("route") != UNSEEN
    for place, cell in enumerate(cells[len(groups) :], start=len(groups)):
        if cell.statistic == "turns":
            out[place, :, 0], out[place, :, 1] = rounds.by_round("turns"), 1
            continue
        if cell.statistic == "no_winner":
            out[place, :, 0], out[place, :, 1] = rounds.by_round("finisher") < 0, 1
            continue
        who = names.index(cell.group)
        out[place, :, 1] = sizes[who]
        if cell.statistic in SHARES:
            did = seen if cell.statistic == "seen" else groups[names.index("finisher")]
            out[place, :, 0] = np.einsum("ns,ns->n", did, groups[who], dtype=np.int64)
    return out
