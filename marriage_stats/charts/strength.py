"""Charts of how strong the policies are, and what each switch is worth, by table size."""

from collections.abc import Callable

import polars as pl
from matplotlib.axes import Axes

from marriage_stats.charts.dots import draw_dot_rows
from marriage_stats.charts.model import FIGURE, Chart, Field
from marriage_stats.charts.switches import draw_switches, switches_data
from marriage_stats.study import Frames
from marriage_stats.study.paired import told
from marriage_stats.study.wording import by_house, points_by_house, signed

BEST = "adaptive"
OTHERS = ("novice", "sequence", "dublee", "random")
OTHER_SIZES = (2, 3, 5, 6)
"""Table sizes whose switches are shown here; those of four players have a study of their own."""


def edges_of(frame: pl.DataFrame, other: str) -> pl.DataFrame:
    """Return the edge of `adaptive` over another policy, by house and table size."""
    table = pl.format("{} players", "players").alias("table")
    return frame.filter(first=BEST, second=other).with_columns(table)


def span_words(frame: pl.DataFrame) -> str:
    """Return every house's least and greatest edge over its table sizes."""
    spans = frame.group_by("rules", maintain_order=True).agg(
        pl.col("value").min().alias("least"), pl.col("value").max().alias("most")
    )
    return by_house((h, f"{signed(a)} to {signed(b)}") for h, a, b in spans.iter_rows())


def _draw_edges(ax: Axes, frame: pl.DataFrame) -> None:
    draw_dot_rows(ax, frame, "table", f"edge of {BEST} in points a round")


def _edge_title(other: str) -> Callable[[pl.DataFrame], str]:
    def title(frame: pl.DataFrame) -> str:
        ahead = frame.filter(told(frame) & (pl.col("value") > 0))
        behind = frame.filter(told(frame) & (pl.col("value") < 0))
        words = f", and behind at {len(behind)}" if len(behind) else ""
        return (
            f"{BEST} is ahead of {other} beyond chance at {len(ahead)} of {len(frame)} tables"
            f"{words}: {span_words(frame)}"
        )

    return title


def _alt(row: str) -> Callable[[pl.DataFrame], str]:
    def alt(frame: pl.DataFrame) -> str:
        names = frame[row].unique(maintain_order=True)
        rows = " ".join(f"{n}: {points_by_house(frame.filter(pl.col(row) == n))}." for n in names)
        return f"Marks with intervals by {row} and house. {rows}"

    return alt


def switches_of(size: int) -> Callable[[Frames], pl.DataFrame]:
    """Return the data of the chart of switches at one table size."""
    return lambda frames: switches_data({"switches": frames["switches"].filter(players=size)})


def _switch_title(size: int) -> Callable[[pl.DataFrame], str]:
    def title(frame: pl.DataFrame) -> str:
        sure = frame.filter(told(frame))
        cost, gain = (len(sure.filter((pl.col("value") < 0) == loses)) for loses in (True, False))
        return (
            f"At {size} players {cost} of {len(frame)} changes of one switch cost points beyond "
            f"chance, {gain} gain"
        )

    return title


def _edges_chart(other: str) -> Chart:
    return Chart(
        f"strength-{other}",
        lambda frames: edges_of(frames["pairs"], other),
        _draw_edges,
        _edge_title(other),
        _alt("table"),
        f"Half of what one {BEST} earns a round among {other} players, less half of what one "
        f"{other} earns among {BEST} players, in every seat on the same deals. 95% intervals, n "
        "counts deals; p is Holm's over all pairs, houses and sizes.",
        (
            Field("rules", "house"),
            Field("table", "table"),
            *FIGURE,
            Field("p_holm", "p (Holm)", "number"),
        ),
    )


def _switches_chart(size: int) -> Chart:
    return Chart(
        f"strength-switches-{size}",
        switches_of(size),
        draw_switches,
        _switch_title(size),
        _alt("change"),
        f"Coupled play, causal: at {size} players one has the switch changed, the others play "
        f"{BEST}; every seat in turn on the same deals. 95% intervals, n counts deals; p is Holm's "
        "over all switches, houses and sizes. Switches that never mattered have no mark.",
        (
            Field("rules", "house"),
            Field("change", "change"),
            *FIGURE,
            Field("p_holm", "p (Holm)", "number"),
            Field("deals_changed", "deals changed", "count"),
        ),
        6.6,
    )


CHARTS = (*map(_edges_chart, OTHERS), *map(_switches_chart, OTHER_SIZES))
