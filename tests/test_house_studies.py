"""Studies of house rules: what is asked of a house, and figures that other commands also tell."""

import numpy as np
import polars as pl
import pytest

from marriage_stats.compare import compare, plan_comparison
from marriage_stats.engine.simulate import Table, play_block
from marriage_stats.estimators import estimate_proportion
from marriage_stats.estimators.proportion import discordant_interval
from marriage_stats.policies.registry import load_policies
from marriage_stats.rules import PRESETS, load_rules, preset
from marriage_stats.runs import Sampling
from marriage_stats.settlement import settle
from marriage_stats.study import Task
from marriage_stats.study.house_figures import (
    FIGURES,
    SHARES,
    difference_frame,
    figure_rows,
    play_houses,
    zero_sum_gaps,
)
from marriage_stats.study.shift_words import differences_told
from marriage_stats.study.shifts import (
    OTHER,
    PACKS,
    PRICES,
    changes_of,
    part_of,
    rule_sets_of,
    shift_frame,
    shift_rows,
)

N = 256
SEED = 5


def _task(house: str) -> Task:
    sets = {rule_set.label: rule_set.rules for rule_set in rule_sets_of(house)}
    return Task(n=N, seed=SEED, threads=1, rule_sets=sets)


@pytest.mark.parametrize("house", PRESETS)
def test_every_change_differs_from_the_house(house: str) -> None:
    base = preset(house)
    changes = changes_of(base)
    digests = [load_rules(house, settings).digest for _, settings in changes]
    assert base.digest not in digests
    assert len(set(digests)) == len(digests)
    assert not any("," in words for words, _ in changes)
    asked = {words for words, _ in changes}
    assert {"alter 5/15/25" if house == "classic" else "alter 0", "unseen maal: kidnap"} <= asked
    assert ("no superman" if house == "dashain" else "a superman") in asked
    assert sum("man card" in words for words in asked) == 3


def test_changes_are_played_as_they_must_be() -> None:
    base = preset("classic")
    settings = {
        "alter=5": PRICES,
        "man_cards=1": PACKS,
        "superman=1": PACKS,
        "pickup=meld-only": OTHER,
    }
    for text, part in settings.items():
        assert part_of(base, load_rules("classic", (text,))) == part


@pytest.mark.parametrize(
    ("part", "change", "vary"),
    [
        (PRICES, "unseen maal: kidnap", {"unseen_maal": ["normal", "kidnap"]}),
        (PACKS, "a superman", {"superman": [0, 1]}),
    ],
)
def test_shifts_are_those_of_compare(part: str, change: str, vary: dict[str, list[str]]) -> None:
    rows, _, sums = shift_rows(_task("classic"), "classic", part, N)
    frame = shift_frame(rows).filter(change=change)
    plan = plan_comparison(preset("classic"), vary, "adaptive")
    found = compare(plan, Sampling(rounds=N, seed=SEED, threads=1))["differences"]
    other = {(row["statistic"], row["group"]): row for row in found}
    assert len(frame) >= 4
    for row in frame.iter_rows(named=True):
        same = other[row["statistic"], row["group"]]
        assert [row[k] for k in ("value", "se", "n")] == [same[k] for k in ("value", "se", "n")]
    assert all(square == 0 for *_, square in sums)


def test_figures_side_by_side_are_those_of_the_rounds() -> None:
    houses = ["classic", "hidden-maal"]
    task = Task(n=N, seed=SEED, threads=1, rule_sets={name: preset(name) for name in houses})
    sums = play_houses(task, houses)
    figures = pl.DataFrame(figure_rows(sums, houses), FIGURES, orient="row")
    assert zero_sum_gaps(sums) == [0, 0]
    for house in houses:
        rules = preset(house)
        rounds = play_block(Table(rules, load_policies("adaptive", rules)), SEED, 0, N)
        net = settle(rounds, rules).net
        told = dict(figures.filter(rules=house).select("figure", "value").iter_rows())
        assert told["mean_abs"] == pytest.approx(np.abs(net).mean())
        assert told["sd"] == pytest.approx(net.std())
        assert told["seat_0"] == pytest.approx(net[:, 0].mean())
        assert told["turns"] == pytest.approx(rounds.by_round("turns").mean())
        assert ("by_dublee" in told) == rules.has_dublee_route
        wins = rounds.by_round("finisher") >= 0
        paying = int(((net < 0) & (rounds.by_round("finisher")[:, None] == np.arange(4))).sum())
        for name, count, cases in (
            ("no_winner", int((~wins).sum()), N),
            ("finisher_pays", paying, int(wins.sum())),
        ):
            row = figures.row(by_predicate=(pl.col("rules") == house) & (pl.col("figure") == name))
            known = estimate_proportion(count, cases)
            assert row[4:6] == (known["low"], known["high"])


def test_shares_of_houses_have_exact_intervals() -> None:
    houses = ["classic", "hidden-maal"]
    task = Task(n=N, seed=SEED, threads=1, rule_sets={name: preset(name) for name in houses})
    sums = play_houses(task, houses)
    figures = pl.DataFrame(figure_rows(sums, houses), FIGURES, orient="row")
    shares = figures.filter(pl.col("figure").is_in(SHARES))
    assert len(shares) == 6 + 4
    assert ((shares["low"] < shares["high"]) & (shares["low"] >= 0) & (shares["high"] <= 1)).all()
    shifts = difference_frame(sums, houses, "classic").filter(figure="no_winner")
    lost = [
        play_block(Table(rules, load_policies("adaptive", rules)), SEED, 0, N).by_round("finisher")
        < 0
        for rules in map(preset, houses)
    ]
    counts = [int((a & ~b).sum()) for a, b in (lost, lost[::-1])]
    assert sum(counts) < 100
    assert shifts.row(0)[5:7] == discordant_interval(*counts, N)


def test_differences_that_do_not_stand_are_counted_by_why() -> None:
    rows = [(1.0, 0.1, 0.001), (0.0, 0.0, 1.0), (0.1, 0.1, 0.4), (0.2, 0.1, 0.3)]
    frame = pl.DataFrame(rows, ["value", "se", "p_holm"], orient="row")
    told = "1 of 4 differences from classic stand after Holm's correction over all of them; "
    assert differences_told(frame, "classic") == f"{told}0 in every round: 1; not told from 0: 2."
