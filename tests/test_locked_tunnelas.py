"""Odds to see where dealt tunnelas are locked: by all hands of a suit, hand by hand, by the engine.

Locked melds of a hand are its ordinary tunnelas and the most pure melds of its other cards.
"""

import json

import numpy as np
import pytest
from numpy.typing import NDArray

from marriage_stats.cards import parse_cards
from marriage_stats.cli.app import run
from marriage_stats.deals import deal_hands, deal_packs
from marriage_stats.engine import Table, play_block
from marriage_stats.exact import Pack, exact_odds
from marriage_stats.exact.melds import joint_distribution, see_probabilities
from marriage_stats.exact.suits import meld_counts
from marriage_stats.melds import classify_hands
from marriage_stats.odds import compute_odds
from marriage_stats.odds.sample import Sampler
from marriage_stats.policies.registry import load_policy
from marriage_stats.rules import Rules, preset
from tests import oracles, oracles_melds
from tests.reference import twin_melds

PACKS = [Pack(man, superman) for man in range(4) for superman in range(2)]
DASHAIN, CLASSIC = preset("dashain"), preset("classic")
FORCED = {"tunnela_exposure": "forced"}
NONE = {"tunnela_exposure": "none", "tunnela_premium": "never"}

BROKEN = "AC 2C 3C 3C 3C 4C 5C KC 7D 8D 9D 2D JD 2H 5H 8H JH 2S 5S 8S JS"
"""Three runs, but only two melds with the tunnela whole."""


def rules_of(pack: Pack) -> Rules:
    return DASHAIN.replace({"man_cards": pack.man_cards, "superman": pack.superman})


def locked_melds(hands: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the locked melds of hands (int64[n, 54]) by the twin."""
    rest = hands.copy()
    rest[:, :52][hands[:, :52] == 3] = 0
    most = np.array([twin_melds.max_pure_melds(hand) for hand in rest.tolist()])
    return (hands[:, :52] == 3).sum(axis=1) + most


def test_a_whole_suit_equals_the_automaton() -> None:
    law = oracles_melds.suit_law(13, oracles_melds.Limits(14, 14, 39), locked=True)
    expected = np.zeros((40, 14, 2, 14), np.int64)
    for outcome, series in law.items():
        for cards in range(40):
            expected[(cards, *outcome)] += oracles_melds.coefficient(series, cards)
    assert np.array_equal(meld_counts(locked=True), expected)
    assert not np.array_equal(meld_counts(), expected)


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("hand_size", [9, 21])
def test_joint_law_equals_the_oracle(pack: Pack, hand_size: int) -> None:
    ours = joint_distribution(pack, hand_size, locked=True)
    other = oracles.Pack(pack.man_cards, pack.superman)
    theirs = oracles_melds.joint_distribution(other, hand_size, locked=True)
    found = {place: ours[place] for place in zip(*np.nonzero(ours), strict=True)}
    assert set(found) == set(theirs)
    for place, p in theirs.items():
        assert found[place] == pytest.approx(float(p), rel=1e-12, abs=0)


@pytest.mark.parametrize("pack", PACKS)
def test_locking_lowers_sequences_and_leaves_dublees(pack: Pack) -> None:
    free = exact_odds(rules_of(pack).replace({"tunnela_exposure": "optional"}))
    forced = exact_odds(rules_of(pack))
    for route in ("sequence", "either"):
        assert 0.0002 < free["see"].pop(route) - forced["see"].pop(route) < 0.0005
    assert forced["see"]["dublee"] == pytest.approx(free["see"]["dublee"], rel=1e-13)
    assert {**forced, "see": 0} == {**free, "see": 0}, "all else is what the hand holds"


def test_figures_stay() -> None:
    see = see_probabilities(joint_distribution(Pack(3, 1), 21, locked=True))
    assert see["sequence"] == pytest.approx(0.15551896426351, abs=1e-13)
    assert see["either"] == pytest.approx(0.15601779466970, abs=1e-13)


@pytest.mark.parametrize("pack", [Pack(0, 0), Pack(2, 1), Pack(3, 1)])
@pytest.mark.parametrize("hand_size", [21, 34])
def test_counts_equal_those_of_single_hands(pack: Pack, hand_size: int) -> None:
    rules, n = rules_of(pack), 1500
    counts = Sampler(rules, hand_size, seed=6).hands(n)
    hands = deal_hands(rules, n, seed=6, hand_size=hand_size)
    shown = np.zeros_like(counts.joint)
    np.add.at(shown, (locked_melds(hands), (hands[:, :53] >= 2).sum(axis=1)), 1)
    assert np.array_equal(counts.joint + counts.moved, shown)
    assert hand_size < 34 or counts.moved.any(), "the sample can tell locked from free"


@pytest.mark.parametrize("rules", [CLASSIC, preset("hidden-maal")], ids=lambda rules: rules.name)
def test_only_forced_houses_lock(rules: Rules) -> None:
    assert not Sampler(rules, 30, seed=6).hands(5000).moved.any()
    assert compute_odds(rules, n_hands=0)["notes"] == []
    assert exact_odds(rules)["see"] != exact_odds(rules.replace(FORCED))["see"]


@pytest.mark.parametrize("rules", [DASHAIN, CLASSIC.replace(FORCED)], ids=lambda rules: rules.name)
def test_the_engine_sees_from_the_deal_by_locked_melds(rules: Rules) -> None:
    n, seats = 20_000, rules.number("players")
    rules = rules.replace({"turn_cap": 1})
    rounds = play_block(Table(rules, (load_policy("novice", rules),) * seats), 2, 0, n)
    kinds = deal_packs(rules, n, 2)[:, : 21 * seats] // 3
    hands = np.zeros((n * seats, 54), np.int64)
    np.add.at(hands, (np.arange(n * seats)[:, None], kinds.reshape(-1, 21)), 1)
    free = classify_hands(hands, rules).pure_melds
    shown = free.copy()
    whole = (hands[:, :52] == 3).any(axis=1)
    shown[whole] = locked_melds(hands[whole])
    at_once = (rounds.by_seat("qualified_sequence") == 0).ravel()
    assert np.array_equal(at_once, shown >= 3)
    assert ((free >= 3) & ~at_once).any(), "the sample can tell locked from free"


@pytest.mark.parametrize(("settings", "at_once"), [(FORCED, False), (NONE, True)])
def test_a_tunnela_that_two_runs_need(settings: dict[str, str], at_once: bool) -> None:
    rules = CLASSIC.replace(settings)
    players = (load_policy("novice", rules),) * rules.number("players")
    rounds = play_block(Table(rules, players, hand=tuple(parse_cards(BROKEN))), 1, 0, 5)
    assert ((rounds.by_seat("qualified_sequence")[:, 0] == 0) == at_once).all()


def test_the_output_says_what_is_locked(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "--hands", "0"]) == 0
    notes = [line for line in capsys.readouterr().out.splitlines() if line.startswith("note: ")]
    assert run(["odds", "--hands", "0", "--json"]) == 0
    assert notes == [f"note: {note}" for note in json.loads(capsys.readouterr().out)["notes"]]
    assert "dealt tunnela" in notes[0]
    assert run(["odds", "--hands", "0", "--rules", "classic"]) == 0
    assert "note: " not in capsys.readouterr().out
