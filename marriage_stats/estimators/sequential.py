"""Stopping at a wanted precision, valid although the data are looked at early.

The sample is looked at when it has reached fixed sizes. Look k = 1, 2, ... of any of m figures uses
an interval of error (1 - level) / (m k (k + 1)). These errors sum to 1 - level over all looks and
figures, so all intervals of all looks hold at once with probability `level`, and so does the last.
"""

from collections.abc import Iterator

from marriage_stats.estimators.intervals import LEVEL

GROWTH = 1.5


def look_level(look: int, n_figures: int, level: float = LEVEL) -> float:
    """Return the level of each figure's interval at a look, counted from 1.

    >>> round(look_level(1, 1), 3), round(look_level(2, 5), 5)
    (0.975, 0.99833)
    """
    return 1 - (1 - level) / (n_figures * look * (look + 1))


def look_sizes(first: int, unit: int) -> Iterator[int]:
    """Yield the sample sizes at which to look: growing by half, in whole units.

    >>> sizes = look_sizes(100, 10)
    >>> [next(sizes) for _ in range(4)]
    [100, 150, 230, 350]
    """
    size = first
    while True:
        yield size
        size = -(-int(size * GROWTH) // unit) * unit
