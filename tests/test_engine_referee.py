"""Rounds of the fast engine pass the referee: every house, table size and policy, and odd rules."""

from collections import Counter

import pytest
from joblib import Parallel, delayed

from marriage_stats.rules import PRESETS
from tests.played import Game, full_log, referee_plan, seats_of, table_of, violations
from tests.reference.referee import check_round

QUICK, LONG = 500, 100_000


def test_hundreds_of_rounds_pass_the_referee() -> None:
    played, found = 0, []
    for game, count in referee_plan(QUICK):
        found += violations(game, 1, 0, count)
        played += count
    print(f"{played} rounds refereed")
    assert found == []
    assert played >= QUICK


@pytest.mark.parametrize("house", PRESETS)
def test_a_tampered_round_fails_the_referee(house: str) -> None:
    log = full_log(table_of(Game(house, seats_of("novice", house, 4))), 1, 0)
    throw = next(event for event in log["events"] if event["do"] == "throw")
    draw = next(event for event in log["events"] if event["do"] == "draw" and event["turn"] > 4)
    throw["ids"], draw["ids"] = draw["ids"], throw["ids"]
    assert check_round(log) != []


@pytest.mark.long
def test_a_hundred_thousand_rounds_pass_the_referee() -> None:
    plan = [
        (game, first, min(50, count - first))
        for game, count in referee_plan(LONG)
        for first in range(0, count, 50)
    ]
    work = (delayed(violations)(game, 2, first, count) for game, first, count in plan)
    found = [line for lines in Parallel(n_jobs=-1)(work) for line in lines]
    houses: Counter[str] = Counter()
    seats: Counter[str] = Counter()
    for game, _, count in plan:
        houses[f"{game.house} x{len(game.policies)}"] += count
        for name in game.policies:
            seats[name] += count
    print(f"{houses.total()} rounds refereed: {dict(houses)}; seats: {dict(seats)}")
    assert found == []
    assert houses.total() >= LONG
