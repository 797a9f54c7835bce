"""Edge cases of the rules, by their numbers: which cards are wild, melds, dublees, and a finish."""

import numpy as np
import pytest

from marriage_stats.cards import count_kinds, pack_copies, parse_cards, parse_kind
from marriage_stats.engine.legal_kernels import free_pairs, has_last_pair, holds_dublees
from marriage_stats.engine.round_kernels import tunnela_class
from marriage_stats.facts import TUNNELA_CLASSES
from marriage_stats.finish import throwable_kinds
from marriage_stats.finish.hand_kernels import alter_of, is_wild
from marriage_stats.rules import PRESETS
from tests.staged import Stage, finishes, house

pytestmark = pytest.mark.parametrize("name", PRESETS)

TUNNELAS = "5D 5D 5D 9S 9S 9S JH JH JH 2C"
"""Three tunnelas, which no other meld can use, and a card to throw."""
PRINTED = {"man_cards": 3, "superman": 1}
LONG = ("dashain", "hidden-maal")
DUBLEES = ("dashain", "classic", "everestbuzz")


def test_case_01_tiplu_king_makes_the_ace_poplu(name: str) -> None:
    assert finishes(house(name), f"5C 6C AH {TUNNELAS}", "KH")
    assert not finishes(house(name), f"5C 6C AH {TUNNELAS}", "3H")


def test_case_02_tiplu_ace_makes_king_and_two_wild(name: str) -> None:
    for neighbour in ("KH", "2H"):
        assert finishes(house(name), f"5C 6C {neighbour} {TUNNELAS}", "AH")
    assert not finishes(house(name), f"5C 6C QH {TUNNELAS}", "AH")


def test_case_03_king_ace_two_is_no_sequence(name: str) -> None:
    assert not finishes(house(name), f"KC AC 2C {TUNNELAS.replace('2C', '3S')}", "7H")
    assert Stage(house(name), "KC AC 2C 9D 9D 9D JS JS JS").pure_melds() == 2


def test_case_04_king_ace_two_as_the_marriage(name: str) -> None:
    hand = count_kinds(parse_cards(f"KC AC 2C {TUNNELAS.replace('2C', '3S')}"))
    ace, spare = parse_kind("AC"), parse_kind("3S")
    assert throwable_kinds(hand, ace, house(name))[0, spare]
    for by_name in (True, False):
        strict = house(name, all_wild_meld=False, marriage_meld=by_name)
        assert throwable_kinds(hand, ace, strict)[0, spare] == by_name


def test_case_05_one_ace_lies_in_one_meld(name: str) -> None:
    assert Stage(house(name), "AC 2C 3C QC KC").pure_melds() == 1
    assert Stage(house(name), "AC AC 2C 3C QC KC").pure_melds() == 2


def test_case_13_five_card_run_at_the_show(name: str) -> None:
    hand = "AC 2C 3C 4C 5C 9D 9D 9D"
    assert Stage(house(name), hand).pure_melds() == 2
    stage = Stage(house(name), f"{hand} JS JS JS 7H 3H KD QD 7D 6S 2S 2H 5H 8H", stock="8C AS")
    stage.turn(0, show=1, throw="7H")
    shown = next(cards for what, cards in stage.events() if what == "show").split()
    assert len(shown) == 9
    assert sum(card.endswith("C") for card in shown) == 3


def test_case_14_six_card_run_is_two_melds(name: str) -> None:
    assert Stage(house(name), "AC 2C 3C 4C 5C 6C 9D 9D 9D").pure_melds() == 3


def test_case_15_melds_at_the_finish_may_be_longer(name: str) -> None:
    assert finishes(house(name), "2C 3C 4C 5C 8D 9D 10D JD 3S 4S 5S 6S KH", "7H") == (name in LONG)


def test_case_16_four_card_trial(name: str) -> None:
    cards = "4C 4D 4H 4S 9C 9D 9H 9S QC QD QH QS 2C"
    assert finishes(house(name), cards, "7H") == (name == "dashain")


def test_case_17_two_identical_cards_and_another_are_no_meld(name: str) -> None:
    assert not finishes(house(name), f"7S 7S 7H {TUNNELAS}", "KC")
    assert not finishes(house(name), f"7S 7S KH {TUNNELAS}", "KC")
    assert finishes(house(name), f"7S 8S KH {TUNNELAS}", "KC")


