"""Exact laws against an independent derivation, and against every hand of few cards."""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb

import numpy as np
import pytest
from scipy.special import binom

from marriage_stats.cards import pack_copies
from marriage_stats.exact import Pack, exact_odds
from marriage_stats.exact.distances import sequence_distance
from marriage_stats.exact.draws import after_pairing, draws_from_deal, draws_from_pairs
from marriage_stats.exact.floor import floor_curve
from marriage_stats.exact.melds import joint_distribution, see_probabilities
from marriage_stats.exact.pairs import PairHand, dublee_distance, dublee_distribution
from marriage_stats.exact.suits import meld_counts, need_law
from marriage_stats.exact.tunnelas import p_tunnela_at_table, tunnela_distribution
from marriage_stats.melds import classify_hands
from marriage_stats.rules import preset
from tests import oracles, oracles_melds

PACKS = [Pack(man, superman) for man in range(4) for superman in range(2)]
DASHAIN, HIDDEN = preset("dashain"), preset("hidden-maal")


def other(pack: Pack) -> oracles.Pack:
    return oracles.Pack(pack.man_cards, pack.superman)


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("hand_size", [1, 9, 21, 40])
@pytest.mark.parametrize("with_man", [False, True])
def test_tunnelas_equal_the_oracle(pack: Pack, hand_size: int, with_man: bool) -> None:
    ours = tunnela_distribution(pack, hand_size, with_man)
    theirs = oracles.tunnela_distribution(other(pack), hand_size, with_man)
    length = max(len(ours), len(theirs))
    pad = [Fraction(0)] * length
    assert (ours + pad)[:length] == (theirs + pad)[:length]
    assert sum(ours) == 1
    assert 1 - ours[0] == oracles.p_tunnela(other(pack), hand_size, with_man)


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("with_man", [False, True])
def test_tunnelas_at_a_table(pack: Pack, with_man: bool) -> None:
    for seats in (1, 2, 4, 6):
        ours = p_tunnela_at_table(pack, 21, seats, with_man)
        assert ours == oracles.p_tunnela_at_table(other(pack), 21, seats, with_man)
    assert (
        p_tunnela_at_table(pack, 21, 1, with_man) == 1 - tunnela_distribution(pack, 21, with_man)[0]
    )


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("hand_size", [3, 9, 21, 40])
def test_dublees_equal_the_oracle(pack: Pack, hand_size: int) -> None:
    ours = dublee_distribution(pack, hand_size)
    theirs = oracles.dublee_distribution(other(pack), hand_size)
    length = max(len(ours), len(theirs))
    pad = [Fraction(0)] * length
    assert (ours + pad)[:length] == (theirs + pad)[:length]
    assert sum(k * p for k, p in enumerate(ours)) == oracles.dublee_mean(other(pack), hand_size)


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("hand_size", [21])
def test_melds_and_pairs_equal_the_oracle(pack: Pack, hand_size: int) -> None:
    ours = joint_distribution(pack, hand_size)
    theirs = oracles_melds.joint_distribution(other(pack), hand_size)
    found = {place: ours[place] for place in zip(*np.nonzero(ours), strict=True)}
    assert set(found) == set(theirs)
    for place, p in theirs.items():
        assert found[place] == pytest.approx(float(p), rel=1e-12, abs=0)


@pytest.mark.parametrize("pack", [Pack(0, 0), Pack(2, 0), Pack(3, 1)])
def test_floor_equals_the_oracle(pack: Pack) -> None:
    curve = floor_curve(pack, 21, dublee_route=True)
    assert [row["turn"] for row in curve] == list(range(61))
    for turn in (0, 5, 20, 60):
        theirs = oracles_melds.see_probabilities(other(pack), 21 + turn)
        for route, p in theirs.items():
            assert curve[turn][route] == pytest.approx(float(p), abs=1e-12)


def test_floor_starts_at_the_deal_and_never_falls() -> None:
    for pack in PACKS:
        curve = floor_curve(pack, 21, dublee_route=True)
        see = see_probabilities(joint_distribution(pack, 21))
        for route, p in see.items():
            values = [row[route] for row in curve]
            assert values[0] == pytest.approx(p, abs=1e-12)
            assert np.all(np.diff(values) >= -1e-14)


def stage_draws(useful: list[int], unseen: int) -> list[Fraction]:
    """Return P(d draws) to get through stages with so many useful cards each, one hit a stage."""
    chances = {0: Fraction(1)}
    out = [Fraction(0)]
    for left in range(unseen, 0, -1):
        done, following = Fraction(0), dict.fromkeys(range(len(useful)), Fraction(0))
        for stage, p in chances.items():
            hit = Fraction(useful[stage], left)
            following[stage] += p * max(Fraction(0), 1 - hit)
            if stage + 1 == len(useful):
                done += p * hit
            else:
                following[stage + 1] += p * hit
        out.append(done)
        chances = {stage: p for stage, p in following.items() if p}
        if not chances:
            break
    return out


