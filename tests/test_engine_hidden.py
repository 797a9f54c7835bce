"""No policy's choice depends on what its seat cannot know: hidden cards change places in vain."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from marriage_stats.engine.state import DRAW_EVENT
from marriage_stats.engine.turn_kernels import ask
from marriage_stats.policies.registry import POLICIES
from marriage_stats.rules import PRESETS
from marriage_stats.views import BOARD, EXPOSE, HAND, WORK, View
from tests.driven import Driven, hidden_cards, permute, until_shown
from tests.played import Game, policies_of, seats_of, table_of

FEW_LEFT = 8
"""With fewer cards in the stock, whether a tiplu can be fixed tells something of the stock."""


def _games(sizes: tuple[int, ...]) -> Iterator[Game]:
    for house in PRESETS:
        for name in policies_of(house):
            for size in sizes:
                yield Game(house, seats_of(name, house, size))


GAMES = [*_games((2, 4)), Game("classic", ("novice",) * 3, (("superman", 1), ("man_cards", 3)))]


def _same(one: Any, other: Any) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in one.dtype.names)


def _compare_turns(game: Game, seed: int, rounds: int, others: int) -> tuple[int, int]:
    """Play rounds, each turn also with hidden cards moved; return the turns, and those that drew.

    The card that the seat draws next stays, since seeing it is lawful.
    """
    rng = np.random.default_rng(seed)
    turns = drawn = 0
    for index in range(rounds):
        for round_ in Driven(table_of(game)).deal(seed, index).open().turns():
            if round_.turn > 40 or round_.state.board["stock_left"] < FEW_LEFT:
                break
            seat = round_.seat
            events = round_.copy().play()[1]
            draws = events[events[:, 2] == DRAW_EVENT]
            hidden = hidden_cards(round_, seat, set(draws[:, 4].tolist()))
            for _ in range(others):
                other = round_.copy()
                permute(other, rng, hidden)
                assert _same(other.state.board, round_.state.board)
                assert _same(other.state.hands[seat], round_.state.hands[seat])
                assert until_shown(other.play()[1]) == until_shown(events), (game, index, seat)
            turns += 1
            drawn += len(draws)
    return turns, drawn


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_hidden_cards_change_no_choice(game: Game) -> None:
    turns, drawn = _compare_turns(game, seed=1, rounds=2, others=2)
    assert turns > 20
    assert drawn > 5


@pytest.mark.long
@pytest.mark.parametrize("game", [*_games((2, 3, 4, 5, 6))], ids=str)
def test_hidden_cards_change_no_choice_in_many_rounds(game: Game) -> None:
    turns, _ = _compare_turns(game, seed=2, rounds=60, others=4)
    print(f"{game}: {turns} turns")
    assert turns > 300


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("house", ["dashain", "classic", "everestbuzz"])
def test_hidden_cards_do_not_change_what_is_exposed(house: str, name: str) -> None:
    if name not in policies_of(house):
        return
    game = Game(house, seats_of(name, house, 4))
    rng = np.random.default_rng(3)
    answers = set()
    for index in range(20):
        round_ = Driven(replace(table_of(game), hand=(7, 7, 7))).deal(1, index)
        scratch = round_.state.work["scratch"]
        scratch[:] = rng.integers(-999, 999, scratch.shape)
        other = round_.copy()
        permute(other, rng, hidden_cards(round_, 0, set()))
        own, moved = (
            ask(r.rules, r.tables, r.state, 0, r.policies, r.params, EXPOSE, 7)
            for r in (round_, other)
        )
        assert own == moved
        answers.add(own)
    assert answers


def test_moved_cards_that_the_seat_does_know_change_choices() -> None:
    rng = np.random.default_rng(4)
    differing = 0
    game = Game("classic", ("novice",) * 4)
    for index in range(20):
        round_ = Driven(table_of(game)).deal(1, index).open()
        hidden = hidden_cards(round_, 0, set())
        own = np.flatnonzero(round_.state.deck["where"] == 0)
        other = round_.copy()
        permute(other, rng, np.concatenate([hidden, own]))
        differing += until_shown(other.play()[1]) != until_shown(round_.copy().play()[1])
    assert differing == 20


def test_a_view_reaches_nothing_that_is_hidden() -> None:
    assert View._fields == (
        *("decision", "card", "seat", "tiplu", "me", "board", "work", "params", "rules", "tables"),
    )
    hidden = {"order", "places", "stock", "where", "tiplu_card", "tiplu", "seed", "index"}
    for dtype in (HAND, BOARD, WORK):
        assert dtype.names is not None
        assert not hidden & set(dtype.names)
    assert set(BOARD.names or ()) == {
        *("table", "known", "thrown", "passed", "pile", "public", "routes", "tiplu_odds"),
        *("turn", "stock_left", "pile_size", "top"),
    }
    assert WORK.names == ("plan", "scratch")
