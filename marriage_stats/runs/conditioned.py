"""Rounds in which seat 0 holds what is asked, and everything else is as it falls."""

import threading

import numpy as np

from marriage_stats.deals.condition import Condition, accepted_deals
from marriage_stats.engine.simulate import Table, play_block
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
    rounds = np.zeros((count, len(ROUND_COLUMNS)), np.int16)
    seats = np.zeros((count, table.players, len(SEAT_COLUMNS)), np.int16)
    log = np.zeros((0, LOG_WIDTH), np.int16)
    with _COMPILING:  # neither compiling nor taking a function's address is safe in two threads
        play_block(table, seed, 0, 1)
        rules, tables, calls, params = table.compiled()
        fixed = table.fixed_cards()
        play = seeded_kernels.play_seeded
        none = seeds[:0]
        play(rules, tables, new_state(), none, first, fixed, calls, params, rounds, seats, log)
    play(rules, tables, new_state(), seeds, first, fixed, calls, params, rounds, seats, log)
    return Rounds(rounds, seats, first)
