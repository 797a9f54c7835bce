"""Switches of `adaptive` as paired experiments: one player changed, the others as they are."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from marriage_stats.engine.simulate import play_block
from marriage_stats.parallel import run_blocks
from marriage_stats.policies.parameters import INDEX, NAMES
from marriage_stats.policies.registry import load_policy
from marriage_stats.rules import Rules
from marriage_stats.settlement import settle
from marriage_stats.tuning import Change, Setting, deal_gains

WEIGHTS = {"dublee_base", "dublee_slope", "dublee_outs", "dublee_turn"}
"""Places that only tune a switch of another name: without a meaning of their own when off."""
TRIED = {"pick_outs": 4.0, "show_wait": 2.0, "feed_seen": 0.3, "hold_finish": 2.0}
"""Values tried where `adaptive` has a switch off; 1 for others."""
BLOCK = 128


@dataclass(frozen=True, slots=True)
class Switch:
    """A parameter, its value in `adaptive` and the one tried against it."""

    name: str
    usual: float
    tried: float

    @property
    def label(self) -> str:
        """What the changed player does."""
        return f"{self.name} {self.usual:g} to {self.tried:g}"

    @property
    def change(self) -> Change:
        """The change that is tried."""
        return Change.of({self.name: self.tried})


@dataclass(frozen=True)
class Edge:
    """Gains of the changed player on n deals, int64[n], summed over all seats taken in turn.

    `changed` counts the deals on which any payment differs; `balanced` tells that all sum to 0.
    """

    gains: NDArray[np.int64]
    changed: int
    balanced: bool


def switches(rules: Rules) -> list[Switch]:
    """Return every switch of `adaptive` under a house, turned off if it is on, on if it is off."""
    params = load_policy("adaptive", rules).params
    found = []
    for name in NAMES:
        usual = float(params[INDEX[name]])
        if name not in WEIGHTS:
            found.append(Switch(name, usual, 0.0 if usual else TRIED.get(name, 1.0)))
    return found


def play_switches(
    rules: Rules, n: int, seed: int, threads: int | None = None
) -> dict[Switch, Edge]:
    """Play n deals for every switch, with one player changed, in each seat in turn.

    The others play `adaptive`. Were nothing changed, that player's payments over all seats of one
    deal would sum to 0, as those of the table do: the sum is the gain, paired with the unchanged
    deal.
    """
    parts = list(run_blocks(partial(_block, rules, seed), n, BLOCK, threads))
    return {switch: _joined([part[switch] for part in parts]) for switch in parts[0]}


def play_dealt(
    rules: Rules, name: str, hand: tuple[int, ...], n: int, seed: int, threads: int | None = None
) -> tuple[Switch, Edge]:
    """Play n deals in which seat 0 holds some cards, a switch of that seat as it is and changed."""
    switch = next(found for found in switches(rules) if found.name == name)

    setting = Setting.of(rules)
    plain = replace(setting.table(), hand=hand)
    other = replace(setting.table(switch.change), hand=hand)

    def block(first: int, count: int) -> Edge:
        base, net = (settle(play_block(t, seed, first, count), rules).net for t in (plain, other))
        balanced = not (base.sum(axis=1).any() or net.sum(axis=1).any())
        return Edge(net[:, 0] - base[:, 0], int((net != base).any(axis=1).sum()), balanced)

    return switch, _joined(list(run_blocks(block, n, BLOCK, threads)))


def _joined(parts: list[Edge]) -> Edge:
    return Edge(
        np.concatenate([part.gains for part in parts]),
        sum(part.changed for part in parts),
        all(part.balanced for part in parts),
    )


def _block(rules: Rules, seed: int, first: int, count: int) -> dict[Switch, Edge]:
    found = switches(rules)
    dealt = deal_gains(Setting.of(rules), [s.change for s in found], seed, first, count)
    return {
        switch: Edge(part.gains, int(part.differs.sum()), part.balanced)
        for switch, part in zip(found, dealt, strict=True)
    }
