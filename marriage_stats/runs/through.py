"""A run to its end: its rounds are played, its precision is reached, or the user breaks it off."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Generic

from marriage_stats.runs.sampling import Sampling, Tally, accumulate
from marriage_stats.runs.state import RunFolder


@dataclass(frozen=True)
class Run(Generic[Tally]):
    """How a run ended.

    Parameters
    ----------
    tally : sums over all that was played
    looks : looks taken; one that the user broke off counts as a look
    interrupted : the user broke it off
    reached : its precision was reached
    """

    tally: Tally
    looks: int
    interrupted: bool = False
    reached: bool = False

    def precision(self, half_width: float | None, level: float | None) -> dict[str, Any] | None:
        """Return what is told of a precision, ready for JSON; None where none was asked for."""
        if half_width is None:
            return None
        told = {"half_width": half_width, "looks": self.looks, "level": level}
        return {**told, "reached": self.reached}


def run_through(
    task: Callable[[int, int], Tally],
    sampling: Sampling,
    kind: type[Tally],
    precise: Callable[[Tally, int], bool],
    folder: RunFolder | None = None,
    first_look: int | None = None,
    fewest: int = 1,
) -> Run[Tally]:
    """Return how a run ended, and its sums.

    Parameters
    ----------
    task, kind, folder, first_look : as in `accumulate`
    precise : (sums, look) -> whether the precision is reached at that look
    fewest : rounds from which a run that was broken off can be told

    Raises
    ------
    KeyboardInterrupt   if the user broke it off before that
    """
    tally, looks = None, 0
    try:
        with closing(accumulate(task, sampling, kind, folder, first_look)) as parts:
            for tally, look in parts:
                looks = look or looks
                if look and precise(tally, look):
                    return Run(tally, looks, reached=True)
    except KeyboardInterrupt:
        if tally is None or tally.n < fewest:
            raise
        return Run(tally, looks + 1, interrupted=True)
    assert tally is not None
    return Run(tally, looks)
