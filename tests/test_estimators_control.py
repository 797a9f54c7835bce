"""Control variates: nearer to the truth where the control tells something, no worse elsewhere."""

import numpy as np
import pytest

from marriage_stats.estimators.control import controlled_mean


def _sums(*columns):
    table = np.stack(columns, axis=1)
    return len(table), table.sum(axis=0), table.T @ table


def test_gain_is_that_of_the_correlation():
    rng = np.random.default_rng(1)
    dealt = rng.binomial(20, 0.3, 20_000)
    paid = 5 * dealt + rng.integers(-10, 11, 20_000)
    found = controlled_mean(*_sums(paid, dealt), [6.0])
    rho = np.corrcoef(paid, dealt)[0, 1]
    assert found["gain"] == pytest.approx(1 / (1 - rho**2), rel=0.01)
    assert found["adjusted"]["low"] <= 30 <= found["adjusted"]["high"]
    assert found["adjusted"]["se"] < found["plain"]["se"]
    assert found["plain"]["value"] == pytest.approx(paid.mean())


def test_a_control_that_tells_nothing_costs_next_to_nothing():
    rng = np.random.default_rng(2)
    found = controlled_mean(*_sums(rng.integers(0, 9, 5000), rng.integers(0, 9, 5000)), [4.0])
    assert found["gain"] == pytest.approx(1, abs=0.005)


def test_controls_that_repeat_each_other_do_no_harm():
    rng = np.random.default_rng(3)
    dealt = rng.binomial(10, 0.5, 1000)
    once = controlled_mean(*_sums(3 * dealt, dealt), [5.0])
    twice = controlled_mean(*_sums(3 * dealt, dealt, 2 * dealt), [5.0, 10.0])
    assert once["adjusted"]["value"] == pytest.approx(15)
    assert twice["adjusted"]["value"] == pytest.approx(15)


def test_intervals_cover():
    rng, covered = np.random.default_rng(4), 0
    for _ in range(2000):
        dealt = rng.binomial(5, 0.4, 300)
        paid = dealt * dealt + rng.integers(-3, 4, 300)
        found = controlled_mean(*_sums(paid, dealt), [2.0])["adjusted"]
        covered += found["low"] <= 5.2 <= found["high"]
    # E[X^2] = 1.2 + 4; 2,000 intervals: a coverage of 92% fails with probability above 99.9%.
    assert covered / 2000 > 0.935


def test_too_few_units_are_refused():
    with pytest.raises(ValueError, match="1 controls need at least 11 units, got 5"):
        controlled_mean(*_sums(np.arange(5), np.arange(5)), [2.0])
