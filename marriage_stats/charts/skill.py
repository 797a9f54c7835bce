"""Charts of skill and luck: edges, luck's share, who is ahead after so many rounds."""

import math
from functools import partial

import polars as pl
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from marriage_stats.charts.marks import (
    draw_with_intervals,
    each_series,
    house_axis,
    is_narrow,
    label_point,
    name_axes,
    place_legend,
    share_axis,
)
from marriage_stats.charts.model import POINTS, SHARES, Chart, Field, intervals_alt
from marriage_stats.charts.theme import INK, MARKERS, MUTED, SERIES
from marriage_stats.rules import PRESETS
from marriage_stats.study import Frames, percent, short_percent, words_list
from marriage_stats.study.finding import spread
from marriage_stats.study.wording import by_house

DUEL = ("adaptive", "novice")
"""The duel that curves show: a strong player among beginners."""


def _duels(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns((pl.col("one") + " among " + pl.col("others")).alias("duel"))


def _of_duel(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.filter(one=DUEL[0], others=DUEL[1])


CLOSE = ("novice", "sequence")
"""Opponents among whom the one player's edge is small enough to share an axis."""


def skill_edge_data(frames: Frames) -> pl.DataFrame:
    """Return points a round of `adaptive` among three who play nearly as well, by house."""
    return _duels(frames["edges"]).filter(pl.col("others").is_in(CLOSE))


def skill_gaps_data(frames: Frames) -> pl.DataFrame:
    """Return points a round of one policy among three of a far weaker one, by house."""
    return _duels(frames["edges"]).filter(~pl.col("others").is_in(CLOSE))


def luck_share_data(frames: Frames) -> pl.DataFrame:
    """Return luck's share of the variance of a payment, by duel and house, held to at most 1."""
    return _duels(frames["luck"]).with_columns(pl.col("value", "low", "high").clip(None, 1.0))


def _draw_duels(ax: Axes, frame: pl.DataFrame, words: str) -> None:
    """Draw one group per house, one mark per duel."""
    houses = [name for name in PRESETS if name in frame["rules"]]
    duels = frame["duel"].unique(maintain_order=True).to_list()
    for place, duel in enumerate(duels):
        rows = frame.filter(duel=duel)
        shift = 0.14 * (place - (len(duels) - 1) / 2)
        x = [houses.index(name) + shift for name in rows["rules"]]
        draw_with_intervals(ax, x, rows, SERIES[place], MARKERS[place], duel)
    house_axis(ax, houses)
    name_axes(ax, "house", words)
    place_legend(ax, 2)


def draw_skill_edge(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw edges by house and duel around 0."""
    _draw_duels(ax, frame, "points a round of the one player")
    ax.axhline(0, color=INK, linewidth=1)


def draw_luck_share(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw luck's share by house and duel."""
    _draw_duels(ax, frame, "share of luck in the variance of a payment")
    share_axis(ax.yaxis)


def _edge_title(frame: pl.DataFrame) -> str:
    rows = _of_duel(frame).select("rules", "value").iter_rows()
    edges = by_house((house, f"{value:+.1f}") for house, value in rows)
    return f"Points a round of one adaptive among three novices: {edges}"


def _gaps_title(frame: pl.DataFrame) -> str:
    least = frame.group_by("duel", maintain_order=True).agg(pl.col("low").min())
    # Rounded down: "at least" must hold.
    words = [f"{duel} at least {math.floor(10 * low) / 10:+.1f}" for duel, low in least.iter_rows()]
    return f"Far weaker play costs many points a round: {'; '.join(words)}"


def _luck_title(frame: pl.DataFrame) -> str:
    rows = _of_duel(frame)
    low, high = float(min(rows["value"])), float(max(rows["value"]))
    return (
        f"Luck decides {percent(low)} to {percent(high)} of the spread of one payment, even "
        "where one strong player meets three novices"
    )


def skill_ahead_data(frames: Frames) -> pl.DataFrame:
    """Return P(one adaptive is ahead of a given novice) by rounds, and rounds to 95%."""
    rows = _of_duel(frames["ahead"])
    lead = _of_duel(frames["to_lead"]).select(
        "rules", pl.col("value").alias("to_lead"), pl.col("low").alias("to_lead_low"),
        pl.col("high").alias("to_lead_high"),
    )  # fmt: skip
    return rows.join(lead, on="rules", how="left", maintain_order="left")


def draw_skill_ahead(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw the chance over rounds on a logarithmic axis, and the rounds to 95% with interval."""
    series = list(each_series(frame, "rules"))
    for name, rows, colour, marker in series:
        x = rows["rounds"].to_list()
        ax.plot(x, rows["value"].to_list(), color=colour, marker=marker, label=name)
        rounds, low, high = rows.select("to_lead", "to_lead_low", "to_lead_high").row(0)
        if rounds is not None:
            ends = [[rounds - min(low or rounds, rounds)], [max(high or rounds, rounds) - rounds]]
            ax.errorbar([rounds], [0.95], xerr=ends, fmt=marker, color=colour, capsize=4)
    ax.axhline(0.95, color=MUTED, linewidth=1, linestyle=(0, (4, 3)))
    ax.set_xscale("log")
    ticks = [1, 5, 20, 100, 500] if is_narrow(ax) else [1, 5, 10, 20, 50, 100, 200, 500, 1000]
    ax.xaxis.set_major_locator(FixedLocator(ticks))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda k, _: f"{k:.0f}"))
    ax.set_ylim(0.45, 1.02)
    share_axis(ax.yaxis)
    name_axes(ax, "rounds played (logarithmic)", "chance to be ahead of a given other")
    place_legend(ax, len(series))


def to_lead_cells(frame: pl.DataFrame) -> dict[str, str]:
    """Return rounds until the better leads with 95%, by house; rows of the table `to_lead`."""
    words = {}
    for house, value, low, high in frame.select("rules", "value", "low", "high").iter_rows():
        upper = "no end" if high is None else f"{high:,}"
        known = value is not None
        words[house] = f"{value:,} ({low:,} to {upper})" if known else "not known: no lead is shown"
    return words


def _ahead_title(frame: pl.DataFrame) -> str:
    rows = frame.filter(pl.col("to_lead").is_not_null(), rounds=1)
    if rows.is_empty():
        return (
            "In how many rounds adaptive is ahead of a given novice with 95% probability is not "
            "known"
        )
    known = len(rows) == frame["rules"].n_unique()
    where = "by house" if known else f"in {words_list(rows['rules'].to_list())}"
    ends = rows["to_lead_high"].to_list()
    last = "no end" if None in ends else f"{max(ends):,}"
    told = spread(rows["to_lead"].to_list(), "{:,}".format)
    return (
        f"adaptive is ahead of a given novice with 95% probability after {told} rounds, {where} "
        f"(intervals from {min(rows['to_lead_low']):,} to {last})"
    )


def _ahead_alt(frame: pl.DataFrame) -> str:
    rows = frame.select("rules", "rounds", "value").iter_rows()
    return "Rising curves. " + " ".join(f"{h}, {k} rounds: {percent(p)}." for h, k, p in rows)


def skill_games_data(frames: Frames) -> pl.DataFrame:
    """Return the share of games the one player wins, by rounds of a game, in hidden-maal."""
    return _duels(frames["games"]).filter(rules="hidden-maal", figure="wins")


def draw_skill_games(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw wins by length of the game, with the quarter that luck alone gives."""
    duels = frame["duel"].unique(maintain_order=True).to_list()
    lengths = sorted(frame["rounds"].unique())
    for place, duel in enumerate(duels):
        rows = frame.filter(duel=duel)
        x = [lengths.index(k) + 0.06 * (place - (len(duels) - 1) / 2) for k in rows["rounds"]]
        draw_with_intervals(ax, x, rows, SERIES[place], MARKERS[place], duel, line=True)
        for point, value, high in zip(x, rows["value"], rows["high"], strict=True):
            label_point(ax, point, high, short_percent(value))
    ax.axhline(0.25, color=MUTED, linewidth=1, linestyle=(0, (4, 3)))
    ax.set_xticks(range(len(lengths)), [str(k) for k in lengths])
    ax.set_xlim(-0.4, len(lengths) - 0.6)
    ax.set_ylim(0, 1.12)
    share_axis(ax.yaxis)
    name_axes(ax, "rounds of a game (broken line: four equal players)", "games won")
    place_legend(ax, len(duels))


def _games_title(frame: pl.DataFrame) -> str:
    row = _of_duel(frame).filter(rounds=5).row(0, named=True)
    return (
        f"One adaptive among three novices wins {percent(row['value'])} "
        f"({percent(row['low'])} to {percent(row['high'])}) of five-round games of hidden-maal"
    )


def _games_alt(frame: pl.DataFrame) -> str:
    rows = frame.select("duel", "rounds", "value", "low", "high").iter_rows()
    return "Lines with intervals over the rounds of a game. " + " ".join(
        f"{duel}, {k} rounds: {percent(v)} ({percent(low)} to {percent(high)})."
        for duel, k, v, low, high in rows
    )


NOTE = (
    "One player among three of another policy at a table of four; every deal is played with the "
    "one in each seat. Causal, coupled play; 95% intervals by block jackknife over deals."
)
HOUSE, DUELS = Field("rules", "house"), Field("duel", "players")
N = Field("n", "n deals", "count")

SIGNED = "{:+.2f}".format
_duels_alt = partial(intervals_alt, "Marks with intervals.", "{}, {}", ("rules", "duel"))

CHARTS = (
    Chart(
        "skill-edge", skill_edge_data, draw_skill_edge, _edge_title, _duels_alt(SIGNED), NOTE,
        (HOUSE, DUELS, *POINTS, Field("p_holm", "p (Holm)", "chance"), N),
    ),
    Chart(
        "skill-gaps", skill_gaps_data, draw_skill_edge, _gaps_title, _duels_alt(SIGNED),
        f"{NOTE} The title names the least end of the intervals over the houses.",
        (HOUSE, DUELS, *POINTS, Field("p_holm", "p (Holm)", "chance"), N),
    ),
    Chart(
        "luck-share", luck_share_data, draw_luck_share, _luck_title, _duels_alt(percent),
        "1 - Var(mean payment given policies and seat) / Var(payment): what neither skill nor "
        f"seat explains in one round. {NOTE}", (HOUSE, DUELS, *SHARES, N),
    ),
    Chart(
        "skill-ahead", skill_ahead_data, draw_skill_ahead, _ahead_title, _ahead_alt,
        "Exact for independent rounds of the simulated law of a lead, ties counted half; marks at "
        f"95% carry the interval that the mean lead leaves. {NOTE}",
        (HOUSE, Field("rounds", "rounds", "count"), Field("value", "chance", "share"),
         Field("to_lead", "rounds to 95%", "count"), Field("to_lead_low", "95% low", "count"),
         Field("to_lead_high", "95% high", "count"), N),
    ),
    Chart(
        "skill-games", skill_games_data, draw_skill_games, _games_title, _games_alt,
        "Totals of whole games, the deal passing on each round; a tie for first is shared. One "
        "player among three of another policy, started in each seat on the same deals; 95% "
        "intervals over games.",
        (DUELS, Field("rounds", "rounds of a game", "count"), *SHARES,
         Field("n", "n games", "count")),
    ),
)  # fmt: skip
