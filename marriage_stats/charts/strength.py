"""Charts of how strong the policies are, and what each switch is worth, by table size."""

from collections.abc import Callable

import polars as pl
from matplotlib.axes import Axes

from marriage_stats.charts.dots import draw_dot_rows
from marriage_stats.charts.model import FIGURE, Chart, Field
from marriage_stats.charts.switches import POWERS, draw_switches, switches_data
from marriage_stats.study import Frames
from marriage_stats.study.finding import Cells, cells_by, spread_with_ends
from marriage_stats.study.paired import told
from marriage_stats.study.wording import by_house, count_words, points_by_house

BEST = "adaptive"
OTHERS = ("novice", "sequence", "dublee", "random")
USUAL, COUNTS = 4, ("no", "one", "two", "three", "four", "five")
CLOSE = ("novice", "sequence")
"""Opponents among whom what one `adaptive` earns is small enough to share an axis."""
OTHER_SIZES = (2, 3, 5, 6)
"""Table sizes whose switches are shown here; those of four players have a study of their own."""


def edges_of(frame: pl.DataFrame, other: str) -> pl.DataFrame:
    """Return the edge of `adaptive` over another policy, by house and table size."""
    table = pl.format("{} players", "players").alias("table")
    return frame.filter(first=BEST, second=other).with_columns(table)


def lone_of(frames: Frames, size: int = USUAL) -> pl.DataFrame:
    """Return what one `adaptive` earns and wins among others of one policy, at one table size."""
    among = pl.format("{} {} players", pl.lit(COUNTS[size - 1]), "others").alias("among")
    return frames["lone"].filter(pl.col("others") != "random", players=size).with_columns(among)


def lone_columns(frame: pl.DataFrame, other: str) -> dict[str, Cells]:
    """Return points a round and rounds finished among players of one policy, by house."""
    return {
        "points a round": _earned(frame, other),
        f"rounds finished ({1 / USUAL:.0%} if equal)": _finished(frame, other),
    }


def _earned(frame: pl.DataFrame, other: str) -> dict[str, str]:
    return cells_by(frame.filter(others=other))


def _finished(frame: pl.DataFrame, other: str) -> dict[str, str]:
    won = {f"won_{name}": name for name in ("value", "low", "high")}
    return cells_by(frame.filter(others=other).select("rules", *won).rename(won), words=_share)


def _share(share: float) -> str:
    return f"{share:.1%}"


def ahead_columns(pairs: pl.DataFrame) -> dict[str, Cells]:
    """Return at how many tables `adaptive` is ahead of each other policy, and how far."""
    tables, points = {}, {}
    for other in OTHERS:
        rows = pairs.filter(first=BEST, second=other)
        if len(rows):
            sure = rows.filter(told(rows))["value"]
            behind = int((sure < 0).sum())
            tables[f"`{other}`"] = f"{(sure > 0).sum()} of {len(rows)}" + (
                f", behind at {behind}" if behind else ""
            )
            points[f"`{other}`"] = spread_with_ends(rows)
    return {"ahead at": tables, "edge": points}


def _draw_edges(ax: Axes, frame: pl.DataFrame) -> None:
    draw_dot_rows(ax, frame, "table", f"edge of {BEST} in points a round")


def _draw_lone(ax: Axes, frame: pl.DataFrame) -> None:
    close = frame.filter(pl.col("others").is_in(CLOSE))
    draw_dot_rows(ax, close, "among", f"what one {BEST} earns, points a round")


def _lone_title(frame: pl.DataFrame) -> str:
    rows = frame.filter(others=CLOSE[0])
    words = spread_with_ends(rows)
    return f"One {BEST} among {rows['among'][0]} earns {words} points a round, by house"


def _lone_alt(frame: pl.DataFrame) -> str:
    rows = " ".join(
        f"Among {name}: {by_house(_earned(frame, other).items())} points a round; rounds "
        f"finished: {by_house(_finished(frame, other).items())}."
        for name, other in frame.select("among", "others").unique(maintain_order=True).iter_rows()
    )
    return f"Marks with intervals by those at the table and house. {rows}"


def _edge_title(other: str) -> Callable[[pl.DataFrame], str]:
    def title(frame: pl.DataFrame) -> str:
        ahead = frame.filter(told(frame) & (pl.col("value") > 0))
        behind = frame.filter(told(frame) & (pl.col("value") < 0))
        words = f", and behind at {len(behind)}" if len(behind) else ""
        return (
            f"{BEST} is ahead of {other} beyond chance at {len(ahead)} of {len(frame)} tables"
            f"{words}: {spread_with_ends(frame)} points a round"
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
            f"At {size} players {cost} of {len(frame)} changes of one decision cost points beyond "
            f"chance, {count_words(gain)} gain"
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
            Field("p_holm", "p (Holm)", "chance"),
        ),
    )


def _switches_chart(size: int) -> Chart:
    return Chart(
        f"strength-switches-{size}",
        switches_of(size),
        draw_switches,
        _switch_title(size),
        _alt("change"),
        f"Coupled play, causal: at {size} players one has the decision changed, the others play "
        f"{BEST}; every seat in turn on the same deals. 95% intervals, n counts deals; p is Holm's "
        "over all decisions, houses and sizes. Decisions that never mattered have no mark. "
        f"{POWERS}",
        (
            Field("rules", "house"),
            Field("change", "change"),
            *FIGURE,
            Field("p_holm", "p (Holm)", "chance"),
            Field("deals_changed", "deals changed", "count"),
        ),
        6.6,
        1.6,
    )


_LONE_CHART = Chart(
    "strength-alone",
    lone_of,
    _draw_lone,
    _lone_title,
    _lone_alt,
    f"One {BEST} among others who all play one policy, in every seat in turn on the same deals: "
    "the mean payment, and in the table the share of rounds it finishes; an equal share is "
    f"{1 / USUAL:.0%}. 95% intervals, each by itself; in the title the ends of all. n counts "
    "deals. Players of dublee lose so much that they are only in the table.",
    (
        Field("rules", "house"),
        Field("among", "among"),
        *FIGURE[:-1],
        Field("won_value", "rounds finished", "share"),
        Field("won_low", "95% low", "share"),
        Field("won_high", "95% high", "share"),
        FIGURE[-1],
    ),
    3.4,
)

CHARTS = (_LONE_CHART, *map(_edges_chart, OTHERS), *map(_switches_chart, OTHER_SIZES))
