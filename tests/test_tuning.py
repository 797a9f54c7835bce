"""Tuning: paired gains, races that stop early, searches that find what was spoilt on purpose."""

from dataclasses import replace
from importlib import import_module
from itertools import product

import numpy as np
import pytest

from marriage_stats.engine.simulate import Table, play_block
from marriage_stats.rules import PRESETS, load_rules, preset
from marriage_stats.settlement import settle
from marriage_stats.tuning import (
    Change,
    Effort,
    Gain,
    Search,
    Setting,
    Step,
    adapt,
    best_response,
    deal_gains,
    neighbours,
    race,
    research,
    search,
)
from marriage_stats.tuning.ladders import LADDERS, rungs_near
from marriage_stats.tuning.paired import Sums
from marriage_stats.tuning.race import APART, play_sizes

DEALS = 128
"""Refusing discards costs 5.1 points a round here, 10 standard errors at this size."""


@pytest.fixture(scope="module")
def setting():
    return Setting.of(load_rules("hidden-maal", ["players=2"]))


@pytest.fixture(scope="module")
def spoilt(setting):
    return setting.at({"pick_up": 0.0})


@pytest.mark.parametrize(("house", "players"), list(product(PRESETS, range(2, 7))))
def test_committed_values_are_rungs_with_neighbours_on_both_sides(house, players):
    rules = load_rules(house, [f"players={players}"])
    values = Setting.of(rules).values
    assert set(LADDERS) == set(values)
    changes = neighbours(values, rules)
    assert len(changes) == len(set(changes))
    for change in changes:
        ((name, value),) = change.values
        assert value != values[name]
        assert value in LADDERS[name]


def test_what_cannot_matter_is_not_tried():
    def names(house):
        rules = preset(house)
        return {c.values[0][0] for c in neighbours(Setting.of(rules).values, rules)}

    assert names("hidden-maal").isdisjoint({"dublee_route", "dublee_base", "lay_man", "expose"})
    assert {"dublee_base", "expose"} <= names("classic")
    assert "lay_man" in names("dashain")


def test_a_value_off_the_ladder_is_refused():
    with pytest.raises(ValueError, match=r"expose must be one of 0.0, 1.0, 2.0, got 0.3"):
        list(rungs_near("expose", 0.3))


def test_gain_is_what_the_lone_player_earns_over_all_seats():
    rules = preset("classic")
    setting, change = Setting.of(rules), Change.of({"pick_up": 0.0})
    alone = setting.changed(change)
    wanted = np.zeros(40, np.int64)
    for seat in range(4):
        seats = [setting.policy] * 4
        seats[seat] = alone
        wanted += settle(play_block(Table(rules, tuple(seats)), 3, 10, 40), rules).net[:, seat]
    (dealt,) = deal_gains(setting, [change], 3, 10, 40)
    np.testing.assert_array_equal(dealt.gains, wanted)
    assert dealt.balanced
    assert dealt.differs.sum() > 20


def test_no_change_gains_nothing(setting):
    (dealt,) = deal_gains(setting, [Change.of({"pick_up": 1.0})], 3, 0, 40)
    assert not dealt.gains.any()
    assert not dealt.differs.any()


def test_a_race_drops_what_is_decided_and_plays_on_with_the_rest(setting):
    worse, even = Change.of({"pick_up": 0.0}), Change.of({"feed_unseen": 0.45})
    effort = Effort(600, 1, 1)
    found = {gain.change: gain for gain in race(setting, [worse, even], effort, 0.1)}
    assert (found[worse].n, found[even].n) == (256, 600)
    assert found[worse].high < 0.1
    again = race(setting, [even], replace(effort, threads=2), None)[0]
    assert (again.value, again.se, again.n) == (found[even].value, found[even].se, 600)


def test_search_finds_the_switch_that_was_turned_off(setting, spoilt):
    found = search(spoilt, Effort(DEALS, 1, 1))
    assert found.values["pick_up"] == 1.0
    assert any(s.adopted and dict(s.gain.change.values) == {"pick_up": 1.0} for s in found.steps)
    assert found.rounds > 0


def test_adapting_ends_where_no_change_gains_more(spoilt):
    done = adapt(spoilt, Effort(DEALS, 2, 1))
    told = done.as_json()
    assert told["changed"]["pick_up"] == [0.0, 1.0]
    assert done.settled
    assert told["largest_deviation"]["low"] < 0.1
    assert done.as_json() == adapt(spoilt, Effort(DEALS, 2, 2)).as_json()


def test_a_table_that_has_not_settled_says_so(spoilt, monkeypatch):
    monkeypatch.setattr(import_module("marriage_stats.tuning.adapt"), "MOST_STEPS", 0)
    done = adapt(spoilt, Effort(DEALS, 2, 1))
    assert not done.settled
    assert done.largest.change == Change.of({"pick_up": 1.0})


def test_research_measures_its_find_on_fresh_deals(setting):
    effort = Effort(64, 5, 1)
    gain, rounds = research(setting.at({"feed_unseen": 0.0}), effort)
    assert gain.n == 64
    assert gain.change.values
    assert rounds > 64
    assert research(setting.at({"feed_unseen": 0.0}), effort)[0] == gain


def test_sizes_are_played_from_one_first_deal(setting):
    short, long = Change.of({"pick_up": 0.0}), Change.of({"feed_unseen": 0.45})
    sums = play_sizes(setting, {long: 40, short: 25}, Effort(1, 3, 1, first=10))
    for change, n in ((short, 25), (long, 40)):
        (dealt,) = deal_gains(setting, [change], 3, 10, n)
        assert sums[change] == Sums.of(dealt)


def test_best_response_measures_what_is_open_on_fresh_deals(setting, monkeypatch):
    worse, even = Change.of({"pick_up": 0.0}), Change.of({"feed_unseen": 0.45})
    confirm = import_module("marriage_stats.tuning.confirm")
    monkeypatch.setattr(confirm, "neighbours", lambda *_: [worse, even])
    effort = Effort(256, 1, 1)
    found = {gain.change: gain for gain in best_response(setting, [even], effort)}
    assert (found[worse].stage, found[worse].n) == (1, 256)
    stage, n = found[even].stage, found[even].n
    assert stage > 1
    assert 256 < n <= 2 * 256
    (dealt,) = deal_gains(setting, [even], 1, (stage - 1) * APART, n)
    assert found[even].value == Gain.of(even, Sums.of(dealt), 2).value


def test_what_a_search_came_to_is_told_from_the_usual_values(setting):
    usual = {"pick_up": 1.0, "expose": 0.0, "feed_seen": 0.1}
    last = Gain.of(Change.of({"expose": 2.0, "feed_seen": 0.1}), Sums(2, 1, 1), 2)
    found = Search(usual | {"feed_seen": 0.2}, [Step(1, "all at once", last)], 9)
    assert [c.label for c in found.finds(usual)] == ["feed_seen=0.2", "expose=2"]
    assert Search(usual, [], 0).finds(usual) == []
