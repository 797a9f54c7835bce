"""Intervals of shares over rounds, against answers known from counts."""

import numpy as np
import pytest

from marriage_stats.estimators import clopper_pearson, estimate_proportion
from marriage_stats.estimators.holm import normal_p
from marriage_stats.estimators.proportion import discordant_interval
from marriage_stats.estimators.ratio import RatioSums
from marriage_stats.estimators.shares import contrast_p, share_contrast, share_of

SHIFT = [-1, 1]


def _sums(*shares):
    """Return the sums of one family; each share is (cases counted, cases) by round."""
    columns = [np.broadcast_to(part, len(shares[0][0])) for share in shares for part in share]
    return RatioSums.of(np.stack(columns, axis=1)[None].astype(float))


def _first(count, n):
    return np.arange(n) < count


@pytest.mark.parametrize(("count", "n"), [(0, 100), (3, 50), (50, 50), (200, 1000)])
def test_one_case_a_round_is_a_proportion(count, n):
    found = estimate_proportion(count, n)
    assert share_of(_sums((_first(count, n), 1)), 0, 0) == (found["low"], found["high"])


def test_rounds_without_a_case_do_not_count():
    # 60 of 100 rounds are won, 3 of them by dublees; a printed table has 1.04% to 13.92%.
    low, high = share_of(_sums((_first(3, 100), _first(60, 100))), 0, 0)
    assert (round(low, 4), round(high, 4)) == (0.0104, 0.1392)


def test_seats_that_agree_in_every_round_are_one_case():
    sums = _sums((4 * _first(300, 1000), 4))
    assert share_of(sums, 0, 0) == pytest.approx(
        share_of(_sums((_first(300, 1000), 1)), 0, 0), 1e-3
    )


def test_a_difference_of_few_rounds_is_exact():
    one, other = _first(40, 200), _first(44, 200)
    one[199] = True
    found = share_contrast(_sums((one, 1), (other, 1)), 0, SHIFT)
    assert found == discordant_interval(1, 4, 200)
    assert found[0] < (4 - 1) / 200 < found[1]


def test_four_seats_share_out_a_difference():
    one, other = _sums((_first(2, 200), 4), (_first(5, 200), 4)), discordant_interval(0, 3, 200)
    assert share_contrast(one, 0, SHIFT) == (other[0] / 4, other[1] / 4)


def test_where_no_round_differs_there_is_still_width():
    bound = clopper_pearson(0, 200, 0.975)[1]
    assert share_contrast(_sums((_first(9, 200), 1), (_first(9, 200), 1)), 0, SHIFT) == (
        -bound,
        bound,
    )


def test_unlike_numbers_of_cases_have_each_their_own_bound():
    sums = _sums((_first(0, 100), _first(90, 100)), (_first(2, 100), _first(80, 100)))
    one, other = clopper_pearson(0, 90, 0.975), clopper_pearson(2, 80, 0.975)
    assert share_contrast(sums, 0, SHIFT) == pytest.approx((other[0] - one[1], other[1] - one[0]))


def test_a_difference_of_many_rounds_is_normal():
    sums = _sums((_first(400, 2000), 1), (_first(700, 2000), 1))
    # 300 rounds differ: 0.15 with a standard deviation of (0.15 * 0.85) ** 0.5 a round.
    half = 1.959964 * (0.15 * 0.85 / 1999) ** 0.5
    assert share_contrast(sums, 0, SHIFT) == pytest.approx((0.15 - half, 0.15 + half))


@pytest.mark.parametrize(
    ("less", "more", "p"),
    # By hand: 2 * (1 + 5) / 2^5, 2 / 2^6, and no round against none.
    [(1, 4, 0.375), (6, 0, 0.03125), (0, 0, 1.0)],
)
def test_few_rounds_are_judged_by_mcnemar(less, more, p):
    one, other = np.zeros((2, 500), bool)
    one[:less], other[less : less + more] = True, True
    assert contrast_p(_sums((one, 1), (other, 1)), 0, SHIFT) == pytest.approx(p)
    assert contrast_p(_sums((one, 1), (other, 1)), 0, [1, -1]) == pytest.approx(p)


def test_many_rounds_are_judged_by_the_normal_law():
    sums = _sums((_first(400, 2000), 1), (_first(700, 2000), 1))
    assert contrast_p(sums, 0, SHIFT) == normal_p(*sums.contrast(0, SHIFT))


def test_the_same_share_in_every_round_is_known_by_how_many_agree():
    # One of four seats finishes: 4,000 rounds out of 4,000, so at most 0.0922% do otherwise.
    low, high = share_of(_sums((np.ones(4000), 4)), 0, 0)
    differ = 1 - 0.025 ** (1 / 4000)
    assert (low, high) == pytest.approx((0.25 * (1 - differ), 0.25 + 0.75 * differ))
    assert share_of(_sums((np.zeros(100), 4)), 0, 0) == pytest.approx(clopper_pearson(0, 100))
    assert share_of(_sums((np.full(100, 4), 4)), 0, 0) == pytest.approx(clopper_pearson(100, 100))
    few = share_of(_sums((np.ones(2), 4)), 0, 0)
    assert few[0] < 0.05
    assert few[1] > 0.85
