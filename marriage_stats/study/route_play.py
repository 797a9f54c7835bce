"""One player forced to each route on the same deals, given the dublees dealt."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cards import HAND_SIZE
from marriage_stats.deals.condition import Condition, accepted_deals
from marriage_stats.engine.simulate import Table, play_seeded
from marriage_stats.facts import Rounds
from marriage_stats.parallel import run_blocks
from marriage_stats.policies.registry import load_policy
from marriage_stats.rules import Rules
from marriage_stats.settlement import settle

ROUTES = ("sequence", "dublee")
"""Policies of seat 0; the others play `adaptive`."""
MOST_PAIRS = 7
LAST_TURN = 20
BLOCK = 256


@dataclass(frozen=True, slots=True)
class Forced:
    """What became of seat 0 in n deals, each played once per route.

    Parameters
    ----------
    melds : int64[n]   pure melds dealt
    net : int64[2, n]   points by route
    seen : int64[2, n]   own draws until seat 0 showed, -1 if it never did
    finished : bool[2, n]
    balanced : every round's payments sum to zero
    dealt : every deal was one that was asked for
    """

    melds: NDArray[np.int64]
    net: NDArray[np.int64]
    seen: NDArray[np.int64]
    finished: NDArray[np.bool_]
    balanced: bool
    dealt: bool


def pairs_limits(pairs: int) -> tuple[int, int]:
    """Return fewest and most dublees of a group; the last holds seven or more."""
    return pairs, pairs if pairs < MOST_PAIRS else HAND_SIZE


def seat_routes(rules: Rules) -> list[Table]:
    """Return the table with seat 0 on each route."""
    others = (load_policy("adaptive", rules),) * (rules.number("players") - 1)
    return [Table(rules, (load_policy(route, rules), *others)) for route in ROUTES]


def play_routes(
    tables: list[Table], pairs: int, n: int, seed: int, threads: int | None = None
) -> Forced:
    """Play n deals in which seat 0 is dealt so many dublees, once per route."""
    rules = tables[0].rules
    condition = Condition(pairs=pairs_limits(pairs))

    def block(first: int, count: int) -> Forced:
        _, seeds = accepted_deals(condition, rules, seed, first, count)
        return _watched([play_seeded(table, seeds, first) for table in tables], rules, condition)

    return _joined(list(run_blocks(block, n, BLOCK, threads)))


def _watched(played: Sequence[Rounds], rules: Rules, condition: Condition) -> Forced:
    nets = [settle(rounds, rules).net for rounds in played]
    pairs = np.stack([rounds.by_seat("dealt_pairs")[:, 0] for rounds in played])
    melds = [rounds.by_seat("dealt_melds")[:, 0] for rounds in played]
    low, high = condition.pairs
    return Forced(
        melds[0],
        np.stack([net[:, 0] for net in nets]),
        np.stack([rounds.by_seat("seen_turn")[:, 0] for rounds in played]),
        np.stack([rounds.by_round("finisher") == 0 for rounds in played]),
        all(bool((net.sum(axis=1) == 0).all()) for net in nets),
        bool(((pairs >= low) & (pairs <= high)).all() and (melds[0] == melds[1]).all()),
    )


def _joined(parts: Sequence[Forced]) -> Forced:
    return Forced(
        np.concatenate([part.melds for part in parts]),
        np.concatenate([part.net for part in parts], axis=1),
        np.concatenate([part.seen for part in parts], axis=1),
        np.concatenate([part.finished for part in parts], axis=1),
        all(part.balanced for part in parts),
        all(part.dealt for part in parts),
    )
