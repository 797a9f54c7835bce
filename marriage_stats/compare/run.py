"""Run a comparison to its number of rounds or its precision, and tell it as plain data."""

import time
from functools import partial
from itertools import combinations, product
from pathlib import Path
from typing import Any

from marriage_stats.compare.adapted import adapt_plan
from marriage_stats.compare.figures import STAKES, Figures, unit
from marriage_stats.compare.groups import Cell, cells_of, group_kind, is_compared
from marriage_stats.compare.plan import ADAPTED, Plan, short_text
from marriage_stats.compare.tally import Tally, tally_block
from marriage_stats.engine.simulate import play_block
from marriage_stats.estimators import LEVEL
from marriage_stats.estimators.holm import holm
from marriage_stats.estimators.sequential import look_level
from marriage_stats.manifest import run_identity, run_manifest
from marriage_stats.rng import root_seed
from marriage_stats.runs import (
    MIN_ROUNDS,
    Sampling,
    open_run,
    run_through,
)
from marriage_stats.tuning import Adaptation


def compare(
    plan: Plan,
    sampling: Sampling,
    interaction: bool = False,
    out: Path | None = None,
    resume: bool = False,
) -> dict[str, Any]:
    """Return the comparison as plain data, ready for JSON.

    Parameters
    ----------
    interaction : tell also how much the effect of one varied key depends on another
    out, resume : folder that keeps the run, from which it goes on after it was stopped

    Notes
    -----
    Ctrl-C ends the run early: the result then tells the rounds that are done and says so.
    """
    own = identity(plan)
    folder = open_run(out, own, sampling.seed, resume)
    seed = folder.seed if folder else root_seed(sampling.seed)
    adaptations: list[Adaptation] = []
    if plan.play == ADAPTED:
        plan, adaptations = adapt_plan(plan, seed, sampling.threads)
    for table in plan.tables:
        play_block(table, seed, 0, 1)  # compiles and loads tables once, ahead of threads and clock
    started = time.perf_counter()
    task = partial(tally_block, plan, seed)

    def precise(tally: Tally, look: int) -> bool:
        return _precise(Figures(plan, tally), look, sampling, interaction)

    run = run_through(task, sampling, Tally, precise, folder, fewest=MIN_ROUNDS)
    figures = Figures(plan, run.tally)
    level = _level(figures, run.looks, sampling, interaction)
    result = {
        **own,
        "rules": {"name": plan.base.name, "digest": plan.base.digest},
        "seed": seed,
        "rounds": run.tally.n,
        "precision": run.precision(sampling.precision, level),
        "interrupted": run.interrupted,
        "variants": [_variant(figures, place) for place in range(len(plan.variants))],
        "adapted": [
            {"label": variant.label, **found.as_json()}
            for variant, found in zip(plan.variants, adaptations, strict=bool(adaptations))
        ],
        "differences": differences(figures, level),
        "interactions": interactions(figures, level) if interaction else [],
        "notes": plan.notes,
        "manifest": run_manifest(own, seed, run.tally.n),
        "seconds": round(time.perf_counter() - started, 3),
    }
    if folder and not run.interrupted:
        folder.finish(result)
    return result


def identity(plan: Plan) -> dict[str, Any]:
    """Return what decides the numbers, but for the seed and the number of rounds."""
    return run_identity(
        plan.base,
        plan.tables[0].policies,
        play=plan.play,
        grid={v.label: v.rules.digest for v in plan.variants},
        given=list(plan.given),
        **({"adapt_deals": plan.adapt_deals} if plan.play == ADAPTED else {}),
    )


def differences(figures: Figures, level: float = LEVEL) -> list[dict[str, Any]]:
    """Return the shift of every figure from the first variant to each, with Holm's p-values.

    Where no round differed, `rounds_differ` has the bound on the share of rounds that do.
    """
    rows = [
        row
        for end in range(1, len(figures.plan.variants))
        for cell in figures.compared
        if (row := figures.shift(cell, 0, end, level)) is not None
    ]
    return _with_holm(rows)


