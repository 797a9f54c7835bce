"""What `adaptive` counts: distances and outs against the exact functions."""

import numpy as np
import pytest
from numpy.typing import NDArray

from marriage_stats._jit import njit
from marriage_stats.cards import count_kinds, kind_text, pack_copies, parse_cards, parse_kind
from marriage_stats.finish import distance_to_finish
from marriage_stats.finish.batch_kernels import arrange
from marriage_stats.finish.kernels import NOBODY, STACK_ROWS, STACK_WIDTH
from marriage_stats.melds import classify_hands, improving_kinds
from marriage_stats.melds.kernels import fill_keys
from marriage_stats.policies import outs_kernels
from marriage_stats.policies.block_kernels import END_AT
from marriage_stats.policies.parameters import INDEX, parameters
from marriage_stats.policies.registry import built_in, compile_choice
from marriage_stats.policies.sense_kernels import SEQUENCE
from marriage_stats.policies.survey_kernels import FAR, PAGE, survey
from marriage_stats.rules import Rules, compile_rules, preset
from marriage_stats.views import DRAW, THROW, View, blank_view, play_tables, table_addresses

HANDS = 300


@njit
def sense_outs(view):
    """Return (the outs of a view's hand, its distance)."""
    outs_kernels.note_words(view)
    outs_kernels.note_distance(view, 3)
    return outs_kernels.own_outs(view), view.work.scratch[outs_kernels.DISTANCE]


@njit
def sense_wilds(view):
    """Return the wild cards that a view's hand of 13 lacks."""
    return max(0, survey(view, 12, 1, FAR))


def decide(view: View, decision: int) -> int:
    """Return what `adaptive` decides."""
    return int(compile_choice(built_in("adaptive"))(view._replace(decision=decision)))


def deal(rng: np.random.Generator, limits: NDArray[np.int64], cards: int) -> NDArray[np.int64]:
    """Return int64[54], a random hand."""
    pack = np.repeat(np.arange(54), limits)
    return np.bincount(rng.permutation(pack)[:cards], minlength=54).astype(np.int64)


def house_view(rules: Rules) -> View:
    """Return a view of nothing with the tables of a house."""
    return blank_view(rules)._replace(tables=table_addresses(play_tables(rules)))


def hold(view: View, counts: NDArray[np.int64]) -> None:
    """Make the view's free cards these."""
    view.me["free"][:] = counts
    fill_keys(counts, view.me["keys"])


@pytest.mark.parametrize("house", ["classic", "dashain"])
def test_outs_are_the_improving_live_cards(house: str) -> None:
    rules = preset(house)
    limits = pack_copies(rules.number("man_cards"), rules.number("superman"))
    rng = np.random.default_rng(1)
    hands = np.array([deal(rng, limits, 21) for _ in range(HANDS)])
    distances = classify_hands(hands, rules).distance_sequence
    improving = improving_kinds(hands, rules)[:, 0]
    view = house_view(rules)
    for counts, distance, kinds in zip(hands, distances, improving, strict=True):
        hold(view, counts)
        expected = int(((limits - counts) * kinds).sum()) if distance else 0
        assert sense_outs(view) == (expected, distance)


def wilds_to_finish(counts: NDArray[np.int64], tiplu: int, house: str = "classic") -> int:
    """Return the fewest wild cards to come, by the exact search, so that all but one card melds."""
    table, cards, more = compile_rules(preset(house)), counts.copy(), 0
    stack = np.zeros((STACK_ROWS, STACK_WIDTH), np.int64)
    melds, laid = np.empty((13, 4), np.int64), np.empty(8, np.int64)
    while arrange(table, stack, cards, tiplu, 0, 1 + more, NOBODY, melds, laid) < 0:
        cards[tiplu] += 1
        more += 1
    return more


def test_survey_counts_the_wilds_to_the_finish() -> None:
    """Wild cards stand for any card but the third of one kind."""
    rules = preset("classic")
    rng = np.random.default_rng(2)
    limits = pack_copies(0, 0)
    view = house_view(rules)
    farther = 0
    for _ in range(HANDS):
        tiplu = int(rng.integers(52))
        counts = deal(rng, limits, 13)
        hold(view, counts)
        lies = sense_wilds(view._replace(tiplu=tiplu))
        assert lies == wilds_to_finish(counts, tiplu)
        farther += lies > distance_to_finish(counts[None], tiplu, rules)[0]
    assert farther > HANDS // 20


