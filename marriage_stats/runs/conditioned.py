"""Rounds in which seat 0 holds what is asked, and everything else is as it falls."""

from marriage_stats.deals.condition import Condition, accepted_deals
from marriage_stats.engine.simulate import Table, play_seeded
from marriage_stats.facts import Rounds


def play_given(table: Table, condition: Condition, seed: int, first: int, count: int) -> Rounds:
    """Return the facts of rounds first .. first + count - 1 dealt on a condition.

    Round i is round i of the seed that `accepted_deals` names for it, so that it can be replayed.

    Raises
    ------
    ValueError   if the condition is too rare
    """
    _, seeds = accepted_deals(condition, table.rules, seed, first, count)
    return play_seeded(table, seeds, first)
