"""Figures of paired experiments: means over independent deals, ratios over rounds."""

import numpy as np
import polars as pl
from numpy.typing import NDArray

from marriage_stats.estimators.holm import holm, student_p
from marriage_stats.estimators.intervals import LEVEL
from marriage_stats.estimators.jackknife import student_quantile
from marriage_stats.estimators.ratio import RatioSums

INTERVAL = dict.fromkeys(("value", "se", "low", "high"), pl.Float64)
"""Columns of a figure with its interval."""
FIGURE = {**INTERVAL, "n": pl.Int64}
"""The same with n, which counts what it rests on."""
SURE = 0.05
"""A figure is told from 0 where its p-value by Holm is below this."""
LEAST = 2
"""Cases below which a figure has no interval and is left out."""


def figure(value: float, se: float, n: int) -> list[float | int]:
    """Return a figure with its 95% interval by Student's t, in the order of FIGURE."""
    half = student_quantile(LEVEL, n - 1) * se
    return [value, se, value - half, value + half, n]


def mean_figure(points: NDArray[np.int64], scale: int = 1) -> list[float | int] | None:
    """Return the mean of points / scale over independent deals, or None for too few.

    Sums of whole numbers are exact, whoever made them in which order.
    """
    n = len(points)
    if n < LEAST:
        return None
    total, squares = int(points.sum()), int((points * points).sum())
    variance = (n * squares - total * total) / (n * (n - 1))
    return figure(total / n / scale, (variance / n) ** 0.5 / scale, n)


def ratio_figures(sums: RatioSums) -> list[list[float | int] | None]:
    """Return the ratio of every family, or None for one with too few cases; n counts cases."""
    found: list[list[float | int] | None] = []
    for family in range(len(sums.sums)):
        cases = sums.cases(family, 0)
        if sums.n < LEAST or cases < LEAST:
            found.append(None)
        else:
            found.append(figure(*sums.contrast(family, [1]), cases))
    return found


def with_holm(frame: pl.DataFrame) -> pl.DataFrame:
    """Return figures with `p_holm`: Student's t against 0, corrected over the whole table."""
    rows = frame.select("value", "se", "n").iter_rows()
    adjusted = holm([student_p(value, se, n - 1) for value, se, n in rows])
    return frame.with_columns(pl.Series("p_holm", adjusted, dtype=pl.Float64).round_sig_figs(4))


def told(frame: pl.DataFrame) -> pl.Series:
    """Return which figures differ from 0: by Holm's p where the table has it, else by interval."""
    if "p_holm" in frame.columns:
        return frame["p_holm"] < SURE
    return (frame["low"] > 0) | (frame["high"] < 0)
