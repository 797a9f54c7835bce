"""Play rounds: arrays of facts out of rules, policies and a seed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats._jit import compiling
from marriage_stats.cards import HAND_SIZE, SUPERMAN, SUPERMAN_CARD, check_copies
from marriage_stats.engine import round_kernels
from marriage_stats.engine.calls import round_calls, straight
from marriage_stats.engine.state import (
    MAX_SEATS,
    RoundCalls,
    blank_facts,
    blank_log,
    new_state,
)
from marriage_stats.facts import Rounds
from marriage_stats.parallel import Progress, run_blocks
from marriage_stats.policies.registry import Policy
from marriage_stats.rules import Rules, compile_rules
from marriage_stats.views import N_PARAMETERS, play_tables, rule_record, table_addresses

MAX_ROUNDS = 10**9
BLOCK_SIZE = 2048
MAX_EVENTS = 4096


@dataclass(frozen=True)
class Table:
    """A house and its players.

    Parameters
    ----------
    rules : the house
    policies : one per seat
    solitaire : one player races alone: stock only, no start card, own throws not pickable
    hand : kinds that seat 0 is dealt in every round, at most 21; the rest stays random

    Raises
    ------
    ValueError   if the policies are not one per seat, or the pack lacks the hand
    """

    rules: Rules
    policies: tuple[Policy, ...]
    solitaire: bool = False
    hand: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if len(self.hand) > HAND_SIZE:
            raise ValueError(f"hand must be at most {HAND_SIZE} cards, got {len(self.hand)}")
        check_copies(self.hand, self.rules.number("man_cards"), self.rules.number("superman"))
        if len(self.policies) != self.players:
            raise ValueError(
                f"policies must be {self.players}, one per seat, got {len(self.policies)}"
            )

    @property
    def players(self) -> int:
        """Seats: those of the house, or one."""
        return 1 if self.solitaire else self.rules.number("players")

    def rotated(self, steps: int) -> "Table":
        """Return the table with each policy moved `steps` seats on."""
        cut = -steps % self.players
        return replace(self, policies=self.policies[cut:] + self.policies[:cut])

    def fixed_cards(self) -> NDArray[np.int16]:
        """Return int16[k], physical cards of the hand: the lowest copies of its kinds."""
        used: Counter[int] = Counter()
        cards = []
        for kind in self.hand:
            cards.append(SUPERMAN_CARD if kind == SUPERMAN else 3 * kind + used[kind])
            used[kind] += 1
        return np.array(cards, np.int16)

    def compiled(self) -> tuple[Any, Any, RoundCalls, NDArray[np.float64]]:
        """Return rules, tables, functions and parameters as the kernels take them."""
        table = compile_rules(self.rules)
        if self.solitaire:
            table = table._replace(players=1, dublee_route=int(self.rules.flag("dublee_route")))
        seats = [self.policies[seat % self.players] for seat in range(MAX_SEATS)]
        params = np.zeros((MAX_SEATS, N_PARAMETERS))
        for seat, policy in enumerate(seats):
            params[seat] = policy.params
        with compiling():  # two threads would build tables twice: those of one would be let go
            rules, tables = rule_record(table), table_addresses(play_tables(self.rules))
        return rules, tables, round_calls(rules, tables, params, seats), params


@contextmanager
def blaming(policies: Sequence[Policy]) -> Iterator[None]:
    """Tell what a user's policy raises as the user's mistake."""
    try:
        yield
    except Exception as error:
        names = ", ".join(dict.fromkeys(p.name for p in policies if p.source))
        if not names:
            raise
        raise ValueError(f"policy {names} raised {type(error).__name__}: {error}") from None


def play_block(table: Table, seed: int, first: int, count: int) -> Rounds:
    """Return the facts of rounds first .. first + count - 1.

    A round depends on (seed, its index) and the table alone, not on the block it is played in.

    Raises
    ------
    ValueError   if a user's policy raises
    """
    return play_seeded(table, np.full(count, seed, np.int64), first)


def play_seeded(table: Table, seeds: NDArray[np.int64], first: int) -> Rounds:
    """Return the facts of rounds first, first + 1, ... each of a root seed of its own.

    Raises
    ------
    ValueError   if a user's policy raises
    """
    return _played(table, seeds, first, blank_log())[0]


def play_logged(table: Table, seed: int, index: int) -> tuple[Rounds, NDArray[np.int16]]:
    """Return one round's facts and its events (int16[n, 164], see `engine.state`)."""
    log = blank_log(MAX_EVENTS)
    rounds, n_events = _played(table, np.array([seed]), index, log)
    return rounds, log[:n_events]


def _played(
    table: Table, seeds: NDArray[np.int64], first: int, log: NDArray[np.int16]
) -> tuple[Rounds, int]:
    """Return the facts of rounds and the number of events of the last."""
    rules, tables, calls, params = table.compiled()
    rounds, seats = blank_facts(len(seeds), table.players)
    state, fixed = new_state(), table.fixed_cards()
    play = straight(round_kernels.play_rounds)
    with blaming(table.policies):
        play(rules, tables, state, seeds, first, fixed, calls, params, rounds, seats, log)
    return Rounds(rounds, seats, first), int(state.deck["events"])


def simulate(
    table: Table,
    n_rounds: int,
    seed: int,
    *,
    first: int = 0,
    threads: int | None = None,
    block_size: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Rounds]:
    """Return an iterator over blocks of rounds first .. first + n_rounds - 1, in order.

    Raises
    ------
    ValueError   for a bad n_rounds, threads or block_size
    """

    def task(start: int, count: int) -> Rounds:
        return play_block(table, seed, first + start, count)

    return run_blocks(task, n_rounds, block_size or BLOCK_SIZE, threads, progress)


def policy_names(policies: Sequence[Policy]) -> list[str]:
    """Return the policies' names by seat."""
    return [policy.name for policy in policies]
