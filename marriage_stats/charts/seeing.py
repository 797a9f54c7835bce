"""Charts of seeing the maal: from the deal, by printed jokers, by dublees, and the floor."""

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
from marriage_stats.charts.opening_hands import SAMPLED
from marriage_stats.charts.theme import BLUE, GREEN, RED
from marriage_stats.rules import PRESETS
from marriage_stats.study import Frames, one_in, percent

ROUTES = {"sequence": ("o", BLUE), "dublee": ("s", RED), "either": ("D", GREEN)}
ROUTE_WORDS = {"sequence": "three pure melds", "dublee": "seven dublees", "either": "either"}


def see_from_deal_data(frames: Frames) -> pl.DataFrame:
    """Return P(the dealt hand can see) by house and route, but for routes a house lacks."""
    see = frames["see"].filter(pl.col("rules").is_in(PRESETS)).drop_nulls("exact")
    return merge_series(see, "rules")


def draw_see_from_deal(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw one row per house, one mark per route, on a logarithmic scale."""
    houses = frame["rules"].unique(maintain_order=True).to_list()
    for route, (marker, colour) in ROUTES.items():
        rows = frame.filter(pl.col("route") == route)
        y = [houses.index(name) for name in rows["rules"]]
        ax.plot(
            rows["exact"].to_list(),
            y,
            marker,
            color=colour,
            markersize=9,
            label=ROUTE_WORDS[route],
        )
        for share, place in zip(rows["exact"], y, strict=True):
            label_point(ax, share, place, one_in(share), above=route != "either")
    low, high = float(frame["exact"].min()), float(frame["exact"].max())  # type: ignore[arg-type]
    ax.set_xscale("log")
    ax.set_xlim(low / 2.2, high * 2.2)
    odds_axis(ax.xaxis, low / 2.2, high * 2.2)
    words = [name.replace(", ", ",\n") if is_narrow(ax) else name for name in houses]
    ax.set_yticks(range(len(houses)), words)
    ax.set_ylim(len(houses) - 0.45, -0.55)
    ax.grid(visible=False, axis="y")
    ax.set_xlabel("share of dealt hands that can see at once (logarithmic)")
    place_legend(ax, len(ROUTES))


def _see_title(frame: pl.DataFrame) -> str:
    best = frame.filter(pl.col("route") == "either").sort("exact", descending=True)
    parts = [f"{one_in(p)} in {name}" for name, p in best.select("rules", "exact").iter_rows()]
    return "Seeing straight from the deal: " + "; ".join(parts)


def _see_alt(frame: pl.DataFrame) -> str:
    rows = frame.select("rules", "route", "exact").iter_rows()
    return "Marks by house and route. " + " ".join(
        f"{name}, {ROUTE_WORDS[route]}: {one_in(p)}." for name, route, p in rows
    )


def printed_jokers_data(frames: Frames) -> pl.DataFrame:
    """Return P(the dealt hand can see by either route) for 0..3 man cards and 0..1 superman."""
    see = frames["see"].filter(pl.col("route") == "either")
    return frames["packs"].join(see, on="rules", how="inner", maintain_order="left")


def draw_printed_jokers(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw one line without and one with the superman, over man cards."""
    styles = ((0, "no superman", BLUE, "o"), (1, "superman in the pack", RED, "s"))
    for superman, name, colour, marker in styles:
        rows = frame.filter(pl.col("superman") == superman)
        x = rows["man_cards"].to_list()
        ax.plot(x, rows["exact"].to_list(), color=colour, marker=marker, label=name)
        draw_intervals(ax, x, rows, colour, marker)
        for point, share in zip(x, rows["exact"], strict=True):
            label_point(ax, point, share, one_in(share), above=True)
    ax.set_ylim(0, 1.2 * float(frame["exact"].max()))  # type: ignore[arg-type]
    ax.margins(x=0.1)
    ax.set_xlabel("man cards in the pack")
    ax.set_ylabel("share of dealt hands that can see")
    count_axis(ax.xaxis)
    ax.yaxis.set_major_formatter(lambda p, _: percent(p) if p else "0%")
    place_legend(ax, 2)


def _ratio(frame: pl.DataFrame, **pack: int) -> float:
    return float(frame.filter(**pack)["exact"][0])


def _printed_title(frame: pl.DataFrame) -> str:
    base = _ratio(frame, man_cards=0, superman=0)
    superman = _ratio(frame, man_cards=0, superman=1) / base
    man = _ratio(frame, man_cards=3, superman=0) / base
    return (
        f"A superman makes seeing from the deal {superman:.2f} times as likely, "
        f"three man cards {man:.2f} times"
    )


def _printed_alt(frame: pl.DataFrame) -> str:
    rows = frame.select("man_cards", "superman", "exact").iter_rows()
    return "Two lines over the number of man cards. " + " ".join(
        f"{man} man cards, {superman} superman: {one_in(p)}." for man, superman, p in rows
    )


def floor_data(frames: Frames) -> pl.DataFrame:
    """Return P(a hand that never discards can see) by draws and house, by the routes allowed."""
    floor = frames["floor"].filter(pl.col("rules").is_in(PRESETS) & (pl.col("route") == "either"))
    return merge_series(floor, "rules")


def draw_floor(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw one curve per house and mark where it passes one half."""
    series = list(each_series(frame, "rules"))
    for name, rows, colour, marker in series:
        ax.plot(
            rows["draws"].to_list(),
            rows["exact"].to_list(),
            color=colour,
            marker=marker,
            markevery=5,
            label=name,
        )
    ax.axhline(0.5, color="#5c5c66", linewidth=1, linestyle=(0, (4, 3)))
    ax.set_ylim(0, 1.02)
    ax.set_xlim(0, min(60, _settled(frame)))
    count_axis(ax.xaxis)
    share_axis(ax.yaxis)
    ax.set_xlabel("cards drawn from the stock, none thrown away")
    ax.set_ylabel("share of hands that can see")
    place_legend(ax, len(series))


def _settled(frame: pl.DataFrame) -> int:
    """Return the draws after which every curve is above 99.9%."""
    late = frame.filter(pl.col("exact") < 0.999)["draws"].max()
    return 1 + int(late) if isinstance(late, int) else 60


def half_seen(rows: pl.DataFrame) -> int | None:
    """Return the fewest draws at which at least half of the hands can see."""
    draws = rows.filter(pl.col("exact") >= 0.5)["draws"].min()
    return int(draws) if isinstance(draws, int) else None


def _floor_title(frame: pl.DataFrame) -> str:
    parts = [f"{half_seen(rows)} in {name}" for name, rows, _, _ in each_series(frame, "rules")]
    return "Draws until half of all hands could see, nothing thrown away: " + "; ".join(parts)


def _floor_alt(frame: pl.DataFrame) -> str:
    sentences = []
    for name, rows, _, _ in each_series(frame, "rules"):
        some = rows.filter(pl.col("draws").is_in([0, 5, 10, 15, 20]))
        pairs = zip(some["draws"], some["exact"], strict=True)
        sentences.append(f"{name}: " + ", ".join(f"{t} draws {percent(p)}" for t, p in pairs) + ".")
    return "Rising curves. " + " ".join(sentences)


CHARTS = (
    Chart(
        "see-from-deal",
        see_from_deal_data,
        draw_see_from_deal,
        _see_title,
        _see_alt,
        "Dealt hands that hold what seeing takes, before any draw. Exact; simulated values with "
        "95% intervals in the table.",
        (
            Field("rules", "house"),
            Field("route", "route"),
            Field("exact", "odds", "odds"),
            *SAMPLED,
        ),
        3.6,
    ),
    Chart(
        "printed-jokers",
        printed_jokers_data,
        draw_printed_jokers,
        _printed_title,
        _printed_alt,
        "Dealt hands that can see by three pure melds or seven dublees, rules of dashain with "
        "other packs. Lines are exact; hollow marks are simulated hands with 95% intervals.",
        (
            Field("man_cards", "man cards", "count"),
            Field("superman", "superman", "count"),
            *SAMPLED,
        ),
    ),
    Chart(
        "floor",
        floor_data,
        draw_floor,
        _floor_title,
        _floor_alt,
        "A bound that no player who draws from the stock can beat: 21 dealt cards plus the draws, "
        "all kept. Real players must throw a card each turn and see later. Exact.",
        (
            Field("rules", "house"),
            Field("draws", "draws", "count"),
            Field("exact", "can see", "share"),
        ),
    ),
)
