"""`settle FILE`: what it prints, and what it refuses in one line with the player's name."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from marriage_stats.cli.app import run
from marriage_stats.settlement.itemised import settle_real_round
from marriage_stats.settlement.real_round import parse_round, read_round

ROUND: dict[str, Any] = {
    "rules": "everestbuzz",
    "tiplu": "7H",
    "players": [
        {
            "name": "Asha",
            "seen": "sequence",
            "finished": True,
            "cards": ["6H", "7H", "8H", "2C"],
            "declared": [["5S", "5S", "5S"]],
        },
        {"name": "Binod", "seen": "dublee", "finished": False, "cards": ["7D"]},
        {"name": "Dipa", "seen": None, "maal": 8},
    ],
}


def changed(**changes: Any) -> dict[str, Any]:
    """Return the round with keys changed; `player_0_seen` means that key of player 0."""
    document = copy.deepcopy(ROUND)
    for key, value in changes.items():
        if key.startswith("player_"):
            _, place, name = key.split("_", 2)
            document["players"][int(place)][name] = value
        else:
            document[key] = value
    return document


@pytest.fixture
def round_file(tmp_path: Path) -> Path:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(ROUND), encoding="utf-8")
    return path


def test_json_has_the_documented_fields(
    round_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["settle", str(round_file), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["total_maal"] == 20
    asha = result["players"][0]
    assert {key: asha[key] for key in ("name", "raw_maal", "maal", "maal_part")} == {
        "name": "Asha", "raw_maal": 15, "maal": 15, "maal_part": 25,
    }  # fmt: skip
    assert (asha["fee_part"], asha["fee"], asha["net"]) == (10, 0, 35)
    assert asha["items"] == [
        {"item": "tunnela", "cards": ["5S", "5S", "5S"], "points": 5},
        {"item": "marriage", "cards": ["6H", "7H", "8H"], "points": 10},
    ]
    assert [player["net"] for player in result["players"]] == [35, -5, -30]
    assert [player["fee"] for player in result["players"]] == [0, 0, 10]


def test_text_shows_every_item_and_the_sums(
    round_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["settle", str(round_file)]) == 0
    text = capsys.readouterr().out
    for part in ("marriage", "6H 7H 8H", "3 x 15 - 20 = +25", "+35", "maal 8 is void (murder)"):
        assert part in text


def test_command_line_overrides_the_file(
    round_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--rules", "dashain", "--set", "alter=0", "--set", "unseen_maal=kidnap", "--json"]
    assert run(["settle", str(round_file), *words]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["rules"] == "dashain"
    assert [player["maal"] for player in result["players"]] == [23, 0, 0]
    assert [player["net"] for player in result["players"]] == [59, -26, -33]


def test_a_house_file_is_found_beside_the_round(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('extends = "classic"\nfee_seen = 4\n', encoding="utf-8")
    (tmp_path / "round.json").write_text(json.dumps(changed(rules="ours.toml")), encoding="utf-8")
    result = settle_real_round(read_round(tmp_path / "round.json"))
    assert (result.rules, result.players[1].fee) == ("ours", 3)


def test_settings_of_the_file_are_read_in_every_form() -> None:
    forms: dict[str, Any] = {
        "alter": [1, 2, 3],
        "unseen_maal": "normal",
        "tunnela": {"ordinary": 9},
    }
    result = settle_real_round(parse_round(changed(set=forms | {"marriage": "11/30"})))
    assert [player.raw_maal for player in result.players] == [20, 1, 8]


def test_cards_may_be_one_text_and_use_symbols() -> None:
    document = changed(player_0_cards="6\u2665 7\u2665, 8h", tiplu="7\u2665")
    assert settle_real_round(parse_round(document)).players[0].raw_maal == 15


def test_two_marriages_list_six_cards() -> None:
    cards = ["6H", "7H", "8H"] * 2
    item = settle_real_round(parse_round(changed(player_0_cards=cards))).players[0].items[1]
    assert (item.item, item.cards, item.points) == ("marriage", cards, 30)


def test_a_premium_that_does_not_hold_is_explained() -> None:
    document = changed(rules="classic", player_1_declared=[["8D", "8D", "8D"], ["7S", "7S", "7S"]])
    binod = settle_real_round(parse_round(document)).players[1]
    assert binod.raw_maal == 0
    assert binod.notes[0] == "tunnela of 8D earns no premium: Binod saw by dublees"


def test_declared_alters_count_as_declared_where_marriages_come_first() -> None:
    document = changed(player_1_cards=[], player_1_declared=[["7D", "7D", "7D"]])
    assert settle_real_round(parse_round(document)).players[1].items[0].points == 10
    item = settle_real_round(parse_round(document, "dashain")).players[1].items[0]
    assert (item.item, item.points) == ("alter tunnela", 35)


def test_man_cards_laid_to_see_or_not() -> None:
    man = ["MAN", "MAN", "MAN"]
    document = changed(rules="dashain", player_0_declared=[man], player_0_cards=["SUPER"])
    assert settle_real_round(parse_round(document)).players[0].raw_maal == 45
    document["players"][0]["seen"] = "dublee"
    assert settle_real_round(parse_round(document)).players[0].raw_maal == 35


def test_tiplu_may_be_absent_where_every_player_gives_maal() -> None:
    players = [
        {"name": "A", "seen": "sequence", "finished": True, "maal": 10},
        {"name": "B", "seen": "sequence", "maal": 2},
        {"name": "C", "maal": 0},
    ]
    result = settle_real_round(parse_round({"rules": "classic", "players": players}))
    assert [player.net for player in result.players] == [31, -9, -22]


def test_tiplu_may_be_absent_where_nobody_saw() -> None:
    players: list[dict[str, Any]] = [{"name": "A", "cards": ["MAN", "7H"]}, {"name": "B"}]
    document = {"rules": "dashain", "players": players}
    document["set"] = {"unseen_maal": "normal", "no_winner": "maal-only"}
    assert [p.net for p in settle_real_round(parse_round(document)).players] == [5, -5]


REFUSED = {
    "tiplu held three times": (
        changed(player_1_cards=["7H", "7H"]),
        "Binod: 7H is held a third time, but one 7H is the tiplu",
    ),
    "four of one card": (
        changed(player_1_cards=["5S"]),
        "Binod: 5S is held 4 times at the table, the pack has 3",
    ),
    "man card in a house without": (
        changed(player_1_cards=["MAN"]),
        "Binod: MAN is held 1 times at the table, everestbuzz has man_cards=0",
    ),
    "two supermen": (
        changed(rules="dashain", player_0_cards=["SUPER"], player_1_cards=["SUPER"]),
        "Binod: SUPER is held 2 times at the table, dashain has superman=1",
    ),
    "two finishers": (changed(player_1_finished=True), "Binod: finished, but Asha finished too"),
    "finisher never saw": (changed(player_0_seen=None), "Asha: finished but never saw"),
    "one player": (changed(players=ROUND["players"][:1]), "players must be 2..6, got 1"),
    "seven players": (
        changed(players=[{"name": str(i), "maal": 0} for i in range(7)]),
        "players must be 2..6, got 7",
    ),
    "same name": (changed(player_1_name="Asha"), "Asha: name is given to two players"),
    "empty name": (changed(player_1_name=" "), "player 2: name: must be a text"),
    "no name": (changed(players=[{"maal": 0}] * 2), "player 1: name is missing"),
    "unknown key": (
        changed(player_1_mall=3),
        "Binod: unknown key 'mall'; did you mean maal?",
    ),
    "unknown top key": (changed(tilpu="7H"), "unknown key 'tilpu'; did you mean tiplu?"),
    "declared is no tunnela": (
        changed(player_0_declared=[["5S", "5S", "6S"]]),
        "Asha: declared: a tunnela is three identical cards, got '5S 5S 6S'",
    ),
    "declared twice": (
        changed(player_0_declared=[["5S"] * 3, ["5S"] * 3]),
        "Asha: 5S is held 4 times",
    ),
    "no dublee route": (
        changed(rules="hidden-maal", player_0_declared=[]),
        r"Binod: seen by dublee, but in hidden-maal that does not exist \(dublee_route=false\)",
    ),
    "too few for dublees": (
        changed(set={"dublee_min_players": 4}),
        "Binod: seen by dublee, but in everestbuzz that starts at 4 players, here are 3",
    ),
    "nothing is exposed": (
        changed(rules="hidden-maal", player_1_seen="sequence"),
        "Asha: declared must be empty, hidden-maal lays no dealt tunnela",
    ),
    "maal and cards": (changed(player_2_cards=["9C"]), "Dipa: give maal or cards, not both"),
    "negative maal": (changed(player_2_maal=-1), r"Dipa: maal must be a whole number 0\.\.10000"),
    "maal as text": (changed(player_2_maal="8"), "Dipa: maal must be a whole number"),
    "maal as true": (changed(player_2_maal=True), "Dipa: maal must be a whole number"),
    "unknown card": (changed(player_1_cards=["1Z"]), "Binod: cards: card must be like 7H"),
    "cards of numbers": (changed(player_1_cards=[7]), "Binod: cards: must be a list of cards"),
    "wrong seen": (changed(player_1_seen="pairs"), "Binod: seen must be sequence, dublee or null"),
    "wrong finished": (changed(player_1_finished=1), "Binod: finished must be true or false"),
    "22 cards": (
        changed(player_1_cards=[f"{r}{s}" for s in "CS" for r in "A2345689TJQ"]),
        "Binod: cards and declared list 22 cards, a hand is 21",
    ),
    "tiplu missing": (changed(tiplu=None), "tiplu is missing: Asha has seen it"),
    "tiplu is a man card": (changed(tiplu="MAN"), "tiplu: must be an ordinary card"),
    "rules missing": (changed(rules=None), "rules is missing: name a house"),
    "unknown house": (changed(rules="clasic"), "unknown house 'clasic'; did you mean classic"),
    "unknown rule key": (changed(set={"altar": 0}), "unknown rule key 'altar'; did you mean alter"),
    "wrong rule value": (changed(set={"alter": 1.5}), "alter must be totals"),
    "wrong number of players set": (changed(set={"players": 4}), "players=4 is set but the round"),
    "player is a text": (changed(players=["Asha", "Dipa"]), "player 1 must be an object"),
    "players is an object": (changed(players={}), "players must be a list of players"),
    "round is a list": ([], "round must be an object"),
}


@pytest.mark.parametrize(("document", "match"), REFUSED.values(), ids=REFUSED)
def test_refusals_are_one_line_and_name_the_player(document: Any, match: str) -> None:
    with pytest.raises(ValueError, match=f"^{match}") as caught:
        parse_round(document)
    assert "\n" not in str(caught.value)


BROKEN = {
    "no JSON": (b'{"rules": ', "is no JSON"),
    "key twice": (b'{"tiplu": "7H", "tiplu": "8H"}', "gives the key 'tiplu' twice"),
    "no text": (b"\xff\xfe\x00", "cannot be read: not text"),
    "too deep": (b"[" * 200_000, "is nested too deeply"),
    "too long": (b'{"players": ' + b"9" * 5000 + b"}", "holds a number too long to read"),
}


@pytest.mark.parametrize(("content", "match"), BROKEN.values(), ids=BROKEN)
def test_broken_files_leave_one_line_and_exit_2(
    content: bytes, match: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "round.json"
    path.write_bytes(content)
    assert run(["settle", str(path)]) == 2
    error = capsys.readouterr().err
    assert match in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_files_that_cannot_be_read_leave_one_line_and_exit_2(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["settle", str(tmp_path / name)]) == 2
    error = capsys.readouterr().err
    assert "cannot be read" in error
    assert error.count("\n") == 1


def test_an_empty_house_name_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "round.json"
    path.write_text('{"rules": "classic", "players": [{"name": "A"}, {"name": "B"}]}')
    assert run(["settle", str(path), "--rules", ""]) == 2
    assert "unknown house ''" in capsys.readouterr().err
