"""Play a plan and sum it up block by block."""

import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from marriage_stats.engine import Table, play_block
from marriage_stats.estimators import LEVEL, look_level
from marriage_stats.estimators.intervals import normal_quantile
from marriage_stats.parallel import Progress
from marriage_stats.rng import root_seed
from marriage_stats.rounds_io import Batch
from marriage_stats.runs import Sampling, run_through
from marriage_stats.runs.early import check_file_run
from marriage_stats.runs.rounds_file import RoundsFile, open_file
from marriage_stats.settlement import settle
from marriage_stats.summary.groups import Tally
from marriage_stats.summary.plan import Plan
from marriage_stats.summary.report import declared_means, report_tally


def play_batch(tables: list[Table], seed: int, first: int, count: int) -> Batch:
    """Return deals first .. first + count - 1, played at each of the tables and settled."""
    rounds = tuple(play_block(table, seed, first, count) for table in tables)
    return Batch(rounds, tuple(settle(r, t.rules) for r, t in zip(rounds, tables, strict=True)))


def summary_block(plan: Plan, seed: int, keep: bool, first: int, count: int) -> Tally:
    """Return the sums over deals first .. first + count - 1, with the rounds if they are kept."""
    batch = play_batch(plan.tables, seed, first, count)
    tally = Tally.empty(plan.policies)
    tally.add(batch)
    return replace(tally, batch=batch) if keep else tally


def play_summary(
    plan: Plan,
    sampling: Sampling,
    out: Path | None = None,
    resume: bool = False,
    force: bool = False,
) -> dict[str, Any]:
    """Play a plan and return its summary, ready for JSON.

    Parameters
    ----------
    sampling : its rounds are deals here: each is played once per rotation. With a precision it
        goes on until the mean of every seat, and with rotation of every policy, is known so closely
    out : Parquet file for the rounds
    resume : go on with the run that was to write it
    force : write over it

    Returns
    -------
    dict   as `report_tally`, with `seconds` of play after compiling; `interrupted` is true if the
        user stopped it: then it covers the blocks finished by then

    Raises
    ------
    ValueError   for a file that is there already, or belongs to another run
    KeyboardInterrupt   if the user stopped it before the first block was finished
    """
    check_file_run(sampling, out, resume, force)
    file = None
    if out is not None:
        found = open_file(out, plan, sampling, resume, force)
        if not isinstance(found, RoundsFile):
            return {**found, "seconds": 0.0}
        file = found
    seed = file.seed if file else root_seed(sampling.seed)
    play_batch(plan.tables[:1], seed, 0, 1)  # compiles, so that the clock times play alone
    start = time.perf_counter()
    task = partial(summary_block, plan, seed, file is not None)
    sampling = replace(sampling, progress=_scaled(sampling.progress, plan.n_rotations))
    precise = partial(_precise, sampling.precision or 0)
    run = run_through(task, sampling, Tally, precise, file)
    level = _level(run.tally, run.looks) if sampling.precision else LEVEL
    result = report_tally(plan, run.tally, seed, level) | {
        "precision": run.precision(sampling.precision, level),
        "interrupted": run.interrupted,
    }
    if file and not run.interrupted:
        file.finish(result)
    return result | {"seconds": round(time.perf_counter() - start, 3)}


def _level(tally: Tally, look: int) -> float:
    """Return the level of each mean's interval where the data decide when to stop."""
    return look_level(max(look, 1), len(declared_means(tally)))


def _precise(half_width: float, tally: Tally, look: int) -> bool:
    width = normal_quantile(_level(tally, look))
    return all(width * (mean["se"] or 0) <= half_width for mean in declared_means(tally))


def _scaled(progress: Progress | None, factor: int) -> Progress | None:
    if progress is None:
        return None
    return lambda deals: progress(deals * factor)
