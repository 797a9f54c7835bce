"""The gain of one changed player among usual ones, over every seat of the same deals."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from marriage_stats.engine.simulate import Table, play_block
from marriage_stats.estimators.intervals import LEVEL, normal_quantile
from marriage_stats.policies.parameters import INDEX, NAMES
from marriage_stats.policies.registry import Policy, load_policy
from marriage_stats.rules import Rules
from marriage_stats.settlement import settle
from marriage_stats.tuning.ladders import Change


@dataclass(frozen=True, eq=False)
class Setting:
    """A house and the policy that every seat of it usually plays."""

    rules: Rules
    policy: Policy

    @classmethod
    def of(cls, rules: Rules, values: Mapping[str, float] | None = None) -> "Setting":
        """Return `adaptive` in a house, with its committed parameters or others."""
        committed = cls(rules, load_policy("adaptive", rules))
        return committed if values is None else committed.at(values)

    @property
    def values(self) -> dict[str, float]:
        """The usual parameters by name."""
        return {name: float(self.policy.params[INDEX[name]]) for name in NAMES}

    def at(self, values: Mapping[str, float]) -> "Setting":
        """Return the setting with some parameters changed at every seat."""
        return replace(self, policy=self.changed(Change.of(values)))

    def changed(self, change: Change) -> Policy:
        """Return the usual policy with a change."""
        params = self.policy.params.copy()
        for name, value in change.values:
            params[INDEX[name]] = value
        return replace(self.policy, params=params)

    @property
    def seats(self) -> tuple[Policy, ...]:
        """The usual policy at every seat."""
        return (self.policy,) * self.rules.number("players")

    def table(self, change: Change | None = None) -> Table:
        """Return the table with the changed player in seat 0."""
        first = self.policy if change is None else self.changed(change)
        return Table(self.rules, (first, *self.seats[1:]))


@dataclass(frozen=True)
class Dealt:
    """A change on n deals: its gain over all seats (int64[n]), where any payment differs (bool[n]).

    `balanced` tells that the payments of every round sum to 0.
    """

    gains: NDArray[np.int64]
    differs: NDArray[np.bool_]
    balanced: bool


@dataclass(frozen=True, slots=True)
class Sums:
    """Whole-number sums over deals of a change's gain over all seats."""

    n: int = 0
    total: int = 0
    squares: int = 0
    changed: int = 0
    balanced: bool = True

    @classmethod
    def of(cls, dealt: Dealt) -> "Sums":
        """Return the sums of some deals."""
        gains = dealt.gains
        changed = int(dealt.differs.sum())
        return cls(len(gains), int(gains.sum()), int(gains @ gains), changed, dealt.balanced)

    def plus(self, other: "Sums") -> "Sums":
        """Return the sums over the deals of both."""
        return Sums(
            self.n + other.n,
            self.total + other.total,
            self.squares + other.squares,
            self.changed + other.changed,
            self.balanced and other.balanced,
        )


@dataclass(frozen=True, slots=True)
class Gain:
    """Points a round that a change earns its player, from n deals; `changed` of them differ.

    `balanced` tells that the payments of every round played summed to 0; `stage` is the one of a
    confirmation whose deals these are.
    """

    change: Change
    value: float
    se: float
    low: float
    high: float
    n: int
    changed: int
    balanced: bool = True
    stage: int = 1

    @classmethod
    def of(cls, change: Change, sums: Sums, players: int, level: float = LEVEL) -> "Gain":
        """Return the mean gain with its interval."""
        n = sums.n
        variance = (n * sums.squares - sums.total**2) / (n * max(1, n - 1))
        value, se = sums.total / n / players, (variance / n) ** 0.5 / players
        half = normal_quantile(level) * se
        return cls(change, value, se, value - half, value + half, n, sums.changed, sums.balanced)


def deal_gains(
    setting: Setting, changes: Iterable[Change], seed: int, first: int, count: int
) -> list[Dealt]:
    """Return what each change does on deals first .. first + count - 1.

    Payments of a deal sum to 0 over the seats with nothing changed: their sum is the gain.
    """
    rules = setting.rules
    usual = settle(play_block(setting.table(), seed, first, count), rules).net
    even = not usual.sum(axis=1).any()
    found = []
    for change in changes:
        table = setting.table(change)
        gains, differs, balanced = np.zeros(count, np.int64), np.zeros(count, np.bool_), even
        for seat in range(rules.number("players")):
            net = settle(play_block(table.rotated(seat), seed, first, count), rules).net
            gains += net[:, seat]
            differs |= (net != usual).any(axis=1)
            balanced = balanced and not net.sum(axis=1).any()
        found.append(Dealt(gains, differs, balanced))
    return found


def deal_sums(
    setting: Setting, changes: Sequence[Change], seed: int, first: int, count: int
) -> list[Sums]:
    """Return the sums of `deal_gains` for every change."""
    return [Sums.of(dealt) for dealt in deal_gains(setting, changes, seed, first, count)]
