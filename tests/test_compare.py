"""`compare`: its figures against rounds settled one by one, its contracts, and its refusals."""

import json
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from marriage_stats.cli.app import run
from marriage_stats.compare import compare, parse_vary, plan_comparison
from marriage_stats.compare.figures import Figures
from marriage_stats.compare.groups import Cell
from marriage_stats.compare.tally import tally_block
from marriage_stats.engine.simulate import play_block
from marriage_stats.estimators.block_counts import BlockCounts
from marriage_stats.facts import SEQUENCE
from marriage_stats.rules import RulesError, preset
from marriage_stats.runs import Sampling
from marriage_stats.settlement import settle

GRID = ["alter=5,0", "unseen_maal=murder,kidnap"]
ROUNDS = 400


@pytest.fixture(scope="module")
def plan():
    return plan_comparison(preset("everestbuzz"), parse_vary(GRID), "novice", given=["pairs"])


@pytest.fixture(scope="module")
def result(plan):
    return compare(plan, Sampling(ROUNDS, seed=5, threads=1), interaction=True)


@pytest.fixture(scope="module")
def payments(plan):
    rounds = play_block(plan.tables[0], 5, 0, ROUNDS)
    return rounds, [settle(rounds, variant.rules).net for variant in plan.variants]


def _find(rows, to, statistic, group="all"):
    return next(r for r in rows if (r["to"], r["statistic"], r["group"]) == (to, statistic, group))


def test_fixed_play_plays_one_table_for_the_whole_grid(plan, result):
    assert (plan.play, len(plan.tables), len(plan.variants)) == ("fixed", 1, 4)
    assert result["variants"][3]["set"] == {"alter": [0, 0, 0], "unseen_maal": "kidnap"}
    assert result["rounds"] == ROUNDS
    assert result["seed"] == 5


def test_group_means_are_those_of_the_payments(result, payments):
    rounds, nets = payments
    finisher = rounds.by_round("finisher")[:, None] == np.arange(4)
    route = rounds.by_seat("route")
    groups = {"finisher": finisher, "sequence_seen_loser": ~finisher & (route == SEQUENCE)}
    groups["pairs_2"] = rounds.by_seat("dealt_pairs") == 2
    groups["seat_3"] = np.arange(4)[None, :] == np.full((ROUNDS, 1), 3)
    to = result["variants"][1]["label"]
    for name, mask in groups.items():
        row = _find(result["differences"], to, "mean", name)
        assert row["value"] == pytest.approx(nets[1][mask].mean() - nets[0][mask].mean())


def test_stakes_are_those_of_the_payments(result, payments):
    _, nets = payments
    for variant, net in zip(result["variants"], nets, strict=True):
        assert variant["mean_abs"] == pytest.approx(np.abs(net).mean())
        assert variant["sd"] == pytest.approx(net.std())
        assert abs(variant["p05"] - np.quantile(net, 0.05)) <= 2
        assert abs(variant["p95"] - np.quantile(net, 0.95)) <= 6


def test_vrf_and_interval_of_a_seat_are_those_of_paired_rounds(result, payments):
    _, nets = payments
    a, b = nets[0][:, 2], nets[2][:, 2]
    row = _find(result["differences"], result["variants"][2]["label"], "mean", "seat_2")
    assert row["vrf"] == pytest.approx((a.var() + b.var()) / (b - a).var())
    assert row["se"] == pytest.approx((b - a).std(ddof=1) / ROUNDS**0.5)
    assert row["high"] - row["low"] == pytest.approx(2 * 1.959964 * row["se"], rel=1e-6)


def test_interaction_is_the_difference_of_differences(result, payments):
    _, nets = payments
    seat = [net[:, 0].mean() for net in nets]
    row = next(
        r for r in result["interactions"] if (r["statistic"], r["group"]) == ("mean", "seat_0")
    )
    assert row["of"] == ["alter=0", "unseen_maal=kidnap"]
    assert row["value"] == pytest.approx(seat[3] - seat[2] - seat[1] + seat[0])


