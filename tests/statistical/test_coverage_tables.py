"""Coverage of what `simulate` and `see` print: shares near the edges, deviations, quantiles.

20,000 intervals of each kind, as in `test_coverage`: seats of one round are dependent.
"""

from collections import Counter

import numpy as np
import pytest

from marriage_stats.estimators.proportion import discordant_interval
from marriage_stats.summary.estimates import (
    deviation_figure,
    quantile_figure,
    ratio_figure,
    share_figure,
)
from marriage_stats.summary.tally import Moments
from tests.statistical.test_coverage import LAW, RUNS, VALUES, report

pytestmark = pytest.mark.long
SEATS = 4


def moments(names, *columns):
    """Return the sums of columns int64[units]."""
    table = np.stack(columns, axis=1)
    return Moments(names, len(table), table.sum(axis=0).tolist(), (table.T @ table).tolist())


@pytest.mark.parametrize(
    ("p", "n"),
    [(0.3, 500), (0.97, 2000), (0.01, 1500), (0.004, 2000), (0.002, 2000), (0.0005, 2000)],
)
def test_shares_of_seats_that_share_their_luck(p, n):
    """With probability 1/2 a round's seats all draw one lot; near 0 the exact bound may be wide."""
    rng, covered, widths = np.random.default_rng(1), 0, []
    # Seats of a round that have it: 0..4, whether they share one lot or draw their own.
    law = 0.5 * np.array([1 - p, 0, 0, 0, p])
    own = [1, 4, 6, 4, 1]
    law += [0.5 * own[k] * p**k * (1 - p) ** (SEATS - k) for k in range(SEATS + 1)]
    times = rng.multinomial(n, law, RUNS)
    value = np.arange(SEATS + 1)
    for row in times:
        sums = Moments(("seen",), n, [int(row @ value)], [[int(row @ value**2)]])
        found = share_figure(sums, "seen", SEATS)
        covered += found["low"] <= p <= found["high"]
        widths.append(found["high"] - found["low"])
    report(f"share {p} of {SEATS} seats in {n} rounds", covered, widths, 0.945)


@pytest.mark.parametrize("rate", [0, 0.5, 2, 5, 20, 45])
def test_differences_of_shares_that_few_rounds_make(rate):
    """Rounds that only one of two rule sets decides, `rate` of them expected one way in 1,000."""
    rng, n = np.random.default_rng(2), 1000
    counts = rng.multinomial(n, [rate / n, rate / 4 / n, 1 - 1.25 * rate / n], RUNS)[:, :2]
    told = {tuple(row): discordant_interval(row[1], row[0], n) for row in counts}
    truth = 0.75 * rate / n
    ends = np.array([told[tuple(row)] for row in counts])
    covered = int(((ends[:, 0] <= truth) & (truth <= ends[:, 1])).sum())
    report(f"difference of shares, {rate} rounds", covered, ends[:, 1] - ends[:, 0], 0.945)


def test_deviation_of_payments():
    rng, n, covered, widths = np.random.default_rng(3), 2000, 0, []
    truth = float((LAW @ VALUES**2 - (LAW @ VALUES) ** 2) ** 0.5)
    times = rng.multinomial(n, LAW, RUNS)
    for row in times:
        x, y = VALUES, VALUES**2
        products = [[int(row @ (a * b)) for b in (x, y)] for a in (x, y)]
        sums = Moments(("net", "square"), n, [int(row @ x), int(row @ y)], products)
        found = deviation_figure(sums, "net", "square")
        covered += found["low"] <= truth <= found["high"]
        widths.append(found["high"] - found["low"])
    report("standard deviation", covered, widths, 0.94, 0.96)


@pytest.mark.parametrize("p", [0.05, 0.5, 0.95])
def test_quantiles_of_payments(p):
    rng, n, covered, widths = np.random.default_rng(4), 1000, 0, []
    truth = VALUES[int(np.searchsorted(np.cumsum(LAW), p - 1e-12))]
    for row in rng.multinomial(n, LAW, RUNS):
        found = quantile_figure(Counter(dict(zip(VALUES.tolist(), row.tolist(), strict=True))), p)
        covered += found["low"] <= truth <= found["high"]
        widths.append(found["high"] - found["low"])
    report(f"quantile {p} of payments", covered, widths, 0.945)


def test_mean_over_cases():
    """Mean draws of those who saw: both numerator and denominator vary by round."""
    rng, n, covered, widths = np.random.default_rng(5), 800, 0, []
    cases = rng.binomial(SEATS, 0.6, (RUNS, n))
    draws = rng.binomial(cases * 10, 0.4)
    for k, total in zip(cases, draws, strict=True):
        found = ratio_figure(moments(("over", "under"), total, k), "over", "under")
        covered += found["low"] <= 4 <= found["high"]
        widths.append(found["high"] - found["low"])
    report("mean over cases", covered, widths, 0.94, 0.96)


def test_an_interval_without_width_would_be_caught():
    """Negative control: where nothing differed, value +- 1.96 se covers one time in eight less."""
    counts = np.random.default_rng(6).poisson(2, 5000)
    se = np.sqrt(counts) / 1000
    covered = (np.abs(counts / 1000 - 0.002) <= 1.96 * se).mean()
    assert covered < 0.9
