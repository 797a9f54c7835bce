"""Do the intervals hold what they say? 20,000 of each kind on laws whose answer is known.

Continuous methods must cover 94-96%; discrete ones at least 94.5%, where their width is printed.
With 20,000 intervals the standard error of a coverage is 0.15 points, so a method at 95% leaves
94-96% by chance once in 1e10 and one at 93.5% fails it with probability 99.9%.
"""

import numpy as np
import pytest

from marriage_stats.estimators import estimate_mean, estimate_proportion, look_level, look_sizes
from marriage_stats.estimators import survival as sv
from marriage_stats.estimators.intervals import normal_quantile
from marriage_stats.estimators.proportion import clopper_pearson
from marriage_stats.estimators.ratio import RatioSums

pytestmark = pytest.mark.long
RUNS = 20_000

# Payments as at a table: many small ones, few large ones; sum to zero by a mirrored player.
VALUES = np.array([-45, -30, -22, -10, -3, 4, 15, 38, 70, 140])
LAW = np.array([0.02, 0.08, 0.2, 0.2, 0.15, 0.1, 0.1, 0.08, 0.05, 0.02])


def report(name, covered, widths, low, high=1.0):
    share = covered / RUNS
    print(f"{name}: {100 * share:.2f}% of {RUNS}, mean width {np.mean(widths):.4g}")
    assert low <= share <= high, f"{name} covers {100 * share:.2f}%"


@pytest.mark.parametrize(("p", "n"), [(0.3, 500), (0.03, 2000), (0.002, 3000), (0.0, 1000)])
def test_proportion(p, n):
    counts = np.random.default_rng(1).binomial(n, p, RUNS)
    found = {k: estimate_proportion(int(k), n) for k in np.unique(counts)}
    covered = sum(found[k]["low"] <= p <= found[k]["high"] for k in counts)
    widths = [found[k]["high"] - found[k]["low"] for k in counts]
    report(f"proportion {p} of {n}", covered, widths, 0.945)


def test_mean_of_heavy_tailed_values():
    law = 0.7 ** np.arange(30)
    law /= law.sum()
    counts = np.random.default_rng(2).multinomial(2000, law, RUNS)
    truth = float(law @ np.arange(30))
    found = [estimate_mean(row.tolist()) for row in counts]
    covered = sum(f["low"] <= truth <= f["high"] for f in found)
    report("mean", covered, [f["high"] - f["low"] for f in found], 0.94, 0.96)


def test_paired_ratio_of_a_group_that_changes():
    """Group sizes depend on the round and on the variant, and payments on both."""
    rng, n = np.random.default_rng(3), 600
    covered, widths = 0, []
    # Sizes are 0..3 (rows), mean payments by size and variant, noise shared by both variants.
    sizes = np.array([0.3, 0.4, 0.2, 0.1])
    mean = np.array([[0, -20, -12, -5], [0, -17, -13, -9]])
    truth = [(sizes @ (np.arange(4) * mean[i])) / (sizes @ np.arange(4)) for i in (0, 1)]
    z = normal_quantile(0.95)
    for _ in range(RUNS):
        size = rng.choice(4, n, p=sizes)
        other = np.where(rng.random(n) < 0.2, rng.choice(4, n, p=sizes), size)
        noise = rng.choice(VALUES, n, p=LAW)
        columns = np.empty((1, n, 4))
        for i, s in enumerate((size, other)):
            columns[0, :, 2 * i], columns[0, :, 2 * i + 1] = s * (mean[i][s] + noise), s
        value, se = RatioSums.of(columns).contrast(0, [-1, 1])
        covered += abs(value - (truth[1] - truth[0])) <= z * se
        widths.append(2 * z * se)
    report("paired ratio", covered, widths, 0.94, 0.96)


def test_curves_of_waits_among_competing_ends():
    """Four seats a round, slow or fast together; incidence, waiting and hazard at turn 6."""
    rng, rounds, turns = np.random.default_rng(6), 640, 25
    curves = {"incidence": sv.incidence, "waiting": sv.survival, "hazard": sv.hazard}
    truth = _wait_truth(curves, turns)
    covered, widths = dict.fromkeys(curves, 0), {name: [] for name in curves}
    block = np.repeat(np.arange(rounds) % 64, 4)
    for _ in range(RUNS):
        fast = np.repeat(rng.random(rounds) < 0.5, 4)
        event = rng.geometric(np.where(fast, 0.2, 0.1)) - 1
        end = rng.geometric(0.05, 4 * rounds) - 1
        turn = np.minimum(np.minimum(event, end), turns - 1)
        cause = (event > end).astype(np.int64)
        place = (block * 2 + cause) * turns + turn
        counts = np.bincount(place, minlength=128 * turns).reshape(64, 2, turns)
        for name, curve in curves.items():
            found = sv.curve_with_interval(counts, lambda c, f=curve: f(c, [0]))
            low, high = found["low"][6], found["high"][6]
            covered[name] += low <= truth[name] <= high
            widths[name].append(high - low)
    for name in curves:
        report(f"{name} of waits", covered[name], widths[name], 0.94, 0.96)


def _wait_truth(curves, turns):
    law = np.zeros((2, turns))
    t = np.arange(turns)
    for p in (0.2, 0.1):
        event, after = p * (1 - p) ** t, (1 - p) ** (t + 1)
        end, left = 0.05 * 0.95**t, 0.95**t
        law[0] += event * left / 2
        law[1] += end * after / 2
    law[1, -1] += 1 - law.sum()
    scaled = np.round(law * 10**15).astype(np.int64)
    return {name: float(curve(scaled, [0])[6]) for name, curve in curves.items()}


def test_log_rank_of_alike_groups_rejects_as_often_as_it_says():
    rng, rounds, turns = np.random.default_rng(7), 320, 20
    block, rejected = np.arange(rounds) % 64, 0
    for _ in range(RUNS):
        shared = rng.geometric(0.15, rounds) - 1
        counts = []
        for _group in range(2):
            own = np.where(rng.random(rounds) < 0.6, shared, rng.geometric(0.15, rounds) - 1)
            place = block * turns + np.minimum(own, turns - 1)
            counts.append(np.bincount(place, minlength=64 * turns).reshape(64, 1, turns))
        rejected += sv.log_rank(counts[0], counts[1], [0])["p"] < 0.05
    report("log-rank", RUNS - rejected, [0], 0.94, 0.96)


def test_intervals_that_decide_when_to_stop():
    """Looks at growing samples until the interval is narrow enough: the last one still holds."""
    p, half, runs = 0.3, 0.02, RUNS
    rng, covered, widths = np.random.default_rng(8), 0, []
    for _ in range(runs):
        n = count = 0
        for look, size in enumerate(look_sizes(500, 1), start=1):
            count += rng.binomial(size - n, p)
            n = size
            low, high = clopper_pearson(int(count), n, look_level(look, 1))
            if high - low <= 2 * half:
                break
        covered += low <= p <= high
        widths.append(high - low)
    report("stopped at its precision", covered, widths, 0.94)


def test_a_method_that_pools_seats_would_be_caught():
    """Negative control: seats of one round taken as independent cover far too little."""
    rng, covered = np.random.default_rng(9), 0
    for _ in range(2000):
        wins = np.repeat(rng.random(100) < 0.3, 4)
        found = estimate_proportion(int(wins.sum()), len(wins))
        covered += found["low"] <= 0.3 <= found["high"]
    assert covered / 2000 < 0.8
