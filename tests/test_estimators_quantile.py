"""Smooth quantiles, their intervals and their shifts against plain arithmetic."""

from statistics import NormalDist

import numpy as np
import pytest

from marriage_stats.estimators.jackknife import student_quantile
from marriage_stats.estimators.quantile import MidQuantile, mid_distribution
from marriage_stats.estimators.quantile_contrast import contrast_quantiles

BLOCKS = 64
T = student_quantile(0.95, BLOCKS - 1)


def quantile(draws, p):
    """Return the p-quantile of draws, unit i in block i mod 64."""
    values, place = np.unique(draws, return_inverse=True)
    counts = np.zeros((BLOCKS, len(values)), np.int64)
    np.add.at(counts, (np.arange(len(draws)) % BLOCKS, place), 1)
    return MidQuantile(values, counts, p)


def test_mid_quantile_moves_smoothly_where_the_plain_one_jumps():
    def value(p, *counts):
        return MidQuantile(np.array([0, 10]), np.array([counts]), p).value

    assert value(0.5, 1, 1) == 5.0
    assert value(0.25, 2, 2) == 0.0
    assert 4.9 < value(0.5, 100, 101) < 5.1
    assert (mid_distribution(np.array([[1, 2, 1], [2, 0, 2]])) * 8).tolist() == [
        [1, 4, 7],
        [2, 4, 6],
    ]


def test_the_interval_of_a_mid_quantile_follows_the_shape_of_the_data():
    """Exponential payments: the error of the share below is sqrt(p (1 - p) / n), the tail long."""
    n, p = 64_000, 0.9
    found = quantile(np.random.default_rng(1).exponential(1000, n).astype(np.int64), p)
    low, high = found.interval()
    error = (p * (1 - p) / n) ** 0.5
    assert high - found.value > found.value - low > 0
    assert high - low == pytest.approx(2 * 2 * error * 1000 / (1 - p), rel=0.2)
    assert found.se == pytest.approx(error * 1000 / (1 - p), rel=0.2)
    assert not found.is_coarse


def test_the_share_below_a_quantile_without_each_block():
    rng = np.random.default_rng(2)
    draws = rng.integers(0, 40, 6400) ** 2
    found = quantile(draws, 0.3)
    for block in (0, 17):
        rest = np.delete(draws, np.s_[block::BLOCKS])
        grid = [found.values[found.values <= found.value][-1]]
        grid.append(found.values[found.values > found.value][0])
        middle = [np.mean(rest < x) + np.mean(rest == x) / 2 for x in grid]
        below = found.left_out([0.3])[0, block]
        assert below == pytest.approx(np.interp(found.value, grid, middle))


def test_a_single_value_has_no_error():
    found = MidQuantile(np.array([7]), np.full((4, 1), 3), 0.5)
    assert (found.value, found.se, found.interval()) == (7, 0, (7, 7))


@pytest.mark.parametrize("rho", [0.0, 0.9, 0.999])
def test_the_error_of_a_shift_is_that_of_paired_shares(rho):
    """Two normal laws of correlation rho, by the law of indicators at their quantiles."""
    from scipy.stats import multivariate_normal

    n, p, scale = 256_000, 0.95, 100_000
    rng = np.random.default_rng(3)
    x = rng.standard_normal(n)
    y = rho * x + (1 - rho**2) ** 0.5 * rng.standard_normal(n)
    both = [quantile(np.round(scale * z).astype(np.int64), p) for z in (x, y)]
    value, se, low, high = contrast_quantiles(both, [-1, 1], 0.0)
    z = NormalDist().inv_cdf(p)
    below = float(multivariate_normal([0, 0], [[1, rho], [rho, 1]]).cdf([z, z]))
    exact = scale * (2 * (p - below) / n) ** 0.5 / NormalDist().pdf(z)
    assert se == pytest.approx(exact, rel=0.35)
    assert (low, high) == pytest.approx((value - T * se, value + T * se))
    assert abs(value) < 4 * exact


def test_a_shift_that_every_round_shares_has_no_error_but_the_rounds_not_seen():
    draws = np.random.default_rng(4).integers(0, 10_000, 6400)
    both = [quantile(draws, 0.05), quantile(draws + 30, 0.05)]
    value, se, low, high = contrast_quantiles(both, [-1, 1], 0.0)
    assert (value, low, high) == pytest.approx((30, 30, 30))
    assert se == pytest.approx(0, abs=1e-9)
    value, se, low, high = contrast_quantiles(both, [-1, 1], 0.001)
    # Payments are 10,000 points apart from share 0 to 1.
    assert (high - value, value - low) == pytest.approx((10, 10), rel=0.25)


def test_the_ends_of_a_coarse_quantile_are_woodruffs():
    """0, 10 and 100 in shares 0.5, 0.3 and 0.2: a small step below the quantile, a large above."""
    draws = np.random.default_rng(5).choice([0, 10, 100], 6400, p=[0.5, 0.3, 0.2])
    found = quantile(draws, float(np.mean(draws < 10) + np.mean(draws == 10) / 2))
    assert found.is_coarse
    assert found.value == pytest.approx(10)
    value, _, low, high = contrast_quantiles([found], [1], 0.0)
    ends = found.interval()
    assert (value - low, high - value) == pytest.approx((10 - ends[0], ends[1] - 10), rel=0.05)
    assert high - value > 5 * (value - low) > 0
    flat = MidQuantile(np.array([3]), np.full((BLOCKS, 1), 100), found.p)
    ends = contrast_quantiles([flat, found], [-1, 1], 0.0)[2:]
    assert ends == pytest.approx((low - 3, high - 3), rel=0.01)


def test_a_contrast_of_four_is_that_of_its_two_shifts_where_pairs_are_apart():
    rng = np.random.default_rng(6)
    parts = [quantile(rng.integers(0, 10_000, 6400), 0.95) for _ in range(4)]
    value, se, low, high = contrast_quantiles(parts, [1, -1, -1, 1], 0.0)
    shifts = [contrast_quantiles(parts[i : i + 2], [-1, 1], 0.0) for i in (0, 2)]
    assert value == pytest.approx(shifts[1][0] - shifts[0][0])
    assert se == pytest.approx(np.hypot(shifts[0][1], shifts[1][1]), rel=0.3)
    assert low < value < high
