"""Odds: simulated beside exact, equal for any threads and blocks, and honest about faults."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from marriage_stats.cli.app import run
from marriage_stats.deals import deal_hands
from marriage_stats.exact import exact_odds
from marriage_stats.melds import classify_hands
from marriage_stats.odds import compute_odds
from marriage_stats.odds.judge import Judge
from marriage_stats.odds.sample import Sampler
from marriage_stats.odds.simulated import hand_figures
from marriage_stats.rules import Rules, preset

DASHAIN, CLASSIC, HIDDEN = preset("dashain"), preset("classic"), preset("hidden-maal")
PACKS = [(man, superman) for man in range(4) for superman in range(2)]
FIGURE = {"value", "se", "low", "high", "n"}


def rules_of(pack: tuple[int, int]) -> Rules:
    return DASHAIN.replace({"man_cards": pack[0], "superman": pack[1]})


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("hand_size", [21, 30])
def test_counts_equal_those_of_single_hands(pack: tuple[int, int], hand_size: int) -> None:
    rules, n = rules_of(pack), 3000
    counts = Sampler(rules, hand_size, seed=4).hands(n)
    hands = deal_hands(rules, n, seed=4, hand_size=hand_size)
    holding = classify_hands(hands, rules)
    joint = np.zeros_like(counts.joint)
    np.add.at(joint, (holding.pure_melds, holding.dublees), 1)
    assert (counts.joint == joint).all()
    triples = (hands == 3).sum(axis=1)
    for row, values in enumerate(
        (
            (hands[:, :52] == 3).sum(axis=1),
            triples,
            holding.distance_sequence,
            holding.distance_dublee,
        )
    ):
        assert (counts.rest[row] == np.bincount(values, minlength=64)).all()


def leaves(tree: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (path, figure) of a tree of dicts and lists; estimates count as one figure."""
    if isinstance(tree, dict) and set(tree) != FIGURE:
        for key, value in tree.items():
            yield from leaves(value, f"{path}.{key}")
    elif isinstance(tree, list):
        for place, value in enumerate(tree):
            yield from leaves(value, f"{path}[{place}]")
    else:
        yield path, tree


@pytest.mark.parametrize("rules", [DASHAIN, CLASSIC, HIDDEN], ids=lambda rules: rules.name)
def test_simulated_figures_have_the_names_of_the_exact_ones(rules: Rules) -> None:
    odds = compute_odds(rules, n_hands=20_000, seed=1)
    exact = {path for path, _ in leaves(odds["exact"]) if ".quantiles" not in path}
    simulated = {path: figure for path, figure in leaves(odds["simulated"])}
    # A pair count that was never dealt has no draws to show.
    drawn = {path for path in exact if ".from_deal[" in path and "distribution" in path}
    start = {path for path in exact if ".from_pairs[" in path and path.endswith(".p")}
    assert exact - drawn - start <= set(simulated)
    for path, figure in simulated.items():
        if figure is None or path.endswith((".turn", ".pairs")):
            continue
        assert set(figure) == FIGURE, path
        assert figure["low"] - 1e-12 <= figure["value"] <= figure["high"] + 1e-12, path
        assert figure["n"] >= 1, path
    assert all(check["passed"] for check in odds["checks"])
    json.dumps(odds, allow_nan=False)


def test_a_house_without_dublees_has_no_such_route() -> None:
    odds = compute_odds(HIDDEN, n_hands=5000, seed=1)
    for part in (odds["exact"], odds["simulated"]):
        assert part["see"]["dublee"] is None
        assert part["see"]["either"] == part["see"]["sequence"]
        assert part["distance"]["dublee"] is None
        assert part["draws_to_seven_dublees"] is None
        assert part["floor"][30]["dublee"] is None
        assert part["floor"][30]["either"] == part["floor"][30]["sequence"]
        assert "tunnela_with_man" not in part
        assert part["dublee"]["distribution"]


@pytest.mark.parametrize("hand_size", [1, 14, 22, 79, 130, 160])
def test_any_hand_size(hand_size: int) -> None:
    odds = compute_odds(DASHAIN, hand_size, n_hands=3000, seed=1)
    assert sum(odds["exact"]["tunnela"]["distribution"]) == pytest.approx(1)
    assert list(odds["exact"]["tunnela"]["table"]) == [
        str(n) for n in range(2, 7) if n * hand_size <= 160
    ]
    assert all(check["passed"] for check in odds["checks"])


