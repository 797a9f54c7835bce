"""Estimators: published values, coverage worked out exactly, checks that catch a wrong law."""

from itertools import pairwise
from math import comb

import numpy as np
import pytest
from scipy.stats import binom, binomtest

from marriage_stats.estimators import (
    LEVEL,
    check_law,
    check_mean,
    check_proportion,
    clopper_pearson,
    estimate_mean,
    estimate_proportion,
    look_level,
    look_sizes,
    wilson,
)
from marriage_stats.estimators.check import FAULT, FEW, binomial_p


@pytest.mark.parametrize(("count", "n"), [(0, 10), (3, 10), (15, 148), (81, 263), (10, 10)])
def test_intervals_equal_scipy(count: int, n: int) -> None:
    test = binomtest(count, n)
    for ours, method in ((wilson, "wilson"), (clopper_pearson, "exact")):
        theirs = test.proportion_ci(LEVEL, method)
        assert ours(count, n) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def coverage(method: object, n: int, p: float) -> float:
    """Return the exact chance that the interval of Binomial(n, p) holds p."""
    chances = binom.pmf(np.arange(n + 1), n, p)
    return sum(chances[k] for k in range(n + 1) if method(k, n)[0] <= p <= method(k, n)[1])


def test_the_interval_used_covers_at_least_what_it_says() -> None:
    def used(k: int, n: int) -> tuple[float, float]:
        figure = estimate_proportion(k, n)
        return figure["low"], figure["high"]

    shares = np.linspace(0.002, 0.5, 60)
    exact = [coverage(clopper_pearson, 150, p) for p in shares]
    assert min(exact) >= LEVEL
    found = [coverage(used, 150, p) for p in shares]
    assert np.mean(found) >= LEVEL
    assert min(found) >= 0.93


def test_wilson_alone_fails_near_zero() -> None:
    # The reason for Clopper and Pearson there: a known dip of Wilson's interval.
    assert min(coverage(wilson, 150, p) for p in np.linspace(0.0005, 0.003, 20)) < 0.9


def test_estimates_carry_all_fields() -> None:
    figure = estimate_proportion(30, 120)
    assert figure["value"] == 0.25
    assert figure["se"] == pytest.approx((0.25 * 0.75 / 120) ** 0.5)
    assert figure["low"] < 0.25 < figure["high"]
    assert figure["n"] == 120


@pytest.mark.parametrize(("count", "n"), [(1, 0), (-1, 5), (6, 5)])
def test_impossible_counts_are_refused(count: int, n: int) -> None:
    with pytest.raises(ValueError, match=r"count must be 0\.\.n with n at least 1, got"):
        estimate_proportion(count, n)


def test_mean_of_counts() -> None:
    values = np.repeat([0, 1, 2, 3], [5, 7, 0, 3])
    mean = estimate_mean([5, 7, 0, 3])
    assert mean["value"] == pytest.approx(values.mean())
    assert mean["se"] == pytest.approx(values.std(ddof=1) / len(values) ** 0.5)
    assert mean["n"] == 15
    with pytest.raises(ValueError, match="at least one case, got 0"):
        estimate_mean([0, 0])


@pytest.mark.parametrize(("count", "n", "p"), [(0, 50, 0.01), (4, 1000, 0.001), (48, 50, 0.99)])
def test_binomial_p_is_twice_the_smaller_tail(count: int, n: int, p: float) -> None:
    tails = binom.cdf(count, n, p), binom.sf(count - 1, n, p)
    assert binomial_p(count, n, p) == pytest.approx(min(1, 2 * min(tails)))


def test_rare_cells_use_the_binomial_tail() -> None:
    assert check_proportion("x", 10, 1000, (FEW - 1) / 1000)["method"] == "binomial"
    assert check_proportion("x", 10, 1000, (FEW + 1) / 1000)["method"] == "z"
    assert check_proportion("x", 990, 1000, 1 - (FEW - 1) / 1000)["method"] == "binomial"


def test_impossible_and_certain_events() -> None:
    assert check_proportion("x", 0, 100, 0.0)["passed"]
    assert not check_proportion("x", 1, 100, 0.0)["passed"]
    assert check_proportion("x", 100, 100, 1.0)["passed"]
    assert not check_proportion("x", 99, 100, 1.0)["passed"]


def test_z_uses_the_exact_standard_error() -> None:
    check = check_proportion("x", 5200, 10_000, 0.5)
    assert check["z"] == pytest.approx(4.0)
    assert check["p"] == pytest.approx(6.334e-5, rel=1e-3)
    assert check["passed"]
    assert not check_proportion("x", 5250, 10_000, 0.5)["passed"]


def test_a_wrong_mean_and_a_wrong_law_are_caught() -> None:
    law = [comb(4, k) / 16 for k in range(5)]
    fair = [62_500, 250_000, 375_000, 250_000, 62_500]
    assert check_mean("x", estimate_mean(fair), law)["passed"]
    assert check_law("x", fair, law)["p"] == 1.0
    wrong = [62_500, 246_000, 375_000, 254_000, 62_500]
    assert check_mean("x", estimate_mean(wrong), law)["p"] < FAULT
    assert check_law("x", wrong, law)["p"] < FAULT


@pytest.mark.parametrize("n", [1, 2, 24])
def test_the_mean_of_few_cases_has_the_law_of_their_sum(n: int) -> None:
    for count in range(n + 1):
        mean = estimate_mean([n - count, count])
        assert check_mean("x", mean, [0.99, 0.01])["p"] == pytest.approx(
            binomial_p(count, n, 0.01), rel=1e-9
        )


def test_a_law_pools_small_cells_and_its_remainder() -> None:
    law = [0.5, 0.25, 0.125, 0.0625]
    check = check_law("x", [50, 25, 12, 6, 0, 7], law)
    assert check["exact"] == 2.0, "cells 0, 1, and the rest pooled"
    assert check["passed"]
    assert not check_law("x", [50, 25, 12, 6, 0, 700], law)["passed"]


def test_errors_of_all_looks_and_figures_add_up_to_the_level() -> None:
    for figures in (1, 4):
        errors = [1 - look_level(look, figures) for look in range(1, 2000)]
        assert figures * sum(errors) == pytest.approx(1 - LEVEL, rel=1e-3)
        assert figures * sum(errors) < 1 - LEVEL
    sizes = look_sizes(65_536, 4096)
    taken = [next(sizes) for _ in range(30)]
    assert all(size % 4096 == 0 for size in taken)
    assert all(b > a for a, b in pairwise(taken))


@pytest.mark.parametrize("p", [0.1, 0.002])
def test_stopping_early_keeps_the_coverage(p: float) -> None:
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(4000):
        count, n = 0, 0
        for look, size in enumerate(look_sizes(500, 50), start=1):
            count, n = count + rng.binomial(size - n, p), size
            low, high = clopper_pearson(count, n, look_level(look, 1))
            if high - low <= 0.02 + 0.04 * p:
                break
        held += low <= p <= high
    # 4,000 runs of a 95% rule: fewer than 3,740 would have a chance below 1e-3.
    assert held >= 3740
