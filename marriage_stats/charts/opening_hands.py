"""Charts of what an opening hand holds: tunnelas, dublees, pure melds."""

import polars as pl
from matplotlib.axes import Axes

from marriage_stats.charts.marks import (
    count_axis,
    draw_intervals,
    each_series,
    is_narrow,
    label_point,
    merge_series,
    odds_axis,
    place_legend,
    share_axis,
)
from marriage_stats.charts.model import Chart, Field
from marriage_stats.rules import PRESETS
from marriage_stats.study import Frames, one_in, percent

SAMPLED = (
    Field("exact", "exact", "share"),
    Field("value", "simulated", "share"),
    Field("low", "low", "share"),
    Field("high", "high", "share"),
    Field("n", "n", "count"),
)
LEAST_SHOWN = 1e-7
"""Shares below this are in the table but not on the logarithmic charts."""


def _houses(frame: pl.DataFrame) -> pl.DataFrame:
    return merge_series(frame.filter(pl.col("rules").is_in(PRESETS)), "rules")


def tunnela_by_table_data(frames: Frames) -> pl.DataFrame:
    """Return P(anyone is dealt a tunnela) by house and players; 1 is one's own hand."""
    return _houses(frames["tunnela"])


def draw_tunnela_by_table(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw one line per pack, with the simulated values on it."""
    series = list(each_series(frame, "rules"))
    for place, (name, rows, colour, marker) in enumerate(series):
        x = rows["players"].to_list()
        ax.plot(x, rows["exact"].to_list(), color=colour, marker=marker, label=name)
        draw_intervals(ax, x, rows, colour, marker)
        for point, share in zip(x, rows["exact"], strict=True):
            if not is_narrow(ax) or point in (1, 2, 4, 6):
                label_point(ax, point, share, percent(share), above=place == 0)
    ax.set_xlabel("players at the table (1: your own hand)")
    ax.set_ylabel("share of deals with a tunnela")
    ax.set_ylim(0, 1.18 * float(frame["exact"].max()))  # type: ignore[arg-type]
    ax.margins(x=0.07)
    count_axis(ax.xaxis)
    share_axis(ax.yaxis)
    place_legend(ax, len(series))


def _tunnela_title(frame: pl.DataFrame) -> str:
    table = frame.filter(pl.col("players") == 4)["exact"]
    low, high = table.min(), table.max()
    span = percent(low) if low == high else f"{percent(low)} to {percent(high)}"  # type: ignore[arg-type]
    return f"At a table of four, somebody is dealt a tunnela in {span} of deals"


def _tunnela_alt(frame: pl.DataFrame) -> str:
    return "Lines that rise with the number of players. " + _by_series(frame, "players", percent)


def _by_series(frame: pl.DataFrame, key: str, words: object) -> str:
    """Return every value of a small table as a sentence per series."""
    sentences = []
    for name, rows, _, _ in each_series(frame, "rules"):
        pairs = zip(rows[key], rows["exact"], strict=True)
        sentences.append(f"{name}: " + ", ".join(f"{k}: {words(p)}" for k, p in pairs) + ".")  # type: ignore[operator]
    return " ".join(sentences)


def dublees_dealt_data(frames: Frames) -> pl.DataFrame:
    """Return the distribution of dublees in a dealt hand by house."""
    return _houses(frames["dublees"])


def draw_dublees_dealt(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw bars side by side per pack, simulated values on top."""
    series = list(each_series(frame, "rules"))
    shown = frame.filter(pl.col("exact") > 5e-5)
    width = 0.8 / len(series)
    for place, (name, rows, colour, marker) in enumerate(series):
        rows = rows.filter(pl.col("pairs").is_in(shown["pairs"].implode()))
        x = [k + (place - (len(series) - 1) / 2) * width for k in rows["pairs"]]
        ax.bar(x, rows["exact"].to_list(), width * 0.94, color=colour, label=name)
        draw_intervals(ax, x, rows, colour, marker)
        for point, share in zip(x, rows["exact"], strict=True):
            if not is_narrow(ax):
                label_point(ax, point, share, percent(share) if share > 0.001 else one_in(share))
    ax.set_xlabel("dublees in the dealt hand (a tunnela counts as one)")
    ax.set_ylabel("share of hands")
    ax.set_ylim(0, 1.15 * float(frame["exact"].max()))  # type: ignore[arg-type]
    ax.grid(visible=False, axis="x")
    count_axis(ax.xaxis)
    share_axis(ax.yaxis)
    place_legend(ax, len(series))


def _dublees_title(frame: pl.DataFrame) -> str:
    name, rows, _, _ = next(each_series(frame, "rules"))
    mode = rows.sort("exact")["pairs"][-1]
    seven = float(rows.filter(pl.col("pairs") >= 7)["exact"].sum())
    return (
        f"A dealt hand most often holds {mode} dublees; seven or more come {one_in(seven)} ({name})"
    )


def _dublees_alt(frame: pl.DataFrame) -> str:
    return "Bars of the share of hands by dublees. " + _by_series(frame, "pairs", percent)


def pure_melds_dealt_data(frames: Frames) -> pl.DataFrame:
    """Return the distribution of most disjoint pure melds in a dealt hand by house."""
    return _houses(frames["pure_melds"]).filter(pl.col("exact") > 0)


def draw_pure_melds_dealt(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw shares on a logarithmic scale: each further meld is many times rarer."""
    shown = frame.filter(pl.col("exact") >= LEAST_SHOWN)
    series = list(each_series(shown, "rules"))
    for place, (name, rows, colour, marker) in enumerate(series):
        x = [k + 0.12 * (place - (len(series) - 1) / 2) for k in rows["melds"]]
        ax.plot(x, rows["exact"].to_list(), marker, color=colour, label=name, markersize=9)
        for point, share in zip(x, rows["exact"], strict=True):
            label_point(ax, point, share, one_in(share), above=place == 0)
    ax.set_yscale("log")
    low = float(shown["exact"].min())  # type: ignore[arg-type]
    ax.set_ylim(low / 4, 2.5)
    odds_axis(ax.yaxis, low / 4)
    count_axis(ax.xaxis)
    ax.margins(x=0.1)
    ax.set_xlabel("pure melds that can be laid side by side from the dealt hand")
    ax.set_ylabel("share of hands (logarithmic)")
    place_legend(ax, len(series))


def _pure_melds_title(frame: pl.DataFrame) -> str:
    parts = []
    for name, rows, _, _ in each_series(frame, "rules"):
        three = float(rows.filter(pl.col("melds") >= 3)["exact"].sum())
        parts.append(f"{one_in(three)} in {name}")
    return "Three pure melds in the dealt hand: " + "; ".join(parts)


def _pure_melds_alt(frame: pl.DataFrame) -> str:
    return "Marks of the share of hands by pure melds. " + _by_series(frame, "melds", one_in)


CHARTS = (
    Chart(
        "tunnela-by-table",
        tunnela_by_table_data,
        draw_tunnela_by_table,
        _tunnela_title,
        _tunnela_alt,
        "Chance that at least one player is dealt three identical cards. Lines are exact; hollow "
        "marks are simulated deals with 95% intervals.",
        (Field("rules", "house"), Field("players", "players", "count"), *SAMPLED),
    ),
    Chart(
        "dublees-dealt",
        dublees_dealt_data,
        draw_dublees_dealt,
        _dublees_title,
        _dublees_alt,
        "Pairs of one kind in 21 dealt cards. Bars are exact; hollow marks are simulated hands "
        "with 95% intervals.",
        (Field("rules", "house"), Field("pairs", "dublees", "count"), *SAMPLED),
    ),
    Chart(
        "pure-melds-dealt",
        pure_melds_dealt_data,
        draw_pure_melds_dealt,
        _pure_melds_title,
        _pure_melds_alt,
        "Most runs and tunnelas without wild cards that 21 dealt cards hold at once; a superman "
        "may complete one run. Exact.",
        (Field("rules", "house"), Field("melds", "pure melds", "count"), *SAMPLED),
    ),
)
