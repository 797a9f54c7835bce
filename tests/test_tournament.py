"""`tournament`: edges against rounds added up by hand, symmetry, determinism and refusals."""

import json

import numpy as np
import pytest

from marriage_stats.cli.app import run
from marriage_stats.engine.simulate import play_block
from marriage_stats.estimators import LEVEL
from marriage_stats.estimators.jackknife import student_quantile
from marriage_stats.rules import preset
from marriage_stats.runs import Sampling
from marriage_stats.settlement import settle
from marriage_stats.skill import play_skill, report_skill
from marriage_stats.study import Task
from marriage_stats.study.strength_tables import strength_tables
from marriage_stats.tournament import Tally, choose_field, deal_block, play_tournament

DEALS = 100


@pytest.fixture(scope="module")
def field():
    return choose_field(preset("classic").replace({"players": 3}), "novice,random")


@pytest.fixture(scope="module")
def result(field):
    return play_tournament(field, Sampling(DEALS, seed=4, threads=1))


def _alone(field, one, others):
    """Return float[deals], what `one` earns a round among `others`, each seat once."""
    earned = np.zeros((DEALS, 3))
    for seat in range(3):
        policies = [field.policies[others]] * 3
        policies[seat] = field.policies[one]
        table = field.table(one, others).rotated(seat)
        assert list(table.policies) == policies
        earned[:, seat] = settle(play_block(table, 4, 0, DEALS), field.rules).net[:, seat]
    return earned.mean(axis=1)


def test_edge_is_half_the_difference_of_the_lone_players(field, result):
    (pair,) = result["pairs"]
    a, b = _alone(field, 0, 1), _alone(field, 1, 0)
    assert (pair["first"], pair["second"]) == ("novice", "random")
    assert pair["first_alone"]["value"] == pytest.approx(a.mean())
    assert pair["second_alone"]["value"] == pytest.approx(b.mean())
    assert pair["value"] == pytest.approx((a - b).mean() / 2)
    assert pair["se"] == pytest.approx(((a - b) / 2).std(ddof=1) / DEALS**0.5)
    assert pair["n"] == DEALS


def test_ranking_puts_the_better_player_first(result):
    first, second = result["ranking"]
    assert (first["policy"], first["rank"]) == ("novice", 1)
    assert first["low"] > 0
    assert first["value"] == pytest.approx(-second["value"])
    assert first["finished"]["value"] > second["finished"]["value"]
    assert result["rounds"] == DEALS * 6


def test_equal_policies_have_no_edge_at_all(field):
    from dataclasses import replace

    twin = replace(field.policies[0], name="twin")
    twins = replace(field, policies=(field.policies[0], twin))
    (pair,) = play_tournament(twins, Sampling(DEALS, seed=1, threads=1))["pairs"]
    assert (pair["value"], pair["se"], pair["p_holm"]) == (0, 0, 1)
    assert pair["first_alone"]["value"] == 0


def test_skill_of_a_pair_is_that_of_its_table(field, result):
    found = play_skill(field.table(0, 1), Sampling(DEALS, seed=4, threads=1))
    told = result["pairs"][0]["skill"]
    assert told == {"better": "novice", **{key: found[key] for key in told if key != "better"}}
    assert told["luck"]["low"] <= told["luck"]["value"] <= told["luck"]["high"] < 1
    assert told["rounds_to_lead"]["value"] >= 1


def test_sums_survive_a_file(field):
    whole = deal_block(field, 4, 0, 40)
    again = Tally.of_arrays(deal_block(field, 4, 0, 25).arrays()).plus(deal_block(field, 4, 25, 15))
    for name, array in whole.ratios.arrays().items():
        assert (again.ratios.arrays()[name] == array).all()
    one, other = (report_skill(tally.skill[1]) for tally in (whole, again))
    assert one == other


def test_neither_blocks_nor_threads_change_a_figure(field, result):
    again = play_tournament(field, Sampling(DEALS, 4, 2, 13))
    assert {**again, "seconds": 0} == {**result, "seconds": 0}


def test_precision_stops_when_every_edge_is_known(field):
    result = play_tournament(field, Sampling(DEALS, seed=1, precision=3.0))
    assert result["deals"] == 1024
    assert all(row["high"] - row["low"] <= 6 for row in result["pairs"])


def test_command_prints_json_and_tables(capsys):
    words = ["tournament", "--rules", "classic", "--policies", "novice,random", "--rounds", "800"]
    words += ["--seed", "1", "--threads", "1"]
    assert run([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ranking"][0]["policy"] == "novice"
    assert run(words) == 0
    out = capsys.readouterr().out
    assert "ranking (points a round)" in out
    assert "rounds to lead" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--policies", "novice"], "two or more policies, got 1"),
        (["--policies", ""], "two or more policies, got 0"),
        (["--policies", "novice,novice"], "policy novice is named twice"),
        (["--policies", "novice,novise"], "did you mean novice"),
        (["--threads", "0"], "threads must be 1..1024, got 0"),
        (["--block-size", "0"], "block_size must be 1 or more, got 0"),
        (["--rounds", "9"], "rounds must be 800 or more, 100 deals of 8 rounds"),
    ],
)
def test_command_refuses_in_one_line_before_any_play(words, message, capsys, monkeypatch):
    monkeypatch.setattr("marriage_stats.tournament.play_block", None)
    base = [] if "--policies" in words else ["--policies", "novice,random"]
    assert run(["tournament", "--rules", "classic", *base, *words]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1


def test_the_default_field_is_all_that_the_house_allows_but_random():
    assert choose_field(preset("classic")).names == ["adaptive", "dublee", "sequence", "novice"]
    three = preset("classic").replace({"dublee_route": False})
    assert choose_field(three).names == ["adaptive", "sequence", "novice"]


def test_the_strength_study_tells_what_one_strong_player_earns_and_wins():
    rules = preset("hidden-maal").replace({"players": 2})
    lone = strength_tables(Task(30, 9, 1, {"two": rules}))["lone"]
    assert lone["others"].to_list() == ["novice", "random"]
    field = choose_field(rules, "adaptive,novice")
    net, won = np.zeros(30), np.zeros(30)
    for seat in range(2):
        rounds = play_block(field.table(0, 1).rotated(seat), 9, 0, 30)
        net += settle(rounds, rules).net[:, seat] / 2
        won += (rounds.by_round("finisher") == seat) / 2
    row = lone.row(0, named=True)
    assert (row["value"], row["won_value"]) == pytest.approx((net.mean(), won.mean()))
    assert row["se"] == pytest.approx(net.std(ddof=1) / 30**0.5)
    assert row["won_high"] - row["won_low"] == pytest.approx(
        2 * student_quantile(LEVEL, 29) * won.std(ddof=1) / 30**0.5
    )
    assert row["n"] == 30
