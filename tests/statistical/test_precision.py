"""At a precision the data decide when to stop: do the intervals still hold the exact law?

4,000 runs of different seeds for each command with a figure that has one. Every run must be as
precise as asked, and the truth inside all its declared intervals with a law at least 94% of the
time: a coverage of 93% fails with probability 99%.
"""

from functools import cache

import pytest

from marriage_stats.engine import Table
from marriage_stats.exact import exact_odds
from marriage_stats.odds.precise import deal_to_precision
from marriage_stats.odds.sample import Sampler
from marriage_stats.policies.registry import load_policies
from marriage_stats.rules import preset
from marriage_stats.runs import Sampling
from marriage_stats.timing import Watch, play_timing, report

pytestmark = pytest.mark.long
RUNS = 4000
LEAST = 0.94


def _told(name, covered, units, looks):
    share = covered / RUNS
    print(
        f"{name}: {100 * share:.2f}% of {RUNS}, {units / RUNS:,.0f} units, {looks / RUNS:.1f} looks"
    )
    assert looks > 1.5 * RUNS, "runs that stop at their first look prove nothing"
    assert share >= LEAST


@pytest.mark.parametrize("house", ["classic", "dashain"])
def test_odds_of_a_tunnela_and_of_seeing(house):
    """Stopped at 0.3 points; tunnela and all ways of seeing must hold together."""
    rules, half = preset(house), 0.003
    exact = exact_odds(rules)
    covered = units = looks = 0
    for seed in range(RUNS):
        counts, intervals, look = deal_to_precision(Sampler(rules, 21, seed, 1), half)
        laws = {path: exact[path.split(".")[0]][path.split(".")[1]] for path in intervals}
        assert all(high - low <= 2 * half for low, high in intervals.values())
        covered += all(low <= laws[path] <= high for path, (low, high) in intervals.items())
        units, looks = units + counts.n, looks + look
    _told(f"odds of {house}", covered, units, looks)


@pytest.mark.parametrize("players", [1, 2])
def test_the_share_that_sees_at_the_deal(players, monkeypatch):
    """Rounds of one turn, so that many can be played; the law of later turns is not known."""
    # Every run tells the same floor beside its curve.
    monkeypatch.setattr(report, "floor_curve", cache(report.floor_curve))
    rules = preset("classic").replace({"turn_cap": 1, "players": 2})
    policies = load_policies("random", rules)
    alone = players == 1
    watch = Watch((Table(rules, policies[:1] if alone else policies, solitaire=alone),))
    exact = exact_odds(rules)["see"]["either"]
    covered = units = looks = 0
    for seed in range(RUNS):
        found = play_timing(watch, Sampling(seed=seed, precision=0.07, threads=1), first_look=128)
        row, told = found["curve"][0], found["precision"]
        assert told["reached"]
        assert all(r["high"] - r["low"] <= 0.14 for r in found["curve"])
        covered += row["low"] <= exact <= row["high"]
        units, looks = units + found["rounds"], looks + told["looks"]
    _told(f"seen at the deal, {players} players", covered, units, looks)
