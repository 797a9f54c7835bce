"""Rounds in which seat 0 holds what is asked, and everything else is as it falls."""

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats.deals.condition import Condition, accepted_deals
from marriage_stats.engine.simulate import Table, blaming, play_block
from marriage_stats.engine.state import LOG_WIDTH, new_state
from marriage_stats.facts import ROUND_COLUMNS, SEAT_COLUMNS, Rounds
from marriage_stats.runs import seeded_kernels

_COMPILING = threading.Lock()


def play_given(table: Table, condition: Condition, seed: int, first: int, count: int) -> Rounds:
    """Return the facts of rounds first .. first + count - 1 dealt on a condition.

    Round i is round i of the seed that `accepted_deals` names for it, so that it can be replayed.

    Raises
    ------
    ValueError   if the condition is too rare
    """
    _, seeds = accepted_deals(condition, table.rules, seed, first, count)
    with _COMPILING:  # neither compiling nor taking a function's address is safe in two threads
        play_block(table, seed, 0, 1)
        parts = table.compiled()
        play_seeded(table, parts, seeds[:0], first)
    return play_seeded(table, parts, seeds, first)


def play_seeded(table: Table, parts: Any, seeds: NDArray[np.int64], first: int) -> Rounds:
    """Return the facts of rounds first, first + 1, ... each of a root seed of its own.

    Parameters
    ----------
    parts : the table as `Table.compiled` gives it

    Raises
    ------
    ValueError   if a user's policy raises
    """
    rules, tables, calls, params = parts
    rounds = np.zeros((len(seeds), len(ROUND_COLUMNS)), np.int16)
    seats = np.zeros((len(seeds), table.players, len(SEAT_COLUMNS)), np.int16)
    log = np.zeros((0, LOG_WIDTH), np.int16)
    with blaming(table.policies):
        seeded_kernels.play_seeded(
            rules, tables, new_state(), seeds, first, table.fixed_cards(), calls, params, rounds,
            seats, log,
        )  # fmt: skip
    return Rounds(rounds, seats, first)
