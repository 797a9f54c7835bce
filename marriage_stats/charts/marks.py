"""Marks and axes that several charts share."""

import textwrap
from collections.abc import Iterator, Sequence

import polars as pl
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import (
    FixedLocator,
    FuncFormatter,
    MaxNLocator,
    NullLocator,
)

from marriage_stats.charts.theme import (
    HOUSE_COLOURS,
    HOUSE_MARKERS,
    INK,
    MARKERS,
    MUTED,
    PAPER,
    SERIES,
)
from marriage_stats.study.wording import one_in

NARROW_BELOW = 6.0
"""Inches: charts narrower than this leave out what a phone has no room for."""


NARROW_LETTERS, WIDE_LETTERS, LETTERS_OF_MARK = 34, 90, 5
"""Letters of a legend in one line, and what a mark takes of them."""


def is_narrow(ax: Axes) -> bool:
    """Return whether a chart is drawn for a phone."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    return bool(figure.get_size_inches()[0] < NARROW_BELOW)


def merge_series(frame: pl.DataFrame, label: str) -> pl.DataFrame:
    """Return a table in which series equal in every other column are one, labels joined."""
    parts = frame.partition_by(label, maintain_order=True, include_key=False)
    names = frame[label].unique(maintain_order=True).to_list()
    kept: list[tuple[list[str], pl.DataFrame]] = []
    for name, part in zip(names, parts, strict=True):
        twin = next((labels for labels, other in kept if other.equals(part)), None)
        if twin is None:
            kept.append(([name], part))
        else:
            twin.append(name)
    return pl.concat(
        [part.select(pl.lit(", ".join(labels)).alias(label), pl.all()) for labels, part in kept]
    )


def each_series(frame: pl.DataFrame, label: str) -> Iterator[tuple[str, pl.DataFrame, str, str]]:
    """Yield (name, rows, colour, marker) per series; a house keeps its own on every chart."""
    for place, name in enumerate(frame[label].unique(maintain_order=True)):
        house = str(name).split(",")[0].split(" ")[0]
        colour = HOUSE_COLOURS.get(house, SERIES[place % len(SERIES)])
        marker = HOUSE_MARKERS.get(house, MARKERS[place % len(MARKERS)])
        yield str(name), frame.filter(pl.col(label) == name), colour, marker


def draw_intervals(
    ax: Axes, x: Sequence[float], rows: pl.DataFrame, colour: str, marker: str
) -> None:
    """Draw simulated values as hollow marks with their intervals; rows without any are left out."""
    shown = rows.with_columns(pl.Series("_x", x, dtype=pl.Float64)).drop_nulls(["value", "low"])
    if shown.is_empty():
        return
    value = shown["value"].to_numpy()
    below, above = value - shown["low"].to_numpy(), shown["high"].to_numpy() - value
    ax.errorbar(
        shown["_x"].to_numpy(),
        value,
        yerr=(below.clip(0), above.clip(0)),
        fmt=marker,
        color=colour,
        markerfacecolor=PAPER,
        markersize=7,
        markeredgewidth=1.4,
        elinewidth=1.4,
        capsize=3,
        zorder=4,
        clip_on=False,
    )


def draw_with_intervals(
    ax: Axes, x: Sequence[float], rows: pl.DataFrame, colour: str, marker: str,
    label: str | None = None, line: bool = False,
) -> None:  # fmt: skip
    """Draw values with their intervals, joined by a line if asked."""
    value = rows["value"].to_numpy()
    below, above = value - rows["low"].to_numpy(), rows["high"].to_numpy() - value
    ax.errorbar(
        x, value, yerr=(below.clip(0), above.clip(0)), fmt=f"{marker}{'-' if line else ''}",
        color=colour, label=label, capsize=3, elinewidth=1.6, markersize=6,
    )  # fmt: skip


def top_of(frame: pl.DataFrame) -> float:
    """Return the largest exact share of a chart."""
    return max(map(float, frame["exact"]))


def share_axis(axis: Axis) -> None:
    """Set an axis of shares 0..1 in percent."""
    axis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.10g}%"))


def house_axis(ax: Axes, houses: Sequence[str]) -> None:
    """Name houses along the x axis; a phone's narrow chart breaks long names."""
    names = [house.replace("-", "-\n") if is_narrow(ax) else house for house in houses]
    ax.set_xticks(range(len(houses)), names)


def count_axis(axis: Axis) -> None:
    """Set an axis that has only whole numbers."""
    axis.set_major_locator(MaxNLocator(integer=True))


def odds_axis(axis: Axis, low: float, high: float = 1.0) -> None:
    """Set a logarithmic axis of shares with ticks that read 1 in 10, 1 in 100, ..."""
    powers = [10.0**-k for k in range(12) if low <= 10.0**-k <= high]
    axis.set_major_locator(FixedLocator(powers))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda p, _: one_in(p)))


def label_point(ax: Axes, x: float, y: float, text: str, above: bool = True) -> None:
    """Write a value beside its mark."""
    ax.annotate(
        text,
        (x, y),
        xytext=(0, 7 if above else -7),
        textcoords="offset points",
        ha="center",
        va="bottom" if above else "top",
        color=INK,
        fontsize="small",
        zorder=5,
    )


def name_axes(ax: Axes, x: str, y: str | None = None) -> None:
    """Name both axes; a phone's narrow chart gets the words on two lines."""
    for axis, words in ((ax.xaxis, x), (ax.yaxis, y)):
        if words:
            axis.set_label_text(textwrap.fill(words, 36) if is_narrow(ax) else words)


def place_legend(ax: Axes, n_series: int, title: str | None = None, handle: float = 1.6) -> None:
    """Put the legend above the axes, in as many columns as the width holds.

    Parameters
    ----------
    handle : length of a mark's line in letters; broken lines take more to be told apart
    """
    letters = max((len(words) for words in ax.get_legend_handles_labels()[1]), default=0)
    room = NARROW_LETTERS if is_narrow(ax) else WIDE_LETTERS
    columns = max(1, min(n_series, room // (letters + LETTERS_OF_MARK)))
    legend = ax.legend(
        loc="lower left",
        bbox_to_anchor=(0, 1.0),
        ncols=columns,
        borderaxespad=0.3,
        handlelength=handle,
        columnspacing=1.6,
        title=title,
        alignment="left",
    )
    legend.get_title().set_color(MUTED)
