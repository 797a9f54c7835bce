"""Tables of the studies of play: forced routes, seats, games, waits."""

import numpy as np
import polars as pl
import pytest

from marriage_stats.deals.condition import Condition, accepted_deals
from marriage_stats.engine.simulate import Table, play_block, play_seeded
from marriage_stats.policies.registry import load_policies
from marriage_stats.rules import preset
from marriage_stats.study import RuleSet, Task
from marriage_stats.study.route_play import pairs_limits, play_routes, seat_routes
from marriage_stats.study.route_tables import NEVER, break_even
from marriage_stats.study.seat_tables import SeatCase, seat_tables
from marriage_stats.study.skill_tables import _nets, _totals, _wins
from marriage_stats.study.wait_tables import ALONE, WaitCase, wait_tables


def _task(n: int, *labels: str) -> Task:
    sets = {label: RuleSet(label, label.split(" ")[0]).rules for label in labels}
    return Task(n=n, seed=5, threads=1, rule_sets=sets)


def test_seeded_rounds_are_those_of_their_seeds() -> None:
    tables = seat_routes(preset("classic"))
    _, seeds = accepted_deals(Condition(pairs=(5, 5)), preset("classic"), 5, 0, 6)
    for table in tables:
        rounds = play_seeded(table, seeds, 0)
        for i, seed in enumerate(seeds.tolist()):
            alone = play_block(table, seed, i, 1)
            assert np.array_equal(rounds.per_seat[i], alone.per_seat[0])
            assert np.array_equal(rounds.per_round[i], alone.per_round[0])


def test_forced_routes_share_deals_and_keep_to_their_route() -> None:
    forced = play_routes(seat_routes(preset("classic")), 7, 20, 5, 1)
    assert forced.balanced
    assert forced.dealt
    assert pairs_limits(7) == (7, 21)
    # Seven dublees in the deal: the dublee route shows at its first turn.
    assert (forced.seen[1] >= 0).all()
    assert forced.seen[1].max() <= 1


@pytest.mark.parametrize(
    ("values", "half", "line"),
    [
        ((-9, -5, 1, 4), 2, (2, 2, 3)),
        ((-9, 5, -1, 4), 2, (3, 1, 3)),
        ((-9, -5, -4, -3), 1, (NEVER, NEVER, NEVER)),
    ],
)
def test_break_even_is_where_dublees_pay_for_good(
    values: tuple[int, ...], half: int, line: tuple[int, ...]
) -> None:
    worth = pl.DataFrame(
        {
            "pairs": range(len(values)),
            "value": [float(v) for v in values],
            "low": [float(v - half) for v in values],
            "high": [float(v + half) for v in values],
        }
    )
    found = break_even(worth)
    assert (found["value"], found["low"], found["high"]) == line


def test_a_circle_evens_out_and_points_balance() -> None:
    frames = seat_tables(_task(60, "classic"), [SeatCase("classic", "classic", 4)])
    assert frames["checks"]["total"].to_list() == [0]
    circle = frames["circle"]
    assert abs(circle.filter(deals=4)["value"][0]) < 1e-9
    seats = {seat: value for seat, value in frames["seats"].select("seat", "value").iter_rows()}
    assert circle.filter(deals=1)["value"][0] == pytest.approx(seats[0])
    # Who sat first deals next, and the dealer sits last.
    assert circle.filter(deals=2)["value"][0] == pytest.approx(seats[0] + seats[3])
    assert seats[-1] == pytest.approx(seats[0] - seats[3])


def test_games_add_up_by_player_as_the_deal_passes_on() -> None:
    net = np.zeros((4, 4, 4), np.int64)
    for deal in range(4):
        for seat in range(4):
            net[deal, seat, 0] = 100 * deal + seat
    totals = _totals(net, 2)
    assert totals.shape == (2, 4, 4)
    # Started in seat 2 the player holds seats 2, 1; started in seat 0, seats 0, 3.
    assert totals[0, 2, 0] == 2 + 101
    assert totals[1, 0, 0] == 200 + 303


def test_a_shared_first_place_is_a_shared_win() -> None:
    totals = np.array([[[5, 5, -5, -5], [9, 0, -4, -5]]])
    found = _wins(totals)
    assert found["wins"].tolist() == [0.75]
    assert found["tied"].tolist() == [0.5]
    assert found["margin"].tolist() == [4.5]


def test_payments_follow_the_one_player_around_the_table() -> None:
    rules = preset("classic")
    table = Table(rules, load_policies("adaptive,novice,novice,novice", rules))
    net = _nets(_task(12, "classic"), table, 12)
    assert net.shape == (12, 4, 4)
    assert (net.sum(axis=2) == 0).all()


def test_waits_end_in_one_of_four_ways() -> None:
    cases = [WaitCase("classic", "adaptive", ALONE), WaitCase("classic", "adaptive", 4, True)]
    frames = wait_tables(_task(80, "classic"), cases, {"classic": "classic"})
    ends = frames["curves"].filter(turn=60)
    total = ends.select(pl.sum_horizontal("sequence", "dublee", "overtaken", "no_winner"))
    assert total.to_series().to_list() == pytest.approx([1.0, 1.0])
    assert frames["checks"]["passed"].all()
    assert set(frames["waits"].filter(players=4)["seat"]) == {-1, 0, 1, 2, 3}
    assert frames["changes"]["value"].to_list() == pytest.approx([0.0] * 4)
