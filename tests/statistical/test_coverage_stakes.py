"""Coverage of the stakes that `compare` prints: 20,000 intervals of each figure and of its shift.

Rounds are drawn from a law whose stakes are known: one seat with smooth payments that few points
move, and whole rounds of four seats as really played, drawn again from a fixed lot of them. Skewed
payments that vary by variant, and payments in tens, are laws for quantiles only.
"""

import numpy as np
import pytest
from numpy.typing import NDArray

from marriage_stats.compare import parse_vary, plan_comparison
from marriage_stats.compare.figures import RANGE, STAKES, Figures
from marriage_stats.compare.groups import Cell, cells_of
from marriage_stats.compare.tally import Tally
from marriage_stats.engine.simulate import play_block
from marriage_stats.estimators.block_counts import BlockCounts
from marriage_stats.estimators.quantile import mid_distribution
from marriage_stats.estimators.ratio import RatioSums
from marriage_stats.rules import preset
from marriage_stats.settlement import settle
from tests.statistical.test_coverage import RUNS, report

pytestmark = pytest.mark.long
N = 4096
FIGURES = [*STAKES, "mean_abs"]
QUANTILES = list(RANGE)
OWN, SHIFT = "", "shift of "


@pytest.fixture(scope="module")
def plan():
    return plan_comparison(preset("classic"), parse_vary(["alter=5,0"]), "novice")


def smooth_law(_plan):
    """Return payments of one seat by variant, int64[2, k, 1], and their probabilities.

    Many moderate losses, fewer gains with a long tail; the second set moves each by a few points.
    """
    value = np.arange(-70, 300)
    loss = np.exp(-(((value + 14) / 11) ** 2) / 2) / 27.6
    gain = np.where(value > 0, np.exp(-value / 38) / 38, 0)
    law = 0.7 * loss + 0.3 * gain
    grid, joint = [], []
    for v, p in zip(value, law, strict=True):
        moves = ((-3, 0.2), (-1, 0.3), (0, 0.3), (2, 0.2)) if v > 0 else ((0, 0.5), (1, 0.5))
        for move, q in moves:
            grid.append((v, v + move))
            joint.append(p * q)
    return np.array(grid).T[:, :, None], np.array(joint) / sum(joint)


def skewed_law(_plan):
    """Return 200,000 payments of one seat, log-normal with correlation 0.9 between variants."""
    rng = np.random.default_rng(1)
    first, other = rng.standard_normal((2, 200_000))
    other = 0.9 * first + (1 - 0.9**2) ** 0.5 * other
    payments = [40 * np.exp(0.5 * first) - 45, 42 * np.exp(0.55 * other) - 48]
    return np.round(payments).astype(np.int64)[:, :, None], np.full(200_000, 1 / 200_000)


def tens_law(_plan):
    """Return the smooth law's payments in tens; the second set stretches three in ten by a fifth.

    A ten is worth more than the error of a share: quantiles move by the steps between tens.
    """
    payments, law = smooth_law(_plan)
    tens = np.round(payments[0, :, 0] / 10).astype(np.int64) * 10
    stretched = np.round(tens * 1.2 / 10).astype(np.int64) * 10
    both = np.array([np.tile(tens, 2), np.concatenate([tens, stretched])])
    return both[:, :, None], np.concatenate([0.7 * law, 0.3 * law])


def played_law(plan):
    """Return payments of 20,000 real rounds by variant, int64[2, k, 4], all equally likely."""
    rounds = play_block(plan.tables[0], 5, 0, 20_000)
    nets = [
        settle(rounds, variant.rules, dealt_as_exposed=plan.dealt_as_exposed).net
        for variant in plan.variants
    ]
    return np.array(nets), np.full(len(rounds), 1 / len(rounds))


def _truth(name: str, payments: NDArray[np.int64], law: NDArray[np.float64]) -> float:
    """Return a stake of payments int64[k, seats] that come with law's probabilities."""
    if name in ("sd", "mean_abs"):
        power = 2 if name == "sd" else 1
        return float((np.abs(payments) ** power).mean(axis=1) @ law) ** (1 / power)
    values, place = np.unique(payments, return_inverse=True)
    # The mid-distribution takes counts; probabilities do as well.
    counts = np.bincount(place.ravel(), np.repeat(law, payments.shape[1]))
    return float(np.interp(RANGE[name], mid_distribution(counts), values))


def _sample(plan, payments: NDArray[np.int64]) -> Figures:
    """Return the figures of rounds with payments int64[2, n, seats]."""
    cells = cells_of(plan)
    sums, products = np.zeros((len(cells), 4), np.int64), np.zeros((len(cells), 4, 4), np.int64)
    seats = np.full(payments.shape[1], payments.shape[2])
    told = {Cell("mean_abs", "all"): (np.abs(payments).sum(axis=2), seats)}
    for seat in range(payments.shape[2]):
        told[Cell("mean", f"seat_{seat}")] = payments[:, :, seat], np.ones_like(seats)
    for cell, (points, cases) in told.items():
        place = cells.index(cell)
        columns = np.stack([points[0], cases, points[1], cases], axis=1)
        sums[place], products[place] = columns.sum(axis=0), columns.T @ columns
    ratios = RatioSums(payments.shape[1], sums, products)
    return Figures(plan, Tally(ratios, tuple(BlockCounts.of(p, 0) for p in payments)))


@pytest.mark.parametrize(
    ("make", "names"),
    [
        (smooth_law, FIGURES),
        (skewed_law, QUANTILES),
        (tens_law, QUANTILES),
        (played_law, FIGURES),
    ],
)
def test_stakes_and_their_shifts(plan, make, names):
    rng = np.random.default_rng(5)
    payments, law = make(plan)
    truth, covered, widths = {}, {}, {}
    for name in names:
        both = [_truth(name, payments[i], law) for i in (0, 1)]
        for kind, known in ((OWN, both[0]), (SHIFT, both[1] - both[0])):
            truth[kind, name] = known
            covered[kind, name], widths[kind, name] = 0, []
    edges = np.cumsum(law)
    for _ in range(RUNS):
        drawn = np.minimum(np.searchsorted(edges, rng.random(N)), len(law) - 1)
        figures = _sample(plan, payments[:, drawn])
        for kind, name in truth:
            cell = Cell(name, "all")
            found = figures.own(cell, 0) if kind == OWN else figures.contrast(cell, [-1, 1])
            covered[kind, name] += found["low"] <= truth[kind, name] <= found["high"]
            widths[kind, name].append(found["high"] - found["low"])
    short = []
    for kind, name in truth:
        # Where single payments outweigh the error of a share their quantiles are discrete.
        discrete = name in RANGE and make in (tens_law, played_law)
        bounds = (0.945, 1) if discrete else (0.94, 0.96)
        title = f"{kind}{name}, {make.__name__}, truth {truth[kind, name]:.4g}"
        try:
            report(title, covered[kind, name], widths[kind, name], *bounds)
        except AssertionError as error:
            short.append(str(error))
    assert not short
