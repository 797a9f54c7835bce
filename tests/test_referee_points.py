"""The slow settlement and the referee's meld rules against printed rounds and brute force."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tests.reference.ref_cards import FAMILY, kind_named
from tests.reference.ref_melds_legal import (
    ONLY_SUPERMAN,
    best_pure,
    best_pure_helped,
    count_pure,
    is_meld,
    is_pure,
    wild_kinds,
)
from tests.reference.ref_settlement import maal_of, settle
from tests.reference.referee_logs import CLASSIC, PRINTED

LEDGER = CLASSIC | {
    "maal_count": "marriage-first",
    "alter": [5, 10, 15],
    "unseen_maal": "murder",
    "tunnela_premium": "seen",
    "fee_dublee_seen": 0,
}


def kinds(text: str) -> list[int]:
    return [kind_named(name) for name in text.split()]


def seat(cards: str, route: str | None, finished: bool = False, **exposed: int) -> dict:
    return {
        "seen": route is not None,
        "route": route,
        "held": kinds(cards),
        "exposed": exposed,
        "finished": finished,
    }


FIVE = [
    seat("6H 7H 8H", "sequence", True),
    seat("7H", "sequence"),
    seat("6H", "sequence"),
    seat("7D", "dublee"),
    seat("8H", None),
]


@pytest.mark.parametrize(
    ("mode", "maal", "net"),
    [
        ("murder", [10, 3, 2, 5, 0], [46, -8, -13, 5, -30]),
        ("kidnap", [12, 3, 2, 5, 0], [54, -10, -15, 3, -32]),
    ],
)
def test_ledger_article(mode: str, maal: list[int], net: list[int]) -> None:
    points = settle(LEDGER | {"unseen_maal": mode}, kind_named("7H"), FIVE)
    assert points == {"raw_maal": [10, 3, 2, 5, 2], "maal": maal, "net": net}


def test_classic_example() -> None:
    seats = [seat("10C JC QC", "sequence", True), seat("10C", "sequence"), seat("5D", None)]
    assert settle(CLASSIC, kind_named("JC"), seats)["net"] == [31, -9, -22]


def test_dublee_bonus_added_or_instead() -> None:
    seats = [seat("10C JC QC", "dublee", True), seat("10C", "sequence"), seat("5D", None)]
    assert settle(CLASSIC, kind_named("JC"), seats)["net"] == [41, -14, -27]
    instead = CLASSIC | {"dublee_bonus_mode": "replace"}
    assert settle(instead, kind_named("JC"), seats)["net"] == [33, -11, -22]


def test_no_finisher_pays_no_fee_and_voids_a_kidnap() -> None:
    seats = [seat("6H 7H 8H", "sequence"), seat("7H", None)]
    house = CLASSIC | {"unseen_maal": "kidnap"}
    assert settle(house, kind_named("7H"), seats)["net"] == [10, -10]
    assert settle(house | {"no_winner": "void"}, kind_named("7H"), seats)["net"] == [0, 0]


def test_two_finishers_are_refused() -> None:
    seats = [seat("6H", "sequence", True), seat("7H", "sequence", True)]
    with pytest.raises(ValueError, match="at most one seat finishes"):
        settle(CLASSIC, kind_named("7H"), seats)


def test_kidnap_moves_loose_cards_and_loses_the_premium() -> None:
    seats = [seat("4D", "sequence", True), seat("8H 8H 8H", None, poplu=1)]
    house = CLASSIC | {"unseen_maal": "kidnap", "tunnela_premium": "seen"}
    points = settle(house, kind_named("7H"), seats)
    assert points == {"raw_maal": [0, 10], "maal": [10, 0], "net": [20, -20]}


@pytest.mark.parametrize(
    ("copies", "best", "first"),
    [
        ((1, 2, 3), 18, 17),
        ((1, 3, 2), 18, 17),
        ((1, 3, 3), 23, 20),
        ((2, 1, 3), 19, 18),
        ((2, 3, 1), 19, 18),
        ((2, 2, 2), 30, 30),
    ],
)
def test_best_split_beats_marriage_first(copies: tuple, best: int, first: int) -> None:
    held = dict.fromkeys(FAMILY, 0) | dict(zip(FAMILY, copies, strict=False))
    assert maal_of(CLASSIC, held, {}) == best
    assert maal_of(CLASSIC | {"maal_count": "marriage-first"}, held, {}) == first


@pytest.mark.parametrize(
    ("house", "cards", "exposed", "points"),
    [
        (CLASSIC, "8H 8H 8H 7H 6H", {"poplu": 1}, 25),
        (LEDGER, "8H 8H 8H 7H 6H", {"poplu": 1}, 25),
        (LEDGER, "7D 7D 7D", {"alter": 1}, 10),
        (LEDGER | {"maal_count": "best-split"}, "7D 7D 7D", {"alter": 1}, 15),
        (PRINTED, "7D 7D 7D MAN MAN MAN SUPER", {"alter": 1, "man": 1}, 80),
        (PRINTED, "MAN MAN MAN", {}, 25),
        (CLASSIC, "7S 7S 7S 4C 4C 4C", {"joker": 1, "ordinary": 1}, 15),
        (CLASSIC | {"tunnela_premium": "never"}, "8H 8H 8H", {"poplu": 1}, 10),
    ],
)
def test_tunnela_premium(house: dict, cards: str, exposed: dict, points: int) -> None:
    seats = [seat(cards, "sequence", **exposed), seat("4D", "sequence")]
    assert settle(house, kind_named("7H"), seats)["raw_maal"] == [points, 0]


@pytest.mark.parametrize(
    ("premium", "route", "points"),
    [
        ("sequence-seen", "sequence", 20),
        ("sequence-seen", "dublee", 10),
        ("seen", "dublee", 20),
        ("seen", None, 10),
        ("always", None, 20),
    ],
)
def test_premium_condition(premium: str, route: str | None, points: int) -> None:
    seats = [seat("8H 8H 8H", route, poplu=1), seat("4D", "sequence")]
    house = CLASSIC | {"tunnela_premium": premium}
    assert settle(house, kind_named("7H"), seats)["raw_maal"][0] == points


def test_without_a_tiplu_only_printed_jokers_score() -> None:
    seats = [seat("8H 7H 6H MAN SUPER", None), seat("4D 4D 4D", None, ordinary=1)]
    house = PRINTED | {"unseen_maal": "normal", "tunnela_premium": "always"}
    assert settle(house, None, seats)["raw_maal"] == [15, 0]


LONG = PRINTED
STRICT = CLASSIC | {"all_wild_meld": False}


@pytest.mark.parametrize(
    ("cards", "house", "is_legal"),
    [
        ("KC AC 2C", LONG, False),
        ("QC KC AC", CLASSIC, True),
        ("AC 2C 3C 4C", LONG, True),
        ("AC 2C 3C 4C", CLASSIC, False),
        ("9C 9D 9H 9S", LONG, True),
        ("9C 9D 9H 9S", CLASSIC, False),
        ("9C 9C 7H", CLASSIC, False),
        ("9C 7H 7H", CLASSIC, True),
        ("9C 10C 7H", CLASSIC, True),
        ("9C KC 7H 6H", LONG, False),
        ("9C QC 7H 6H", LONG, True),
        ("9C JC 7H", CLASSIC, True),
        ("KC 2C 7H", CLASSIC, False),
        ("7H 7H 7S", CLASSIC, True),
        ("7H 7H 7S", STRICT, False),
        ("7H 7C 7S", STRICT, True),
        ("6H 7H 8H", STRICT, True),
        ("7S 7S 7S", STRICT, True),
        ("7H 7C 8H MAN", CLASSIC, False),
        ("7H 7C 8H MAN", LONG, True),
        ("MAN MAN MAN", STRICT, True),
        ("9C MAN SUPER", STRICT, True),
        ("9C 10C", CLASSIC, False),
    ],
)
def test_meld_after_seeing(cards: str, house: dict, is_legal: bool) -> None:
    tiplu = kind_named("7H")
    assert is_meld(kinds(cards), wild_kinds(tiplu), house, tiplu) is is_legal


@pytest.mark.parametrize(
    ("cards", "is_legal", "pure"),
    [
        ("9C 10C SUPER", True, True),
        ("QC SUPER AC", True, True),
        ("KC SUPER 2C", False, False),
        ("9C 9C SUPER", False, False),
        ("9C 9D SUPER", True, False),
        ("9C 10C MAN", False, False),
        ("MAN MAN MAN", True, True),
        ("MAN MAN SUPER", False, False),
        ("9C 9C 9C", True, True),
    ],
)
def test_meld_before_seeing(cards: str, is_legal: bool, pure: bool) -> None:
    assert is_meld(kinds(cards), ONLY_SUPERMAN, LONG, None) is is_legal
    assert is_pure(kinds(cards), LONG) is pure


def most_disjoint(cards: list[int], superman: bool) -> int:
    """Return the most disjoint pure threes of a small hand, by trying every group."""
    hand = [*cards, 53] if superman else cards
    groups = [
        set(group)
        for group in combinations(range(len(hand)), 3)
        if is_pure([hand[i] for i in group], CLASSIC)
    ]

    def most(left: list[set[int]]) -> int:
        return max(
            (1 + most([g for g in left[i:] if not g & left[i]]) for i in range(len(left))),
            default=0,
        )

    return most(groups)


def test_pure_search_against_every_grouping() -> None:
    rng = random.Random(1)
    for _ in range(300):
        suit = sorted(rng.sample([r for r in range(13) for _ in range(3)], 8))
        key = sum(1 << 2 * rank for rank in suit)
        assert best_pure(key) == most_disjoint(suit, False)
        assert max(best_pure(key), best_pure_helped(key)) == most_disjoint(suit, True)


def test_count_pure_lets_the_superman_help_one_suit() -> None:
    pair = (1 << 2 * 4) + (1 << 2 * 5)
    assert count_pure([pair, pair, 0, 0], 3, True) == 2
    assert count_pure([pair, pair, 0, 0], 2, False) == 0
