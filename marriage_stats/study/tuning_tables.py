"""Parameter searches, their held-out confirmation and the best-response check, as tables."""

from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from marriage_stats.rules import Rules
from marriage_stats.study.paired import FIGURE
from marriage_stats.study.spec import Frames, Task
from marriage_stats.tuning import (
    Change,
    Effort,
    Gain,
    Search,
    Setting,
    best_response,
    neighbours,
    race,
    search,
)

PLACE = {"rules": pl.String, "players": pl.Int64}
CHANGED = {**FIGURE, "deals_changed": pl.Int64}
COLUMNS: dict[str, dict[str, Any]] = {
    "trace": {
        **PLACE,
        "sweep": pl.Int64,
        "kind": pl.String,
        "change": pl.String,
        **CHANGED,
        "adopted": pl.Boolean,
    },
    "parameters": {
        **PLACE,
        "parameter": pl.String,
        "committed": pl.Float64,
        "found": pl.Float64,
    },
    "held_out": {**PLACE, "change": pl.String, **CHANGED, "adopted": pl.Boolean},
    "deviations": {
        **PLACE,
        "kind": pl.String,
        "change": pl.String,
        **CHANGED,
        "stage": pl.Int64,
    },
    "checks": {**PLACE, "balanced": pl.Boolean, "rounds": pl.Int64},
}
CONFIRM = 4
"""Deals of a confirmation or of the first stage of the check, for each deal of a search."""
RACES = 50
"""Races that a search may hold: later ones begin beyond their deals."""
SEARCHED, CONFIRMED, CHECKED = 0, RACES, 2 * RACES


def tuning_tables(task: Task, checked: Iterable[str]) -> Frames:
    """Return `trace`, `parameters`, `held_out`, `deviations` and `checks`.

    Parameters
    ----------
    checked : labels of the rule sets whose best response is checked, with a search of all weights
    """
    rows: dict[str, list[list[Any]]] = {name: [] for name in COLUMNS}
    for label, rules in task.rule_sets.items():
        _add(rows, task, rules, label in set(checked))
        if task.progress is not None:
            task.progress(1)
    return {name: pl.DataFrame(rows[name], COLUMNS[name], orient="row") for name in COLUMNS}


def _add(rows: dict[str, list[list[Any]]], task: Task, rules: Rules, checked: bool) -> None:
    players = rules.number("players")
    place = [rules.name, players]
    committed = Setting.of(rules)
    effort = Effort(task.n, task.seed, task.threads)
    found = search(committed, effort.fresh(SEARCHED), evolve=checked)
    rows["trace"] += [[*place, s.sweep, s.kind, *_figure(s.gain), s.adopted] for s in found.steps]
    values = zip(committed.values.items(), found.values.values(), strict=True)
    rows["parameters"] += [[*place, name, now, new] for (name, now), new in values]
    more = Effort(CONFIRM * task.n, task.seed, task.threads)
    change, adopted = best_of(found, committed.values)
    held = race(committed, [change], more.fresh(CONFIRMED), None)[0]
    rows["held_out"].append([*place, *_figure(held), adopted])
    gains = [*(step.gain for step in found.steps), held]
    if checked:
        finds = found.finds(committed.values)
        best = {g.change: g for g in best_response(committed, finds, more.fresh(CHECKED))}
        alone = neighbours(committed.values, rules)
        rows["deviations"] += [
            [*place, kind, *_figure(best[change]), best[change].stage]
            for kind, changes in (("alone", alone), ("all at once", dict.fromkeys(finds)))
            for change in changes
        ]
        gains += best.values()
    balanced = all(gain.balanced for gain in gains)
    rows["checks"].append([*place, balanced, players * sum(gain.n for gain in gains)])


def best_of(found: Search, usual: Mapping[str, float]) -> tuple[Change, bool]:
    """Return what a search changed and True, or else what it liked best for its error and False."""
    moved = {name: value for name, value in found.values.items() if usual[name] != value}
    if moved:
        return Change.of(moved), True
    best = max((step.gain for step in found.steps), key=lambda g: g.value / g.se if g.se else 0.0)
    return best.change, False


def _figure(gain: Gain) -> list[Any]:
    return [gain.change.label, gain.value, gain.se, gain.low, gain.high, gain.n, gain.changed]
