"""Rows of marks with intervals: one row per thing measured, one mark per house."""

import textwrap

import polars as pl
from matplotlib.axes import Axes

from marriage_stats.charts.marks import each_series, is_narrow, name_axes, place_legend
from marriage_stats.charts.theme import MUTED

SPREAD = 0.62
"""Share of a row's height that its marks take."""
ROW_WRAP = 18
"""Letters of a row's name in one line on a phone."""


def draw_dot_rows(ax: Axes, frame: pl.DataFrame, row: str, words: str, zero: bool = True) -> None:
    """Draw value and 95% interval of every house in the row that a column names."""
    names = frame[row].unique(maintain_order=True).to_list()
    series = list(each_series(frame, "rules"))
    for place, (name, rows, colour, marker) in enumerate(series):
        shift = SPREAD * ((place + 0.5) / len(series) - 0.5)
        y = [names.index(label) + shift for label in rows[row]]
        value = rows["value"].to_numpy()
        spread = (value - rows["low"].to_numpy(), rows["high"].to_numpy() - value)
        ax.errorbar(
            value, y, xerr=spread, fmt=marker, color=colour, label=name, elinewidth=1.8, capsize=2
        )
    if zero:
        ax.axvline(0, color=MUTED, linewidth=1)
    labels = [textwrap.fill(name, ROW_WRAP) if is_narrow(ax) else name for name in map(str, names)]
    ax.set_yticks(range(len(names)), labels)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.grid(visible=False, axis="y")
    for edge in range(1, len(names)):
        ax.axhline(edge - 0.5, color=MUTED, linewidth=0.4, alpha=0.5)
    name_axes(ax, words)
    place_legend(ax, len(series))
    legend = ax.get_legend()
    if is_narrow(ax) and legend is not None:
        # A phone's legend grows over the room of the row labels, not beyond the edge.
        legend.set_loc("lower right")
        legend.set_bbox_to_anchor((1, 1), transform=ax.transAxes)
