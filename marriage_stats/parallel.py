"""Work in blocks over threads: results come in order, so nothing depends on the thread count."""

import os
from collections.abc import Callable, Iterator
from typing import TypeVar

Result = TypeVar("Result")
Progress = Callable[[int], None]
"""Called with the number of units (rounds, hands) just finished."""

MAX_THREADS = 1024
WINDOW = 64
"""Blocks in flight or waiting to be read, per thread: bounds memory if the reader is slow."""


def thread_count(threads: int | None = None) -> int:
    """Return the threads to use: the number given, or every core this process may run on.

    Raises
    ------
    ValueError   if threads is outside 1..1024
    """
    if threads is None:
        affinity = getattr(os, "sched_getaffinity", None)
        return len(affinity(0)) if affinity else os.cpu_count() or 1
    if not 1 <= threads <= MAX_THREADS:
        raise ValueError(f"threads must be 1..{MAX_THREADS}, got {threads}")
    return threads


def block_bounds(n: int, block_size: int) -> list[tuple[int, int]]:
    """Return (first, count) of each block of 0..n-1; only the last may be smaller.

    Raises
    ------
    ValueError   if n is negative or block_size is below 1

    >>> block_bounds(5, 2)
    [(0, 2), (2, 2), (4, 1)]
    """
    if n < 0:
        raise ValueError(f"n must be 0 or more, got {n}")
    if block_size < 1:
        raise ValueError(f"block_size must be 1 or more, got {block_size}")
    return [(first, min(block_size, n - first)) for first in range(0, n, block_size)]


def run_blocks(
    task: Callable[[int, int], Result],
    n: int,
    block_size: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Result]:
    """Return an iterator over `task(first, count)` of each block, in order.

    The task should spend its time in kernels, which release the interpreter lock. Errors in the
    arguments are raised at once, before the first result is asked for.

    Raises
    ------
    ValueError   for a bad n, block_size or threads
    """
    blocks = block_bounds(n, block_size)
    return _report(_results(task, blocks, thread_count(threads)), blocks, progress)


def _results(
    task: Callable[[int, int], Result], blocks: list[tuple[int, int]], threads: int
) -> Iterator[Result]:
    if threads == 1 or len(blocks) <= 1:
        for first, count in blocks:
            yield task(first, count)
        return
    from joblib import Parallel, delayed

    window = WINDOW * threads
    with Parallel(n_jobs=threads, backend="threading", return_as="generator") as pool:
        for start in range(0, len(blocks), window):
            yield from pool(delayed(task)(*block) for block in blocks[start : start + window])


def _report(
    results: Iterator[Result], blocks: list[tuple[int, int]], progress: Progress | None
) -> Iterator[Result]:
    for (_, count), result in zip(blocks, results, strict=True):
        if progress is not None:
            progress(count)
        yield result
