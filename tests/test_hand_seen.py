"""`hand` after seeing: what finishes, how, and which cards bring it nearer."""

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

from marriage_stats.cards import card_kind, count_kinds, kind_text, parse_cards
from marriage_stats.cli.app import run
from marriage_stats.engine import Table, round_log
from marriage_stats.finish import can_finish
from marriage_stats.finish.seen_hand import describe_seen_hand
from marriage_stats.policies.registry import load_policies
from marriage_stats.rules import preset
from marriage_stats.transcript.follow import deal_board

Capture = pytest.CaptureFixture[str]
SHOWN = "AC 2C 3C JC QC KC 2D 3D 4D"
REST = "8C 8H 8S 9D 9H 10D 4H 5H 6H AS QS 10C 6S"
CLASSIC = preset("classic")
DASHAIN = preset("dashain")


def seen(rest: str, shown: str = SHOWN, tiplu: str = "10S", rules: Any = CLASSIC) -> dict[str, Any]:
    kinds = parse_cards(f"{shown} {rest}")
    return describe_seen_hand(kinds, parse_cards(tiplu)[0], parse_cards(shown), rules)


def outs(found: dict[str, Any]) -> dict[str, int]:
    return {entry["card"]: entry["left"] for entry in found["finish"]}


def test_a_hand_that_finishes() -> None:
    found = seen(REST)
    assert (found["can_finish"], found["distance_to_finish"]) == (True, 0)
    assert (found["thrown"], found["finish"]) == ("6S", [])
    melded = Counter(kind for meld in found["partition"] for kind in meld)
    assert melded == Counter(parse_cards(f"{SHOWN} {REST}")) - Counter(parse_cards("6S"))


def test_a_hand_one_card_away_names_the_cards_left() -> None:
    found = seen(REST.replace("10C", "KH"))
    assert (found["can_finish"], found["partition"]) == (False, None)
    assert found["distance_to_finish"] == 1
    # Wild cards: tiplu 10S (one of three is the tiplu), poplu, jhiplu, alter, jokers, 10D held.
    wilds = {"10S": 2, "JS": 3, "9S": 3, "10C": 3, "10D": 2, "10H": 3}
    assert outs(found) == wilds | {"9C": 3, "KS": 3}


def test_before_drawing_the_card_to_come_is_counted() -> None:
    found = seen("8C 8H 8S 9D 9H 10D 4H 5H 6H AS QS 7D")
    assert (found["can_finish"], found["distance_to_finish"]) == (False, 1)
    assert {"8D": 3, "KS": 3, "9C": 3, "10H": 3}.items() <= outs(found).items()


def test_the_cards_that_help_are_those_that_finish() -> None:
    """One card away: by the search for a finish, after every exchange of one card."""
    rest = REST.replace("10C", "KH")
    listed, kinds = outs(seen(rest)), parse_cards(rest)
    tiplu, held = parse_cards("10S")[0], Counter(parse_cards(f"{SHOWN} {rest}"))
    for come in range(52):
        hands = [count_kinds([*kinds[:i], *kinds[i + 1 :], come]) for i in range(len(kinds))]
        helps = bool(can_finish(np.array(hands), tiplu, CLASSIC).any())
        assert helps == (kind_text(come) in listed), kind_text(come)
        if helps:
            assert listed[kind_text(come)] == 3 - held[come] - (come == tiplu)


def test_seen_by_dublees() -> None:
    shown = "AC AC 3C 3C 5D 5D 7D 7D 9H 9H JH JH KS KS"
    rest = "2C 4C 6C 8C 10C QC 2H"
    found = seen(rest, shown)
    assert (found["route"], found["distance_to_finish"]) == ("dublee", 1)
    assert outs(found)["2C"] == 2
    assert "AC" not in outs(found)
    done = seen(f"{rest} 2H", shown)
    assert (done["can_finish"], done["partition"][-1]) == (True, parse_cards("2H 2H"))
    assert "2H" not in done["finishing_throws"]


