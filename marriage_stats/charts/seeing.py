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
    name_axes,
    odds_axis,
    place_legend,
    share_axis,
    top_of,
)
from marriage_stats.charts.model import SAMPLED, Chart, Field
from marriage_stats.charts.theme import BLUE, MUTED, RED
from marriage_stats.rules import PRESETS
from marriage_stats.study import Frames, one_in, percent
from marriage_stats.study.wording import by_house

ROUTES = {"sequence": ("o", BLUE), "dublee": ("s", RED)}
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
            label_point(ax, share, place, percent(share) if share > 0.01 else one_in(share))
    low, high = min(frame["exact"].to_list()), top_of(frame)
    ax.set_xscale("log")
    ax.set_xlim(low / 2.2, high * 2.2)
    odds_axis(ax.xaxis, low / 2.2, high * 2.2)
    words = [name.replace(", ", ",\n") for name in houses]
    ax.set_yticks(range(len(houses)), words)
    ax.set_ylim(len(houses) - 0.45, -0.55)
    ax.grid(visible=False, axis="y")
    name_axes(ax, "share of dealt hands that can see at once (logarithmic)")
    place_legend(ax, len(ROUTES))


def _see_title(frame: pl.DataFrame) -> str:
    either = frame.filter(pl.col("route") == "either").select("rules", "exact").iter_rows()
    return "Seeing straight from the deal: " + by_house((name, percent(p)) for name, p in either)


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
            label_point(ax, point, share, percent(share), above=superman == 1)
    ax.set_ylim(0, 1.2 * top_of(frame))
    ax.margins(x=0.1)
    name_axes(ax, "man cards in the pack", "share of dealt hands that can see")
    count_axis(ax.xaxis)
    share_axis(ax.yaxis)
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
    last = min(60, _settled(frame))
    for name, rows, colour, marker in series:
        ax.plot(
            rows["draws"].to_list(),
            rows["exact"].to_list(),
            color=colour,
            marker=marker,
            markevery=5,
            label=name,
        )
        some = rows.filter(pl.col("draws") % 5 == 0, pl.col("draws") <= last)
        draw_intervals(ax, some["draws"].to_list(), some, colour, marker)
    ax.axhline(0.5, color=MUTED, linewidth=1, linestyle=(0, (4, 3)))
    ax.set_ylim(0, 1.02)
    ax.set_xlim(-0.4, last + 0.4)
    count_axis(ax.xaxis)
    share_axis(ax.yaxis)
    name_axes(ax, "cards drawn from the stock, none thrown away", "share of hands that can see")
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
    half = ((name, f"{half_seen(rows)}") for name, rows, _, _ in each_series(frame, "rules"))
    return "Draws until half of all hands could see, nothing thrown away: " + by_house(half)


def _floor_alt(frame: pl.DataFrame) -> str:
    sentences = []
    for name, rows, _, _ in each_series(frame, "rules"):
        some = rows.filter(pl.col("draws").is_in([0, 5, 10, 15, 20]))
        pairs = zip(some["draws"], some["exact"], strict=True)
        sentences.append(f"{name}: " + ", ".join(f"{t} draws {percent(p)}" for t, p in pairs) + ".")
    return "Rising curves. " + " ".join(sentences)


def draws_to_dublees_data(frames: Frames) -> pl.DataFrame:
    """Return mean and spread of the draws to seven dublees from k pairs, by house."""
    draws = frames["draws"].filter(
        pl.col("rules").is_in(PRESETS) & (pl.col("start") == "from_pairs") & (pl.col("pairs") < 7)
    )
    return merge_series(draws.drop("start", "p"), "rules")


def draw_draws_to_dublees(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw the mean as a mark and the middle 90% of hands as a bar, from each number of pairs."""
    series = list(each_series(frame, "rules"))
    for place, (name, rows, colour, marker) in enumerate(series):
        x = [k + 0.16 * (place - (len(series) - 1) / 2) for k in rows["pairs"]]
        mean = rows["exact"].to_numpy()
        spread = (mean - rows["p05"].to_numpy(), rows["p95"].to_numpy() - mean)
        ax.errorbar(x, mean, yerr=spread, fmt=marker, color=colour, label=name, elinewidth=2)
        for point, draws in zip(x, mean, strict=True):
            side = -1 if place == 0 else 1
            if place == 0 or (place == len(series) - 1 and not is_narrow(ax)):
                ax.annotate(
                    f"{draws:.0f}", (point, draws), (6 * side, 0), textcoords="offset points",
                    ha="right" if side < 0 else "left", va="center", fontsize="small",
                )  # fmt: skip
    ax.set_ylim(0)
    ax.margins(x=0.08)
    name_axes(ax, "dublees held at the start, all other cards single", "draws to seven dublees")
    count_axis(ax.xaxis)
    place_legend(ax, len(series))


def _mean_draws(frame: pl.DataFrame, pairs: int) -> str:
    """Return the mean draws from so many pairs, as a span where houses differ."""
    means = [f"{mean:.0f}" for mean in frame.filter(pairs=pairs)["exact"].sort()]
    return means[0] if means[0] == means[-1] else f"{means[0]} to {means[-1]}"


def _draws_title(frame: pl.DataFrame) -> str:
    return (
        f"Seven dublees take {_mean_draws(frame, 3)} draws on average from three dealt dublees, "
        f"{_mean_draws(frame, 5)} from five"
    )


def _draws_alt(frame: pl.DataFrame) -> str:
    sentences = []
    for name, rows, _, _ in each_series(frame, "rules"):
        pairs = rows.select("pairs", "exact", "p05", "p95").iter_rows()
        words = [f"from {k}: {mean:.1f} (90%: {low} to {high})" for k, mean, low, high in pairs]
        sentences.append(f"{name}: " + ", ".join(words) + ".")
    return "Means with ranges that fall with the dublees held. " + " ".join(sentences)


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
        "draws-to-dublees",
        draws_to_dublees_data,
        draw_draws_to_dublees,
        _draws_title,
        _draws_alt,
        "A player who goes for pairs alone, draws from the stock only and throws what cannot pair. "
        "Marks are exact means, bars the middle 90% of hands.",
        (
            Field("rules", "house"),
            Field("pairs", "dublees held", "count"),
            Field("exact", "mean draws", "number"),
            Field("p05", "5% need at most", "count"),
            Field("p50", "half need at most", "count"),
            Field("p95", "95% need at most", "count"),
            Field("value", "simulated mean", "number"),
            Field("low", "95% low", "number"),
            Field("high", "95% high", "number"),
            Field("n", "n", "count"),
        ),
    ),
    Chart(
        "floor",
        floor_data,
        draw_floor,
        _floor_title,
        _floor_alt,
        "A bound that no player who draws from the stock only can beat: 21 dealt cards plus the "
        "draws, all kept. Who must throw a card each turn sees later, unless by taking discards. "
        "Lines are exact, hollow marks simulated with 95% intervals.",
        (Field("rules", "house"), Field("draws", "draws", "count"), *SAMPLED),
    ),
)
