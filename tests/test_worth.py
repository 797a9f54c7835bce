"""What the studies of cards, acts and switches compute, against what must hold exactly."""

import numpy as np
import polars as pl
import pytest

from marriage_stats.deals import deal_packs
from marriage_stats.engine.simulate import Table, play_block
from marriage_stats.policies.registry import load_policy
from marriage_stats.rules import PRESETS, Rules, preset
from marriage_stats.study import switch_play
from marriage_stats.study.card_swaps import _hands, _turned, act_gains, play_swaps
from marriage_stats.study.paired import mean_figure, with_holm
from marriage_stats.study.switch_play import Switch, play_switches, switches

SEED, N = 5, 40


def table_of(rules: Rules, hand: tuple[int, ...] = ()) -> Table:
    return Table(rules, (load_policy("novice", rules),) * rules.number("players"), hand=hand)


@pytest.mark.parametrize("house", PRESETS)
def test_the_tiplu_is_known_from_the_pack(house: str) -> None:
    rules = preset(house)
    turned = play_block(table_of(rules), SEED, 0, N).by_round("tiplu")
    packs = deal_packs(rules, N, SEED)
    foretold = np.array([_turned(pack, rules.number("players")) // 3 for pack in packs])
    # A reshuffle before anybody sees turns another card; no tiplu is -1.
    assert (turned == foretold)[turned >= 0].mean() > 0.9


def test_a_swap_brings_the_card_and_moves_nothing_else() -> None:
    rules = preset("dashain")
    packs = deal_packs(rules, N, SEED)
    base = play_block(table_of(rules), SEED, 0, N).by_seat("dealt_printed")[:, 0]
    found = list(_hands(packs, "man card", 4))
    assert 10 < len(found) < N
    for i, hand in found:
        swapped = play_block(table_of(rules, hand), SEED, i, 1)
        assert swapped.by_seat("dealt_printed")[0, 0] == base[i] + 1
    for i, hand in _hands(packs, "dealt tunnela", 4):
        assert play_block(table_of(rules, hand), SEED, i, 1).dealt_tunnelas[0, 0].sum() >= 1


def test_swaps_are_of_cards_that_the_pack_has() -> None:
    rules = preset("classic")
    swaps = play_swaps(rules, load_policy("novice", rules), 4, SEED, 1)
    assert not {"man card", "superman"} & set(swaps.gains)
    assert swaps.balanced
    for gains in swaps.gains.values():
        assert (gains[:, 0] == gains[:, 1] + gains[:, 2]).all()


def test_seeing_saves_the_difference_of_fees() -> None:
    rules = preset("classic")
    gains = act_gains(play_block(table_of(rules), SEED, 0, N), rules)
    saved = rules.number("fee_unseen") - rules.number("fee_seen")
    seeing, finishing = gains
    bonus = rules.number("dublee_bonus")
    assert seeing[:, 2].sum() > 0
    assert set((seeing[:, 1] - saved * seeing[:, 2]).tolist()) <= {0, bonus, -bonus}
    assert (finishing[finishing[:, 2] > 0, 1] > 0).all()


@pytest.mark.parametrize("house", PRESETS)
def test_a_switch_that_changes_nothing_gains_nothing(
    house: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = preset(house)
    same = [Switch(s.name, s.usual, s.usual) for s in switches(rules)][:2]
    monkeypatch.setattr(switch_play, "switches", lambda _: same)
    for edge in play_switches(rules, 4, SEED, 1).values():
        assert edge.balanced
        assert edge.changed == 0
        assert not edge.gains.any()


def test_figures_of_few_cases_are_wide() -> None:
    assert mean_figure(np.array([3])) is None
    value, se, low, high, n = mean_figure(np.array([1, 3])) or []
    assert (value, se, n) == (2.0, 1.0, 2)
    assert high - value == pytest.approx(12.706, abs=1e-3)
    assert value - low == pytest.approx(high - value)
    rows = {"value": [2.0, 0.0], "se": [1.0, 0.0], "n": [2, 9]}
    assert with_holm(pl.DataFrame(rows))["p_holm"].to_list() == [0.5903, 1.0]
