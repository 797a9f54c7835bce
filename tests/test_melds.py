"""Melds before seeing: edge rows in card notation, and equality with the slow twin."""

import numpy as np
import pytest

from marriage_stats.cards import count_kinds, parse_cards
from marriage_stats.melds import classify_hands, improving_kinds
from marriage_stats.rules import Rules, preset
from tests.hands import random_hands
from tests.reference import twin_melds

CLASSIC, DASHAIN = preset("classic"), preset("dashain")

# cards, pure melds, dublees, distance by sequences, by dublees
ROWS = [
    ("AS 2S 3S QS KS AS", 2, 1, 3, 8),
    ("AS 2S 3S QS KS", 1, 0, 4, 9),
    ("KS AS 2S", 0, 0, 6, 11),
    ("7S 7S 7S 8S 9S", 1, 1, 4, 10),
    ("7S 7S 7S 8S 9S 10S", 2, 1, 3, 9),
    ("4H 5H 6H 7H 8H 9H", 2, 0, 3, 8),
    ("4H 5H 6H 7H 8H", 1, 0, 4, 9),
    ("AC 2C 3C 3C 3C", 1, 1, 4, 10),
]


@pytest.mark.parametrize(("cards", "melds", "dublees", "sequence", "dublee"), ROWS)
def test_rows(cards: str, melds: int, dublees: int, sequence: int, dublee: int) -> None:
    holding = classify_hands(count_kinds(parse_cards(cards)), CLASSIC)
    assert (holding.pure_melds[0], holding.dublees[0]) == (melds, dublees)
    assert (holding.distance_sequence[0], holding.distance_dublee[0]) == (sequence, dublee)


PRINTED_ROWS = [
    ("MAN MAN MAN", 1, 1),
    ("MAN MAN", 0, 1),
    ("7S 7S SUPER", 0, 1),
    ("7S 9S SUPER", 1, 0),
    ("QS AS SUPER", 1, 0),
    ("KS AS SUPER", 1, 0),
    ("KS 2S SUPER", 0, 0),
    ("7S 8S 9S SUPER", 1, 0),
    ("7S 7H SUPER", 0, 0),
]


@pytest.mark.parametrize(("cards", "melds", "dublees"), PRINTED_ROWS)
def test_printed_jokers_before_seeing(cards: str, melds: int, dublees: int) -> None:
    holding = classify_hands(count_kinds(parse_cards(cards)), DASHAIN)
    assert (holding.pure_melds[0], holding.dublees[0]) == (melds, dublees)


def _compare(rules: Rules, size: int, narrow: int, n: int, seed: int) -> None:
    man, superman = rules.number("man_cards"), rules.number("superman")
    hands = random_hands(np.random.default_rng(seed), n, size, man, superman, narrow)
    holding = classify_hands(hands, rules)
    for row, counts in enumerate(hands.tolist()):
        assert holding.pure_melds[row] == twin_melds.max_pure_melds(counts), counts
        assert holding.dublees[row] == twin_melds.count_dublees(counts), counts
        for route, found in (
            ("sequence", holding.distance_sequence[row]),
            ("dublee", holding.distance_dublee[row]),
        ):
            assert found == twin_melds.distance_to_see(counts, route, man, superman), (
                route,
                counts,
            )


PACKS = [(0, 0), (3, 1), (2, 1), (3, 0), (1, 1), (0, 1)]


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize(("size", "narrow"), [(21, 0), (22, 5), (14, 4), (9, 3)])
def test_kernels_equal_the_twin(pack: tuple[int, int], size: int, narrow: int) -> None:
    rules = CLASSIC.replace({"man_cards": pack[0], "superman": pack[1]})
    _compare(rules, size, narrow, 200, seed=1)


@pytest.mark.parametrize("pack", PACKS)
def test_improving_cards_equal_the_twin(pack: tuple[int, int]) -> None:
    rules = CLASSIC.replace({"man_cards": pack[0], "superman": pack[1]})
    for size, narrow in ((21, 0), (16, 5)):
        hands = random_hands(np.random.default_rng(2), 40, size, *pack, narrow)
        found = improving_kinds(hands, rules)
        for row, counts in enumerate(hands.tolist()):
            for route, kinds in zip(("sequence", "dublee"), found[row], strict=True):
                expected = twin_melds.improving_cards(counts, route, *pack)
                assert set(np.flatnonzero(kinds).tolist()) == set(expected), (route, counts)


@pytest.mark.long
@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize(("size", "narrow"), [(21, 0), (22, 5), (14, 4), (9, 3)])
def test_kernels_equal_the_twin_on_many_holdings(
    pack: tuple[int, int], size: int, narrow: int
) -> None:
    rules = CLASSIC.replace({"man_cards": pack[0], "superman": pack[1]})
    _compare(rules, size, narrow, 4500, seed=3)


@pytest.mark.parametrize(
    ("counts", "message"),
    [(np.zeros((1, 53), int), "54 columns"), (np.full((1, 54), 4), r"0\.\.3 copies")],
)
def test_wrong_counts_are_refused(counts: np.ndarray, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        classify_hands(counts, CLASSIC)
