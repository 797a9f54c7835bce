"""`replay`: events and points of a round as JSON, and a transcript that a player can follow."""

import json
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from marriage_stats.cards import parse_cards
from marriage_stats.cli.app import run
from marriage_stats.engine import Table, play_block, round_log
from marriage_stats.policies.registry import load_policies
from marriage_stats.rules import PRESETS, preset
from marriage_stats.settlement import settle
from marriage_stats.transcript import read_meld, settle_log, settlement_of, transcript_lines

Capture = pytest.CaptureFixture[str]
BASE = ["replay", "--seed", "1", "--policies", "novice"]
N = 40


def table_of(house: str, names: str = "novice", **changes: Any) -> Table:
    rules = preset(house).replace(changes)
    return Table(rules, load_policies(names, rules))


@pytest.mark.parametrize("house", PRESETS)
@pytest.mark.parametrize("mode", ["murder", "kidnap", "normal"])
def test_points_item_by_item_are_those_of_the_facts(house: str, mode: str) -> None:
    """Two ways to the points: the cards that a log ends with, and the engine's own facts."""
    table = table_of(house, unseen_maal=mode)
    settled = settle(play_block(table, 1, 0, N), table.rules)
    for index in range(N):
        result = settle_log(round_log(table, 1, index), table.rules)
        found = settlement_of(result)
        for name in ("raw_maal", "maal", "maal_part", "fee", "net"):
            assert found[name] == getattr(settled, name)[index].tolist(), (index, name)
        sums = [sum(item["points"] for item in items) for items in found["items"]]
        assert sums == found["raw_maal"]


def test_the_same_round_as_simulate(capsys: Capture) -> None:
    assert run([*BASE, "--round", "7", "--json"]) == 0
    log = json.loads(capsys.readouterr().out)
    settled = settle(play_block(table_of("classic"), 1, 7, 1), preset("classic"))
    assert log["settlement"]["net"] == settled.net[0].tolist()
    assert (log["seed"], log["round"], log["players"]) == (1, 7, 4)
    events = log["events"]
    assert all({"turn", "seat", "do", "cards"} <= set(event) for event in events)
    known = {"expose", "draw", "pick", "show", "tiplu", "throw", "finish", "reshuffle"}
    assert {event["do"] for event in events} <= known
    assert [event["turn"] for event in events] == sorted(event["turn"] for event in events)


def test_the_transcript_tells_every_turn(capsys: Capture) -> None:
    assert run([*BASE, "--round", "0"]) == 0
    text = capsys.readouterr().out
    log = round_log(table_of("classic"), 1, 0)
    for part in (
        "The deal",
        "seat 3  AC 2C",
        "The first card of the pile is",
        "takes a card blind out of the stock and puts it face down at the bottom: tiplu ",
    ):
        assert part in text
    for turn in range(1, log["events"][-1]["turn"] + 1):
        assert f"\n{turn:3d} s{(turn - 1) % 4}  " in text
    assert f"seat {log['finisher']} has finished" in text
    for seat, net in enumerate(settlement_of(settle_log(log, preset("classic")))["net"]):
        assert f"{net:+d} points" in text.split(f"\nseat {seat}")[-1]


