"""Work in blocks over threads, processes or machines: results come in order, whoever made them."""

import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from typing import Any, TypeVar

Result = TypeVar("Result")
Progress = Callable[[int], None]
"""Called with the number of units (rounds, hands) just finished."""

THREADS, PROCESSES = BACKENDS = ("threads", "processes")
"""Where work is done on this machine; an address such as tcp://host:8786 is a dask scheduler."""
CONNECT_SECONDS = 10
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


def block_bounds(n: int, block_size: int) -> Iterator[tuple[int, int]]:
    """Return an iterator over (first, count) of the blocks of 0..n-1; only the last may be smaller.

    The arguments are checked at once; the blocks are never held all together.

    Raises
    ------
    ValueError   if n is negative or block_size is below 1

    >>> list(block_bounds(5, 2))
    [(0, 2), (2, 2), (4, 1)]
    """
    if n < 0:
        raise ValueError(f"n must be 0 or more, got {n}")
    check_block_size(block_size)
    return ((first, min(block_size, n - first)) for first in range(0, n, block_size))


def check_block_size(block_size: int) -> int:
    """Return the block size.

    Raises
    ------
    ValueError   if it is below 1
    """
    if block_size < 1:
        raise ValueError(f"block_size must be 1 or more, got {block_size}")
    return block_size


def run_blocks(
    task: Callable[[int, int], Result],
    n: int,
    block_size: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Result]:
    """Return an iterator over `task(first, count)` of each block of 0..n-1, in order.

    The task should spend its time in kernels, which release the interpreter lock. Errors in the
    arguments are raised at once, before the first result is asked for.

    Raises
    ------
    ValueError   for a bad n, block_size or threads
    """
    return run_pieces(task, block_bounds(n, block_size), threads, progress)


def run_pieces(
    task: Callable[[int, int], Result],
    pieces: Iterable[tuple[int, int]],
    threads: int | None = None,
    progress: Progress | None = None,
    backend: str = THREADS,
) -> Iterator[Result]:
    """Return an iterator over `task(first, count)` of each piece, in order.

    Parameters
    ----------
    pieces : read as they are needed, never all at once
    backend : `threads`, `processes`, or the address of a dask scheduler; task and results must
        then be such as can be sent. A block whose worker dies is done again by another

    Raises
    ------
    ValueError   for bad threads, an unknown backend, or a scheduler that does not answer
    """
    check_backend(backend)
    count = thread_count(threads)
    if backend == THREADS:
        return _report(_results(task, iter(pieces), count), progress)
    return _report(_sent(task, iter(pieces), count, backend), progress)


def check_backend(backend: str) -> str:
    """Return the backend.

    Raises
    ------
    ValueError   if it is neither a known word nor an address
    """
    if backend not in BACKENDS and "://" not in backend:
        raise ValueError(
            f"backend must be threads, processes or a dask scheduler's address like "
            f"tcp://host:8786, got {backend!r}"
        )
    return backend


def reach_backend(backend: str) -> None:
    """Return once the backend has answered, so that nothing is made ready for one that never will.

    Raises
    ------
    ValueError   for an unknown backend, or a scheduler that does not answer or has no workers
    """
    if check_backend(backend) not in BACKENDS:
        with _dask_client(backend):
            pass


def _results(
    task: Callable[[int, int], Result], blocks: Iterator[tuple[int, int]], threads: int
) -> Iterator[tuple[int, Result]]:
    ahead = list(islice(blocks, 2))
    if threads == 1 or len(ahead) < 2:
        for first, count in chain(ahead, blocks):
            yield count, task(first, count)
        return
    from joblib import Parallel

    with Parallel(n_jobs=threads, backend="threading", return_as="generator") as pool:
        yield from _windows(pool, task, chain(ahead, blocks), WINDOW * threads)


def _sent(
    task: Callable[[int, int], Result],
    blocks: Iterator[tuple[int, int]],
    threads: int,
    backend: str,
) -> Iterator[tuple[int, Result]]:
    """Yield results made in other processes, here or on the machines of a dask scheduler."""
    from joblib import Parallel, parallel_config

    if backend == PROCESSES:
        with Parallel(n_jobs=threads, backend="loky", return_as="generator") as pool:
            yield from _windows(pool, task, blocks, WINDOW * threads)
        return
    with (
        _dask_client(backend) as client,
        parallel_config(backend="dask"),
        Parallel(n_jobs=-1, return_as="generator") as pool,
    ):
        cores = sum(client.ncores().values()) or 1
        yield from _windows(pool, task, blocks, WINDOW * cores)


def _windows(
    pool: Any,
    task: Callable[[int, int], Result],
    blocks: Iterator[tuple[int, int]],
    window: int,
) -> Iterator[tuple[int, Result]]:
    """Yield (units, result) of each block; no more than a window of them is in flight."""
    from joblib import delayed

    while ahead := list(islice(blocks, window)):
        results = pool(delayed(task)(*block) for block in ahead)
        try:
            for (_, count), result in zip(ahead, results, strict=True):
                yield count, result
        finally:
            with warnings.catch_warnings():
                # Leaving early is how a run stops at its precision: no news for the user.
                warnings.simplefilter("ignore", UserWarning)
                results.close()


@contextmanager
def _dask_client(address: str) -> Iterator[Any]:
    try:
        from distributed import Client
    except ImportError:
        raise ValueError(
            f"backend {address} needs dask: pip install 'marriage-stats[dask]'"
        ) from None
    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else "no answer"
        raise ValueError(f"dask scheduler {address} cannot be reached: {reason}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            raise ValueError(f"dask scheduler {address} has no workers") from None
        yield client


def _report(results: Iterator[tuple[int, Result]], progress: Progress | None) -> Iterator[Result]:
    for count, result in results:
        if progress is not None:
            progress(count)
        yield result
