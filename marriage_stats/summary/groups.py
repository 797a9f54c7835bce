"""What is summed over the rounds: by seat, by policy, over the table, and of the rounds as such."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats.facts import DUBLEE, ENDED_FINISH, ENDED_TURN_CAP, SEQUENCE, UNSEEN
from marriage_stats.rounds_io import Batch
from marriage_stats.summary.controls import DEALT, dealt_columns
from marriage_stats.summary.tally import Moments, count_values, from_arrays, to_arrays

SEAT_FEATURES = (
    "net",
    "square",
    "size",
    "seen",
    "finished",
    "sequence",
    "dublee",
    "unseen",
)
ROUND_FEATURES = ("turns", "square", "no_winner", "turn_cap", "reshuffled")


@dataclass
class Group:
    """Sums over some (rotation, seat) cells of every deal.

    Parameters
    ----------
    label : what the group is
    cells : bool[rotations, seats]
    """

    label: str
    cells: NDArray[np.bool_]
    moments: Moments = field(default_factory=lambda: Moments(SEAT_FEATURES))
    nets: Counter[int] = field(default_factory=Counter)

    @property
    def n_cells(self) -> int:
        """Values in each deal."""
        return int(self.cells.sum())

    def add(self, values: NDArray[np.int64]) -> None:
        """Take int64[features, deals, rotations, seats]."""
        chosen = values[:, :, self.cells]
        self.moments.add(chosen.sum(axis=2).T)
        self.nets.update(count_values(chosen[0]))

    def join(self, other: "Group") -> None:
        """Add the sums of other deals."""
        self.moments.join(other.moments)
        self.nets.update(other.nets)

    def plain(self) -> list[Any]:
        """Return the sums as lists of numbers."""
        return [self.moments.plain(), sorted(self.nets.items())]

    def restore(self, plain: list[Any]) -> None:
        """Become the sums that `plain` told."""
        self.moments.restore(plain[0])
        self.nets = Counter(dict(plain[1]))


@dataclass
class Tally:
    """All sums of a summary.

    Parameters
    ----------
    policies : names by rotation and seat
    dealt : points of each seat and of each policy, then the controls of each seat; one row a deal
    batch : the rounds themselves, in a block that is to be kept
    """

    policies: Sequence[Sequence[str]]
    seats: list[Group]
    by_policy: list[Group]
    table: Group
    dealt: Moments
    rounds: Moments = field(default_factory=lambda: Moments(ROUND_FEATURES))
    turns: Counter[int] = field(default_factory=Counter)
    batch: Batch | None = None

    @classmethod
    def empty(cls, policies: Sequence[Sequence[str]]) -> "Tally":
        """Return sums of nothing."""
        names = np.array(policies)
        everywhere = np.ones(names.shape, np.bool_)
        seats = [
            Group(str(seat), everywhere & (np.arange(names.shape[1]) == seat))
            for seat in range(names.shape[1])
        ]
        kinds = list(dict.fromkeys(policies[0]))
        told = [f"seat {seat}" for seat in range(names.shape[1])] + [f"policy {k}" for k in kinds]
        told += [f"{name} {seat}" for seat in range(names.shape[1]) for name in DEALT]
        by_policy = [Group(k, names == k) for k in kinds]
        return cls(policies, seats, by_policy, Group("", everywhere), Moments(tuple(told)))

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> "Tally":
        """Return the sums that `arrays` told."""
        policies, groups, dealt, rounds, turns = from_arrays(arrays)
        tally = cls.empty(policies)
        for group, plain in zip(tally.groups, groups, strict=True):
            group.restore(plain)
        tally.dealt.restore(dealt)
        tally.rounds.restore(rounds)
        tally.turns = Counter(dict(turns))
        return tally

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the sums as named arrays."""
        groups = [group.plain() for group in self.groups]
        moments = self.dealt.plain(), self.rounds.plain()
        plain = [list(self.policies), groups, *moments, sorted(self.turns.items())]
        return to_arrays(self.n, plain)

    def plus(self, other: "Tally") -> "Tally":
        """Return the sums over the deals of both."""
        tally = Tally.empty(self.policies)
        tally.join(self)
        tally.join(other)
        return tally

    @property
    def n(self) -> int:
        """Deals."""
        return self.rounds.n

    @property
    def groups(self) -> list[Group]:
        """Every group of cells."""
        return [*self.seats, *self.by_policy, self.table]

    def add(self, batch: Batch) -> None:
        """Take a batch of deals."""
        values = _seat_values(batch)
        for group in self.groups:
            group.add(values)
        points = [values[0][:, group.cells].sum(axis=1) for group in self.groups[:-1]]
        controls = dealt_columns(batch.rounds[0]).reshape(len(batch), -1)
        self.dealt.add(np.column_stack([*points, controls]))
        ended, turns = batch.by_round("ended"), batch.by_round("turns")
        features = (
            turns,
            turns * turns,
            ended != ENDED_FINISH,
            ended == ENDED_TURN_CAP,
            batch.by_round("reshuffles") > 0,
        )
        self.rounds.add(np.stack([f.sum(axis=1) for f in features], axis=1).astype(np.int64))
        self.turns.update(count_values(turns))

    def join(self, other: "Tally") -> None:
        """Add the sums of other deals."""
        for mine, theirs in zip(self.groups, other.groups, strict=True):
            mine.join(theirs)
        self.dealt.join(other.dealt)
        self.rounds.join(other.rounds)
        self.turns.update(other.turns)


def _seat_values(batch: Batch) -> NDArray[np.int64]:
    """Return int64[SEAT_FEATURES, deals, rotations, seats]."""
    net, route = batch.points("net"), batch.by_seat("route")
    finisher = batch.by_round("finisher")[:, :, None] == np.arange(net.shape[2])
    features = (
        net,
        net * net,
        np.abs(net),
        route != UNSEEN,
        finisher,
        route == SEQUENCE,
        route == DUBLEE,
        route == UNSEEN,
    )
    return np.stack([f.astype(np.int64) for f in features])
