"""Blocks of work: order, bounds, early stops, refusals."""

import threading
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import islice
from typing import Any

import pytest

from marriage_stats.engine import Table
from marriage_stats.melds import tables
from marriage_stats.parallel import block_bounds, run_blocks, thread_count
from marriage_stats.policies.registry import load_policies
from marriage_stats.rules import preset


def _late_first(first: int, count: int) -> tuple[int, int]:
    time.sleep(0.01 if first == 0 else 0)
    return first, count


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize(("n", "size"), [(0, 4), (3, 4), (4, 4), (17, 4), (300, 1)])
def test_results_come_in_order(n: int, size: int, threads: int) -> None:
    assert list(run_blocks(_late_first, n, size, threads)) == list(block_bounds(n, size))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_billion_blocks_take_no_memory(threads: int) -> None:
    """As a list they would take 100 GB."""
    tracemalloc.start()
    results = run_blocks(lambda first, _count: first, 10**9, 1, threads)
    assert list(islice(results, 500)) == list(range(500))
    results.close()  # type: ignore[attr-defined]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000


def test_progress_adds_up() -> None:
    seen: list[int] = []
    list(run_blocks(_late_first, 17, 4, 2, seen.append))
    assert seen == [4, 4, 4, 4, 1]


def test_reader_may_stop_early() -> None:
    done = []

    def task(first: int, _count: int) -> int:
        done.append(first)
        return first

    results = run_blocks(task, 100_000, 1, 2)
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]
    assert len(done) < 1000


def test_a_fault_in_a_task_reaches_the_reader() -> None:
    def task(first: int, _count: int) -> int:
        if first == 8:
            raise ZeroDivisionError("block 8")
        return first

    with pytest.raises(ZeroDivisionError, match="block 8"):
        list(run_blocks(task, 40, 4, 2))


def test_two_threads_work_at_the_same_time() -> None:
    barrier = threading.Barrier(2, timeout=10)
    assert len(list(run_blocks(lambda *_: barrier.wait(), 2, 1, 2))) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((10, 0, 1), "block_size must be 1 or more, got 0"),
        ((-1, 4, 1), "n must be 0 or more, got -1"),
        ((10, 4, 0), r"threads must be 1\.\.1024, got 0"),
    ],
)
def test_bad_arguments_are_refused_at_once(arguments: tuple[int, int, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        run_blocks(_late_first, *arguments)


def test_all_cores_by_default() -> None:
    assert thread_count() >= 1


def test_threads_that_start_together_play_with_the_same_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Kernels take tables by address: what only one thread holds is let go while it plays on."""
    rules, stored = preset("classic"), tables.stored_array

    def slowly(*args: Any) -> Any:
        time.sleep(0.02)
        return stored(*args)

    table = Table(rules, load_policies("novice", rules))
    table.compiled()
    monkeypatch.setattr(tables, "stored_array", slowly)
    for kept in ("_most", "_need"):  # read again, beside those that others may play with
        monkeypatch.setattr(tables, kept, cache(getattr(tables, kept).__wrapped__))
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: table.compiled()[1].tolist(), range(4)))
    assert found == 4 * [table.compiled()[1].tolist()]
