"""Waits among competing ends against scipy, and against shares counted one by one."""

import numpy as np
import pytest
from scipy import stats

from marriage_stats.engine.simulate import Table, play_block
from marriage_stats.estimators import survival as sv
from marriage_stats.exact.floor import LAST_TURN
from marriage_stats.policies.registry import load_policies
from marriage_stats.rules import preset
from marriage_stats.timing.events import CAUSES, SEEN, event_counts, waits

BLOCKS, TURNS = 64, 40


def _sample(seed, n, p, censor=0.05):
    """Return (turn, event) of n independent geometric waits, censored at random."""
    rng = np.random.default_rng(seed)
    event, end = rng.geometric(p, n) - 1, rng.geometric(censor, n) - 1
    return np.minimum(np.minimum(event, end), TURNS - 1), (event <= end) & (event < TURNS - 1)


def _counts(turn, event):
    counts = np.zeros((BLOCKS, 2, TURNS), np.int64)
    np.add.at(counts, (np.arange(len(turn)) % BLOCKS, np.where(event, 0, 1), turn), 1)
    return counts


def test_survival_is_scipys_on_censored_data():
    turn, event = _sample(1, 3000, 0.15)
    found = sv.survival(_counts(turn, event).sum(axis=0), [0])
    data = stats.CensoredData(uncensored=turn[event], right=turn[~event])
    expected = stats.ecdf(data).sf.evaluate(np.arange(TURNS))
    assert found == pytest.approx(expected, abs=1e-12)


def test_incidence_counts_among_all():
    turn, event = _sample(2, 500, 0.1)
    found = sv.incidence(_counts(turn, event).sum(axis=0), [0])
    assert found[7] == pytest.approx((event & (turn <= 7)).mean())
    assert sv.survival(_counts(turn, event).sum(axis=0), [0])[20] < 1 - found[20]


def test_interval_agrees_with_greenwoods_where_units_are_independent():
    turn, event = _sample(3, 6400, 0.1)
    counts = _counts(turn, event)
    found = sv.curve_with_interval(counts, lambda c: sv.survival(c, [0]))
    data = stats.CensoredData(uncensored=turn[event], right=turn[~event])
    theirs = stats.ecdf(data).sf.confidence_interval(method="log-log")
    for t in (3, 8, 15):
        width = theirs.high.evaluate(t) - theirs.low.evaluate(t)
        assert found["high"][t] - found["low"][t] == pytest.approx(width, rel=0.35)
        assert found["low"][t] < found["value"][t] < found["high"][t]
    assert (found["low"] >= 0).all()
    assert (found["high"] <= 1).all()


def test_log_rank_agrees_with_scipys_where_groups_are_independent():
    groups = [_sample(seed, 4000, p) for seed, p in ((4, 0.10), (5, 0.104))]
    found = sv.log_rank(*(_counts(*group) for group in groups), [0])
    data = [stats.CensoredData(uncensored=t[e], right=t[~e]) for t, e in groups]
    theirs = stats.logrank(*data)
    assert abs(found["z"]) == pytest.approx(abs(theirs.statistic), rel=0.35, abs=0.1)
    assert found["z"] < 0
    same = _counts(*groups[0])
    assert sv.log_rank(same, same, [0])["p"] == 1.0


def test_log_rank_of_paired_groups_sees_more_than_that_of_independent_ones():
    rng = np.random.default_rng(6)
    first = rng.geometric(0.1, 3000) - 1
    second = first + (rng.random(3000) < 0.05)
    always = np.ones(3000, bool)
    counts = [_counts(np.minimum(t, TURNS - 1), always) for t in (first, second)]
    plain = stats.logrank(*(np.minimum(t, TURNS - 1) for t in (first, second)))
    assert sv.log_rank(*counts, [0])["p"] < 1e-6 < plain.pvalue


def test_waits_of_rounds_are_counted_once_each():
    rules = preset("classic")
    table = Table(rules, load_policies("novice", rules))
    rounds = play_block(table, 1, 100, 300)
    counts = event_counts(rounds)
    assert counts.sum() == 300 * 4
    assert (counts.sum(axis=(1, 2)) % 4 == 0).all()
    sequence, dublee = (rounds.by_seat(f"qualified_{way}") for way in ("sequence", "dublee"))
    held = ((sequence >= 0) & (sequence <= 5)) | ((dublee >= 0) & (dublee <= 5))
    told = waits(counts)
    assert told["incidence"]["seen"][5]["value"] == pytest.approx(held.mean())
    never = (sequence < 0) & (dublee < 0)
    assert told["incidence"]["overtaken"][LAST_TURN]["value"] == pytest.approx(never.mean())
    total = sum(told["incidence"][cause][LAST_TURN]["value"] for cause in CAUSES)
    assert total == pytest.approx(1)
    assert told["median"]["of_all"]["low"] <= told["median"]["of_all"]["value"]


def test_waits_given_what_was_dealt_add_up():
    rules = preset("classic")
    table = Table(rules, load_policies("novice", rules))
    rounds = play_block(table, 2, 0, 200)
    pairs = rounds.by_seat("dealt_pairs")
    parts = [event_counts(rounds, pairs == k) for k in range(11)]
    assert (sum(parts) == event_counts(rounds)).all()
    assert sv.hazard(parts[2].sum(axis=0), SEEN)[0] <= 1