def test_every_figure_has_its_interval_and_its_label(result):
    for row in result["differences"]:
        assert row["low"] <= row["value"] <= row["high"]
        assert row["kind"] == ("descriptive" if "loser" in row["group"] else row["kind"])
        assert 0 <= row["p_holm"] <= 1
        assert row["n"] == ROUNDS
    whole = _find(result["differences"], result["variants"][1]["label"], "mean")
    assert (whole["value"], whole["se"], whole["vrf"]) == (0, 0, None)


def test_neither_blocks_nor_threads_change_a_figure(plan, result):
    for threads, block_size in product((1, 2), (7, 130)):
        again = compare(plan, Sampling(ROUNDS, 5, threads, block_size), interaction=True)
        assert {**again, "seconds": 0} == {**result, "seconds": 0}


def test_tallies_add_up_in_any_order(plan):
    whole = tally_block(plan, 3, 0, 60)
    parts = [tally_block(plan, 3, first, 20) for first in (40, 0, 20)]
    summed = parts[0].plus(parts[1]).plus(parts[2])
    assert (summed.ratios.products == whole.ratios.products).all()
    for one, other in zip(summed.payments, whole.payments, strict=True):
        low = other.low - one.low
        width = other.counts.shape[1]
        assert (one.counts[:, low : low + width] == other.counts).all()
        assert one.counts.sum() == other.counts.sum()


def test_coupled_play_plays_each_way_of_playing_once():
    vary = parse_vary(["man_cards=0,1", "alter=5,0"])
    plan = plan_comparison(preset("everestbuzz"), vary, "novice")
    assert (plan.play, len(plan.tables), len(plan.variants)) == ("coupled", 2, 4)
    result = compare(plan, Sampling(200, seed=1, threads=1))
    nets = []
    for variant in plan.variants:
        rounds = play_block(plan.tables[variant.table], 1, 0, 200)
        nets.append((rounds, settle(rounds, variant.rules).net))
    to = plan.variants[2].label
    for statistic, column in (("turns", "turns"), ("no_winner", None)):
        row = _find(result["differences"], to, statistic)
        if column:
            means = [nets[i][0].by_round(column).mean() for i in (2, 0)]
            assert row["value"] == pytest.approx(means[0] - means[1])
    finisher = [net[np.arange(200), rounds.by_round("finisher")].mean() for rounds, net in nets]
    row = _find(result["differences"], to, "mean", "finisher")
    assert row["value"] == pytest.approx(finisher[2] - finisher[0])
    seen = _find(result["differences"], to, "seen", "seat_1")
    assert seen["n"] == 200


def test_settlement_keys_shift_the_same_by_fixed_and_by_coupled_play():
    base, vary = preset("classic"), parse_vary(["fee_unseen=10,15"])
    found = [
        compare(plan_comparison(base, vary, "novice", play), Sampling(200, seed=2, threads=1))
        for play in ("fixed", "coupled")
    ]
    fixed = [row for row in found[0]["differences"] if row["statistic"] == "mean"]
    coupled = [row for row in found[1]["differences"] if row["statistic"] == "mean"]
    for one, other in zip(fixed, coupled, strict=True):
        assert {**one, "p_holm": 0} == {**other, "p_holm": 0}


def test_players_can_be_varied():
    plan = plan_comparison(preset("classic"), parse_vary(["players=3,5"]), "novice")
    result = compare(plan, Sampling(100, seed=1, threads=1))
    groups = {row["group"] for row in result["differences"]}
    assert "seat_2" in groups
    assert "seat_3" not in groups
    assert any(e["group"] == "seat_4" for e in result["variants"][1]["estimates"])


