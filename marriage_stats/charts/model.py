"""What a chart is: data apart from drawing, and its words made from its numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import polars as pl
from matplotlib.axes import Axes

from marriage_stats.study import Frames


@dataclass(frozen=True, slots=True)
class Field:
    """One column of a chart's table: the frame's column, its heading, how it reads.

    `kind` is `text`, `count`, `share` (0..1, shown as a percentage), `odds` (0..1, shown as 1 in N)
    or `number`.
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
