"""What every policy's rounds keep to in every house: cards, payments, seeds and deals."""

from collections.abc import Iterator

import numpy as np
import pytest

from marriage_stats.engine import Table, play_block, round_log, simulate
from marriage_stats.engine.simulate import play_logged
from marriage_stats.facts import ENDED_FINISH, SEAT_COLUMNS, Rounds, join_rounds
from marriage_stats.rules import PRESETS
from marriage_stats.settlement import settle
from tests.driven import Driven, misplaced, permute
from tests.played import Game, policies_of, rules_of, seats_of, table_of

N_ROUNDS = 60
UNSEEN_MODES = ("murder", "kidnap", "normal")


def _games(sizes: tuple[int, ...]) -> Iterator[Game]:
    for house in PRESETS:
        for name in (*policies_of(house), "mixed"):
            for size in sizes:
                yield Game(house, seats_of(name, house, size))


def _same(one: Rounds, other: Rounds) -> bool:
    return (
        one.per_round.tobytes() == other.per_round.tobytes()
        and one.per_seat.tobytes() == other.per_seat.tobytes()
    )


@pytest.mark.parametrize("game", [*_games((2, 4))], ids=str)
def test_every_card_is_in_one_place_at_every_turn(game: Game) -> None:
    for index in range(3):
        round_ = Driven(table_of(game)).deal(5, index).open()
        for _ in round_.turns():
            assert misplaced(round_) == [], (game, index, round_.turn)


def test_a_misplaced_card_is_found() -> None:
    round_ = Driven(table_of(Game("classic", ("novice",) * 3))).deal(1, 0).open()
    round_.play()
    for card in (0, 50, 100, 155):
        other = round_.copy()
        other.state.deck["where"][card] = 3 - int(other.state.deck["where"][card]) % 2
        assert misplaced(other)
    permute(round_, np.random.default_rng(0), np.flatnonzero(round_.state.deck["where"] < 3))
    assert misplaced(round_) == []


@pytest.mark.parametrize("game", [*_games((2, 3, 4, 5, 6))], ids=str)
def test_payments_sum_to_zero_and_rounds_end(game: Game) -> None:
    table, rules = table_of(game), rules_of(game)
    rounds = play_block(table, 6, 0, N_ROUNDS)
    for mode in UNSEEN_MODES:
        net = settle(rounds, rules.replace({"unseen_maal": mode})).net
        assert not net.sum(axis=1).any()
        assert mode != "murder" or net.any()
    assert rounds.by_round("turns").max() <= rules.number("turn_cap")
    finished = rounds.by_round("ended") == ENDED_FINISH
    assert np.array_equal(finished, rounds.by_round("finisher") >= 0)


@pytest.mark.parametrize("game", [*_games((3,))], ids=str)
def test_a_round_depends_on_its_seed_and_index_alone(game: Game) -> None:
    table = table_of(game)
    whole = play_block(table, 7, 0, N_ROUNDS)
    for threads, block in ((1, 7), (2, 7), (2, 64), (1, 1000)):
        blocks = simulate(table, N_ROUNDS, 7, threads=threads, block_size=block)
        assert _same(join_rounds(list(blocks)), whole), (threads, block)
    for index in (0, 1, N_ROUNDS // 2, N_ROUNDS - 1):
        row = Rounds(whole.per_round[index : index + 1], whole.per_seat[index : index + 1])
        assert _same(play_block(table, 7, index, 1), row)
        assert _same(play_logged(table, 7, index)[0], row)
    assert not _same(play_block(table, 8, 0, N_ROUNDS), whole)


@pytest.mark.parametrize("house", PRESETS)
def test_policies_do_not_change_deals(house: str) -> None:
    dealt = [at for at, name in enumerate(SEAT_COLUMNS) if name.startswith("dealt_")]
    pairs = dealt[SEAT_COLUMNS.index("dealt_pairs") - dealt[0] :]
    deals, logs = [], []
    for name in policies_of(house):
        table = table_of(Game(house, seats_of(name, house, 4)))
        deals.append(play_block(table, 9, 0, N_ROUNDS).per_seat[:, :, pairs])
        logs.append([round_log(table, 9, index)["deal"] for index in range(5)])
    assert all(np.array_equal(deal, deals[0]) for deal in deals)
    assert all(log == logs[0] for log in logs)


@pytest.mark.parametrize("house", PRESETS)
def test_a_seats_policy_leaves_the_draws_of_the_others(house: str) -> None:
    tables = [table_of(Game(house, (first, *["random"] * 3))) for first in policies_of(house)]
    firsts = [_stock_draws(table, seat=1) for table in tables]
    for draws in firsts[1:]:
        n = min(len(draws), len(firsts[0]), 6)
        assert draws[:n] == firsts[0][:n]


def _stock_draws(table: Table, seat: int) -> list[int]:
    events = round_log(table, 10, 3)["events"]
    return [e["ids"][0] for e in events if e["do"] == "draw" and e["seat"] == seat]
