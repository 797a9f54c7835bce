"""Charts of seats: what each earns, the first seat's edge, and what a circle of deals evens out."""

from collections.abc import Callable

import polars as pl
from matplotlib.axes import Axes

from marriage_stats.charts.marks import (
    count_axis,
    draw_with_intervals,
    each_series,
    name_axes,
    place_legend,
)
from marriage_stats.charts.model import POINTS, Chart, Field, intervals_alt
from marriage_stats.charts.theme import INK
from marriage_stats.study import Frames, words_list
from marriage_stats.study.finding import spread_with_ends
from marriage_stats.study.paired import SURE, told
from marriage_stats.study.seat_tables import FIRST_LESS_LAST


def seat_points_data(frames: Frames) -> pl.DataFrame:
    """Return mean points by seat at tables of four."""
    rows = frames["seats"].filter(pl.col("seat") >= 0, players=4)
    return rows.with_columns((pl.col("seat") + 1).alias("place"))


def seat_edge_data(frames: Frames) -> pl.DataFrame:
    """Return first less last seat by house and table size."""
    return frames["seats"].filter(seat=FIRST_LESS_LAST)


def seat_circle_data(frames: Frames) -> pl.DataFrame:
    """Return what seats are expected to give the circle's first player, deal by deal, of four."""
    return frames["circle"].filter(players=4)


def _draw_lines(ax: Axes, frame: pl.DataFrame, key: str, words: str, points: str) -> None:
    series = list(each_series(frame, "house"))
    for place, (name, rows, colour, marker) in enumerate(series):
        x = [k + 0.06 * (place - (len(series) - 1) / 2) for k in rows[key]]
        draw_with_intervals(ax, x, rows, colour, marker, name, line=True)
    ax.axhline(0, color=INK, linewidth=1)
    count_axis(ax.xaxis)
    name_axes(ax, words, points)
    place_legend(ax, len(series))


def draw_seat_points(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw mean points over the seats, one line per house."""
    _draw_lines(ax, frame, "place", "seat (1: the player after the dealer)", "mean points a round")


def draw_seat_edge(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw the difference between first and last seat over the table size."""
    _draw_lines(ax, frame, "players", "players at the table", "points a round, first less last")


def draw_seat_circle(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw the expected total of the circle's first player over the deals of a circle."""
    words = "expected total of its first player, points"
    _draw_lines(ax, frame, "deals", "deals of the circle played", words)


def _points_title(frame: pl.DataFrame) -> str:
    first, last = (spread_with_ends(frame.filter(place=place)) for place in (1, 4))
    return f"Points a round of the first seat of four, by house: {first}; of the last: {last}"


def _edge_title(frame: pl.DataFrame) -> str:
    sure = frame.filter(pl.col("p_holm") < SURE)
    better = sure.filter(pl.col("value") > 0)
    if len(sure) == 0:
        return "At no table is the first seat shown to earn more or less than the last"
    if len(better) == len(frame):
        return "In every house and at every table size the first seat earns more than the last"
    houses = better["house"].unique(maintain_order=True).to_list()
    return (
        f"The first seat is shown to earn more than the last at {len(better)} of {len(frame)} "
        f"tables ({words_list(houses) if houses else 'no house'})"
    )


def _circle_title(frame: pl.DataFrame) -> str:
    clear = frame.filter(told(frame))
    if len(clear) == 0:
        return "A full circle evens the seats out; within it no effect of the seats is shown"
    worst = clear.sort(pl.col("value").abs()).row(-1, named=True)
    most, luck = abs(worst["value"]), worst["luck"]
    return (
        f"A full circle evens the seats out; broken off, they are worth up to {most:.1f} points, "
        f"beside {luck:.0f} of luck over as many deals"
    )


NOTE = (
    "Every seat plays `adaptive`; simulated rounds, 95% intervals over rounds, each for itself. "
    "Given the seat: causal."
)
HOUSE = Field("house", "house")
N = Field("n", "n rounds", "count")


def _alt(key: str, word: str) -> Callable[[pl.DataFrame], str]:
    head = f"{{}}, {word} {{}}"
    return intervals_alt("Lines with intervals.", head, ("house", key), "{:+.2f}".format)


CHARTS = (
    Chart(
        "seat-points", seat_points_data, draw_seat_points, _points_title, _alt("place", "seat"),
        f"Tables of four. {NOTE}", (HOUSE, Field("place", "seat", "count"), *POINTS, N),
    ),
    Chart(
        "seat-edge", seat_edge_data, draw_seat_edge, _edge_title, _alt("players", "players"),
        f"Mean points of the first seat less those of the last, on the same rounds. {NOTE} "
        "Verdicts in the title use Holm's correction over all tables at 5%.",
        (HOUSE, Field("players", "players", "count"), *POINTS,
         Field("p_holm", "p (Holm)", "chance"), N),
    ),
    Chart(
        "seat-circle", seat_circle_data, draw_seat_circle, _circle_title, _alt("deals", "deals"),
        "Tables of four. The deal passes on: who sat first deals next and sits last. Luck is the "
        f"standard deviation of a player's total over as many deals. {NOTE}",
        (HOUSE, Field("deals", "deals", "count"), *POINTS, Field("luck", "luck, sd", "number"), N),
    ),
)  # fmt: skip