def interactions(figures: Figures, level: float = LEVEL) -> list[dict[str, Any]]:
    """Return by how much one key's effect changes with another's, all other keys at their first.

    The value is (both changed - second changed) - (first changed - none changed).

    Raises
    ------
    ValueError   if fewer than two keys are varied
    """
    plan = figures.plan
    places = {tuple(v.values.values()): i for i, v in enumerate(plan.variants)}
    first = list(plan.variants[0].values.values())

    def place(changes: dict[int, Any]) -> int:
        return places[tuple(changes.get(i, value) for i, value in enumerate(first))]

    rows = []
    for a, b in combinations(range(len(plan.varied)), 2):
        for x, y in product(_levels(plan, a), _levels(plan, b)):
            corners = {place({a: x, b: y}): 1, place({a: x}): -1, place({b: y}): -1, place({}): 1}
            weights = unit(len(plan.variants), corners)
            texts = [
                f"{plan.varied[i]}={short_text(plan.varied[i], v)}" for i, v in ((a, x), (b, y))
            ]
            for cell in figures.compared:
                if figures.has_cases(cell, weights):
                    found = figures.contrast(cell, weights, level)
                    names = {"statistic": cell.statistic, "group": cell.group}
                    differ = figures.rounds_differ(cell, weights, level)
                    rows.append(
                        {
                            "of": texts,
                            **names,
                            "kind": group_kind(cell.group),
                            **found,
                            "rounds_differ": differ,
                        }
                    )
    return _with_holm(rows)


def _levels(plan: Plan, key: int) -> list[Any]:
    """Return the values of a varied key but its first."""
    return list(dict.fromkeys(list(v.values.values())[key] for v in plan.variants))[1:]


def _with_holm(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Replace each row's own p-value by Holm's; figures that cannot differ are no comparisons."""
    told = [row for row in rows if row["se"] > 0 or row["value"] != 0]
    adjusted = iter(holm([row["p"] for row in told]))
    for row in rows:
        moves = row["se"] > 0 or row["value"] != 0
        del row["p"]
        row["p_holm"] = next(adjusted) if moves else 1.0
    return rows


def _n_figures(plan: Plan, interaction: bool) -> int:
    """Return how many differences a look judges, whether or not a group has cases by then."""
    cells = sum(is_compared(plan, cell) for cell in cells_of(plan)) + len(STAKES)
    count = len(plan.variants) - 1
    if interaction:
        pairs = combinations(range(len(plan.varied)), 2)
        count += sum(len(_levels(plan, a)) * len(_levels(plan, b)) for a, b in pairs)
    return cells * count


def _level(figures: Figures, look: int, sampling: Sampling, interaction: bool) -> float:
    """Return the level of each interval: higher where the data decided when to stop."""
    if sampling.precision is None:
        return LEVEL
    return look_level(look, _n_figures(figures.plan, interaction))


def _precise(figures: Figures, look: int, sampling: Sampling, interaction: bool) -> bool:
    level = _level(figures, look, sampling, interaction)
    rows = differences(figures, level) + (interactions(figures, level) if interaction else [])
    return all(row["high"] - row["low"] <= 2 * (sampling.precision or 0) for row in rows)


def _variant(figures: Figures, place: int) -> dict[str, Any]:
    """Return a variant's own figures: plain values on top, all with intervals below."""
    variant = figures.plan.variants[place]
    own = {cell: figures.own(cell, place) for cell in figures.cells}
    names = ("mean_abs", "sd", "p05", "p95", "seen", "finished", "no_winner", "turns")
    return {
        "set": {key: _plain(value) for key, value in variant.values.items()},
        "label": variant.label,
        "digest": variant.rules.digest,
        **{name: (own.get(Cell(name, "all")) or {}).get("value") for name in names},
        "estimates": [
            {"statistic": cell.statistic, "group": cell.group, "kind": group_kind(cell.group), **e}
            for cell, e in own.items()
            if e is not None
        ],
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
