"""`see`: curves by own draws, the round as the unit, against the exact floor."""

import json
from math import sqrt
from typing import Any

import numpy as np
import pytest

from marriage_stats.cli.app import run
from marriage_stats.engine import Table, play_block
from marriage_stats.facts import Rounds
from marriage_stats.policies.registry import load_policies, load_policy
from marriage_stats.rules import preset

Capture = pytest.CaptureFixture[str]
BASE = ["see", "--seed", "1", "--policies", "novice"]
N = 300


def result(capsys: Capture, *words: str) -> dict[str, Any]:
    assert run([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def rounds_of(names: str = "novice", house: str = "classic") -> Rounds:
    rules = preset(house)
    return play_block(Table(rules, load_policies(names, rules)), 1, 0, N)


def within(draws: np.ndarray, turn: int) -> np.ndarray:
    return (draws >= 0) & (draws <= turn)


def test_rows_are_shares_of_round_and_seat(capsys: Capture) -> None:
    found = result(capsys, *BASE, "--rounds", str(N))
    rounds = rounds_of()
    sequence, dublee = rounds.by_seat("qualified_sequence"), rounds.by_seat("qualified_dublee")
    assert [row["turn"] for row in found["curve"]] == list(range(61))
    for row in found["curve"]:
        turn = row["turn"]
        seen = within(sequence, turn) | within(dublee, turn)
        assert row["p_seen"] == pytest.approx(seen.mean())
        assert row["p_sequence"] == pytest.approx(within(sequence, turn).mean())
        assert row["p_dublee"] == pytest.approx(within(dublee, turn).mean())
        assert row["p_shown"] == pytest.approx(within(rounds.by_seat("seen_turn"), turn).mean())
        per_round = seen.mean(axis=1)
        assert row["se"] == pytest.approx(per_round.std(ddof=1) / sqrt(N))
        assert row["low"] <= row["p_seen"] <= row["high"]
    assert (found["seats"], found["rounds"]) == ([0, 1, 2, 3], N)


def test_the_end_of_the_round_competes_with_seeing(capsys: Capture) -> None:
    """Negative control: leaving out the seats whose round ended would show more."""
    curve = result(capsys, *BASE, "--rounds", str(N))["curve"]
    last = curve[-1]
    assert last["p_seen"] + last["p_over"] == pytest.approx(1)
    assert last["p_over"] > 0.05
    assert all(row["p_seen"] + row["p_over"] <= 1 + 1e-12 for row in curve)
    assert all(row["p_shown"] <= row["p_seen"] for row in curve)


def test_mean_and_median_follow_from_the_curve(capsys: Capture) -> None:
    found = result(capsys, *BASE, "--rounds", str(N))
    shares = [row["p_seen"] for row in found["curve"]]
    assert found["mean_draws"] == pytest.approx(sum(1 - p for p in shares))
    assert found["median"] == next(turn for turn, p in enumerate(shares) if p >= 0.5)
    rounds = rounds_of()
    both = [rounds.by_seat(f"qualified_{route}") for route in ("sequence", "dublee")]
    draws = np.where(both[0] < 0, both[1], np.where(both[1] < 0, both[0], np.minimum(*both)))
    assert found["mean_draws_of_seen"] == pytest.approx(draws[draws >= 0].mean())
    ratio = found["estimates"]["mean_draws_of_seen"]
    seen = draws >= 0
    spread = ((draws - ratio["value"]) * seen).sum(axis=1)
    assert ratio["se"] == pytest.approx(spread.std(ddof=1) * sqrt(N) / seen.sum())
    mean, median = found["estimates"]["mean_draws"], found["estimates"]["median"]
    assert mean["low"] < mean["value"] < mean["high"]
    assert median["low"] <= median["value"] <= median["high"]


@pytest.mark.parametrize("house", ["dashain", "classic", "everestbuzz", "hidden-maal"])
def test_solitaire_stays_below_the_floor(capsys: Capture, house: str) -> None:
    found = result(capsys, *BASE, "--players", "1", "--rules", house, "--rounds", "2000")
    assert found["floor"]["is_bound"] is True
    assert found["mean_draws"] > found["floor"]["mean_draws"]
    for row in found["curve"]:
        se = sqrt(row["floor"] * (1 - row["floor"]) / 2000)
        assert row["p_seen"] - row["floor"] <= 4 * se + 1e-9
    assert found["curve"][-1]["p_over"] == 0
    dublee = found["curve"][-1]["p_dublee"]
    assert (dublee is None) == (house == "hidden-maal")


def test_solitaire_uses_wilson(capsys: Capture) -> None:
    from marriage_stats.estimators import wilson

    rules = preset("classic")
    table = Table(rules, (load_policy("novice", rules),), solitaire=True)
    rounds = play_block(table, 1, 0, N)
    row = result(capsys, *BASE, "--players", "1", "--rounds", str(N))["curve"][5]
    seen = within(rounds.by_seat("qualified_sequence"), 5)
    count = int((seen | within(rounds.by_seat("qualified_dublee"), 5)).sum())
    assert (row["low"], row["high"]) == pytest.approx(wilson(count, N))


def test_at_a_table_the_floor_is_a_reference(capsys: Capture) -> None:
    found = result(capsys, *BASE, "--rounds", "50")
    assert found["floor"]["is_bound"] is False
    assert found["curve"][0]["floor"] == pytest.approx(0.139, abs=0.001)
    assert run([*BASE, "--rounds", "50"]) == 0
    assert "floor (reference)" in capsys.readouterr().out


def test_a_hand_is_watched_at_its_seat_and_has_no_floor(capsys: Capture) -> None:
    hand = "AS 2S 3S 7H 8H 9H 4D 5D"
    found = result(capsys, *BASE, "--rounds", "100", "--hand", hand)
    assert (found["seats"], found["hand"], found["conditional"]) == ([0], hand, True)
    assert found["curve"][0]["floor"] is None
    assert found["curve"][3]["p_seen"] > 0.4
    assert run([*BASE, "--rounds", "20", "--hand", hand, "--players", "1"]) == 0
    out = capsys.readouterr().out
    assert "conditional: seat 0, always dealt AS 2S" in out
    assert "floor" not in out


def test_policies_are_told_apart(capsys: Capture) -> None:
    names = "novice,random,novice,random"
    found = result(capsys, *BASE, "--rounds", "100", "--policies", names)
    novice, random = found["by_policy"]
    assert (novice["policy"], novice["seats"]) == ("novice", [0, 2])
    assert novice["curve"][10]["p_seen"] > random["curve"][10]["p_seen"]
    together = (novice["curve"][10]["p_seen"] + random["curve"][10]["p_seen"]) / 2
    assert found["curve"][10]["p_seen"] == pytest.approx(together)
    assert "by_policy" not in result(capsys, *BASE, "--rounds", "10")


@pytest.mark.parametrize("players", ["1", "3"])
def test_same_bytes_for_any_threads_and_blocks(capsys: Capture, players: str) -> None:
    texts = set()
    for threads, block in (("1", "500"), ("2", "37"), ("2", "500")):
        words = ["--rounds", str(N), "--players", players]
        found = result(capsys, *BASE, *words, "--threads", threads, "--block-size", block)
        found.pop("seconds")
        texts.add(json.dumps(found))
    assert len(texts) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--players", "0"], "players"),
        (["--players", "1", "--policies", "novice,novice"], "one name for --players 1"),
        (["--players", "1", "--policies", "novce"], "did you mean novice?"),
        (["--rounds", "0"], "rounds must be 1 or more, got 0"),
        (["--rounds", str(10**20)], "rounds must be 1000000000 or less, got 1"),
        (["--hand", "7H 7H 7H 7H"], "7H 4 times"),
        (["--hand", " ".join(["AS KS QS JS 10S 9S 8S 7S 6S 5S 4S"] * 2)], "got 22"),
        (["--threads", "0"], "threads must be 1..1024, got 0"),
    ],
)
def test_mistakes_end_in_one_line(capsys: Capture, words: list[str], message: str) -> None:
    assert run([*BASE, "--rounds", "10", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err
