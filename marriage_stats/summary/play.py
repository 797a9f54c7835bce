"""Play a plan and sum it up block by block."""

import time
import warnings
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

from marriage_stats.engine import Table, play_block
from marriage_stats.engine.simulate import BLOCK_SIZE
from marriage_stats.parallel import Progress, run_blocks
from marriage_stats.rounds_io import Batch
from marriage_stats.settlement import settle
from marriage_stats.summary.groups import Tally
from marriage_stats.summary.plan import Plan
from marriage_stats.summary.report import report_tally

Result = TypeVar("Result")


def play_batch(tables: list[Table], seed: int, first: int, count: int) -> Batch:
    """Return deals first .. first + count - 1, played at each of the tables and settled."""
    rounds = tuple(play_block(table, seed, first, count) for table in tables)
    return Batch(rounds, tuple(settle(r, t.rules) for r, t in zip(rounds, tables, strict=True)))


def play_summary(
    plan: Plan,
    threads: int | None = None,
    block_size: int | None = None,
    progress: Progress | None = None,
    keep: Callable[[Batch], None] | None = None,
) -> dict[str, Any]:
    """Play a plan and return its summary, ready for JSON.

    Parameters
    ----------
    progress : called with the number of rounds just finished
    keep : called with every batch, in order

    Returns
    -------
    dict   as `report_tally`, with `seconds` of play after compiling; `interrupted` is true if the
        user stopped it: then it covers the blocks finished by then

    Raises
    ------
    ValueError   for a bad threads or block_size
    KeyboardInterrupt   if the user stopped it before the first block was finished
    """
    tables = plan.tables
    size = BLOCK_SIZE if block_size is None else block_size

    def task(first: int, count: int) -> tuple[Batch | None, Tally]:
        batch = play_batch(tables, plan.seed, first, count)
        tally = Tally.empty(plan.policies)
        tally.add(batch)
        return (batch if keep else None), tally

    counted = _scaled(progress, plan.n_rotations)
    blocks = run_blocks(task, plan.n_deals, size, threads, counted)
    play_batch(tables[:1], plan.seed, 0, 1)  # compiles, so that the clock times play alone
    start = time.perf_counter()
    total = Tally.empty(plan.policies)

    def use(block: tuple[Batch | None, Tally]) -> None:
        batch, tally = block
        if keep and batch:
            keep(batch)
        total.join(tally)

    interrupted = take_blocks(blocks, use)
    seconds = time.perf_counter() - start
    return report_tally(plan, total, seconds, interrupted)


def take_blocks(blocks: Iterator[Result], use: Callable[[Result], None]) -> bool:
    """Use every block in order; return whether the user broke it off after the first.

    Raises
    ------
    KeyboardInterrupt   if the user stopped it before the first block was finished
    """
    used = False
    try:
        for block in blocks:
            use(block)
            used = True
    except KeyboardInterrupt:
        if not used:
            raise
        return True
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of joblib, about blocks that are not waited for
            if isinstance(blocks, Generator):
                blocks.close()
    return False


def _scaled(progress: Progress | None, factor: int) -> Progress | None:
    if progress is None:
        return None
    return lambda deals: progress(deals * factor)