def text(**options: Any) -> str:
    return json.dumps(compute_odds(DASHAIN, n_hands=50_000, seed=9, **options))


def test_threads_and_blocks_change_nothing() -> None:
    once = text(threads=1)
    assert once == text(threads=2)
    assert once == text(threads=2, block_size=1)
    assert once == text(threads=3, block_size=9000)


def test_the_seed_changes_the_sample_and_is_recorded() -> None:
    fresh = compute_odds(CLASSIC, n_hands=5000)
    again = compute_odds(CLASSIC, n_hands=5000, seed=fresh["seed"])
    assert again == fresh
    assert compute_odds(CLASSIC, n_hands=5000)["seed"] != fresh["seed"]


def test_exact_part_alone() -> None:
    odds = compute_odds(CLASSIC, n_hands=0)
    assert odds["simulated"] is None
    assert odds["checks"] == []
    assert odds["exact"] == exact_odds(CLASSIC)
    odds["exact"]["see"]["sequence"] = 0
    assert exact_odds(CLASSIC)["see"]["sequence"] > 0, "callers get their own copy"


@pytest.mark.parametrize("fault", ["see", "joint", "distance"])
def test_a_wrong_law_is_caught(fault: str) -> None:
    exact = exact_odds(DASHAIN)
    if fault == "see":
        exact["see"]["sequence"] *= 1.02
    elif fault == "joint":
        exact["joint"][2][2] *= 1.03
    else:
        exact["distance"]["dublee"]["distribution"][3] *= 1.03
    judge = Judge()
    hand_figures(judge, exact, Sampler(DASHAIN, 21, seed=1).hands(1_000_000))
    failed = [check["name"] for check in judge.checks if not check["passed"]]
    assert failed
    assert all(name.startswith(fault) for name in failed)


def test_precision_is_reached_and_deterministic() -> None:
    odds = compute_odds(DASHAIN, seed=3, precision=0.004, threads=1)
    assert odds["precision"]["half_width"] == 0.004
    figures = [*odds["simulated"]["see"].values(), odds["simulated"]["tunnela"]["at_least_one"]]
    for figure in figures:
        assert figure["high"] - figure["low"] <= 0.008
        assert figure["n"] == odds["n_hands"]
    assert odds == compute_odds(DASHAIN, seed=3, precision=0.004, threads=2, block_size=4096)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hand_size": 0}, r"hand_size must be 1\.\.160, got 0"),
        ({"hand_size": 161}, r"hand_size must be 1\.\.160, got 161"),
        ({"n_hands": -1}, "hands must be 0..1000000000000, got -1"),
        ({"n_hands": 10**13}, "hands must be 0..1000000000000, got 10000000000000"),
        ({"seed": -1}, r"seed must be 0\.\.2\*\*63-1, got -1"),
        ({"threads": 0}, r"threads must be 1\.\.1024, got 0"),
        ({"block_size": 0}, "block_size must be 1 or more, got 0"),
        ({"precision": 0.0}, r"precision must be 1e-05\.\.0\.5, got 0"),
        ({"precision": 0.1, "n_hands": 0}, "precision needs hands to deal"),
    ],
)
def test_wrong_arguments_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        compute_odds(DASHAIN, **options)


def test_command_prints_exact_beside_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "--hands", "20000", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "tunnela: anyone at a table of 4" in out
    assert "figures checked against their exact law, none at fault" in out
    row = next(line for line in out.splitlines() if "see from the deal: either" in line)
    assert "15.602%" in row
    assert "20,000" in row


def test_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "--rules", "classic", "--hands", "4096", "--seed", "2", "--json"]) == 0
    odds = json.loads(capsys.readouterr().out)
    assert odds == json.loads(json.dumps(compute_odds(CLASSIC, n_hands=4096, seed=2)))


def test_command_refuses_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "--hand-size", "0"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "marriage-stats: hand_size must be 1..160, got 0\n"
