"""What a chart is: data apart from drawing, and its words made from its numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import polars as pl
from matplotlib.axes import Axes

from marriage_stats.study import Frames


@dataclass(frozen=True, slots=True)
class Field:
    """One column of a chart's table: the frame's column, its heading, how it reads.

    `kind` is `text`, `slug` (a name with underscores, shown in words), `answer` (true or false,
    shown as yes or no), `count`, `share` (0..1, shown as a percentage), `odds` (0..1, shown as 1
    in N), `chance` (a p-value) or `number`.
    """

    column: str
    heading: str
    kind: str = "text"


SAMPLED = (
    Field("exact", "exact", "share"),
    Field("value", "simulated", "share"),
    Field("low", "95% low", "share"),
    Field("high", "95% high", "share"),
    Field("n", "n", "count"),
)
"""Columns of every share that is exact and simulated."""


def interval_fields(heading: str, kind: str) -> tuple[Field, ...]:
    """Return the columns of a figure and its 95% interval."""
    names = ("value", heading), ("low", "95% low"), ("high", "95% high")
    return tuple(Field(column, name, kind) for column, name in names)


POINTS, SHARES = interval_fields("points", "number"), interval_fields("share", "share")
FIGURE = (*POINTS, Field("n", "n", "count"))


def intervals_alt(
    start: str, head: str, columns: Sequence[str], words: Callable[[float], str]
) -> Callable[[pl.DataFrame], str]:
    """Return the function that tells every row of a table with its interval.

    Parameters
    ----------
    start : what is drawn, in a sentence
    head : what comes before a figure, with {} for each of `columns`
    words : how a figure reads
    """

    def alt(frame: pl.DataFrame) -> str:
        rows = frame.select(*columns, "value", "low", "high").iter_rows()
        return f"{start} " + " ".join(
            f"{head.format(*cells)}: {words(value)} ({words(low)} to {words(high)})."
            for *cells, value, low, high in rows
        )

    return alt


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart of a study.

    Parameters
    ----------
    name : slug, the file name
    data : the study's tables -> the chart's own table, which is also its CSV
    draw : draws that table on axes
    title : table -> the message in one sentence
    alt : table -> what a reader who cannot see it should know
    note : what is shown and how, for the caption
    fields : columns of the table under the chart
    height : inches at the wide size
    narrow : factor on the height on a phone
    """

    name: str
    data: Callable[[Frames], pl.DataFrame]
    draw: Callable[[Axes, pl.DataFrame], None]
    title: Callable[[pl.DataFrame], str]
    alt: Callable[[pl.DataFrame], str]
    note: str
    fields: Sequence[Field]
    height: float = 4.6
    narrow: float = 1.0
