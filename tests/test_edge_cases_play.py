"""Edge cases of the rules, by their numbers: tiplu, stock, pile, tunnelas, shows, finishes."""

import pytest

from marriage_stats.cards import parse_kind
from marriage_stats.engine import Table, play_block
from marriage_stats.engine.deal_kernels import fix_tiplu, reshuffle
from marriage_stats.engine.legal_kernels import holds_dublees, may_throw
from marriage_stats.engine.round_kernels import expose_tunnelas
from marriage_stats.engine.state import IS_TIPLU
from marriage_stats.facts import DUBLEE, ENDED_STOCK_OUT, SEQUENCE
from marriage_stats.policies.registry import load_policies
from marriage_stats.rules import PRESETS
from tests.staged import Stage, house

pytestmark = pytest.mark.parametrize("name", PRESETS)

GOES_ON, FINISHED, STOCK_OUT = -1, 0, 1
EARLY = ("dashain",)
"""Houses that show before the draw or after the throw; the others show after the draw."""
OPTIONAL = ("classic", "everestbuzz")
DUBLEES = ("dashain", *OPTIONAL)
SHOWN = "3C 4C 5C 9D 9D 9D JS JS JS"
READY = f"{SHOWN} 3H 4H 5H 8C 8C 8C QD KD AD AS 2S 3S"
"""21 cards in seven natural melds."""
LOOSE = "2H 4D 6C 6S 8H 8D 10C 10S QH QC KS 7D"
SEVEN = "2C 2C 3D 3D 4H 4H 6S 6S 8C 8C 10D 10D QH QH"

SETTLEMENT = {8, 9, 10, 11, 12, 28, 29, 43, 44, 45, 46, 47, 48, 49}
NOT_PLAY = {53}


def test_every_other_case_has_a_test(name: str) -> None:
    from tests import test_edge_cases_melds

    named = {
        int(test.split("_")[2])
        for test in [*globals(), *vars(test_edge_cases_melds)]
        if test.startswith("test_case_")
    }
    assert named | SETTLEMENT | NOT_PLAY == set(range(1, 56))
    assert not named & (SETTLEMENT | NOT_PLAY)
    assert name in PRESETS


def test_case_06_the_tiplu_is_out_of_play(name: str) -> None:
    stage = Stage(house(name), READY, pile="2D 3D 4D 6D", stock="9C 7H")
    assert fix_tiplu(stage.state, 0, stage.log)
    assert stage.state.deck["tiplu"] == parse_kind("7H")
    reshuffle(stage.state, 0, stage.log)
    card = int(stage.state.deck["tiplu_card"])
    assert stage.state.deck["where"][card] == IS_TIPLU
    assert card not in stage.state.deck["stock"][: stage.state.deck["stock_size"]]


def test_case_07_a_dealt_triple_is_never_the_tiplu(name: str) -> None:
    rules, seven = house(name), parse_kind("7H")
    table = Table(rules, load_policies("novice", rules), hand=(seven,) * 3)
    assert seven not in play_block(table, 1, 0, 300).by_round("tiplu")


def test_case_21_a_printed_joker_is_never_the_tiplu(name: str) -> None:
    rules = house(name, man_cards=3, superman=1)
    stage = Stage(rules, READY, stock="9C 7H MAN SUPER MAN")
    assert fix_tiplu(stage.state, 0, stage.log)
    assert stage.state.deck["tiplu"] == parse_kind("7H")
    assert stage.state.board["stock_left"] == 4


def test_case_22_three_man_cards_drawn_are_a_pure_meld(name: str) -> None:
    hand = f"MAN MAN 9D 9D 9D JS JS JS {LOOSE} 5S"
    stage = Stage(house(name, man_cards=3), hand, stock="MAN KC 2D")
    stage.turn(0, throw="7D", show=SEQUENCE)
    assert stage.facts(0)["route"] == SEQUENCE
    assert any(cards.startswith("MAN MAN MAN") for _, cards in stage.events())
    assert stage.facts(0)["dealt_man_tunnela"] == stage.facts(0)["exposed_man_tunnela"] == 0


@pytest.mark.parametrize("laid", [True, False])
def test_case_23_three_dealt_man_cards_may_stay_in_hand(name: str, laid: bool) -> None:
    hand = f"MAN MAN MAN {SHOWN} {' '.join(LOOSE.split()[:9])}"
    stage = Stage(house(name, man_cards=3), hand, stock="2D KC AH")
    plan = SHOWN if not laid else "MAN MAN MAN 9D 9D 9D JS JS JS"
    stage.turn(0, throw="2D", show=SEQUENCE, plan=plan)
    facts = stage.facts(0)
    assert facts["route"] == SEQUENCE
    assert facts["dealt_man_tunnela"] == 1
    assert facts["exposed_man_tunnela"] == int(laid)
    assert facts["held_man"] == 3


