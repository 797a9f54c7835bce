"""Products of counting series held as arrays: every axis adds up (cards, melds, pairs).

Only sums of products of positive numbers occur, so a float64 result is good to about 1e-14 of
itself, however large or small it is.
"""

import numpy as np
from numpy.typing import NDArray

Series = NDArray[np.float64]


def multiply(a: Series, b: Series, shape: tuple[int, ...]) -> Series:
    """Return the product of two series (arrays of one number of axes), cut to `shape`."""
    if np.count_nonzero(a) > np.count_nonzero(b):
        a, b = b, a
    out = np.zeros(shape)
    for place in zip(*np.nonzero(a), strict=True):
        if any(i >= limit for i, limit in zip(place, shape, strict=True)):
            continue
        spans = [min(limit - i, n) for i, limit, n in zip(place, shape, b.shape, strict=True)]
        target = tuple(slice(i, i + span) for i, span in zip(place, spans, strict=True))
        out[target] += a[place] * b[tuple(slice(span) for span in spans)]
    return out


def square(a: Series, limits: tuple[int, ...]) -> Series:
    """Return a series times itself; axis i keeps at most `limits[i]` places."""
    grown = (min(2 * n - 1, limit) for n, limit in zip(a.shape, limits, strict=True))
    return multiply(a, a, tuple(grown))