def test_hands_are_shown_on_request(capsys: Capture) -> None:
    assert run([*BASE, "--round", "0", "--hands"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if "  holds " in line]
    turns = round_log(table_of("classic"), 1, 0)["events"][-1]["turn"]
    assert len(lines) == turns
    for line in (lines[0], lines[-1]):  # the last seat has thrown a card to finish
        words = line.split("holds ")[1].replace("; on the table", "")
        assert len(parse_cards(words.translate(str.maketrans("|[]", "   ")))) == 21


@pytest.mark.parametrize("house", PRESETS)
def test_every_round_can_be_told(house: str) -> None:
    table = table_of(house, "novice,random,novice,random")
    for index in range(10):
        log = round_log(table, 2, index)
        text = "\n".join(transcript_lines(log, table.rules, hands=True))
        assert "nobody wins" in text or "has finished" in text
        thrown = [event["cards"][0] for event in log["events"] if event["do"] == "throw"]
        assert text.count("throws ") == len(thrown)


@pytest.mark.parametrize(
    ("house", "changes", "sentence"),
    [
        ("hidden-maal", {}, "which ends the round: nobody wins"),
        ("classic", {"turn_cap": 20}, "cut off after 20 seat-turns: nobody wins"),
    ],
)
def test_why_nobody_won(house: str, changes: dict[str, Any], sentence: str) -> None:
    table = table_of(house, "random", **changes)
    logs = (round_log(table, 1, index) for index in range(50))
    log = next(log for log in logs if log["finisher"] is None)
    assert sentence in "\n".join(transcript_lines(log, table.rules))


@pytest.mark.parametrize(
    ("cards", "tiplu", "text"),
    [
        ("3D 2D AD", None, "[AD 2D 3D]"),
        ("AS KS QS", None, "[QS KS AS]"),
        ("2C SUPER 4C", None, "[2C SUPER=3C 4C]"),
        ("KH SUPER AH", None, "[SUPER=QH KH AH]"),
        ("MAN MAN MAN", None, "[MAN MAN MAN]"),
        ("5S 5S", "7H", "[5S 5S]"),
        ("8H 6H 7H", "7H", "[6H 7H 8H marriage]"),
        ("2C AC KC", "AC", "[KC AC 2C marriage]"),
        ("7S 8S 9S", "7H", "[7S 8S 9S]"),
        ("7S 8S 10S", "7H", "[8S 7S=9S 10S]"),
        ("9C 9D 7S", "7H", "[9C 9D 7S=9H]"),
        ("9C 7C 7S", "7H", "[7C 7S=8C 9C]"),
        ("7C 7S MAN", "7H", "[7C 7S MAN all wild]"),
        ("8H MAN 6H", "7H", "[6H 8H MAN all wild]"),
        ("8H MAN 7C", "7H", "[7C 8H MAN all wild]"),
        ("9C MAN SUPER JC QC", "7H", "[9C MAN=10C JC QC SUPER=KC]"),
    ],
)
def test_melds_are_read_as_they_stand(cards: str, tiplu: str | None, text: str) -> None:
    known = None if tiplu is None else parse_cards(tiplu)[0]
    assert read_meld(parse_cards(cards), known) == text


@pytest.mark.parametrize("house", PRESETS)
def test_finishes_read_as_legal_melds(house: str) -> None:
    """Each card of a finish is printed once, and what wilds stand for makes runs and trials."""
    table = table_of(house)
    for index in range(N):
        log = round_log(table, 3, index)
        for event in log["events"]:
            if event["do"] == "finish":
                for meld in event["melds"]:
                    kinds = [card // 3 if card < 159 else 53 for card in meld]
                    words = read_meld(kinds, log["tiplu"]).strip("[]").split()
                    held = [word.split("=")[0] for word in words if word[0] not in "am"]
                    assert sorted(parse_cards(" ".join(held))) == sorted(kinds)
                    stands = parse_cards(
                        " ".join(w.split("=")[-1] for w in words if w[0] not in "am")
                    )
                    assert "all wild" in " ".join(words) or _is_meld(stands), words


def _is_meld(kinds: list[int]) -> bool:
    suits, ranks = np.unique([k // 13 for k in kinds]), [k % 13 for k in kinds]
    if len(set(kinds)) == 1:
        return True
    if len(set(ranks)) == 1:
        return len(suits) == len(kinds)
    steps = {(b - a) % 13 for a, b in pairwise(ranks)}
    return len(suits) == 1 and steps == {1}


def test_rotation_seats_the_policies_as_simulate_does(capsys: Capture) -> None:
    words = ["replay", "--seed", "1", "--round", "3", "--policies", "novice,random,random,random"]
    assert run([*words, "--rotation", "1", "--json"]) == 0
    log = json.loads(capsys.readouterr().out)
    assert log["policies"] == ["random", "novice", "random", "random"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--round", "-1"], "--round must be 0..2**62-1, got -1"),
        (["--round", str(2**62)], "--round must be 0..2**62-1, got 4611686018427387904"),
        (["--round", "0", "--rotation", "-1"], "--rotation must be 0..3, got -1"),
        (["--round", "0", "--rotation", "4"], "--rotation must be 0..3, got 4"),
        (["--round", "0", "--policies", ""], "policies must be one name or 4"),
        (["--round", "0", "--seed", "-3"], "seed must be 0.."),
        (["--round", "0", "--policies", "nobody"], "unknown policy 'nobody'"),
        (["--round", "0", "--rules", "clasic"], "did you mean classic?"),
        (["--round", "0", "--hand", "7Z"], "card must be like"),
        (["--round", "x"], "--round"),
        ([], "--round"),
    ],
)
def test_mistakes_end_in_one_line(capsys: Capture, words: list[str], message: str) -> None:
    assert run([*BASE, *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err