@pytest.mark.parametrize("pack", [Pack(0, 0), Pack(3, 1)])
def test_draws_from_pairs_run_through_stages(pack: Pack) -> None:
    for law in draws_from_pairs(pack, 21):
        k = law["pairs"]
        if k == 7:
            assert law["distribution"] == [1.0]
            continue
        # With j pairs 21 - 2j singles are live, two copies of each unseen.
        law_by_stages = stage_draws([2 * (21 - 2 * j) for j in range(k, 7)], pack.size - 21)
        expected = [float(p) for p in law_by_stages]
        assert law["distribution"] == pytest.approx(expected[: len(law["distribution"])], abs=1e-15)
        assert law["mean"] == pytest.approx(sum(d * p for d, p in enumerate(expected)))


def test_last_pair_takes_a_negative_hypergeometric_time() -> None:
    six = next(law for law in draws_from_pairs(Pack(0, 0), 21) if law["pairs"] == 6)
    assert six["mean"] == pytest.approx(136 / 19, rel=1e-14)
    assert six["quantiles"]["p50"] == 5
    assert sum(six["distribution"][:5]) < 0.5 <= sum(six["distribution"][:6])


@pytest.mark.parametrize("pack", PACKS)
def test_draws_from_a_deal_are_never_faster_than_from_live_singles(pack: Pack) -> None:
    alive = {law["pairs"]: law["mean"] for law in draws_from_pairs(pack, 21)}
    dealt = draws_from_deal(pack, 21)
    assert sum(law["p"] for law in dealt) == pytest.approx(1, abs=1e-14)
    for law in dealt:
        assert sum(law["distribution"]) == pytest.approx(1, abs=1e-13)
        assert law["mean"] >= alive[law["pairs"]] - 1e-12


def test_who_gives_up_what() -> None:
    assert after_pairing(PairHand(3, 5, 1, 2), one_left=False) == PairHand(4, 4, 1, 1)
    assert after_pairing(PairHand(3, 5, 1, 0), one_left=False) == PairHand(4, 4, 0, 0)
    assert after_pairing(PairHand(3, 5, 0, 0), one_left=False) == PairHand(4, 3, 0, 0)
    assert after_pairing(PairHand(3, 5, 1, 0), one_left=True) == PairHand(4, 4, 0, 0)


def test_hands_too_small_for_seven_pairs_have_no_race() -> None:
    assert exact_odds(DASHAIN, 13)["draws_to_seven_dublees"] is None
    assert exact_odds(DASHAIN, 14)["draws_to_seven_dublees"] is not None
    assert exact_odds(HIDDEN, 21)["draws_to_seven_dublees"] is None


def test_suit_histograms_count_every_hand_of_a_suit() -> None:
    by_cards = [comb(39, n) for n in range(40)]
    assert meld_counts().sum(axis=(1, 2, 3)).tolist() == by_cards
    assert need_law().counts.sum(axis=0).tolist() == by_cards


@pytest.mark.parametrize("pack", PACKS)
def test_whole_pack_and_single_cards(pack: Pack) -> None:
    assert float(joint_distribution(pack, 1)[0, 0]) == 1
    everything = joint_distribution(pack, pack.size)
    assert everything[-1, -1] == pytest.approx(1)
    assert everything.shape == (53 + (pack.man_cards == 3), 53 + (pack.man_cards >= 2))


@pytest.mark.parametrize("hand_size", [0, 157])
def test_hands_the_pack_cannot_deal_are_refused(hand_size: int) -> None:
    with pytest.raises(ValueError, match=rf"hand_size must be 1\.\.156, got {hand_size}"):
        exact_odds(preset("classic"), hand_size)


def every_hand(pack: Pack, hand_size: int) -> tuple[np.ndarray, np.ndarray]:
    """Return all hands of the pack as counts, with the ways to deal each, in two arrays."""
    copies = pack_copies(pack.man_cards, pack.superman)
    hands = np.array(list(combinations_with_replacement(range(54), hand_size)))
    counts = np.zeros((len(hands), 54), np.int64)
    np.add.at(counts, (np.arange(len(hands))[:, None], hands), 1)
    ways = binom(copies, counts).round().astype(np.int64).prod(axis=1)
    return counts[ways > 0], ways[ways > 0]


@pytest.mark.parametrize("pack", PACKS)
def test_laws_equal_all_hands_of_three_cards(pack: Pack) -> None:
    rules = DASHAIN.replace({"man_cards": pack.man_cards, "superman": pack.superman})
    hands, ways = every_hand(pack, 3)
    n = comb(pack.size, 3)
    assert ways.sum() == n
    holding = classify_hands(hands, rules)
    joint = joint_distribution(pack, 3)
    for place in np.ndindex(joint.shape):
        same = (holding.pure_melds == place[0]) & (holding.dublees == place[1])
        assert joint[place] == pytest.approx(ways[same].sum() / n, abs=1e-14)
    for law, values in (
        (sequence_distance(pack, 3), holding.distance_sequence),
        ([float(p) for p in dublee_distance(pack, 3)], holding.distance_dublee),
    ):
        assert law == pytest.approx(np.bincount(values, ways) / n, abs=1e-14)