def test_case_26_a_tunnela_completed_later_is_a_pure_meld_only(name: str) -> None:
    stage = Stage(house(name), f"9D 9D 3C 4C 5C JS JS JS {LOOSE} 5S", stock="9D KC 2D")
    stage.turn(0, throw="7D", show=SEQUENCE)
    facts = stage.facts(0)
    assert facts["route"] == SEQUENCE
    assert sum(value for key, value in facts.items() if key.startswith("dealt_")) <= 2
    assert stage.state.hands[0]["dealt"][parse_kind("9D")] == 0
    assert stage.state.hands[0]["dealt"][parse_kind("JS")] > 0


@pytest.mark.parametrize("answer", [0, 1])
def test_case_27_dealt_tunnelas_on_the_table(name: str, answer: int) -> None:
    stage = Stage(house(name, man_cards=3), f"9D 9D 9D MAN MAN MAN {LOOSE} 5S 5H 2C")
    stage.params[0, 0] = answer
    parts = (stage.table, stage.tables, stage.state, stage.policies, stage.params, stage.log)
    expose_tunnelas(*parts)
    expected = {"dashain": 1, "hidden-maal": 0}.get(name, answer)
    assert stage.state.hands[0]["exposed"] == expected
    assert stage.state.board["table"][0].sum() == 3 * expected
    assert stage.state.hands[0]["free"][52] == 3


def test_case_30_two_cards_of_an_exposed_tunnela_are_a_dublee(name: str) -> None:
    pairs = "2C 2C 3D 3D 4H 4H 6S 6S 8C 8C 10D 10D"
    stage = Stage(house(name), f"9D 9D 9D {pairs} QH KC AS 5S JH 7C", stock="JC KD 2H")
    stage.params[0, 0] = 1
    parts = (stage.table, stage.tables, stage.state, stage.policies, stage.params, stage.log)
    expose_tunnelas(*parts)
    assert holds_dublees(stage.table, stage.state, 0, 7) == (name in DUBLEES)
    stage.turn(0, throw="JC", show=DUBLEE)
    facts = stage.facts(0)
    assert facts["route"] == (DUBLEE if name in DUBLEES else 0)
    assert stage.state.board["table"][0][parse_kind("9D")] == (3 if name in DUBLEES else 0)
    if name in DUBLEES:
        shown = next(cards for what, cards in stage.events() if what == "show").split()
        assert shown.count("9D") == 2
        assert len(shown) == 14


def _dublee_seat(name: str, pile: str) -> Stage:
    """Stage a seat that showed seven dublees and holds 7H and six other cards; the tiplu is 7D."""
    stage = Stage(house(name), "7H 9H JS KC AD 3S 5C", pile=pile, stock="4S 6D 2H").tiplu("7D")
    stage.state.hands[0]["shown_pairs"] = 7
    stage.state.hands[0]["route"] = DUBLEE
    return stage.seen(0, DUBLEE)


def test_case_35_a_wild_discard_of_the_last_pair(name: str) -> None:
    stage = _dublee_seat(name, pile="2C 7H")
    assert stage.may_pick() == (name != "dashain")
    assert _dublee_seat(name, pile="2C 9H").may_pick()
    assert _dublee_seat(name, pile="2C 10S").may_pick() == (name == "dashain")
    if name != "dashain":
        assert stage.turn(0, draw=1) == FINISHED
        assert stage.did() == ["pick", "finish", "throw"]


def test_case_36_a_seen_sequence_seat_and_a_wild_discard(name: str) -> None:
    stage = Stage(house(name), "2C 3C 9H JS", pile="4S 7H").tiplu("7D").seen(0, SEQUENCE)
    assert stage.may_pick() == (name in ("dashain", "hidden-maal"))
    apart = Stage(house(name), "2C 5D 9H JS", pile="4S 7H").tiplu("7D").seen(0, SEQUENCE)
    assert apart.may_pick() == (name == "dashain")


def test_case_37_an_unseen_seat_and_a_card_that_is_secretly_wild(name: str) -> None:
    stage = Stage(house(name), "5H 6H 9C JS", "2S", pile="4S 7H").tiplu("7D").seen(1, SEQUENCE)
    assert stage.may_pick()
    apart = Stage(house(name), "2C 6H 9C JS", "2S", pile="4S 7H").tiplu("7D").seen(1, SEQUENCE)
    assert apart.may_pick() == (name != "hidden-maal")


def test_case_38_an_identical_copy_may_be_thrown_after_a_pick_up(name: str) -> None:
    stage = Stage(house(name), f"7H 5H 6H {LOOSE}", pile="4S 7H", stock="2D")
    top = int(stage.state.deck["pile"][1])
    stage.turn(0, draw=1, throw="7H")
    assert stage.events() == [("pick", "7H"), ("throw", "7H")]
    assert stage.state.deck["where"][top] == 0
    lone = Stage(house(name), f"5H 6H {LOOSE}", pile="4S 7H", stock="2D")
    lone.turn(0, draw=1, throw="7H")
    assert lone.did() == ["pick", "throw"]
    assert lone.events()[1] != ("throw", "7H")
    assert may_throw(lone.state, 0, parse_kind("7H"))


