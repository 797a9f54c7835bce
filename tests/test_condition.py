"""Deals on condition: what is asked is held, by the law of plain deals that hold it."""

import numpy as np
import pytest
from scipy.stats import chi2_contingency

from marriage_stats.deals.condition import Condition, accepted_deals
from marriage_stats.engine.simulate import Table, play_block
from marriage_stats.exact import exact_odds
from marriage_stats.policies.registry import load_policies
from marriage_stats.rules import preset
from marriage_stats.runs.conditioned import play_given


def _table(house):
    rules = preset(house)
    return Table(rules, load_policies("novice", rules))


@pytest.mark.parametrize("house", ["classic", "dashain"])
def test_seat_0_holds_what_is_asked(house):
    table = _table(house)
    rounds = play_given(table, Condition(pairs=(6, 6)), 3, 10, 60)
    assert (rounds.by_seat("dealt_pairs")[:, 0] == 6).all()
    assert len(set(rounds.by_seat("dealt_pairs")[:, 1])) > 1
    both = play_given(table, Condition(pairs=(3, 4), melds=(1, 2)), 3, 10, 60)
    assert set(both.by_seat("dealt_pairs")[:, 0]) <= {3, 4}
    assert set(both.by_seat("dealt_melds")[:, 0]) <= {1, 2}


def test_printed_jokers_are_counted():
    rounds = play_given(_table("dashain"), Condition(printed=(2, 4)), 1, 0, 40)
    assert (rounds.by_seat("dealt_printed")[:, 0] >= 2).all()


def test_a_condition_that_always_holds_deals_the_plain_rounds():
    table = _table("classic")
    given, plain = play_given(table, Condition(), 5, 7, 20), play_block(table, 5, 7, 20)
    assert (given.per_seat == plain.per_seat).all()
    assert (given.per_round == plain.per_round).all()
    assert Condition().label == "any deal"


def test_blocks_do_not_matter_and_each_round_replays_alone():
    table, asked = _table("classic"), Condition(pairs=(5, 21))
    whole = play_given(table, asked, 2, 0, 30)
    parts = [play_given(table, asked, 2, first, 10) for first in (0, 10, 20)]
    assert (np.concatenate([part.per_seat for part in parts]) == whole.per_seat).all()
    attempts, seeds = accepted_deals(asked, table.rules, 2, 0, 30)
    alone = play_block(table, int(seeds[17]), 17, 1)
    assert (alone.per_seat[0] == whole.per_seat[17]).all()
    assert (seeds[attempts == 0] == 2).all()


@pytest.mark.stat
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_acceptance_is_that_of_the_exact_law(seed):
    """Attempts are geometric: their mean is 1 / p. 20,000 of them see a shift of 4% in p."""
    rules = preset("classic")
    p = exact_odds(rules)["dublee"]["distribution"][5]
    attempts, _ = accepted_deals(Condition(pairs=(5, 5)), rules, seed, 0, 20_000)
    z = ((attempts + 1).mean() - 1 / p) / (np.sqrt(1 - p) / p / np.sqrt(20_000))
    assert abs(z) < 4.9


@pytest.mark.stat
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_else_is_held_has_the_law_of_plain_deals_that_qualify(seed):
    """Pure melds given three dublees, from 4,000 accepted deals and from plain ones."""
    table = _table("classic")
    plain = play_block(table, seed + 100, 0, 4000)
    qualify = plain.by_seat("dealt_melds")[plain.by_seat("dealt_pairs") == 3]
    given = play_given(table, Condition(pairs=(3, 3)), seed, 0, 2000).by_seat("dealt_melds")[:, 0]
    counts = [np.bincount(np.minimum(x, 2), minlength=3) for x in (qualify, given)]
    assert chi2_contingency(counts).pvalue > 1e-6


def test_what_cannot_be_dealt_is_refused(monkeypatch):
    monkeypatch.setattr("marriage_stats.deals.condition.MOST_ATTEMPTS", 1000)
    with pytest.raises(ValueError, match="seat 0 dealt printed 1 is too rare"):
        accepted_deals(Condition(printed=(1, 1)), preset("classic"), 1, 0, 1)
    with pytest.raises(ValueError, match=r"pairs must be low\.\.high"):
        Condition(pairs=(3, 2))