def test_a_house_that_lays_no_tunnelas_is_priced_as_if_and_says_so():
    vary = parse_vary(["tunnela_premium=never,seen"])
    house = preset("hidden-maal").replace({"tunnela.ordinary": 5})
    plan = plan_comparison(house, vary, "novice")
    assert plan.dealt_as_exposed
    result = compare(plan, Sampling(300, seed=1, threads=1))
    assert any("priced as laid" in note for note in result["notes"])
    assert _find(result["differences"], "tunnela_premium=seen", "mean_abs")["value"] > 0
    plain = plan_comparison(preset("hidden-maal"), parse_vary(["alter=5,0"]), "novice")
    assert not plain.dealt_as_exposed


def test_precision_stops_when_every_difference_is_known(plan):
    small = replace(plan, variants=plan.variants[:2], given=())
    result = compare(small, Sampling(seed=1, precision=5.0))
    assert result["rounds"] == 16_384
    assert all(row["high"] - row["low"] <= 10 for row in result["differences"])
    assert result["precision"]["level"] > 0.99


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["alter=5"], "two or more values"),
        (["alter"], "two or more values"),
        (["alter=5,,0"], "two or more values, got 'alter=5,,0'"),
        (["altar=5,0"], "did you mean alter"),
        (["alter=5,5/10/15"], "names a value twice"),
        (["alter=5,0", "alter=1,2"], "given twice"),
        (["alter=5,x"], "alter must be totals"),
    ],
)
def test_vary_refuses(texts, message):
    with pytest.raises(RulesError, match=message):
        parse_vary(texts)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"play": "fixed"}, "man_cards changes the play; allowed: coupled"),
        ({"play": "adapted"}, "adapted tunes the policy adaptive for every seat, got 'novice'"),
        ({"play": "adapted", "policies": "adaptive", "adapt_deals": 9}, "adapt_deals must be 100"),
        ({"play": "maybe"}, "must be fixed, coupled, adapted"),
        ({"given": ["pears"]}, "did you mean pairs"),
        ({"policies": "novice,novice"}, "man_cards=0: policies must be one name or 4"),
        ({"vary": {}}, "at least one --vary"),
        ({"vary": parse_vary(["fee_seen=1,2,3,4,5,6,7,8,9", "fee_unseen=1,2,3,4,5,6,7,8"])}, "64"),
    ],
)
def test_plans_that_are_refused(change, message):
    asked = {"vary": parse_vary(["man_cards=0,1"]), "policies": "novice", **change}
    with pytest.raises(ValueError, match=message):
        plan_comparison(preset("classic"), **asked)