def test_case_39_a_wild_card_as_the_final_throw(name: str) -> None:
    hand = "5D 5D 5D 9S 9S 9S JH JH JH 2C 2C 2C KS"
    assert Stage(house(name), hand).tiplu("KH").seen(0, SEQUENCE).final_throw() == "KS"


def test_case_40_the_final_throw_does_not_score(name: str) -> None:
    hand = "5D 5D 5D 9S 9S 9S JH JH JH 2C 2C 2C"
    stage = Stage(house(name), hand, stock="KH 3D").tiplu("KH").seen(0, SEQUENCE)
    assert stage.turn(0, finish=1) == FINISHED
    assert stage.events()[-1] == ("throw", "KH")
    assert stage.facts(0)["held_tiplu"] == 0
    assert stage.state.deck["thrown"] == parse_kind("KH")


def test_case_41_unused_cards_of_a_dublee_finisher_score(name: str) -> None:
    if name not in DUBLEES:
        assert house(name)["dublee_route"] is False
        return
    stage = _dublee_seat(name, pile="2C 9H")
    assert stage.turn(0, draw=1, finish=1) == FINISHED
    assert stage.events()[-1][1] not in ("7H", "9H")
    assert stage.facts(0)["held_joker"] == 0
    assert stage.facts(0)["held_alter"] == 1


def test_case_42_finish_in_the_turn_the_maal_is_first_seen(name: str) -> None:
    stage = Stage(house(name), READY, stock="6D 2D 4H")
    assert stage.turn(0, finish=1) == (FINISHED if name in EARLY else GOES_ON)
    assert stage.state.deck["tiplu"] == (parse_kind("4H") if name in EARLY else -1)
    stage = Stage(house(name), READY, stock="6D 2D 4H")
    assert stage.turn(0, show=SEQUENCE, finish=1) == FINISHED
    tail = ["show", "tiplu"]
    draws = [*tail, "draw"] if name in EARLY else ["draw", *tail]
    assert stage.did() == [*draws, "finish", "throw"]
    assert stage.facts(0)["route"] == SEQUENCE


def test_case_42_eight_dublees_at_once(name: str) -> None:
    hand = f"{SEVEN} 5C 7S 9H JD KS AC 3H"
    stage = Stage(house(name), hand, stock="5C 2D 4C")
    assert stage.turn(0, finish=1) == (FINISHED if name in EARLY else GOES_ON)
    if name in EARLY:
        assert stage.facts(0)["route"] == DUBLEE
        assert stage.state.deck["tiplu"] >= 0


def test_case_50_the_stock_is_empty_when_the_first_seat_sees(name: str) -> None:
    if name == "hidden-maal":
        table = Table(house(name), load_policies("novice", house(name)))
        assert (play_block(table, 1, 0, 200).by_round("tiplu") >= 0).all()
        return
    stock = "6D" if name not in EARLY else ""
    stage = Stage(house(name), READY, pile="2D 3D 6C", stock=stock)
    stage.turn(0, show=SEQUENCE, throw="AD", finish=0)
    did = stage.did()
    assert did[did.index("show") :][:3] == ["show", "reshuffle", "tiplu"]
    assert stage.state.deck["tiplu"] in [parse_kind(card) for card in ("2D", "3D")]


def test_case_51_one_discard_and_no_stock(name: str) -> None:
    stage = _dublee_seat(name, pile="10S")
    stage.state.board["stock_left"] = stage.state.deck["stock_size"] = 0
    assert stage.turn(0) == (GOES_ON if name == "dashain" else STOCK_OUT)
    unseen = Stage(house(name), f"5H 6H {LOOSE}", pile="7H")
    assert unseen.turn(0, draw=0, throw="5H") == GOES_ON
    assert unseen.did() == ["pick", "throw"]


def test_case_52_the_stock_runs_out(name: str) -> None:
    table = Table(house(name), load_policies("random", house(name)))
    rounds = play_block(table, 1, 0, 60)
    out = rounds.by_round("ended") == ENDED_STOCK_OUT
    if name == "hidden-maal":
        assert out.mean() > 0.5
        assert not rounds.by_round("reshuffles").any()
        assert (rounds.by_round("finisher")[out] == -1).all()
    else:
        assert rounds.by_round("reshuffles").max() >= 1
        assert rounds.by_round("turns").max() > 100


def test_case_52_a_show_that_takes_the_last_card(name: str) -> None:
    early = {"see_moment": "before-draw-or-after-throw", "tiplu_from": "stock-top"}
    rules = house(name, **early, stock_out="end", pickup="meld-only")
    stage = Stage(rules, READY, pile="2D 3D 10S", stock="7H")
    assert stage.turn(0, show=SEQUENCE) == STOCK_OUT
    assert stage.did() == ["show", "tiplu"]
    goes_on = Stage(rules.replace({"stock_out": "reshuffle"}), READY, pile="2D 3D 10S", stock="7H")
    assert goes_on.turn(0, show=SEQUENCE, throw="AD") == GOES_ON
    assert goes_on.did() == ["show", "tiplu", "reshuffle", "draw", "throw"]
