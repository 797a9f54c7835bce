"""Deals are uniform: every place of the keyed pack, every card of chunk-dealt hands."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chi2

from marriage_stats.deals import deal_packs
from marriage_stats.deals.hand_kernels import chunk_planes
from marriage_stats.rules import Rules, compile_rules, preset
from tests.statistical.checks import FAULT, SEEDS, check_p

pytestmark = pytest.mark.stat
PACKS = [(man, superman) for man in range(4) for superman in range(2)]
ENDS = (PACKS[0], PACKS[-1])
N_ROUNDS = 20_000
N_CHUNKS = 40


def rules_of(pack: tuple[int, int]) -> Rules:
    return preset("dashain").replace({"man_cards": pack[0], "superman": pack[1]})


def place_counts(packs: NDArray[np.int16]) -> NDArray[np.int64]:
    """Return int64[card, place] of packs (int[n, size]); cards are numbered without gaps."""
    size = packs.shape[1]
    cards = np.searchsorted(np.unique(packs[0]), packs)
    cells = cards * size + np.arange(size)
    return np.bincount(cells.ravel(), minlength=size * size).reshape(size, size)


def p_all_places(counts: NDArray[np.int64]) -> float:
    """Return the p-value of uniform orders from all cells at once.

    A uniform order gives each of the (N - 1)^2 contrasts of the table the variance 1 / (N - 1), so
    the sum of squared deviations from n / N times (N - 1) / n is chi-square with (N - 1)^2.

    Power: the sum has standard deviation 219 (N = 156), so with n = 20,000 a root mean square
    deviation of 2.3% of all cells is found with 99% at p < 1e-6.
    """
    size, n = len(counts), counts[0].sum()
    statistic = ((counts - n / size) ** 2).sum() * (size - 1) / n
    return float(chi2.sf(statistic, (size - 1) ** 2))


def p_worst_line(counts: NDArray[np.int64]) -> float:
    """Return the smallest p-value of one card's places or one place's cards, times their number.

    Power: with n = 20,000 a line that is off by 9% (root mean square) is found with 99%.
    """
    size, n = len(counts), counts[0].sum()
    squares = (counts - n / size) ** 2 * size / n
    worst = max(squares.sum(axis=0).max(), squares.sum(axis=1).max())
    return min(1.0, 2 * size * float(chi2.sf(worst, size - 1)))


@pytest.mark.parametrize(
    ("seed", "pack"),
    [(seed, pack) for pack in PACKS for seed in (SEEDS if pack in ENDS else SEEDS[:1])],
)
def test_every_place_of_the_keyed_pack_is_uniform(seed: int, pack: tuple[int, int]) -> None:
    counts = place_counts(deal_packs(rules_of(pack), N_ROUNDS, seed))
    check_p(f"all places {pack} {seed}", p_all_places(counts), continuous=True)
    check_p(f"worst line {pack} {seed}", p_worst_line(counts))


def swap_with_anyone(n: int, size: int, seed: int) -> NDArray[np.int16]:
    """Return orders by the well-known wrong shuffle: swap each place with any other."""
    rng = np.random.default_rng(seed)
    packs = np.tile(np.arange(size, dtype=np.int16), (n, 1))
    rows = np.arange(n)
    for place in range(size):
        other = rng.integers(size, size=n)
        packs[rows, place], packs[rows, other] = packs[rows, other], packs[rows, place].copy()
    return packs


def test_a_biased_shuffle_is_caught() -> None:
    assert p_all_places(place_counts(swap_with_anyone(2_000, 156, seed=1))) < FAULT


@pytest.mark.parametrize("seed", SEEDS)
def test_a_superman_that_avoids_the_last_place_is_caught(seed: int) -> None:
    packs = deal_packs(rules_of((3, 1)), N_ROUNDS, seed).copy()
    last = packs[:, -1] == 159
    packs[last, -1], packs[last, 0] = packs[last, 0], packs[last, -1].copy()
    counts = place_counts(packs)
    assert p_worst_line(counts) < FAULT


def test_packs_differ_only_in_the_replaced_cards() -> None:
    plain = deal_packs(rules_of((0, 0)), 500, seed=1)
    for pack in PACKS[1:]:
        packs = deal_packs(rules_of(pack), 500, seed=1)
        printed = packs >= 156
        assert (printed.sum(axis=1) == sum(pack)).all()
        same = packs[:, :156] == plain
        moved = packs[:, 156:]
        assert (~same == printed[:, :156]).all()
        assert (np.isin(moved, range(156)) | printed[:, 156:]).all()


def test_a_round_can_be_dealt_alone() -> None:
    rules = rules_of((3, 1))
    together = deal_packs(rules, 20, seed=5, first=100)
    assert (deal_packs(rules, 1, seed=5, first=113)[0] == together[13]).all()


def card_counts(seed: int, pack: tuple[int, int], hand_size: int) -> tuple[NDArray[np.int64], int]:
    """Return how often each card of the pack is in a hand, and the number of hands."""
    rules = compile_rules(rules_of(pack))
    total = np.zeros((3, 54), np.int64)
    for chunk in range(N_CHUNKS):
        planes = np.empty((4096, 3), np.uint64)
        chunk_planes(seed, chunk, rules, hand_size, planes)
        bits = planes[:, :, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)
        assert (bits.sum(axis=(1, 2)) == hand_size).all()
        assert not bits[:, :, 54:].any()
        total += bits[:, :, :54].sum(axis=0).astype(np.int64)
    in_pack = np.ones((3, 54), bool)
    in_pack[:, 52] = np.arange(3) < pack[0]
    in_pack[:, 53] = np.arange(3) < pack[1]
    assert not total[~in_pack].any()
    return total[in_pack], N_CHUNKS * 4096


def p_cards(counts: NDArray[np.int64], n: int) -> float:
    """Return the p-value of equal chances of all cards.

    Cards of one hand exclude each other: the usual statistic is too small by (N - k) / (N - 1).
    Power: with n = 163,840 hands of 21 a deviation of 0.9% (root mean square) is found with 99%.
    """
    size, k = len(counts), counts.sum() / n
    expected = n * k / size
    statistic = ((counts - expected) ** 2 / expected).sum() * (size - 1) / (size - k)
    return float(chi2.sf(statistic, size - 1))


@pytest.mark.parametrize(("pack", "hand_size"), [((0, 0), 21), ((3, 1), 21), ((2, 0), 120)])
@pytest.mark.parametrize("seed", SEEDS)
def test_chunk_hands_are_uniform(seed: int, pack: tuple[int, int], hand_size: int) -> None:
    counts, n = card_counts(seed, pack, hand_size)
    check_p(f"cards {pack} {hand_size} {seed}", p_cards(counts, n), continuous=True)


def test_a_card_dealt_too_rarely_is_caught() -> None:
    counts, n = card_counts(1, (0, 0), 21)
    shift = counts[7] // 20
    counts[7] -= shift
    counts[8] += shift
    assert p_cards(counts, n) < FAULT
