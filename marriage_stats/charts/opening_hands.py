"""Charts of what an opening hand holds: tunnelas, dublees, pure melds."""

from collections.abc import Callable

import polars as pl
from matplotlib.axes import Axes

from marriage_stats.charts.marks import (
    count_axis,
    draw_intervals,
    each_series,
    is_narrow,
    label_point,
    merge_series,
    name_axes,
    place_legend,
    share_axis,
    top_of,
)
from marriage_stats.charts.model import SAMPLED, Chart, Field
from marriage_stats.rules import PRESETS
from marriage_stats.study import Frames, one_in, percent, short_percent
from marriage_stats.study.wording import by_house

LEAST_BAR = 5e-5
"""Shares below this are in the table but get no bar."""


def _houses(frame: pl.DataFrame) -> pl.DataFrame:
    return merge_series(frame.filter(pl.col("rules").is_in(PRESETS)), "rules")


def _by_series(frame: pl.DataFrame, key: str, words: Callable[[float], str] = percent) -> str:
    """Return every value of a small table as one sentence per series."""
    sentences = []
    for name, rows, _, _ in each_series(frame, "rules"):
        pairs = zip(rows[key], rows["exact"], strict=True)
        sentences.append(f"{name}: " + ", ".join(f"{k}: {words(p)}" for k, p in pairs) + ".")
    return " ".join(sentences)


def _tail(frame: pl.DataFrame, key: str, least: int, words: Callable[[float], str]) -> str:
    """Return the chance of at least so many, house by house, as a phrase."""
    return by_house(
        (name, words(float(rows.filter(pl.col(key) >= least)["exact"].sum())))
        for name, rows, _, _ in each_series(frame, "rules")
    )


def _draw_bars(ax: Axes, frame: pl.DataFrame, key: str, words: str) -> None:
    """Draw bars side by side per series, simulated values on top."""
    shown = frame.filter(pl.col("exact") >= LEAST_BAR)
    series = list(each_series(shown, "rules"))
    width = 0.84 / len(series)
    for place, (name, rows, colour, marker) in enumerate(series):
        x = [k + (place - (len(series) - 1) / 2) * width for k in rows[key]]
        ax.bar(x, rows["exact"].to_list(), width * 0.92, color=colour, label=name)
        draw_intervals(ax, x, rows, colour, marker)
        if is_narrow(ax):
            continue
        for point, share in zip(x, rows["exact"], strict=True):
            label_point(ax, point, share, short_percent(share))
    name_axes(ax, words, "share of dealt hands")
    ax.set_ylim(0, 1.15 * top_of(shown))
    ax.grid(visible=False, axis="x")
    count_axis(ax.xaxis)
    share_axis(ax.yaxis)
    place_legend(ax, len(series))


def tunnela_by_table_data(frames: Frames) -> pl.DataFrame:
    """Return P(anyone is dealt a tunnela) by house and players; 1 is one's own hand."""
    return _houses(frames["tunnela"].filter(pl.col("cards") == "all").drop("cards"))


def draw_tunnela_by_table(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw one line per pack, with the simulated values on it."""
    series = list(each_series(frame, "rules"))
    best = frame.filter(pl.col("exact") == pl.col("exact").max())["rules"][0]
    for name, rows, colour, marker in series:
        x = rows["players"].to_list()
        ax.plot(x, rows["exact"].to_list(), color=colour, marker=marker, label=name)
        draw_intervals(ax, x, rows, colour, marker)
        for point, share in zip(x, rows["exact"], strict=True):
            if not is_narrow(ax) or point in (1, 2, 4, 6):
                label_point(ax, point, share, percent(share), above=name == best)
    name_axes(ax, "players at the table (1: your own hand)", "share of deals")
    ax.set_ylim(0, 1.18 * top_of(frame))
    ax.margins(x=0.07)
    count_axis(ax.xaxis)
    share_axis(ax.yaxis)
    place_legend(ax, len(series))


def _tunnela_title(frame: pl.DataFrame) -> str:
    table = frame.filter(pl.col("players") == 4)["exact"].sort()
    low, high = percent(table[0]), percent(table[-1])
    span = low if low == high else f"{low} to {high}"
    return f"At a table of four, somebody is dealt a tunnela in {span} of deals"


def _tunnela_alt(frame: pl.DataFrame) -> str:
    return "Lines that rise with the number of players. " + _by_series(frame, "players")


def dublees_dealt_data(frames: Frames) -> pl.DataFrame:
    """Return the distribution of dublees in a dealt hand by house."""
    return _houses(frames["dublees"])


def draw_dublees_dealt(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw the distribution as bars per pack."""
    _draw_bars(ax, frame, "pairs", "dublees in the dealt hand (a tunnela counts as one)")


def _dublees_title(frame: pl.DataFrame) -> str:
    _, rows, _, _ = next(each_series(frame, "rules"))
    common = sorted(rows.sort("exact")["pairs"][-2:])
    seven = _tail(frame, "pairs", 7, one_in)
    return f"{common[0]} or {common[1]} dublees are the common deals; seven or more: {seven}"


def _dublees_alt(frame: pl.DataFrame) -> str:
    return "Bars of the share of hands by dublees. " + _by_series(frame, "pairs")


def pure_melds_dealt_data(frames: Frames) -> pl.DataFrame:
    """Return the distribution of most disjoint pure melds in a dealt hand by house."""
    return _houses(frames["pure_melds"])


def draw_pure_melds_dealt(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw the distribution as bars per pack."""
    _draw_bars(ax, frame, "melds", "pure melds that the dealt hand can lay side by side")


def _pure_melds_title(frame: pl.DataFrame) -> str:
    return f"Three or more pure melds in the dealt hand: {_tail(frame, 'melds', 3, percent)}"


def _pure_melds_alt(frame: pl.DataFrame) -> str:
    return "Bars of the share of hands by pure melds. " + _by_series(frame, "melds")


CHARTS = (
    Chart(
        "tunnela-by-table",
        tunnela_by_table_data,
        draw_tunnela_by_table,
        _tunnela_title,
        _tunnela_alt,
        "Chance that at least one player is dealt three identical cards; three man cards count "
        "where the pack has them. Lines are exact, hollow marks simulated with 95% intervals.",
        (Field("rules", "house"), Field("players", "players", "count"), *SAMPLED),
    ),
    Chart(
        "dublees-dealt",
        dublees_dealt_data,
        draw_dublees_dealt,
        _dublees_title,
        _dublees_alt,
        "Pairs of identical cards among 21 dealt cards, two man cards included. Bars are exact, "
        "hollow marks simulated with 95% intervals.",
        (Field("rules", "house"), Field("pairs", "dublees", "count"), *SAMPLED),
    ),
    Chart(
        "pure-melds-dealt",
        pure_melds_dealt_data,
        draw_pure_melds_dealt,
        _pure_melds_title,
        _pure_melds_alt,
        "Most runs and tunnelas without wild cards that 21 dealt cards hold at once; a superman "
        "may complete one run. Bars are exact, hollow marks simulated with 95% intervals.",
        (Field("rules", "house"), Field("melds", "pure melds", "count"), *SAMPLED),
    ),
)
