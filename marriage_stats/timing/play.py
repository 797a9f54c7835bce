"""Play rounds and sum up when each seat saw."""

import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from marriage_stats.estimators import LEVEL, look_level
from marriage_stats.rng import root_seed
from marriage_stats.runs import Sampling, accumulate, open_run
from marriage_stats.runs.sampling import FIRST_LOOK
from marriage_stats.timing.curves import TURNS
from marriage_stats.timing.report import identity, report_timing
from marriage_stats.timing.tally import Tally, Watch, timing_block


def play_timing(
    watch: Watch,
    sampling: Sampling,
    out: Path | None = None,
    resume: bool = False,
    first_look: int = FIRST_LOOK,
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
    total: Tally | None = None
    looks, interrupted, reached = 0, False, False
    task = partial(timing_block, watch, seed)
    try:
        with closing(accumulate(task, sampling, Tally, folder, first_look)) as parts:
            for total, look in parts:
                looks = look or looks
                if look and _precise(total, look, sampling.precision or 0):
                    reached = True
                    break
    except KeyboardInterrupt:
        interrupted, looks = True, looks + 1
        if total is None:
            raise
    assert total is not None
    level = _level(total, looks) if sampling.precision else None
    told = {"half_width": sampling.precision, "looks": looks, "level": level, "reached": reached}
    result = report_timing(watch, total, seed, level) | {
        "precision": told if sampling.precision else None,
        "interrupted": interrupted,
        "seconds": round(time.perf_counter() - start, 3),
    }
    if folder and not interrupted:
        folder.finish(result)
    return result


def _level(tally: Tally, look: int) -> float:
    """Return the level of each interval of p_seen where the data decide when to stop."""
    return look_level(max(look, 1), len(TURNS) * len(tally.groups), LEVEL)


def _precise(tally: Tally, look: int, half_width: float) -> bool:
    level = _level(tally, look)
    for groups in tally.groups:
        for turn in TURNS:
            found = groups[0].share("seen", int(turn), level)
            if (found["high"] or 1) - (found["low"] or 0) > 2 * half_width:
                return False
    return True
