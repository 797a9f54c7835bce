"""What changes a house's game most: shifts of stakes and of payments, one picture per house."""

import textwrap
from functools import partial

import polars as pl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from marriage_stats.charts.marks import is_narrow
from marriage_stats.charts.model import Chart, Field
from marriage_stats.charts.theme import BLUE, GREEN, INK, MUTED, ORANGE, PAPER, PURPLE, RED
from marriage_stats.rules import PRESETS
from marriage_stats.study import Frames
from marriage_stats.study.shifts import clear_rows, other_tables, with_interval

PANELS = {
    "stakes": {("mean_abs", "all"): ("mean absolute payment", INK, "o"),
               ("sd", "all"): ("standard deviation", ORANGE, "D")},
    "paid": {("mean", "finisher"): ("finisher", GREEN, "o"),
             ("mean", "sequence_seen_loser"): ("sequence-seen loser", BLUE, "s"),
             ("mean", "dublee_seen_loser"): ("dublee-seen loser", PURPLE, "D"),
             ("mean", "unseen_loser"): ("unseen loser", RED, "^")},
}  # fmt: skip
"""Panel -> (statistic, group) -> its words, colour and mark."""
NAMES = {"stakes": "shift of the stakes, points", "paid": "shift of what each is paid, points"}
AXIS_WRAP = 24
"""Letters on a line under a panel as narrow as a phone leaves beside its row labels."""
SPREAD = 0.6
"""Height within a row that the marks of one change share."""


def shifts_data(house: str, frames: Frames) -> pl.DataFrame:
    """Return the shifts of one house, changes ranked by the shift of the mean absolute payment."""
    shifts = frames["shifts"].filter(house=house)
    money = shifts.filter(statistic="mean_abs").with_columns(pl.col("value").abs().alias("size"))
    order = money.sort("size", descending=True, maintain_order=True)["change"].to_list()
    ranks = pl.DataFrame({"change": order, "rank": range(1, len(order) + 1)})
    return shifts.join(ranks, on="change").sort("rank", "play", maintain_order=True)


def draw_shifts(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw changes as rows in two panels: stakes, and payments by how the round went."""
    figure, spec = ax.get_figure(root=True), ax.get_subplotspec()
    assert figure is not None
    assert spec is not None
    narrow = is_narrow(ax)
    grid = spec.subgridspec(2, 1) if narrow else spec.subgridspec(1, 2, wspace=0.03)
    ax.set_subplotspec(grid[0])
    panels = [ax, figure.add_subplot(grid[1])]
    changes = frame["change"].unique(maintain_order=True).to_list()
    for place, (panel, name) in enumerate(zip(panels, PANELS, strict=True)):
        _draw_panel(panel, frame, name, changes)
        if narrow or place == 0:
            panel.set_yticks(range(len(changes)), changes)
        else:
            panel.set_yticks(range(len(changes)), [""] * len(changes))


def _draw_panel(ax: Axes, frame: pl.DataFrame, name: str, changes: list[str]) -> None:
    series = PANELS[name]
    for place, ((statistic, group), (_, colour, marker)) in enumerate(series.items()):
        offset = SPREAD * (place / (len(series) - 1) - 0.5)
        rows = frame.filter(statistic=statistic, group=group)
        for play, fill in (("fixed", colour), ("coupled", PAPER)):
            _draw_marks(ax, rows.filter(play=play), changes, offset, (colour, fill, marker))
    ax.axvline(0, color=MUTED, linewidth=1)
    ax.set_ylim(len(changes) - 0.4, -0.6)
    words = NAMES[name]
    ax.set_xlabel(textwrap.fill(words, AXIS_WRAP) if is_narrow(ax) else words)
    ax.tick_params(axis="y", length=0)
    ax.grid(visible=False, axis="y")
    for place in range(1, len(changes), 2):
        ax.axhspan(place - 0.5, place + 0.5, color=MUTED, alpha=0.08, linewidth=0, zorder=0)
    handles = [
        Line2D([], [], color=colour, marker=marker, linestyle="none", label=words)
        for (statistic, group), (words, colour, marker) in series.items()
        if len(frame.filter(statistic=statistic, group=group))
    ]
    # A phone's legend grows over the room of the row labels, not beyond the edge.
    narrow = is_narrow(ax)
    ax.legend(
        handles=handles, loc="lower right" if narrow else "lower left",
        bbox_to_anchor=(int(narrow), 1), ncols=1,
        handlelength=1, columnspacing=1, borderaxespad=0.3,
    )  # fmt: skip


def _draw_marks(
    ax: Axes, rows: pl.DataFrame, changes: list[str], offset: float, look: tuple[str, str, str]
) -> None:
    colour, fill, marker = look
    if rows.is_empty():
        return
    value = rows["value"].to_numpy()
    spread = (value - rows["low"].to_numpy(), rows["high"].to_numpy() - value)
    ax.errorbar(
        value, [changes.index(name) + offset for name in rows["change"]], xerr=spread, fmt=marker,
        color=colour, markerfacecolor=fill, markersize=4.5, markeredgewidth=1.2, elinewidth=1.2,
        capsize=0, zorder=4,
    )  # fmt: skip


def _title(house: str, frame: pl.DataFrame) -> str:
    clear = clear_rows(frame.filter(~other_tables(), statistic="mean_abs"))
    if clear.is_empty():
        asked = frame["change"].n_unique()
        return f"{house}: none of {asked} rule changes moves the stakes beyond chance"
    top = clear.row(0, named=True)
    return (
        f"{house}: \u201c{top['change']}\u201d moves the stakes most, the number of players left "
        f"aside: {with_interval(top)} points"
    )


def _alt(house: str, frame: pl.DataFrame) -> str:
    rows = frame.filter(statistic="mean_abs").iter_rows(named=True)
    told = [f"{row['change']} {with_interval(row)}, {row['play']} play." for row in rows]
    return f"Shift of the mean absolute payment from {house}'s own rules. " + " ".join(told)


def _chart(house: str) -> Chart:
    return Chart(
        f"house-rules-{house}",
        partial(shifts_data, house),
        draw_shifts,
        partial(_title, house),
        partial(_alt, house),
        f"Points per round against {house}'s own rules on the same deals, all seats adaptive, with "
        "95% intervals; ranked by mean absolute payment. Filled: fixed play (same rounds priced "
        "again). Hollow: coupled play (same deals played again). Stakes are causal, payments by "
        "group descriptive.",
        (
            Field("rank", "rank", "count"),
            Field("change", "change"),
            Field("group", "whose", "slug"),
            Field("value", "shift", "number"),
            Field("low", "95% low", "number"),
            Field("high", "95% high", "number"),
            Field("statistic", "figure", "slug"),
            Field("play", "play"),
            Field("kind", "reading"),
            Field("p_holm", "p (Holm)", "chance"),
            Field("vrf", "variance reduction", "number"),
            Field("share", "share of seats", "share"),
            Field("target", "aimed half-width", "number"),
            Field("reached", "reached", "answer"),
            Field("n", "n", "count"),
        ),
        9.0,
        narrow=1.4,
    )


CHARTS = tuple(_chart(house) for house in PRESETS)
