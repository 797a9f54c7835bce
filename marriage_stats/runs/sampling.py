"""How much to play, and the sums so far as blocks come in."""

import time
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from itertools import count, takewhile
from typing import Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from marriage_stats.engine.simulate import BLOCK_SIZE, MAX_ROUNDS
from marriage_stats.estimators.sequential import look_sizes
from marriage_stats.parallel import (
    THREADS,
    Progress,
    block_bounds,
    check_backend,
    check_block_size,
    run_pieces,
    thread_count,
)
from marriage_stats.rng import root_seed
from marriage_stats.runs.state import RunFolder

MIN_ROUNDS = 100
N_ROUNDS = 100_000
FIRST_LOOK = 16_384
SAVE_SECONDS = 2.0


class Sums(Protocol):
    """Sums over some rounds, which add up to those over more rounds in any order."""

    @property
    def n(self) -> int:
        """Rounds summed."""

    def plus(self, other: Self) -> Self:
        """Return the sums over the rounds of both."""

    def arrays(self) -> dict[str, NDArray[np.int64]]:
        """Return the sums as named arrays."""

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[np.int64]]) -> Self:
        """Return the sums of `arrays`."""


Tally = TypeVar("Tally", bound=Sums)


@dataclass(frozen=True)
class Sampling:
    """How much to play, and how the work is split.

    Parameters
    ----------
    rounds : deals to play
    seed : root seed; None makes one, which the result records
    threads, block_size, backend : how the work is split; they change no figure
    precision : play until every declared figure has this half-width, in place of `rounds`
    progress : called with the deals just played
    least : fewest deals that can be asked for

    Raises
    ------
    ValueError   for too few or too many rounds, a bad seed, threads or block_size, a precision that
        is not positive, or an unknown backend
    """

    rounds: int = N_ROUNDS
    seed: int | None = None
    threads: int | None = None
    block_size: int | None = None
    precision: float | None = None
    progress: Progress | None = None
    backend: str = THREADS
    least: int = MIN_ROUNDS

    def __post_init__(self) -> None:
        if self.rounds < self.least:
            raise ValueError(f"rounds must be {self.least} or more, got {self.rounds}")
        if self.rounds > MAX_ROUNDS:
            raise ValueError(f"rounds must be {MAX_ROUNDS} or less, got {self.rounds}")
        if self.precision is not None and not 0 < self.precision < float("inf"):
            raise ValueError(f"precision must be above 0, got {self.precision:g}")
        root_seed(self.seed)
        thread_count(self.threads)
        check_block_size(self.split)
        check_backend(self.backend)

    def check_longer(self, n: int) -> None:
        """Refuse to go on with a run of n deals that are more than are asked for.

        Raises
        ------
        ValueError   if they are
        """
        if self.precision is None and n > self.rounds:
            raise ValueError(f"the run has {n} rounds already, more than {self.rounds}")

    @property
    def split(self) -> int:
        """Deals in a block of work."""
        return BLOCK_SIZE if self.block_size is None else self.block_size

    def sizes(self, first_look: int) -> Iterator[int]:
        """Yield the deals at each look, up to a billion; without a precision only the end."""
        if self.precision is None:
            return iter([self.rounds])
        return takewhile(lambda size: size <= MAX_ROUNDS, look_sizes(first_look, 1))


def accumulate(
    task: Callable[[int, int], Tally],
    sampling: Sampling,
    kind: type[Tally],
    folder: RunFolder | None = None,
    first_look: int | None = None,
) -> Generator[tuple[Tally, int], None, None]:
    """Yield (sums so far, number of the look that is due or 0) after every block.

    Parameters
    ----------
    task : (first, count) -> the sums of these deals
    kind : class of the sums
    folder : where the run is kept; it is saved every two seconds and when it is left, by whatever
        error, and goes on from there
    first_look : deals at the first look, None takes the usual; without a precision there are no
        looks, only an end

    Raises
    ------
    ValueError   if the run in the folder has more rounds than are asked for
    """
    saved = folder.load() if folder else None
    tally = kind.of_arrays(saved) if saved else None
    if tally:
        sampling.check_longer(tally.n)
    if tally and sampling.progress:
        sampling.progress(tally.n)
    at = time.monotonic()
    try:
        for look, size in zip(count(1), sampling.sizes(first_look or FIRST_LOOK), strict=False):
            done = tally.n if tally else 0
            if tally and done == size:
                yield tally, look if sampling.precision is not None else 0
            for part in _parts(task, sampling, done, size):
                if folder:
                    folder.take(part)
                tally = tally.plus(part) if tally else part
                if folder and time.monotonic() - at > SAVE_SECONDS:
                    folder.save(tally.arrays())
                    at = time.monotonic()
                due = sampling.precision is not None and tally.n == size
                yield tally, look if due else 0
    finally:
        if folder and tally:
            folder.save(tally.arrays())


def _parts(
    task: Callable[[int, int], Tally], sampling: Sampling, done: int, size: int
) -> Iterator[Tally]:
    bounds = block_bounds(max(size - done, 0), sampling.split)
    pieces = ((done + first, length) for first, length in bounds)
    return run_pieces(task, pieces, sampling.threads, sampling.progress, sampling.backend)
