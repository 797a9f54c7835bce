"""Published settlements, through the round file and through the vectorised core."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from marriage_stats.facts import ROUTES
from marriage_stats.rules import Rules, load_rules
from marriage_stats.settlement import net_from_maal, settle
from marriage_stats.settlement.itemised import settle_real_round
from marriage_stats.settlement.real_round import facts_of, parse_round

HERE = Path(__file__).parent
EXAMPLES = json.loads((HERE / "settlement_examples.json").read_text(encoding="utf-8"))

NOT_EXPRESSED = {
    "koju-d9": "a fouling player pays no fee; the houses have no key for fouls",
    "koju-d10": "two fouling players pay the bonus alone",
    "koju-c0": "a fouling player pays no fee",
    "koju-c1": "a fouling player pays the bonus alone, and one player is on hold",
}
"""Example -> why no rule key says it. A player on hold (koju-d4) is simply not at the table."""

HOUSES = {
    "s000": "dashain",
    "s001": "classic",
    "s002": "everestbuzz",
    "s003": "hidden-maal",
    "bhidne_house": str(HERE / "houses" / "bhidne.toml"),
    "bhidne_house, marriage (0,0,0)": str(HERE / "houses" / "bhidne.toml"),
    "bhidne_simple": str(HERE / "houses" / "bhidne-simple.toml"),
    "koju (default settings)": str(HERE / "houses" / "koju.toml"),
}
FILLERS = {"s000-dipa-murder": [10, 5, 0], "s000-dipa-kidnap": [10, 5, 0]}
"""Partial examples: maal of players of ours who bring the table to the total that is stated."""


def _chosen(kind: str) -> list[Any]:
    return [
        pytest.param(example, id=example["id"])
        for example in EXAMPLES
        if example["kind"] == kind and example["id"] not in NOT_EXPRESSED
    ]


def _settings(example: dict[str, Any]) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    if example["mode"] != "n/a":
        settings["unseen_maal"] = example["mode"]
    if example["alter"] is not None:
        settings["alter"] = example["alter"]
    if "marriage (0,0,0)" in example["profile"]:
        settings["marriage"] = 0
    return settings


def _document(example: dict[str, Any]) -> dict[str, Any]:
    """Return an example as a round file."""
    seated = [player for player in example["players"] if not player.get("sits_out")]
    players = [_entry(player, place) for place, player in enumerate(seated)]
    for place, maal in enumerate(FILLERS.get(example["id"], [])):
        filler = {"name": f"Filler {place}", "seen": "sequence", "maal": maal}
        players.append(filler | {"finished": place == 0})
    if len(players) == 1:
        players.append({"name": "Filler", "seen": "sequence", "finished": True})
    return {
        "rules": HOUSES[example["profile"]],
        "set": _settings(example),
        "tiplu": example["tiplu"],
        "players": players,
    }


def _entry(player: dict[str, Any], place: int) -> dict[str, Any]:
    seen = (player["route"] or "sequence") if player["seen"] else None
    entry: dict[str, Any] = {"name": player.get("name", f"Player {place}"), "seen": seen}
    entry["finished"] = bool(player["finisher"])
    if player["cards"]:
        declared = player["declared_tunnelas"]
        laid = [card for tunnela in declared for card in tunnela]
        entry["declared"] = declared
        entry["cards"] = [card for card in player["cards"] if card not in laid]
    else:
        entry["maal"] = player.get("raw_maal", player["maal"])
    return entry


def _rules(example: dict[str, Any], players: int) -> Rules:
    return load_rules(HOUSES[example["profile"]]).replace(
        {**_settings(example), "players": players}
    )


def test_the_list_of_what_cannot_be_expressed_is_right() -> None:
    fouls = {e["id"] for e in EXAMPLES if any(p.get("status") == "foul" for p in e["players"])}
    assert set(NOT_EXPRESSED) == fouls
    assert {example["kind"] for example in EXAMPLES} == {"settlement", "partial", "maal_only"}


@pytest.mark.parametrize("example", _chosen("settlement") + _chosen("partial"))
def test_round_file_gives_the_published_nets(example: dict[str, Any]) -> None:
    result = settle_real_round(parse_round(_document(example)))
    assert result.total_maal == example["total_maal"]
    assert sum(player.net for player in result.players) == 0
    seated = [player for player in example["players"] if not player.get("sits_out")]
    for expected, got in zip(seated, result.players, strict=False):
        assert (got.net, got.maal, got.fee) == (expected["net"], expected["maal"], expected["fee"])
        assert got.raw_maal == expected.get("raw_maal", expected["maal"])
        assert got.raw_maal == sum(item.points for item in got.items)
        assert got.net == got.maal_part + got.fee_part


@pytest.mark.parametrize("example", _chosen("maal_only"))
def test_round_file_gives_the_published_maal(example: dict[str, Any]) -> None:
    result = settle_real_round(parse_round(_document(example))).players[0]
    assert result.maal == example["players"][0]["maal"]
    assert result.raw_maal == sum(item.points for item in result.items)


@pytest.mark.parametrize("example", _chosen("settlement"))
def test_vectorised_core_gives_the_published_nets(example: dict[str, Any]) -> None:
    seated = [player for player in example["players"] if not player.get("sits_out")]
    maal = np.array([[p.get("raw_maal", p["maal"]) for p in seated]])
    route = np.array([[ROUTES.index(p["route"]) if p["route"] else 0 for p in seated]])
    finisher = np.array([next((i for i, p in enumerate(seated) if p["finisher"]), -1)])
    result = net_from_maal(
        maal, route, finisher, route[[0], finisher], _rules(example, len(seated))
    )
    assert result.net[0].tolist() == [p["net"] for p in seated]


WITH_CARDS = [p for p in _chosen("settlement") if any(q["cards"] for q in p.values[0]["players"])]


@pytest.mark.parametrize("example", WITH_CARDS)
def test_facts_give_the_published_nets(example: dict[str, Any]) -> None:
    real = parse_round(_document(example))
    assert settle(facts_of(real), real.rules).net[0].tolist() == [
        player["net"] for player in example["players"]
    ]


@pytest.mark.parametrize("others", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("mode", "net"), [("murder", -25), ("kidnap", -33)])
def test_dipa_pays_the_same_whatever_the_number_of_players(
    others: int, mode: str, net: int
) -> None:
    maal = [15] + [0] * (others - 1) + [8]
    route = [1] * others + [0]
    rules = load_rules("dashain", [f"unseen_maal={mode}"])
    result = net_from_maal(np.array([maal]), np.array([route]), np.array([0]), np.array([1]), rules)
    assert result.net[0, -1] == net
