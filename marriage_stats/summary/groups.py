"""What is summed over the rounds: by seat, by policy, over the table, and of the rounds as such."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from marriage_stats.facts import DUBLEE, ENDED_FINISH, ENDED_TURN_CAP, SEQUENCE, UNSEEN
from marriage_stats.rounds_io import Batch
from marriage_stats.summary.tally import Moments, count_values

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


@dataclass
class Tally:
    """All sums of a summary; `policies` holds names by rotation and seat."""

    policies: Sequence[Sequence[str]]
    seats: list[Group]
    by_policy: list[Group]
    table: Group
    rounds: Moments = field(default_factory=lambda: Moments(ROUND_FEATURES))
    turns: Counter[int] = field(default_factory=Counter)

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
        return cls(policies, seats, [Group(k, names == k) for k in kinds], Group("", everywhere))

    @property
    def groups(self) -> list[Group]:
        """Every group of cells."""
        return [*self.seats, *self.by_policy, self.table]

    def add(self, batch: Batch) -> None:
        """Take a batch of deals."""
        values = _seat_values(batch)
        for group in self.groups:
            group.add(values)
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
