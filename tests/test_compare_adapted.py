"""Adapted play: players tuned to each rule set, then compared on the same deals."""

import json
from importlib import import_module

import pytest

from marriage_stats.cli.app import run
from marriage_stats.compare import compare, parse_vary, plan_comparison
from marriage_stats.compare.adapted import adapt_plan
from marriage_stats.policies import parameters as committed
from marriage_stats.rules import load_rules
from marriage_stats.runs import Sampling

DEALS = 128


@pytest.fixture
def plan(monkeypatch):
    """A house whose committed players refuse discards, which costs five points a round."""
    monkeypatch.setitem(committed.DEFAULTS, "pick_up", 0.0)
    rules, vary = load_rules("hidden-maal", ["players=2"]), parse_vary(["man_cards=0,1"])
    return plan_comparison(rules, vary, play="adapted", adapt_deals=DEALS)


def test_every_rule_set_is_played_by_players_adapted_to_it(plan, monkeypatch):
    adaptations = []

    def noted(*how):
        adaptations.append(adapt_plan(*how))
        return adaptations[-1]

    monkeypatch.setattr(import_module("marriage_stats.compare.run"), "adapt_plan", noted)
    result = compare(plan, Sampling(200, seed=4, threads=1))
    assert result["play"] == "adapted"
    assert [row["label"] for row in result["adapted"]] == ["man_cards=0", "man_cards=1"]
    for row in result["adapted"]:
        assert row["changed"]["pick_up"] == [0.0, 1.0]
        assert row["parameters"]["pick_up"] == 1.0
        assert row["settled"]
        assert row["rounds"] > 0
        assert row["largest_deviation"]["low"] <= row["largest_deviation"]["value"]
    assert any(note.startswith("adapted play") for note in result["notes"])
    again = compare(plan, Sampling(200, seed=4, threads=2))
    assert {**again, "seconds": 0} == {**result, "seconds": 0}

    adapted, found = adaptations[0]
    assert len(adapted.tables) == 2
    for variant, done in zip(adapted.variants, found, strict=True):
        table = adapted.tables[variant.table]
        assert table.rules == variant.rules
        assert all((p.params == done.setting.policy.params).all() for p in table.policies)


def test_command_prints_what_was_adapted(capsys):
    words = "compare --rules hidden-maal --players 2 --vary unseen_maal=murder,kidnap --rounds 100"
    words += " --play adapted --adapt-deals 100 --seed 1 --threads 1"
    assert run([*words.split(), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert len(document["adapted"]) == 2
    assert run(words.split()) == 0
    out = capsys.readouterr().out
    assert "adapted players (points a round)" in out
    assert "largest deviation left" in out
