"""`hand` before seeing: what it says, one best set of melds, and what it refuses."""

import json
from collections import Counter

import numpy as np
import pytest

from marriage_stats.cards import count_kinds, kind_text, parse_cards
from marriage_stats.cli.app import run
from marriage_stats.melds import classify_hands
from marriage_stats.melds.holding import describe_hand
from marriage_stats.melds.partition import best_melds
from marriage_stats.rules import preset
from tests.hands import random_hands

DASHAIN, HIDDEN = preset("dashain"), preset("hidden-maal")
HAND = "AS 2S 4S 7H 7H 7H 8H 9D 9D JD QD 3D 4C 5C 7C 6C 10C QS 2D MAN SUPER"


@pytest.mark.parametrize(("size", "narrow"), [(21, 0), (22, 5), (14, 4), (9, 3)])
@pytest.mark.parametrize("superman", [0, 1])
def test_melds_are_disjoint_pure_and_most(size: int, narrow: int, superman: int) -> None:
    hands = random_hands(np.random.default_rng(1), 400, size, 3, superman, narrow)
    most = classify_hands(hands, DASHAIN).pure_melds
    for counts, n in zip(hands, most, strict=True):
        melds = best_melds(counts.tolist())
        assert len(melds) == n
        used = Counter(kind for meld in melds for kind in meld)
        assert all(counts[kind] >= times for kind, times in used.items())
        assert all(is_pure(meld) for meld in melds)


def is_pure(meld: list[int]) -> bool:
    """Whether three kinds are a tunnela or a run, the superman (53) standing for one card."""
    naturals = [kind for kind in meld if kind != 53]
    if len(meld) != 3 or len(naturals) < 2:
        return False
    if len(set(naturals)) == 1:
        return len(naturals) == 3
    suits = {kind // 13 for kind in naturals}
    ranks = {kind % 13 for kind in naturals}
    runs = [{rank, rank + 1, (rank + 2) % 13} for rank in range(12)]
    return len(suits) == 1 and any(ranks <= run for run in runs) and len(ranks) == len(naturals)


def test_a_hand_of_the_largest_pack() -> None:
    found = describe_hand(parse_cards(HAND), DASHAIN)
    assert found["pure_melds"] == 3
    assert "7H 7H 7H" in found["melds"]
    assert any("SUPER" in meld for meld in found["melds"])
    assert found["dublees"] == 2
    assert found["can_see"]
    assert found["distance"] == {"sequence": 0, "dublee": 5}
    assert found["improving"]["sequence"] == []
    assert {"card": "MAN", "left": 2} in found["improving"]["dublee"]


def test_what_is_left_counts_cards_outside_the_hand() -> None:
    cards = "7H 8H 7C 8C 7D 7D 7D AS 2S 3S KS 4H 10H QH 2C 4C 10C QC 2D 4D 10D"
    found = describe_hand(parse_cards(cards), HIDDEN)
    assert found["distance"] == {"sequence": 1, "dublee": None}
    left = {entry["card"]: entry["left"] for entry in found["improving"]["sequence"]}
    assert left["9H"] == 3
    assert left["3D"] == 3
    assert "QS" not in left, "the only ace is in A-2-3"
    assert "7D" not in left
    assert found["improving"]["dublee"] is None
    assert found["can_see_by"]["dublee"] is None


def test_improving_cards_are_those_that_bring_the_hand_nearer() -> None:
    for counts in random_hands(np.random.default_rng(2), 20, 21, 3, 1):
        kinds = np.repeat(np.arange(54), counts).tolist()
        found = describe_hand(kinds, DASHAIN)
        better = {entry["card"] for entry in found["improving"]["sequence"]}
        for kind in range(54):
            if counts[kind] < (3 if kind < 53 else 1):
                after = describe_hand([*kinds, kind], DASHAIN)
                nearer = after["distance"]["sequence"] < found["distance"]["sequence"]
                assert nearer == (kind_text(kind) in better)


def test_a_melded_superman_is_read_in_its_place() -> None:
    counts = count_kinds(parse_cards("6S 7S 7S 7S 8S SUPER")).tolist()
    assert sorted(map(len, best_melds(counts))) == [3, 3]


def test_json_is_the_description(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hand", HAND, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == describe_hand(parse_cards(HAND), DASHAIN)


def test_the_table_names_every_route(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hand", HAND.replace("MAN", "3C"), "--rules", "dashain"]) == 0
    out = capsys.readouterr().out
    assert "see by three pure melds now" in " ".join(out.split())
    assert "see by seven dublees" in out


@pytest.mark.parametrize(
    ("cards", "rules", "message"),
    [
        (HAND + " KH KH", "dashain", "hand must have 21 or 22 cards, got 23"),
        (HAND.rsplit(" ", 1)[0], "dashain", "hand must have 21 or 22 cards, got 20"),
        (HAND.replace("8H", "7H"), "dashain", "cards hold 7H 4 times, at most 3 exist"),
        (HAND.replace("8H", "8X"), "dashain", "got '8X'"),
        (HAND, "classic", "hand has 1 MAN, the pack of classic has 0"),
        (HAND.replace("8H", "SUPER"), "dashain", "cards hold SUPER 2 times, at most 1 exist"),
    ],
)
def test_wrong_hands_are_refused_in_one_line(
    cards: str, rules: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["hand", cards, "--rules", rules]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert len(captured.err.splitlines()) == 1
