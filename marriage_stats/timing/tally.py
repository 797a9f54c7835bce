"""Sums of a run of `see`: the curves of every table that is watched."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats.deals.condition import Condition
from marriage_stats.engine import Table, play_block
from marriage_stats.runs.conditioned import play_given
from marriage_stats.timing.curves import PARTS, SeatCurves


@dataclass(frozen=True)
class Watch:
    """What is played and watched: one table, or several on the same deals.

    Parameters
    ----------
    labels : names of the tables, empty for one alone
    condition : what seat 0 is dealt; None leaves the deal free
    """

    tables: tuple[Table, ...]
    labels: tuple[str, ...] = ("",)
    condition: Condition | None = None

    @property
    def conditional(self) -> bool:
        """Whether deals are not free: then seat 0 alone is watched."""
        return self.condition is not None or bool(self.tables[0].hand)

    def groups(self, table: Table) -> list[SeatCurves]:
        """Return empty sums: of all watched seats, then by policy where there are several."""
        watched = (0,) if self.conditional else tuple(range(table.players))
        names = [table.policies[seat].name for seat in watched]
        groups = [SeatCurves.empty("", watched)]
        for name in dict.fromkeys(names) if len(set(names)) > 1 else ():
            seats = tuple(seat for seat in watched if names[seat] == name)
            groups.append(SeatCurves.empty(name, seats))
        return groups


@dataclass
class Tally:
    """Sums by table and group of seats."""

    groups: list[list[SeatCurves]]

    @property
    def n(self) -> int:
        """Rounds."""
        return self.groups[0][0].n

    def plus(self, other: "Tally") -> "Tally":
        """Return the sums over the rounds of both."""
        out = []
        for mine, theirs in zip(self.groups, other.groups, strict=True):
            row = [SeatCurves.empty(group.label, group.seats) for group in mine]
            for group, one, two in zip(row, mine, theirs, strict=True):
                group.join(one)
                group.join(two)
            out.append(row)
        return Tally(out)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the sums as named arrays."""
        names = [[(group.label, group.seats) for group in row] for row in self.groups]
        out: dict[str, NDArray[Any]] = {
            "n": np.array(self.n),
            "names": np.frombuffer(json.dumps(names).encode(), np.uint8),
        }
        for key, group in _numbered(self.groups):
            out |= {f"{key} {name}": getattr(group, name) for name in PARTS}
            out |= {f"{key} of_draws": np.array([group.draws.sums, *group.draws.products])}
        return out

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> "Tally":
        """Return the sums that `arrays` told."""
        names = json.loads(arrays["names"].tobytes())
        groups = [[SeatCurves.empty(label, tuple(seats)) for label, seats in row] for row in names]
        for key, group in _numbered(groups):
            for name in PARTS:
                setattr(group, name, arrays[f"{key} {name}"])
            sums, *products = arrays[f"{key} of_draws"].tolist()
            group.draws.restore([int(arrays["n"]), sums, products])
        return cls(groups)


def _numbered(groups: Sequence[Sequence[SeatCurves]]) -> list[tuple[str, SeatCurves]]:
    return [(f"{i}.{j}", group) for i, row in enumerate(groups) for j, group in enumerate(row)]


def timing_block(watch: Watch, seed: int, first: int, count: int) -> Tally:
    """Play rounds first .. first + count - 1 at every table, and add up."""
    out = []
    for table in watch.tables:
        if watch.condition is None:
            rounds = play_block(table, seed, first, count)
        else:
            rounds = play_given(table, watch.condition, seed, first, count)
        groups = watch.groups(table)
        for group in groups:
            group.add(rounds)
        out.append(groups)
    return Tally(out)
