"""The four houses side by side: what is paid, who sees, how long it takes, and each seat."""

import textwrap
from collections.abc import Callable
from functools import partial

import polars as pl
from matplotlib.axes import Axes

from marriage_stats.charts.dots import ROW_WRAP
from marriage_stats.charts.marks import each_series, is_narrow, name_axes, place_legend, share_axis
from marriage_stats.charts.model import Chart, Field
from marriage_stats.charts.theme import MUTED, PAPER
from marriage_stats.rules import PRESETS
from marriage_stats.study import Frames, percent
from marriage_stats.study.house_figures import clear_figures
from marriage_stats.study.wording import by_house

MINUS = "\u2212"
PAID = {
    "finisher": "finisher",
    "sequence_seen_loser": "sequence-seen loser",
    "dublee_seen_loser": "dublee-seen loser",
    "unseen_loser": "unseen loser",
}
STAKES = {
    "mean_abs": "mean absolute payment",
    "sd": "standard deviation",
    "p05": "5% are paid less",
    "p95": "5% are paid more",
}
SEEING = {
    "seen": "seats that see the maal",
    "by_sequence": "... by three pure melds",
    "by_dublee": "... by seven dublees",
    "finish_by_dublee": "finishes by eight dublees",
    "finisher_pays": "finishers who lose points",
    "no_winner": "rounds without a winner",
}
LENGTH = {
    "turns": "seat-turns in a round",
    "draws_to_see": "own draws of those who see",
    "pickups": "pick-ups per seat",
}
SEATS = {
    "seat_0": "after the dealer",
    "seat_1": "second",
    "seat_2": "third",
    "seat_3": "dealer",
}


def figures_data(words: dict[str, str], frames: Frames) -> pl.DataFrame:
    """Return the figures of one chart, in the order of their words."""
    order = pl.DataFrame({"figure": list(words), "words": list(words.values())})
    return order.join(frames["figures"], on="figure", how="inner", maintain_order="left_right")


def draw_figures(shares: bool, axis: str, ax: Axes, frame: pl.DataFrame) -> None:
    """Draw figures as rows, one mark with its interval per house."""
    rows = frame["words"].unique(maintain_order=True).to_list()
    series = list(each_series(frame.sort(house_order(), maintain_order=True), "rules"))
    for place, (name, part, colour, marker) in enumerate(series):
        offset = 0.16 * (place - (len(series) - 1) / 2)
        value = part["value"].to_numpy()
        spread = (value - part["low"].to_numpy(), part["high"].to_numpy() - value)
        ax.errorbar(
            value, [rows.index(words) + offset for words in part["words"]], xerr=spread, fmt=marker,
            color=colour, markerfacecolor=PAPER, markersize=5.5, markeredgewidth=1.3,
            elinewidth=1.4, capsize=2.5, label=name, zorder=4,
        )  # fmt: skip
    for place in range(1, len(rows), 2):
        ax.axhspan(place - 0.5, place + 0.5, color=MUTED, alpha=0.08, linewidth=0, zorder=0)
    labels = [textwrap.fill(words, ROW_WRAP) if is_narrow(ax) else words for words in rows]
    ax.set_yticks(range(len(rows)), labels)
    ax.set_ylim(len(rows) - 0.45, -0.55)
    ax.tick_params(axis="y", length=0)
    ax.grid(visible=False, axis="y")
    if shares:
        share_axis(ax.xaxis)
    if min(frame["low"].to_list()) < 0:
        ax.axvline(0, color=MUTED, linewidth=1)
    name_axes(ax, axis)
    place_legend(ax, len(series))


def points(value: float, sign: str = "+") -> str:
    """Return points to a hundredth; `sign` is that of a format."""
    return f"{value:{sign}.2f}".replace("-", MINUS)


def house_order() -> pl.Expr:
    """Return the place of a row's house among the presets."""
    return pl.col("rules").replace_strict({name: i for i, name in enumerate(PRESETS)})


def _told(frame: pl.DataFrame, figure: str, shares: bool = False) -> str:
    """Return a figure of every house, highest first."""
    rows = frame.filter(figure=figure).sort("value", descending=True, maintain_order=True)
    return by_house(
        (house, percent(value) if shares else f"{value:.1f}".replace("-", MINUS))
        for house, value in rows.select("rules", "value").iter_rows()
    )


def _paid_title(frame: pl.DataFrame) -> str:
    return f"What an unseen loser is paid, in points: {_told(frame, 'unseen_loser')}"


def _stakes_title(frame: pl.DataFrame) -> str:
    return f"Points a player wins or loses in a round: {_told(frame, 'mean_abs')}"


def _seeing_title(frame: pl.DataFrame) -> str:
    return f"Seats that see the maal: {_told(frame, 'seen', True)}"


def _length_title(frame: pl.DataFrame) -> str:
    return f"Seat-turns in a round: {_told(frame, 'turns')}"


def seats_title(frame: pl.DataFrame) -> str:
    """Return in which houses the player after the dealer gains, by the intervals."""
    first = frame.filter(figure="seat_0")
    clear = clear_figures(first).sort("value", descending=True)
    if clear.is_empty():
        most = points(max(first["value"].to_list()))
        return f"No house gives the player after the dealer a clear edge (at most {most} points)"
    rows = clear.select("rules", "value", "low", "high").rows()
    told = [f"{points(v)} ({points(a)} to {points(b)}) in {house}" for house, v, a, b in rows]
    ends = f"from {told[-1]} to {told[0]}" if len(told) > 1 else told[0]
    return f"The player after the dealer gains {ends}, points a round"


def _alt(shares: bool, frame: pl.DataFrame) -> str:
    def told(value: float) -> str:
        return percent(value) if shares else points(value, "")

    rows = frame.select("rules", "words", "value", "low", "high").iter_rows()
    return "Marks with intervals by house. " + " ".join(
        f"{house}, {words}: {told(value)} ({told(low)} to {told(high)})."
        for house, words, value, low, high in rows
    )


def _chart(
    name: str,
    words: dict[str, str],
    title: Callable[[pl.DataFrame], str],
    axis: str,
    note: str,
    height: float,
    kind: str = "number",
) -> Chart:
    shares = kind == "share"
    return Chart(
        name,
        partial(figures_data, words),
        partial(draw_figures, shares, axis),
        title,
        partial(_alt, shares),
        f"{note} The same deals played under each house's own rules by four adaptive players "
        "(coupled play), 95% intervals.",
        (
            Field("words", "figure"),
            Field("rules", "house"),
            Field("value", "value", kind),
            Field("low", "95% low", kind),
            Field("high", "95% high", kind),
            Field("n", "n", "count"),
        ),
        height,
    )


CHARTS = (
    _chart(
        "houses-stakes", STAKES, _stakes_title, "points in a round",
        "What one player wins or loses in a round: causal.", 4.2,
    ),
    _chart(
        "houses-paid", PAID, _paid_title, "mean payment, points",
        "Mean payment by how the round went: descriptive.", 4.2,
    ),
    _chart(
        "houses-seeing", SEEING, _seeing_title, "share",
        "How often it happens.", 5.2, "share",
    ),
    _chart(
        "houses-length", LENGTH, _length_title, "count", "How long it takes.", 3.6,
    ),
    _chart(
        "houses-seats", SEATS, seats_title, "mean payment, points",
        "Mean payment by seat; all seats play alike, so what differs is the seat.", 4.2,
    ),
)  # fmt: skip
