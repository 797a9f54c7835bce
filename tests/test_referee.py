"""The referee passes legal rounds written by hand and names what is wrong with illegal ones."""

from __future__ import annotations

import pytest

from tests.reference.referee import check_round
from tests.reference.referee_edges import EDGES
from tests.reference.referee_faults_melds import MELD_FAULTS
from tests.reference.referee_faults_play import PLAY_FAULTS, edited
from tests.reference.referee_logs import PRINTED
from tests.reference.referee_rounds import (
    classic_dublee,
    classic_reshuffle,
    classic_sequence,
    hidden_pick,
    hidden_stock_out,
    printed_late,
    printed_unseen,
    solitaire,
)

FAULTS = PLAY_FAULTS | MELD_FAULTS
CLEAN = {
    "classic_sequence": classic_sequence,
    "classic_dublee": classic_dublee,
    "printed_unseen": printed_unseen,
    "printed_late": printed_late,
    "hidden_pick": hidden_pick,
    "hidden_stock_out": hidden_stock_out,
    "classic_reshuffle": classic_reshuffle,
    "solitaire": solitaire,
}


@pytest.mark.parametrize("name", CLEAN)
def test_legal_round_is_clean(name: str) -> None:
    assert check_round(CLEAN[name]()) == []


def test_kidnap_moves_unseen_maal_to_the_finisher() -> None:
    log = printed_late(rules=PRINTED | {"unseen_maal": "kidnap"})
    log["settlement"] = {"raw_maal": [13, 2], "maal": [15, 0], "net": [25, -25]}
    assert check_round(log) == []


@pytest.mark.parametrize("name", EDGES)
def test_play_at_the_edge_is_legal(name: str) -> None:
    found = check_round(EDGES[name]())
    assert [line for line in found if " facts: " not in line and " settlement: " not in line] == []


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_named(name: str) -> None:
    message, make = FAULTS[name]
    found = check_round(make())
    assert any(message in line for line in found), found


FACT_FAULTS = {
    "seen": False,
    "route": "dublee",
    "seen_turn": 0,
    "qualified_sequence": 1,
    "qualified_dublee": 1,
    "finished": False,
    "held": {},
    "dealt_tunnelas": {},
    "exposed_tunnelas": {},
    "pickups": 1,
}


@pytest.mark.parametrize("name", FACT_FAULTS)
def test_false_fact_is_named(name: str) -> None:
    found = check_round(edited(classic_sequence(), "facts", 0, name, to=FACT_FAULTS[name]))
    assert len(found) == 1
    assert f"seat 0 {name} is" in found[0]


@pytest.mark.parametrize("name", ["raw_maal", "maal", "net"])
def test_false_points_are_named(name: str) -> None:
    found = check_round(edited(classic_sequence(), "settlement", name, to=[6, -6]))
    assert len(found) == 1
    assert f"settlement: {name} is" in found[0]
