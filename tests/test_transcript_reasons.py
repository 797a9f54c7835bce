"""What a transcript says of actions is true: what cards make, what throws leave, who pays what."""

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from marriage_stats.cards import SUPERMAN, card_kind, count_kinds, pack_copies, parse_cards
from marriage_stats.engine import Table, round_log
from marriage_stats.finish import can_finish, distance_to_finish
from marriage_stats.finish.hand_kernels import is_wild
from marriage_stats.melds import classify_hands
from marriage_stats.policies.registry import load_policies
from marriage_stats.rules import PRESETS, preset
from marriage_stats.transcript import settle_log, transcript_lines
from marriage_stats.transcript.follow import deal_board
from marriage_stats.transcript.needs import FINISH, Measure, measure_of
from marriage_stats.transcript.settled import points_lines

MIXED = "adaptive,random,novice,sequence"
N = 8


def table_of(house: str, names: str = MIXED, **changes: Any) -> Table:
    rules = preset(house).replace(changes)
    return Table(rules, load_policies(names, rules))


@cache
def told(house: str, index: int, names: str = MIXED, **changes: Any) -> list[str]:
    table = table_of(house, names, **changes)
    return list(transcript_lines(round_log(table, 7, index), table.rules, hands=True))


@pytest.mark.parametrize("house", PRESETS)
def test_what_a_throw_leaves_is_counted_in_the_hand_shown_below(house: str) -> None:
    checked = 0
    for index in range(N):
        for line, below in pairwise(told(house, index)):
            lacks = re.search(r": lacks (\d) for sequences[^,]*(?:, (\d) for dublees)?", line)
            if lacks and "on the table" not in below:
                hand = parse_cards(below.split("holds ")[1].replace("|", " "))
                assert len(hand) == 21
                holding = classify_hands(count_kinds(hand), preset(house))
                found = [int(holding.distance_sequence[0]), int(holding.distance_dublee[0])]
                said = [int(n) for n in lacks.groups() if n]
                assert said == found[: len(said)], line
                assert len(said) == (2 if preset(house).has_dublee_route else 1)
                checked += 1
    assert checked > 50


@pytest.mark.parametrize("house", PRESETS)
def test_every_pick_and_every_step_nearer_names_what_it_makes(house: str) -> None:
    picks = 0
    for index in range(N):
        for line in told(house, index):
            for card, why in re.findall(r"picks (\S+) from the pile ?\(([^)]*)\)", line):
                picks += 1
                assert card in re.split(r"[\[\] =]", why) or "wild" in why or "no meld" in why, line
                assert "no meld" not in why or preset(house)["pickup"] == "any", line
            assert line.count("from the pile") == len(re.findall(r"from the pile \(", line)), line
            assert not re.search(
                r"\((sequences|dublees|to finish)[^)]* (\d) -> (?!\2)\d\), throws", line
            )
    assert picks > 20


@pytest.mark.parametrize("house", PRESETS)
def test_outs_are_cards_that_the_seat_cannot_see_and_that_bring_it_nearer(house: str) -> None:
    """Two counts by other ways: hidden cards by their place, finishes card by card."""
    table, finishes = table_of(house), 0
    rules = table.rules
    whole = set(range(156)) | {156, 157, 158, 159}
    for index in range(3 * N):
        log = round_log(table, 7, index)
        board, pile = deal_board(log), [log["deal"]["start"]]
        for event in log["events"]:
            board.apply(event)
            if event["do"] == "pick":
                pile.remove(event["ids"][0])
            if event["do"] == "reshuffle":
                pile = [card for card in pile if card not in event["ids"]]
            if event["do"] != "throw":
                continue
            pile.append(event["ids"][0])
            if log["finisher"] == event["seat"]:
                continue
            seat = board.seats[event["seat"]]
            left = board.unseen_by(seat, log["tiplu"], rules)
            laid = {card for other in board.seats for meld in other.table for card in meld}
            hidden = count_kinds([card_kind(c) for c in whole - set(pile) - laid - seat.hand])
            hidden = np.minimum(hidden, pack_copies(3, 1))
            hidden[52:] -= [3 - rules.number("man_cards"), 1 - rules.number("superman")]
            for other in board.seats:
                if other is not seat:
                    hidden -= count_kinds(list(other.picked.elements()))
            if seat.route:
                hidden[log["tiplu"]] -= 1
            assert left.tolist() == hidden.tolist()
            if seat.route == "sequence":
                finishes += _outs_hold(seat, left, log["tiplu"], rules)
    assert finishes > 5


