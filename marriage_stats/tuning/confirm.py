"""Best response in stages: a change that is not settled is measured again, on fresh deals only.

A stage takes from the one before how many deals it needs; its own deals alone make the interval, so
that nothing is kept because it came out well. Each stage spends its share of the error, divided
among the changes it measures: intervals of all stages hold at once with probability 95%.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from marriage_stats.estimators.intervals import LEVEL, normal_quantile
from marriage_stats.tuning.adapt import TOLERANCE
from marriage_stats.tuning.ladders import Change, neighbours
from marriage_stats.tuning.paired import Gain, Setting
from marriage_stats.tuning.race import FIRST_LOOK, Effort, play_sizes, race

SPENT = (0.5, 0.25, 0.25)
"""Share of the error that each stage spends; there are as many stages."""
SPARE = 1.3
"""Standard errors that a stage leaves for chance: nine in ten changes settle if they gain what the
stage before said."""

Measure = Callable[[Mapping[Change, int], int, float], list[Gain]]
"""(deals of each change, stage, level of each interval) -> gains from deals of that stage."""


def best_response(setting: Setting, found: Sequence[Change], effort: Effort) -> list[Gain]:
    """Return the gain of every change of one parameter, and of those a search found.

    Parameters
    ----------
    found : changes that were chosen on other deals than those of the effort
    effort : most deals of a change in the first stage, a race; each later stage may play as many
        as that race does if nothing leaves it early
    """
    changes = list(dict.fromkeys([*neighbours(setting.values, setting.rules), *found]))
    first = race(setting, changes, effort, TOLERANCE, level=stage_level(1, 1))
    players = setting.rules.number("players")

    def measure(sizes: Mapping[Change, int], stage: int, level: float) -> list[Gain]:
        sums = play_sizes(setting, sizes, effort.fresh(stage - 1))
        return [Gain.of(change, sums[change], players, level) for change in sizes]

    return confirm(first, measure, len(changes) * effort.deals)


def confirm(
    first: Sequence[Gain], measure: Measure, budget: int, tolerance: float = TOLERANCE
) -> list[Gain]:
    """Return the gains, with those measured again whose interval reaches over the tolerance.

    Parameters
    ----------
    first : gains of the first stage; one of fewer deals than a first look can size nothing and
        stays as it is
    budget : most deals of one stage, over all changes
    """
    gains = {gain.change: gain for gain in first}
    for stage in range(2, len(SPENT) + 1):
        left = [g for g in gains.values() if g.n >= FIRST_LOOK and is_open(g, tolerance)]
        if not left:
            break
        level = stage_level(stage, len(left))
        wanted = {gain.change: deals_wanted(gain, level, tolerance) for gain in left}
        fresh = measure(share_out(wanted, budget), stage, level)
        gains |= {gain.change: replace(gain, stage=stage) for gain in fresh}
    return list(gains.values())


def is_open(gain: Gain, tolerance: float = TOLERANCE) -> bool:
    """Return whether the interval holds the tolerance: neither shown to gain more nor settled."""
    return gain.low <= tolerance < gain.high


def stage_level(stage: int, n_figures: int) -> float:
    """Return the level of each interval of a stage, counted from 1.

    >>> round(stage_level(1, 1), 4), round(stage_level(2, 5), 4)
    (0.975, 0.9975)
    """
    return 1 - (1 - LEVEL) * SPENT[stage - 1] / n_figures


def deals_wanted(gain: Gain, level: float, tolerance: float = TOLERANCE) -> float:
    """Return the deals after which the upper bound is at the tolerance or below, nine in ten times.

    That holds if the change gains what was measured, with the spread that was measured; if it was
    measured to gain the tolerance or more, no number is enough.
    """
    room = tolerance - gain.value
    if room <= 0:
        return math.inf
    return gain.n * ((normal_quantile(level) + SPARE) * gain.se / room) ** 2


def share_out(wanted: Mapping[Change, float], budget: int) -> dict[Change, int]:
    """Return the deals of each change: what it wants, under one cap that keeps to the budget.

    >>> a, b, c = (Change.of({name: 1.0}) for name in "abc")
    >>> list(share_out({a: 10.0, b: math.inf, c: 70.0}, 100).values())
    [10, 45, 45]
    """
    cap, left = math.inf, budget
    ranked = sorted(wanted.values())
    for place, size in enumerate(ranked):
        cap = left // (len(ranked) - place)
        if size > cap:
            break
        cap, left = math.inf, left - math.ceil(size)
    return {change: max(1, math.ceil(min(size, cap))) for change, size in wanted.items()}