def test_case_18_superman_completes_a_run_for_the_show(name: str) -> None:
    assert Stage(house(name, **PRINTED), "4C SUPER 6C 9D 9D 9D JS JS JS").pure_melds() == 3


def test_case_19_no_wild_card_completes_a_tunnela(name: str) -> None:
    rules = house(name, **PRINTED)
    assert Stage(rules, "4C 4C SUPER 9D 9D 9D JS JS JS").pure_melds() == 2
    assert not finishes(rules, f"7S 7S SUPER {TUNNELAS}", "KC")
    assert not finishes(rules, f"7S 7S MAN {TUNNELAS}", "KC")


def test_case_20_man_card_before_seeing_is_not_wild(name: str) -> None:
    rules = house(name, **PRINTED)
    assert Stage(rules, "4C MAN 6C 9D 9D 9D JS JS JS").pure_melds() == 2
    assert Stage(rules, "4C MAN MAN 9D 9D 9D JS JS JS").pure_melds() == 2
    assert Stage(rules, "MAN MAN MAN 9D 9D 9D JS JS JS").pure_melds() == 3
    assert finishes(rules, f"4C MAN 6C {TUNNELAS}", "KC")


@pytest.mark.parametrize("kind", ["4C", "4D", "4H", "4S", "9C", "9D", "9S"])
def test_case_24_dealt_triple_of_the_joker_rank(name: str, kind: str) -> None:
    expected = {"4C": "joker", "4S": "joker", "4D": "alter"}.get(kind, "ordinary")
    found = tunnela_class(parse_kind("4H"), parse_kind(kind))
    if kind == "4H":
        assert found == -1
    else:
        assert TUNNELA_CLASSES[found] == expected
    assert name in PRESETS


def test_case_25_dealt_alter_triple(name: str) -> None:
    for tiplu, alter in (("4H", "4D"), ("KC", "KS"), ("AS", "AC"), ("9D", "9H")):
        assert alter_of(parse_kind(tiplu)) == parse_kind(alter)
        assert TUNNELA_CLASSES[tunnela_class(parse_kind(tiplu), parse_kind(alter))] == "alter"
    assert is_wild(parse_kind("4H"), parse_kind("4D"))
    assert name in PRESETS


def test_case_31_a_triple_is_one_dublee(name: str) -> None:
    assert free_pairs(Stage(house(name), "4C 4C 4C 5C").state, 0) == 1


def test_case_32_two_dublees_of_one_face_do_not_exist(name: str) -> None:
    six = "2C 2C 3C 3C 4C 4C 5C 5C 6C 6C 7C 7C"
    for last, seven in (("7C", False), ("8C 8C", True)):
        stage = Stage(house(name), f"{six} {last}")
        assert holds_dublees(stage.table, stage.state, 0, 7) == (seven and name in DUBLEES)


def test_case_33_two_man_cards_are_a_dublee(name: str) -> None:
    stage = Stage(house(name, **PRINTED), "2C 2C 3C 3C 4C 4C 5C 5C 6C 6C 7C 7C MAN MAN")
    assert free_pairs(stage.state, 0) == 7
    assert holds_dublees(stage.table, stage.state, 0, 7) == (name in DUBLEES)


def test_case_34_a_wild_card_stands_in_no_dublee(name: str) -> None:
    stage = Stage(house(name, **PRINTED), "4C SUPER 5D MAN 6H").tiplu("5C").seen(0, 2)
    stage.state.hands[0]["shown_pairs"] = 7
    assert free_pairs(stage.state, 0) == 0
    assert not has_last_pair(stage.state, 0)
    assert stage.final_throw() is None


def test_case_54_number_of_wild_cards(name: str) -> None:
    copies = pack_copies(3, 1)
    for tiplu in range(52):
        wild = np.array([is_wild(tiplu, kind) for kind in range(54)])
        assert copies[wild].sum() - 1 == 17 + 3 + 1
        assert copies[:52][wild[:52]].sum() - 1 == 17
    assert not any(is_wild(-1, kind) for kind in range(53))
    assert is_wild(-1, 53)
    assert name in PRESETS


def test_case_55_an_alter_of_no_points_is_still_wild(name: str) -> None:
    assert finishes(house(name, alter=0), f"5C 6C KD {TUNNELAS}", "KH")
