"""How much to play, and the sums so far as blocks come in."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar

from marriage_stats.engine.simulate import BLOCK_SIZE
from marriage_stats.estimators.sequential import look_sizes
from marriage_stats.parallel import Progress, run_blocks

MIN_ROUNDS = 100
N_ROUNDS = 100_000
FIRST_LOOK = 16_384


class Sums(Protocol):
    """Sums over some rounds, which add up to those over more rounds in any order."""

    @property
    def n(self) -> int:
        """Rounds summed."""

    def plus(self, other: Self) -> Self:
        """Return the sums over the rounds of both."""


Tally = TypeVar("Tally", bound=Sums)


@dataclass(frozen=True)
class Sampling:
    """How much to play, and how the work is split.

    Parameters
    ----------
    rounds : deals to play
    seed : root seed; None makes one, which the result records
    threads, block_size : how the work is split; they change no figure
    precision : play until every declared figure has this half-width, in place of `rounds`
    progress : called with the deals just played

    Raises
    ------
    ValueError   for too few rounds or a precision that is not positive
    """

    rounds: int = N_ROUNDS
    seed: int | None = None
    threads: int | None = None
    block_size: int | None = None
    precision: float | None = None
    progress: Progress | None = None

    def __post_init__(self) -> None:
        if self.rounds < MIN_ROUNDS:
            raise ValueError(f"rounds must be {MIN_ROUNDS} or more, got {self.rounds}")
        if self.precision is not None and not 0 < self.precision < float("inf"):
            raise ValueError(f"precision must be above 0, got {self.precision:g}")


def accumulate(
    task: Callable[[int, int], Tally], sampling: Sampling, first_look: int = FIRST_LOOK
) -> Iterator[tuple[Tally, bool]]:
    """Yield (sums so far, is it time to look) after every block.

    Parameters
    ----------
    task : (first, count) -> the sums of these rounds
    first_look : rounds at the first look; without a precision there are no looks, only an end
    """
    tally: Tally | None = None
    endless = sampling.precision is not None
    for size in look_sizes(first_look, 1) if endless else iter([sampling.rounds]):
        done = tally.n if tally else 0
        block_size = sampling.block_size or BLOCK_SIZE
        shifted = _shifted(task, done)
        for part in run_blocks(
            shifted, size - done, block_size, sampling.threads, sampling.progress
        ):
            tally = tally.plus(part) if tally else part
            yield tally, endless and tally.n == size


def _shifted(task: Callable[[int, int], Tally], offset: int) -> Callable[[int, int], Tally]:
    return lambda first, count: task(offset + first, count)