def test_a_dealt_tunnela_serves_as_one_dublee() -> None:
    found = seen("2C 4C 6C 8C 10C QC", "AC AC AC 3C 3C 5D 5D 7D 7D 9H 9H JH JH KS KS")
    assert len(found["shown"]) == 7


def test_printed_jokers_and_long_shows() -> None:
    rest = "8C 8H MAN 9D 9H MAN 4H 5H 6H AS QS 7D KD"
    found = seen(rest, "2C SUPER 4C JC QC KC 2D 3D 4D", rules=DASHAIN)
    assert found["shown"][0] == "2C SUPER 4C"
    rest = rest.rsplit(" ", 1)[0]
    long = seen(rest, "2C SUPER 4C 5C JC QC KC 2D 3D 4D", rules=DASHAIN)
    assert long["shown"][0] == "2C SUPER 4C 5C"
    four = seen("8C 8H 9D 9H 4H 5H 6H QC QS 7D", "AC AC AC 3C 3C 3C 2D 2D 2D KS KS KS")
    assert len(four["shown"]) == 4


@pytest.mark.parametrize("house", ["dashain", "classic", "everestbuzz", "hidden-maal"])
def test_finishes_of_simulated_rounds_are_found(house: str) -> None:
    rules = preset(house)
    table = Table(rules, load_policies("novice", rules))
    checked = 0
    for index in range(30):
        log = round_log(table, 1, index)
        board = deal_board(log)
        seats = board.seats
        for event in log["events"]:
            if event["do"] == "finish" and seats[event["seat"]].route:
                seat = seats[event["seat"]]
                laid = [card_kind(card) for meld in seat.table for card in meld]
                found = describe_seen_hand(seat.all_kinds, log["tiplu"], laid, rules)
                assert found["can_finish"]
                assert found["route"] == event["route"]
                thrown = kind_text(card_kind(log["thrown"]))
                assert thrown in found["finishing_throws"]
                checked += 1
            board.apply(event)
    assert checked > 15


def test_json_and_text(capsys: Capture) -> None:
    words = ["hand", f"{SHOWN} {REST}", "--rules", "classic", "--tiplu", "10S", "--shown", SHOWN]
    assert run([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["can_finish"] is True
    assert found["partition"][:3] == ["AC 2C 3C", "JC QC KC", "2D 3D 4D"]
    assert set(found["improving"]) == {"sequence", "dublee", "finish"}
    assert run(words) == 0
    out = capsys.readouterr().out
    assert "now, by throwing 6S" in out
    assert "[8C 8H 8S]" in out
    words[1] = words[1].replace("10C", "KH")
    assert run(words) == 0
    assert "22 cards left that help: 9C x3" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--tiplu", "10S"], "--tiplu and --shown go together"),
        (["--shown", SHOWN], "--tiplu and --shown go together"),
        (["--tiplu", "MAN", "--shown", SHOWN], "tiplu must be an ordinary card"),
        (["--tiplu", "1X", "--shown", SHOWN], "card must be like"),
        (["--tiplu", "10S", "--shown", "AC 2C 3C"], "three pure melds of three cards or seven"),
        (["--tiplu", "10S", "--shown", SHOWN.replace("4D", "8C")], "must be three pure melds"),
        (["--tiplu", "10S", "--shown", SHOWN.replace("4D", "KD")], "it lacks KD"),
    ],
)
def test_mistakes_end_in_one_line(capsys: Capture, words: list[str], message: str) -> None:
    assert run(["hand", f"{SHOWN} {REST}", "--rules", "classic", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="one of them is the tiplu"):
        seen("8C 8H 8S 9D 9H 10D 4H 5H 6H 10S 10S 10S 6S")
    dublees = "AC AC 3C 3C 5D 5D 7D 7D 9H 9H JH JH KS KS"
    with pytest.raises(ValueError, match="by which hidden-maal does not see"):
        seen("2C 4C 6C 8C 10C QC 2H", dublees, rules=preset("hidden-maal"))
