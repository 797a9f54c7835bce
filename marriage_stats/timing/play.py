"""Play rounds and sum up when each seat saw."""

import time
from functools import partial
from pathlib import Path
from typing import Any

from marriage_stats.estimators import LEVEL, look_level
from marriage_stats.rng import root_seed
from marriage_stats.runs import Sampling, open_run, run_through
from marriage_stats.timing.curves import TURNS
from marriage_stats.timing.report import identity, report_timing
from marriage_stats.timing.tally import Tally, Watch, timing_block


def play_timing(
    watch: Watch,
    sampling: Sampling,
    out: Path | None = None,
    resume: bool = False,
    first_look: int | None = None,
) -> dict[str, Any]:
    """Return when seats see, ready for JSON.

    A table with a fixed hand, or dealt on a condition, is watched at seat 0; any other at every
    seat.

    Parameters
    ----------
    sampling : with a precision it goes on until p_seen at all turns and tables is known so closely
    out, resume : folder that keeps the run, from which it goes on after it was stopped
    first_look : rounds at the first look of a precision

    Returns
    -------
    dict   as `report_timing`, with `seconds` of play after compiling; `interrupted` is true if the
        user stopped it: then it covers the blocks finished by then

    Raises
    ------
    ValueError   for a folder that cannot be used, or a condition that is too rare
    KeyboardInterrupt   if the user stopped it before the first block was finished
    """
    folder = open_run(out, identity(watch), sampling.seed, resume)
    seed = folder.seed if folder else root_seed(sampling.seed)
    timing_block(watch, seed, 0, 1)  # compiles, so that the clock times play alone
    start = time.perf_counter()
    task = partial(timing_block, watch, seed)
    precise = partial(_precise, sampling.precision or 0)
    run = run_through(task, sampling, Tally, precise, folder, first_look)
    level = _level(run.tally, run.looks) if sampling.precision else None
    result = report_timing(watch, run.tally, seed, level) | {
        "precision": run.precision(sampling.precision, level),
        "interrupted": run.interrupted,
        "seconds": round(time.perf_counter() - start, 3),
    }
    if folder and not run.interrupted:
        folder.finish(result)
    return result


def _level(tally: Tally, look: int) -> float:
    """Return the level of each interval of p_seen where the data decide when to stop."""
    return look_level(max(look, 1), len(TURNS) * len(tally.groups), LEVEL)


def _precise(half_width: float, tally: Tally, look: int) -> bool:
    level = _level(tally, look)
    for groups in tally.groups:
        for turn in TURNS:
            found = groups[0].share("seen", int(turn), level)
            if (found["high"] or 1) - (found["low"] or 0) > 2 * half_width:
                return False
    return True