def test_survey_of_crowded_suits_counts_all_blocks() -> None:
    """Blocks of a hand of few kinds are too many for the bits of one word."""
    limits = np.where(np.isin(np.arange(54), [3, 4, 5, 6, 7]), 3, 0)
    rng, view, crowded = np.random.default_rng(4), house_view(preset("classic")), 0
    for _ in range(HANDS // 3):
        counts = deal(rng, limits, 13)
        hold(view, counts)
        tiplu = int(rng.integers(26, 52))
        assert sense_wilds(view._replace(tiplu=tiplu)) == wilds_to_finish(counts, tiplu)
        crowded += view.work["scratch"][END_AT + 8] > PAGE
    assert crowded > HANDS // 6


@pytest.mark.parametrize("house", ["dashain", "hidden-maal"])
def test_survey_all_but_counts_the_wilds_where_runs_are_long(house: str) -> None:
    """It never counts too few, and misses a way in about one hand of a thousand (82 before)."""
    rules = preset(house)
    limits = pack_copies(rules.number("man_cards"), rules.number("superman"))
    rng, view, missed = np.random.default_rng(3), house_view(rules), 0
    for _ in range(HANDS):
        tiplu, counts = int(rng.integers(52)), deal(rng, limits, 13)
        hold(view, counts)
        more = sense_wilds(view._replace(tiplu=tiplu)) - wilds_to_finish(counts, tiplu, house)
        assert more >= 0
        missed += more > 0
    assert missed <= 3


def seat_view(hand: str, top: str | None = None, house: str = "classic") -> View:
    """Return the view of an unseen seat, the first of four."""
    view = house_view(preset(house).replace({"players": 4}))
    hold(view, count_kinds(parse_cards(hand)))
    view.me["picked"], view.me["qualified_sequence"] = -1, -1
    view.params[:] = parameters("adaptive", 4)
    if top is not None:
        view.board["top"] = parse_kind(top)
    return view


def seen_view(hand: str, tiplu: str, top: str | None = None, house: str = "classic") -> View:
    """Return the view of a seat that has seen by sequences."""
    view = seat_view(hand, top, house)._replace(tiplu=parse_kind(tiplu))
    view.me["route"] = SEQUENCE
    return view


def test_a_throw_keeps_two_naturals_of_a_run_of_five() -> None:
    """Of twos and kings, 7S and JS, all but one card is at hand with three wilds."""
    view = seen_view("2C KC 2D 5D 9D KD 2H 5H QH 2S 4S 7S JS", "5S", house="dashain")
    counts = view.me["free"].copy()
    counts[decide(view, THROW)] -= 1
    assert wilds_to_finish(counts, view.tiplu, "dashain") == 1


def test_a_hand_that_can_show_takes_what_its_rest_needs() -> None:
    hand = "AC 3C 4C 5C 6C QC KC 6D 8D 10D 4H 7H 8H 8H 10H JH QH AS 2S 8S 10S"
    assert [decide(seat_view(hand, top), DRAW) for top in ("10C", "3S", "KD", "2H")] == [1, 1, 0, 0]


@pytest.mark.parametrize("let_go", ["thrown", "passed"])
def test_a_seat_that_minds_the_next_one_gives_it_what_it_let_go(let_go: str) -> None:
    hand, chosen = "3H 4H 5H 9S 10S JS 2C 3C 4C 5D 8H QD KC", set()
    for kind in ("8H", "QD", "KC", "5D"):
        view = seen_view(hand, "7S")
        view.params[INDEX["feed_seen"]] = 1.0
        view.board[let_go][1, parse_kind(kind)] = 1
        chosen.add((kind, kind_text(decide(view, THROW))))
    assert len(chosen) == 4
    assert all(kind == thrown for kind, thrown in chosen)


def test_a_seat_on_dublees_stays_near_sequences_where_pairs_cost_nothing() -> None:
    hand = "7C 6D 9D KD AH 2H 2H 4H 4H QH 4S 5S 6S 6S 7S 9S 9S JS KS KS MAN MAN"
    view = seat_view(hand, house="dashain")
    for kind in ("7C", "6D", "9D"):
        view.board["public"][parse_kind(kind)] = 0
    view.board["public"][[parse_kind(k) for k in ("5S", "JS", "QH")]] = 2
    assert kind_text(decide(view, THROW)) != "5S"


@pytest.mark.parametrize(
    ("hand", "tiplu"),
    [
        ("AC QC 2D 2D JD 10H JH 3S 4S 8S JS JS KS", "10S"),
        ("AC 2C 2C 6C 6C 7C AD 6D AH AH 3H 6S 8S", "7D"),
    ],
)
def test_a_throw_does_not_wait_for_one_third_copy(hand: str, tiplu: str) -> None:
    """One card of a single kind would finish; dozens bring a hand within one wild card."""
    view = seen_view(hand, tiplu)
    counts = view.me["free"].copy()
    live = pack_copies(0, 0) - counts
    counts[decide(view, THROW)] -= 1
    near = 0
    for kind in np.flatnonzero(live[:52]):
        drawn = counts.copy()
        drawn[kind] += 1
        near += live[kind] * (wilds_to_finish(drawn, view.tiplu) <= 1)
    assert near > 50


@pytest.mark.parametrize(
    ("hand", "tiplu", "top", "takes"),
    [
        ("AC QC 2D 2D JD 10H JH 3S 4S JS JS KS", "10S", "2D", 1),
        ("3H 4H 5H 9S 10S JS 2C 3C 4C 5D 5D 6D", "KS", "5D", 1),
        ("3H 4H 5H 9S 10S JS 2C 3C 4C 5D 5D 6D", "KS", "7D", 1),
        ("3H 4H 5H 9S 10S JS 2C 3C 4C 5D 5D 6D", "KS", "8D", 0),
        ("3H 4H 5H 9S 10S JS 2C 3C 4C 5D 5D 6D", "KS", "6D", 0),
    ],
)
def test_a_finish_on_the_pile_is_taken(hand: str, tiplu: str, top: str, takes: int) -> None:
    view = seen_view(hand, tiplu, top)
    more = view.me["free"].copy()
    more[view.board["top"]] += 1
    assert distance_to_finish(more[None], view.tiplu, preset("classic"))[0] == 1 - takes
    assert decide(view, DRAW) == takes