def test_command_prints_json_and_tables(capsys):
    words = ["compare", "--rules", "everestbuzz", "--vary", "alter=5,0", "--rounds", "200"]
    words += ["--policies", "novice", "--seed", "1", "--threads", "1"]
    assert run([*words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["variants"][1]["label"] == "alter=0"
    assert run(words) == 0
    out = capsys.readouterr().out
    assert "from alter=5 to alter=0" in out
    assert "fixed play: the same rounds" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--rounds", "10"], "rounds must be 100 or more, got 10"),
        (["--rounds", str(10**20)], "rounds must be 1000000000 or less, got 1"),
        (["--precision", "-1"], "precision must be above 0, got -1"),
        (["--threads", "0"], "threads must be 1..1024, got 0"),
        (["--block-size", "0"], "block_size must be 1 or more, got 0"),
        (["--seed", "-1"], "seed must be 0.."),
        (["--rounds", "1e3"], "parse string as an integer, got '1e3'"),
        (["--interaction"], "--interaction needs two or more --vary keys"),
        (["--rules", "clasic"], "did you mean classic"),
    ],
)
def test_command_refuses_in_one_line_before_any_play(words, message, capsys, monkeypatch):
    monkeypatch.setattr("marriage_stats.compare.run.play_block", None)
    assert run(["compare", "--vary", "alter=5,0", "--policies", "novice", *words]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1


def test_interrupted_run_tells_what_is_done(plan):
    done = []

    def progress(count):
        done.append(count)
        if sum(done) >= 300:
            raise KeyboardInterrupt

    result = compare(plan, Sampling(10_000, 5, 1, 100, progress=progress))
    assert result["interrupted"]
    assert result["rounds"] == 200


def test_a_share_in_which_no_round_differed_still_has_width():
    """Nothing seen to differ is not the same as no difference; and shares stay within 0 and 1."""
    plan = plan_comparison(preset("classic"), parse_vary(["turn_cap=400,399"]), "novice")
    result = compare(plan, Sampling(200, seed=1, threads=1))
    alike = [row for row in result["differences"] if row["statistic"] in ("seen", "no_winner")]
    assert alike
    for row in alike:
        assert (row["value"], row["se"]) == (0, 0)
        assert row["low"] < 0 < row["high"] < 0.05
    for variant in result["variants"]:
        for found in variant["estimates"]:
            if found["statistic"] in ("seen", "finished", "no_winner"):
                assert 0 <= found["low"] < found["high"] <= 1


def test_few_differing_rounds_have_the_interval_of_their_counts():
    from marriage_stats.estimators.proportion import discordant_interval

    plan = plan_comparison(preset("classic"), parse_vary(["turn_cap=400,40"]), "novice")
    result = compare(plan, Sampling(200, seed=1, threads=1))
    rounds = [play_block(table, 1, 0, 200).by_round("finisher") < 0 for table in plan.tables]
    one, other = (int((rounds[i] & ~rounds[1 - i]).sum()) for i in (0, 1))
    row = _find(result["differences"], plan.variants[1].label, "no_winner")
    assert 0 < other < 100
    assert (row["low"], row["high"]) == pytest.approx(discordant_interval(one, other, 200))


def test_payments_in_which_no_round_differed_say_so(capsys):
    words = ["--vary", "turn_cap=400,399", "--policies", "novice", "--rounds", "200", "--seed", "1"]
    assert run(["compare", "--rules", "classic", *words, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["differences"]
    bound = 1 - 0.025 ** (1 / 200)
    for row in rows:
        differ = row["rounds_differ"]
        if (row["statistic"], row["group"]) == ("mean", "all"):
            assert differ is None, "0 by the rules, not by these rounds"
            continue
        assert (row["value"], differ["value"], differ["low"], differ["n"]) == (0, 0, 0, 200)
        assert differ["high"] == pytest.approx(bound)
    assert run(["compare", "--rules", "classic", *words]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "no round of 200 differed (95% interval: at most 1.8% of rounds do) in:" in out
    assert "mean absolute payment (all)" in out
    assert "mean payment (all)" not in out


def test_a_figure_in_which_rounds_differed_is_not_called_alike(result):
    moved = [row for row in result["differences"] if row["se"] > 0]
    assert moved
    assert all(row["rounds_differ"] is None for row in moved)


def test_a_quantile_that_no_round_moved_is_not_told_as_certain(plan):
    """All payments above 60 points doubled: the 5% quantile stays, and its shift has a bound."""
    figures = Figures(plan, tally_block(plan, 1, 0, 400))
    found = figures.tally.payments[0]
    values = found.low + np.arange(found.counts.shape[1])
    moved = np.zeros((len(found.counts), 2 * found.counts.shape[1]), np.int64)
    place = np.where(values > 60, 2 * values, values) - found.low
    moved[:, place] = found.counts
    tally = replace(figures.tally, payments=(found, BlockCounts(found.low, moved), found, found))
    row = Figures(plan, tally).shift(Cell("p05", "all"), 0, 1)
    assert (row["value"], row["se"], row["rounds_differ"]) == (0, 0, None)
    points = row["high"] - row["low"]
    own = figures.own(Cell("p05", "all"), 0)
    assert 0 < points < own["high"] - own["low"]


def test_payments_that_cancel_are_not_alike(plan):
    """Rounds that differ this way and that may leave a mean of 0: that is no sign of sameness."""
    figures = Figures(plan, tally_block(plan, 1, 0, 100))
    cell = Cell("mean", "seat_0")
    figures.tally.ratios.sums[figures.cells.index(cell)] = 0
    assert figures.rounds_differ(cell, [-1, 1, 0, 0]) is None
    assert figures.rounds_differ(cell, [-1, 1, 1, -1]) is None
