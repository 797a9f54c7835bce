"""Parameter search: steps along single parameters until none gains, then a search of all at once.

Steps are races by successive halving; the search of all weights at once is scipy's differential
evolution over the rungs, on one set of deals. What either finds must gain on fresh deals.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from marriage_stats.tuning.ladders import LADDERS, WEIGHTS, Change, free_parameters, neighbours
from marriage_stats.tuning.paired import Gain, Setting
from marriage_stats.tuning.race import RARE, SURE, Effort, race, rounds_of

SWEEPS = 3
"""Most sweeps over all single changes."""
POPULATION, GENERATIONS = 3, 6
"""Members per weight, and most generations, of differential evolution: no more than its deals."""
SHARE = 8
"""Differential evolution plays this fraction of a race's deals for each member."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing tried: in which sweep, how, what it gained over the parameters of that moment."""

    sweep: int
    kind: str
    gain: Gain
    adopted: bool = False


@dataclass(frozen=True)
class Search:
    """The parameters found, the trace of what was tried, and the rounds it took."""

    values: dict[str, float]
    steps: list[Step]
    rounds: int

    def finds(self, usual: Mapping[str, float]) -> list[Change]:
        """Return what the search came to from the usual values, and what it liked best at last.

        The last is the best of all weights at once where the search has moved them so.
        """
        last = self.steps[-1].gain.change.values if self.steps else ()
        ends = self.values, self.values | dict(last)
        moved = ({n: v for n, v in end.items() if usual[n] != v} for end in ends)
        return [Change.of(values) for values in moved if values]


def search(setting: Setting, effort: Effort, evolve: bool = False) -> Search:
    """Return better parameters, found by sweeps over single changes and, if asked, all at once."""
    steps: list[Step] = []
    rounds = 0
    for sweep in range(1, SWEEPS + 1):
        found = improve(setting, effort, sweep)
        steps += found.steps
        rounds += found.rounds
        effort = effort.fresh(2)
        if found.values == setting.values:
            break
        setting = setting.at(found.values)
    if evolve:
        gain, cost = research(setting, effort)
        rounds += cost
        steps.append(Step(sweep + 1, "all at once", gain, is_clear(gain)))
        if is_clear(gain):
            setting = setting.at(dict(gain.change.values))
    return Search(setting.values, steps, rounds)


def improve(
    setting: Setting, effort: Effort, sweep: int = 1, target: float = 0.0, halving: bool = True
) -> Search:
    """Return the parameters after one sweep: the best changes together or the best alone.

    A change is taken up if its gain is clear of 0 and above the target.
    """
    players = setting.rules.number("players")
    gains = race(setting, neighbours(setting.values, setting.rules), effort, target, halving)
    steps, rounds = [Step(sweep, "alone", gain) for gain in gains], rounds_of(gains, players)
    winners = best_by_parameter(gains, target)
    if not winners:
        return Search(setting.values, steps, rounds)
    chosen = max(winners, key=lambda gain: gain.value)
    if len(winners) > 1:
        together = Change.of({n: v for gain in winners for n, v in gain.change.values})
        final = race(setting, [together, chosen.change], effort.fresh(), None)
        rounds += rounds_of(final, players)
        steps += [Step(sweep, "together", final[0])]
        chosen = max(final, key=lambda gain: gain.value)
        if not is_clear(chosen):
            return Search(setting.values, steps, rounds)
    taken = [
        replace(step, adopted=True) if step.gain.change == chosen.change else step for step in steps
    ]
    return Search(setting.values | dict(chosen.change.values), taken, rounds)


def best_by_parameter(gains: list[Gain], target: float = 0.0) -> list[Gain]:
    """Return the best change of each parameter, of those clear of 0 and above the target."""
    best: dict[str, Gain] = {}
    for gain in gains:
        name = gain.change.values[0][0]
        if is_clear(gain, target) and (name not in best or gain.value > best[name].value):
            best[name] = gain
    return list(best.values())


def is_clear(gain: Gain, target: float = 0.0) -> bool:
    """Return whether a gain is above the target and told from 0."""
    return gain.changed >= RARE and gain.value > max(target, SURE * gain.se)


def research(setting: Setting, effort: Effort) -> tuple[Gain, int]:
    """Return the best change of all weights at once, measured on fresh deals, and its rounds."""
    from scipy.optimize import differential_evolution

    names = [name for name in free_parameters(setting.rules) if name in WEIGHTS]
    start = [LADDERS[name].index(setting.values[name]) for name in names]
    tried: dict[Change, Gain] = {}
    small = replace(effort, deals=max(1, effort.deals // SHARE))

    def loss(places: NDArray[np.float64]) -> float:
        change = _change_at(setting.values, names, places)
        if not change.values:
            return 0.0
        if change not in tried:
            tried[change] = race(setting, [change], small, None, halving=True)[0]
        return -tried[change].value

    result = differential_evolution(
        loss,
        [(0, len(LADDERS[name]) - 1) for name in names],
        x0=start,
        integrality=np.ones(len(names), bool),
        popsize=POPULATION,
        maxiter=min(GENERATIONS, small.deals),
        polish=False,
        rng=np.random.default_rng(effort.seed),
    )
    best = _change_at(setting.values, names, result.x)
    players = setting.rules.number("players")
    rounds = sum(rounds_of([gain], players) for gain in tried.values())
    if not best.values:
        best = max(tried.values(), key=lambda gain: gain.value).change
    gain = race(setting, [best], effort.fresh(), None)[0]
    return gain, rounds + rounds_of([gain], players)


def _change_at(
    values: Mapping[str, float], names: list[str], places: NDArray[np.float64]
) -> Change:
    """Return the change that rungs by place make; those that stay are left out."""
    moved = {name: LADDERS[name][round(place)] for name, place in zip(names, places, strict=True)}
    return Change.of({name: value for name, value in moved.items() if value != values[name]})
