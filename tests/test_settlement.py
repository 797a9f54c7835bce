"""Settlement of facts: edge cases by house, conservation, symmetry, and the slow twin."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from marriage_stats.facts import (
    DUBLEE,
    HELD,
    ROUND_COLUMNS,
    SEAT_COLUMNS,
    SEQUENCE,
    TUNNELA_CLASSES,
    UNSEEN,
    Rounds,
    join_rounds,
)
from marriage_stats.rules import PRESETS, Rules, preset
from marriage_stats.settlement import Settlement, net_from_maal, raw_maal, settle
from tests.real_facts import N_CARDS, N_TRIPLES, facts_of_owners, random_facts, twin_seats
from tests.reference import ref_settlement

DECLARING = ("dashain", "classic", "everestbuzz")


def nets(
    rules: Rules, maal: list[int], route: list[int], finisher: int, finish_route: int = SEQUENCE
) -> Settlement:
    """Settle one round of known maal."""
    return net_from_maal(
        np.array([maal]), np.array([route]), np.array([finisher]), np.array([finish_route]), rules
    )


def one_round(seats: list[tuple[int, dict[str, int]]], finisher: int, tiplu: int = 32) -> Rounds:
    """Return facts of one round; a seat is its route and columns such as held_poplu."""
    base = facts_of_owners(
        np.full((1, N_CARDS), -1),
        np.zeros((1, N_TRIPLES), dtype=bool),
        np.zeros((1, len(seats)), dtype=np.int64),
        np.array([[route for route, _ in seats]]),
        np.array([finisher]),
    )
    for seat, (_, columns) in enumerate(seats):
        for name, value in columns.items():
            base.per_seat[0, seat, SEAT_COLUMNS.index(name)] = value
    base.per_round[0, ROUND_COLUMNS.index("tiplu")] = tiplu
    return base


POPLU_TUNNELA = {"held_poplu": 3, "exposed_poplu_tunnela": 1}
TABLE = [(SEQUENCE, {}), (SEQUENCE, {}), (UNSEEN, {})]


def seat_maal(rules: Rules, route: int, columns: dict[str, int]) -> tuple[int, int]:
    """Return (raw, counted) maal of a loser with these cards."""
    result = settle(one_round([*TABLE, (route, columns)], finisher=0), rules)
    return int(result.raw_maal[0, 3]), int(result.maal[0, 3])


@pytest.mark.parametrize("house", DECLARING)
def test_case_27_a_dealt_tunnela_not_exposed_earns_no_premium(house: str) -> None:
    hidden = {"held_poplu": 3, "dealt_poplu_tunnela": 1}
    assert seat_maal(preset(house), SEQUENCE, hidden) == (10, 10)
    assert seat_maal(preset(house), SEQUENCE, POPLU_TUNNELA) == (20, 20)


@pytest.mark.parametrize(
    ("house", "raw", "counted"),
    [("dashain", 10, 0), ("classic", 10, 10), ("everestbuzz", 10, 0), ("hidden-maal", 6, 0)],
)
def test_case_28_unseen_player_with_a_dealt_tunnela(house: str, raw: int, counted: int) -> None:
    assert seat_maal(preset(house), UNSEEN, POPLU_TUNNELA) == (raw, counted)
    assert seat_maal(preset(house), UNSEEN, {"exposed_ordinary_tunnela": 1}) == (0, 0)


@pytest.mark.parametrize("house", DECLARING)
def test_case_29_kidnap_moves_the_loose_value(house: str) -> None:
    rules = preset(house).replace({"unseen_maal": "kidnap"})
    result = settle(one_round([*TABLE, (UNSEEN, POPLU_TUNNELA)], finisher=0), rules)
    assert result.raw_maal[0].tolist() == [0, 0, 0, 10]
    assert result.maal[0].tolist() == [10, 0, 0, 0]


@pytest.mark.parametrize(("house", "maal"), [("dashain", 20), ("classic", 10), ("everestbuzz", 20)])
def test_case_30_dealt_tunnela_then_the_dublee_route(house: str, maal: int) -> None:
    assert seat_maal(preset(house), DUBLEE, POPLU_TUNNELA) == (maal, maal)


@pytest.mark.parametrize("house", DECLARING)
def test_case_41_unused_cards_of_a_dublee_finisher_count(house: str) -> None:
    seats = [(DUBLEE, {"held_tiplu": 1, "held_poplu": 1, "held_jhiplu": 1}), *TABLE[1:]]
    assert settle(one_round(seats, finisher=0), preset(house)).maal[0].tolist() == [10, 0, 0]


@pytest.mark.parametrize("house", PRESETS)
def test_case_42_finish_in_the_turn_of_seeing_with_nobody_else_seen(house: str) -> None:
    result = nets(preset(house), [4, 0, 0, 0], [SEQUENCE, UNSEEN, UNSEEN, UNSEEN], 0)
    assert result.net[0].tolist() == [42, -14, -14, -14]


@pytest.mark.parametrize("house", PRESETS)
def test_case_43_the_finisher_pays_no_fee(house: str) -> None:
    assert nets(preset(house), [0, 0], [SEQUENCE, SEQUENCE], 0).fee[0].tolist() == [0, 3]


@pytest.mark.parametrize("house", PRESETS)
def test_case_44_the_finisher_may_end_below_zero(house: str) -> None:
    assert nets(preset(house), [1, 5], [SEQUENCE, SEQUENCE], 0).net[0].tolist() == [-1, 1]


@pytest.mark.parametrize(("house", "fee"), [("dashain", 3), ("classic", 3), ("everestbuzz", 0)])
def test_case_45_loser_who_saw_on_dublees(house: str, fee: int) -> None:
    assert nets(preset(house), [0, 0], [SEQUENCE, DUBLEE], 0).fee[0].tolist() == [0, fee]


@pytest.mark.parametrize(
    ("house", "fees"),
    [("dashain", [8, 8, 15]), ("classic", [8, 8, 15]), ("everestbuzz", [8, 5, 15])],
)
def test_case_46_fees_after_a_dublee_finish(house: str, fees: list[int]) -> None:
    result = nets(preset(house), [0] * 4, [DUBLEE, SEQUENCE, DUBLEE, UNSEEN], 0, DUBLEE)
    assert result.fee[0].tolist() == [0, *fees]


@pytest.mark.parametrize("house", DECLARING)
@pytest.mark.parametrize(("mode", "losers"), [("add", [-14, -27]), ("replace", [-11, -22])])
def test_case_47_bonus_on_every_loser_or_instead_of_the_fee(
    house: str, mode: str, losers: list[int]
) -> None:
    rules = preset(house).replace({"dublee_bonus_mode": mode})
    result = nets(rules, [10, 2, 0], [DUBLEE, SEQUENCE, UNSEEN], 0, DUBLEE)
    assert result.net[0].tolist() == [-sum(losers), *losers]


def test_case_47_bonus_per_loser_is_bonus_in_the_winners_maal() -> None:
    add = nets(preset("classic"), [10, 2, 0], [DUBLEE, SEQUENCE, UNSEEN], 0, DUBLEE)
    in_maal = nets(preset("classic"), [15, 2, 0], [SEQUENCE, SEQUENCE, UNSEEN], 0)
    assert add.net.tolist() == in_maal.net.tolist()


def test_case_47_replace_touches_only_losers_who_saw_by_sequences() -> None:
    rules = preset("everestbuzz").replace({"dublee_bonus_mode": "replace"})
    result = nets(rules, [0] * 4, [DUBLEE, SEQUENCE, DUBLEE, UNSEEN], 0, DUBLEE)
    assert result.fee[0].tolist() == [0, 5, 0, 10]


def test_case_48_two_unseen_players_settle_with_each_other() -> None:
    route = [SEQUENCE, SEQUENCE, UNSEEN, UNSEEN]
    result = nets(preset("classic"), [20, 10, 5, 0], route, 0)
    assert result.net[0].tolist() == [68, 2, -25, -45]


def test_several_unseen_players_all_go_to_the_finisher() -> None:
    rules = preset("everestbuzz").replace({"unseen_maal": "kidnap"})
    result = nets(rules, [4, 7, 2], [UNSEEN, SEQUENCE, UNSEEN], 1)
    assert result.maal[0].tolist() == [0, 13, 0]
    assert result.raw_maal[0].tolist() == [4, 7, 2]


@pytest.mark.parametrize(
    ("no_winner", "mode", "net"),
    [
        ("maal-only", "murder", [21, 1, -11, -11]),
        ("maal-only", "kidnap", [21, 1, -11, -11]),
        ("maal-only", "normal", [16, -4, 4, -16]),
        ("void", "murder", [0, 0, 0, 0]),
        ("void", "normal", [0, 0, 0, 0]),
    ],
)
def test_a_round_nobody_finished(no_winner: str, mode: str, net: list[int]) -> None:
    rules = preset("hidden-maal").replace({"no_winner": no_winner, "unseen_maal": mode})
    result = nets(rules, [8, 3, 5, 0], [SEQUENCE, SEQUENCE, UNSEEN, UNSEEN], -1)
    assert result.net[0].tolist() == net
    assert not result.fee.any()
    assert no_winner == "maal-only" or not result.maal.any()


def test_without_a_tiplu_only_printed_jokers_score() -> None:
    rules = preset("classic").replace({"tunnela_premium": "always"})
    seats = [(UNSEEN, {"held_man": 2, "exposed_ordinary_tunnela": 1}), (UNSEEN, {})]
    rounds = one_round(seats, finisher=-1, tiplu=-1)
    assert settle(rounds, rules).net[0].tolist() == [15, -15]


def test_dealt_tunnelas_can_be_priced_as_exposed() -> None:
    rules = preset("dashain")
    kept = {"held_poplu": 3, "dealt_poplu_tunnela": 1, "dealt_ordinary_tunnela": 1}
    broken = {"held_poplu": 2, "dealt_poplu_tunnela": 1, "held_man": 3, "dealt_man_tunnela": 1}
    rounds = one_round([(SEQUENCE, kept), (SEQUENCE, broken)], finisher=0)
    assert raw_maal(rounds, rules).tolist() == [[10, 30]]
    assert raw_maal(rounds, rules, dealt_as_exposed=True).tolist() == [[25, 30]]


@pytest.mark.parametrize(
    ("finisher", "route", "finish_route", "match"),
    [
        (2, [SEQUENCE, SEQUENCE], SEQUENCE, "finisher must be a seat 0..1 or -1"),
        (0, [UNSEEN, SEQUENCE], SEQUENCE, "finisher must have seen"),
        (0, [SEQUENCE, SEQUENCE], UNSEEN, "finish_route must be sequence or dublee"),
    ],
)
def test_finishers_that_cannot_be_are_refused(
    finisher: int, route: list[int], finish_route: int, match: str
) -> None:
    with pytest.raises(ValueError, match=match):
        nets(preset("classic"), [0, 0], route, finisher, finish_route)


@pytest.mark.parametrize(
    ("columns", "match"),
    [
        ({"held_poplu": 4}, "held must be at most"),
        ({"held_superman": 2}, "held must be at most"),
        ({"exposed_alter_tunnela": 2}, "exposed must be at most one"),
        ({"route": 3}, "route must be 0..2"),
    ],
)
def test_facts_that_no_pack_deals_are_refused(columns: dict[str, int], match: str) -> None:
    rounds = one_round([(SEQUENCE, {}), (SEQUENCE, columns)], finisher=0)
    with pytest.raises(ValueError, match=match):
        settle(rounds, preset("classic"))


SETTLEMENT_CHOICES: dict[str, tuple[Any, ...]] = {
    "unseen_maal": ("murder", "kidnap", "normal"),
    "maal_count": ("best-split", "marriage-first"),
    "no_winner": ("maal-only", "void"),
    "dublee_bonus_mode": ("add", "replace"),
    "alter": (0, (5, 10, 15), (5, 15, 25)),
    "tiplu": ((3, 7), (3, 8)),
}


@st.composite
def houses(draw: st.DrawFn) -> Rules:
    changes = {key: draw(st.sampled_from(values)) for key, values in SETTLEMENT_CHOICES.items()}
    return preset(draw(st.sampled_from(PRESETS))).replace(changes)


@st.composite
def facts(draw: st.DrawFn) -> Rounds:
    players = draw(st.integers(2, 6))
    owners = draw(st.lists(st.integers(-1, players - 1), min_size=N_CARDS, max_size=N_CARDS))
    laid = draw(st.lists(st.booleans(), min_size=N_TRIPLES, max_size=N_TRIPLES))
    plain = draw(st.lists(st.integers(0, 2), min_size=players, max_size=players))
    route = draw(st.lists(st.integers(UNSEEN, DUBLEE), min_size=players, max_size=players))
    finisher = draw(st.integers(-1, players - 1))
    if finisher >= 0:
        route[finisher] = max(route[finisher], SEQUENCE)
    arrays = (np.array([x]) for x in (owners, laid, plain, route))
    return facts_of_owners(*arrays, np.array([finisher]))


@hypothesis_settings(derandomize=True, deadline=None, max_examples=300)
@given(facts(), houses())
def test_payments_sum_to_zero_and_add_up(rounds: Rounds, rules: Rules) -> None:
    result = settle(rounds, rules)
    fees = result.fee.sum(axis=1)
    finished = np.arange(rounds.players) == rounds.by_round("finisher")[:, None]
    assert not result.net.sum(axis=1).any()
    assert not result.maal_part.sum(axis=1).any()
    assert (result.net == result.maal_part - result.fee + finished * fees[:, None]).all()


@hypothesis_settings(derandomize=True, deadline=None, max_examples=200)
@given(facts(), houses(), st.randoms(use_true_random=False))
def test_changing_places_changes_payments_alike(rounds: Rounds, rules: Rules, random: Any) -> None:
    order = random.sample(range(rounds.players), rounds.players)
    per_round = rounds.per_round.copy()
    finisher = int(rounds.by_round("finisher")[0])
    per_round[0, ROUND_COLUMNS.index("finisher")] = order.index(finisher) if finisher >= 0 else -1
    moved = settle(Rounds(per_round, rounds.per_seat[:, order]), rules)
    for name, values in vars(settle(rounds, rules)).items():
        assert (getattr(moved, name) == values[:, order]).all()


def test_blocks_do_not_matter() -> None:
    rules = preset("dashain")
    rounds = random_facts(20_000, rules, seed=5)
    parts = [Rounds(rounds.per_round[i::2], rounds.per_seat[i::2]) for i in range(2)]
    whole = settle(join_rounds(parts), rules).net
    assert (whole == np.concatenate([settle(part, rules).net for part in parts])).all()


def twin_rules(rules: Rules) -> dict[str, Any]:
    return rules.plain_values


def compare_with_twin(
    rules: Rules, n: int, seed: int, players: int, other: Rules | None = None
) -> None:
    rounds = random_facts(n, rules, seed, players)
    result, plain = settle(rounds, rules), twin_rules(other or rules)
    for row in range(n):
        twin = ref_settlement.settle(plain, 32, twin_seats(rounds, row))
        assert result.raw_maal[row].tolist() == twin["raw_maal"], (row, rules.values)
        assert result.maal[row].tolist() == twin["maal"], (row, rules.values)
        assert result.net[row].tolist() == twin["net"], (row, rules.values)


@pytest.mark.parametrize("house", PRESETS)
def test_equals_the_slow_twin(house: str) -> None:
    compare_with_twin(preset(house), n=2_500, seed=1, players=4)


@pytest.mark.parametrize("seed", range(12))
def test_equals_the_slow_twin_under_other_values(seed: int) -> None:
    rng = np.random.default_rng(seed)
    changes = {k: v[rng.integers(len(v))] for k, v in SETTLEMENT_CHOICES.items()}
    rules = preset(DECLARING[seed % 3]).replace({**changes, "man_cards": 3, "superman": 1})
    compare_with_twin(rules, n=400, seed=seed, players=2 + seed % 5)


FAULTS: dict[str, Any] = {
    "maal_count": "marriage-first",
    "tunnela_premium": "sequence-seen",
    "unseen_maal": "kidnap",
    "no_winner": "maal-only",
    "fee_dublee_seen": 0,
    "dublee_bonus": 4,
    "marriage": (10, 31),
    "tunnela.man": 34,
    "superman_value": 9,
}


@pytest.mark.parametrize("key", FAULTS)
def test_the_comparison_notices_one_wrong_key(key: str) -> None:
    """Negative control."""
    rules = preset("dashain")
    with pytest.raises(AssertionError):
        compare_with_twin(rules, 2_500, 1, 4, other=rules.replace({key: FAULTS[key]}))


@pytest.mark.long
@pytest.mark.parametrize("house", PRESETS)
def test_equals_the_slow_twin_on_many_rounds(house: str) -> None:
    compare_with_twin(preset(house), n=25_000, seed=2, players=4)


def test_the_random_facts_reach_what_they_should() -> None:
    """Negative control: a comparison over rounds without maal would prove nothing."""
    rounds = random_facts(2_500, preset("dashain"), seed=1)
    held, exposed = rounds.held, rounds.exposed_tunnelas
    assert [held[:, :, i].max() for i in range(len(HELD))] == [2, 3, 3, 3, 6, 3, 1]
    assert all(exposed[:, :, i].any() for i in range(len(TUNNELA_CLASSES)))
    assert (np.minimum(held[:, :, 0], held[:, :, 1:3].min(axis=2)) == 2).any()