def _outs_hold(seat: Any, left: Any, tiplu: int, rules: Any) -> int:
    """Compare distance and outs of a seen hand with the finish of each hand it may become."""
    counts = count_kinds(seat.kinds)
    measure = measure_of(seat, tiplu, rules)
    came = counts + np.eye(54, dtype=np.int64)[counts < 3]
    lacking, whichever = measure.lacking(counts)[FINISH], measure.with_thirds(counts)
    after = distance_to_finish(came, tiplu, rules)
    assert whichever in (int(after.min()) + 1, 0)
    twins = any(counts[kind] > 1 and not is_wild(tiplu, kind) for kind in range(52))
    assert lacking >= whichever
    assert twins or lacking == whichever
    # A wild card more is any card but the third of a pair.
    helped = counts + np.eye(54, dtype=np.int64)[SUPERMAN]
    assert (lacking <= 1) == bool(can_finish(helped, tiplu, rules)[0])
    if lacking != 1:
        return 0
    kinds = np.flatnonzero(counts < 3)
    outs = int(left[kinds][can_finish(came, tiplu, rules)].sum())
    assert measure.outs(counts, left)[FINISH] == outs
    return 1


@pytest.mark.parametrize(
    ("cards", "lacks", "with_thirds"),
    [
        ("AC 2C 8C 9C JC JC 3D 5D 2H 5S 7S 7S", 4, 2),
        ("AC 2C 8C 9C JC JC JC 3D 5D 2H 5S 7S", 2, 2),
        ("2C 2D 2H 6C 6S 10S 10S 4H 4D 4C 5D 8D", 2, 1),
        ("9S 9S 10H 10H KD KD 3C 3C 2H QS 5S 5D", 6, 3),
    ],
)
def test_the_third_copy_of_a_pair_is_not_counted_on(
    cards: str, lacks: int, with_thirds: int
) -> None:
    tiplu = parse_cards("4H" if "4H" in cards else "5S")[0]
    measure = Measure(preset("classic"), "sequence", 0, tiplu, 0)
    counts = count_kinds(parse_cards(cards))
    assert measure.lacking(counts) == {FINISH: lacks}
    assert measure.with_thirds(counts) == with_thirds


@pytest.mark.parametrize(
    ("house", "tiplu", "last"),
    [
        ("dashain", "the top card of the stock is turned: tiplu", r"throws \S+ and has finished"),
        ("classic", "takes a card blind out of the stock", r"throws \S+ and has finished"),
        ("everestbuzz", "takes a card blind out of the stock", r"throws \S+ and has finished"),
        ("hidden-maal", "a card is set aside face down", r"throws \S+ face down and has finished"),
    ],
)
def test_words_are_those_of_the_house(house: str, tiplu: str, last: str) -> None:
    text = "\n".join(line for index in range(N) for line in told(house, index, "adaptive"))
    assert tiplu in text
    assert text.count("has finished\n") == len(re.findall(last, text)) > 0
    assert ("dublees" in text) == (house != "hidden-maal")
    assert ("alter" in text) == (house != "classic")
    # Alter and jokers, three kinds or two, are the tiplu's rank in the other suits.
    for family in re.findall(r"know \((.*)\)", text):
        assert len(family.split("jokers ")[1].split()) == (3 if house == "classic" else 2)


def test_a_card_taken_for_what_stays_is_not_told_as_a_dublee() -> None:
    """The ace pairs one that goes into a run of the show: its copy stays, near a three."""
    table = table_of("everestbuzz", "adaptive", players=5)
    lines = transcript_lines(round_log(table, 4042, 50), table.rules)
    shows = [line for line in lines if "picks AC from the pile" in line and "shows [AC" in line]
    assert len(shows) == 1
    assert "(AC 3C in one meld: for what stays)" in shows[0]


@pytest.mark.parametrize("house", PRESETS)
def test_a_seat_that_could_show_and_does_not_keeps_its_hand(house: str) -> None:
    lines = [line for index in range(4) for line in told(house, index, "random", turn_cap=60)]
    kept = [line for line in lines if "but keeps its hand" in line]
    assert kept
    assert not any("shows" in line for line in kept if house != "dashain")
    shows = [line for index in range(4) for line in told(house, index, "adaptive")]
    assert not any("keeps its hand" in line for line in shows)


@pytest.mark.parametrize("house", PRESETS)
@pytest.mark.parametrize("mode", ["add", "replace"])
def test_fees_are_broken_down(house: str, mode: str) -> None:
    has_route = preset(house).has_dublee_route
    names = "dublee,adaptive,adaptive,adaptive" if has_route else "adaptive"
    table = table_of(house, names, dublee_bonus_mode=mode)
    reasons: Counter[str] = Counter()
    for index in range(60):
        log = round_log(table, 7, index)
        text = "\n".join(points_lines(settle_log(log, table.rules), log, table.rules))
        for fee, why in re.findall(r"fee (\S+) \((.*?)\)", text):
            amounts = [int(n) for n in re.findall(r"\d+", why)]
            if "in place of" in why:
                amounts = amounts[:1]
            assert not amounts or sum(amounts) == -int(fee), why
            reasons[why] += 1
        for parts, total in re.findall(r"fees (.*?) = (\S+):", text):
            products = re.findall(r"(\d+) x (\d+)", parts)
            assert sum(int(n) * int(fee) for n, fee in products) == int(total)
    assert {"unseen", "saw by sequences"} <= set(reasons)
    if has_route:
        way = "in place of" if mode == "replace" else "10 unseen + 5 dublee finish"
        assert any(way in why for why in reasons), reasons
