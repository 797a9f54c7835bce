"""Ratios, jackknife, quantiles and Holm's correction against plain arithmetic and known answers."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from marriage_stats.estimators.holm import holm, normal_p
from marriage_stats.estimators.jackknife import (
    jackknife_interval,
    jackknife_se,
    n_blocks,
)
from marriage_stats.estimators.quantile import quantile_ranks
from marriage_stats.estimators.ratio import RatioSums
from marriage_stats.summary.estimates import quantile_figure


def _columns(seed, n=400):
    rng = np.random.default_rng(seed)
    sizes = rng.integers(0, 4, (2, n, 2))
    totals = rng.integers(-30, 60, (2, n, 2)) * (sizes > 0)
    out = np.empty((2, n, 4))
    out[:, :, 0::2], out[:, :, 1::2] = totals, sizes
    return out


def test_contrast_is_the_delta_method_written_out():
    columns = _columns(1)
    sums = RatioSums.of(columns)
    value, se = sums.contrast(1, [-1, 1])
    effects, ratios = [], []
    for i in (0, 1):
        total, cases = columns[1, :, 2 * i], columns[1, :, 2 * i + 1]
        ratio = total.sum() / cases.sum()
        ratios.append(ratio)
        effects.append((total - ratio * cases) / cases.mean())
    assert value == pytest.approx(ratios[1] - ratios[0], rel=1e-12)
    effect = effects[1] - effects[0]
    assert se == pytest.approx(np.sqrt(effect.var(ddof=1) / len(effect)), rel=1e-12)


def test_constant_group_sizes_give_the_paired_t_standard_error():
    rng = np.random.default_rng(2)
    both = rng.integers(-50, 50, (300, 2))
    columns = np.ones((1, 300, 4))
    columns[0, :, 0::2] = both
    value, se = RatioSums.of(columns).contrast(0, [-1, 1])
    shift = both[:, 1] - both[:, 0]
    assert value == pytest.approx(shift.mean())
    assert se == pytest.approx(shift.std(ddof=1) / np.sqrt(300))


def test_any_split_gives_the_same_bits():
    columns = _columns(3)
    whole = RatioSums.of(columns)
    parts = RatioSums.of(columns[:, 250:]).plus(RatioSums.of(columns[:, :250]))
    assert whole.contrast(0, [1, -1]) == parts.contrast(0, [1, -1])


def test_equal_ratios_differ_by_exactly_zero():
    columns = _columns(4)
    columns[:, :, 2:] = columns[:, :, :2]
    assert RatioSums.of(columns).contrast(0, [-1, 1]) == (0.0, 0.0)


def test_sums_that_would_round_are_refused():
    with pytest.raises(ValueError, match="too large"):
        RatioSums.of(np.full((1, 4, 2), 2.0**30))


def test_jackknife_of_a_mean_is_the_usual_standard_error():
    values = np.random.default_rng(5).normal(size=64)
    left_out = (values.sum() - values) / 63
    assert jackknife_se(left_out) == pytest.approx(values.std(ddof=1) / 8)
    se, low, high = jackknife_interval(values.mean(), left_out)
    assert high - low == pytest.approx(2 * 1.9983 * se, rel=1e-4)


def test_blocks_shrink_for_small_samples_and_end():
    assert [n_blocks(n) for n in (8, 16, 255, 256, 10**6)] == [2, 4, 32, 64, 64]
    with pytest.raises(ValueError, match="rounds must be at least 8, got 7"):
        n_blocks(7)


def test_quantile_ranks_hold_their_level_exactly():
    n, p = 200, Fraction(1, 20)
    low, high = quantile_ranks(n, float(p))
    # The quantile lies between order statistics low and high if low < count below <= high.
    law = [Fraction(1)]
    for _ in range(n):
        shifted = [Fraction(0), *law]
        law = [a * (1 - p) + b * p for a, b in zip([*law, 0], shifted, strict=True)]
    assert sum(law[low + 1 : high + 1]) >= Fraction(95, 100)


def test_quantiles_of_counted_values():
    counts = Counter({0: 5, 1: 10, 2: 20, 3: 10, 4: 5})
    found = quantile_figure(counts, 0.5)
    assert (found["value"], found["n"]) == (2, 50)
    # The 18th and 33rd of 50, by the binomial law of how many lie below the median.
    assert (found["low"], found["high"]) == (2, 2)
    assert quantile_figure(counts, 0.05)["low"] == 0
    assert quantile_figure(counts, 0.5, independent=False)["low"] is None


def test_holm_against_its_definition():
    p = [0.04, 0.001, 0.03, 0.6]
    assert holm(p) == pytest.approx([0.09, 0.004, 0.09, 0.6])
    assert holm([]) == []
    assert normal_p(1.96, 1.0) == pytest.approx(0.05, abs=1e-4)
    assert (normal_p(0, 0), normal_p(1, 0)) == (1.0, 0.0)
