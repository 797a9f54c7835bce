"""Charts of the time to see: curves against the floor, policies, table sizes, seats, jokers."""

from collections.abc import Callable
from functools import partial

import polars as pl
from matplotlib.axes import Axes

from marriage_stats.charts.marks import (
    count_axis,
    draw_with_intervals,
    each_series,
    house_axis,
    is_narrow,
    label_point,
    merge_series,
    name_axes,
    place_legend,
    share_axis,
)
from marriage_stats.charts.model import SHARES, Chart, Field, interval_fields, intervals_alt
from marriage_stats.charts.theme import BLUE, INK, MARKERS, PAPER, RED, SERIES
from marriage_stats.rules import PRESETS
from marriage_stats.study import Frames, percent, words_list
from marriage_stats.study.asked import PACKS, pack_label
from marriage_stats.study.wait_tables import ALL_SEATS, ALONE
from marriage_stats.study.wording import by_house

LAST_SHOWN = 14
"""Own draws shown: few rounds last longer."""


def with_packs(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of labelled packs, with columns man_cards and superman."""
    packs = [(pack_label(man, sup), man, sup) for man, sup in PACKS]
    columns = {"rules": pl.String, "man_cards": pl.Int64, "superman": pl.Int64}
    labels = pl.DataFrame(packs, columns, orient="row")
    return labels.join(frame, on="rules", how="inner", maintain_order="left")


def _waits(frames: Frames, figure: str, **where: object) -> pl.DataFrame:
    return frames["waits"].filter(figure=figure, **where).drop("figure")


def see_curve_data(frames: Frames) -> pl.DataFrame:
    """Return P(seen by so many draws) at a table of four by house, with the floor."""
    shown = pl.col("rules").is_in(PRESETS) & (pl.col("turn") <= LAST_SHOWN)
    return merge_series(frames["curves"].filter(shown, players=4, policy="adaptive"), "rules")


def draw_see_curve(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw one curve per house with its band, and the floor broken."""
    series = list(each_series(frame, "rules"))
    for name, rows, colour, marker in series:
        x = rows["turn"].to_list()
        ax.fill_between(x, rows["low"].to_list(), rows["high"].to_list(), color=colour, alpha=0.2)
        ax.plot(x, rows["value"].to_list(), color=colour, marker=marker, markevery=2, label=name)
        ax.plot(x, rows["floor"].to_list(), color=colour, linestyle=(0, (4, 3)), linewidth=1)
    ax.set_ylim(0, 1.02)
    ax.set_xlim(-0.3, LAST_SHOWN + 0.3)
    count_axis(ax.xaxis)
    share_axis(ax.yaxis)
    name_axes(ax, "own draws (broken lines: the floor, every card kept)", "seats that have seen")
    place_legend(ax, len(series))


def _at_turn(frame: pl.DataFrame, turn: int) -> str:
    rows = frame.filter(turn=turn).select("rules", "value").iter_rows()
    return by_house((name, percent(p)) for name, p in rows)


def _curve_title(frame: pl.DataFrame) -> str:
    return f"Seats that have seen within five draws at a table of four: {_at_turn(frame, 5)}"


def _curve_alt(frame: pl.DataFrame) -> str:
    return "Rising curves that level off, and the floor in broken lines. " + " ".join(
        f"After {turn} draws {_at_turn(frame, turn)}." for turn in (0, 5, 10)
    )


def see_alone_data(frames: Frames) -> pl.DataFrame:
    """Return a lone player's mean draws by policy and house, with the floor's."""
    floor = frames["curves"].filter(players=ALONE)
    least = floor.group_by("rules", "policy").agg((1 - pl.col("floor")).sum().alias("exact"))
    rows = _waits(frames, "mean_draws", players=ALONE).filter(pl.col("rules").is_in(PRESETS))
    return rows.join(least, on=["rules", "policy"], how="left", maintain_order="left")


def see_policies_data(frames: Frames) -> pl.DataFrame:
    """Return the share of seats that see at tables of four, by policy and house."""
    rows = _waits(frames, "seen", players=4, seat=ALL_SEATS)
    return rows.filter(pl.col("rules").is_in(PRESETS))


def _draw_policies(ax: Axes, frame: pl.DataFrame, words: str) -> None:
    """Draw one group per house, one mark per policy."""
    houses = [name for name in PRESETS if name in frame["rules"]]
    policies = frame["policy"].unique(maintain_order=True).to_list()
    for place, policy in enumerate(policies):
        rows = frame.filter(policy=policy)
        shift = 0.14 * (place - (len(policies) - 1) / 2)
        x = [houses.index(name) + shift for name in rows["rules"]]
        draw_with_intervals(ax, x, rows, SERIES[place], MARKERS[place], policy)
        if not is_narrow(ax):
            for point, value in zip(x, rows["high"], strict=True):
                text = f"{rows['value'][x.index(point)]:.1f}" if "exact" in frame.columns else ""
                label_point(ax, point, value, text)
    house_axis(ax, houses)
    name_axes(ax, "house", words)
    place_legend(ax, len(policies))


def draw_see_alone(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw mean draws by house and policy over the floor, a bar per house."""
    _draw_policies(ax, frame, "mean draws until three pure melds or seven dublees")
    for place, name in enumerate(house for house in PRESETS if house in frame["rules"]):
        least = frame.filter(rules=name)["exact"][0]
        ax.hlines(least, place - 0.35, place + 0.35, color=INK, linestyles=(0, (4, 3)))
    ax.set_ylim(0, 1.12 * max(map(float, frame["high"])))


def draw_see_policies(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw shares by house and policy."""
    _draw_policies(ax, frame, "seats that see before the round ends")
    ax.set_ylim(0, 1.02)
    share_axis(ax.yaxis)


def _alone_title(frame: pl.DataFrame) -> str:
    rows = frame.filter(policy="adaptive")
    ratios = [v / least for v, least in rows.select("value", "exact").iter_rows()]
    return (
        f"Alone with the stock, adaptive sees {100 * (min(ratios) - 1):.0f}% to "
        f"{100 * (max(ratios) - 1):.0f}% later than a player who could keep every card"
    )


def _policies_title(frame: pl.DataFrame) -> str:
    rows = frame.filter(policy="adaptive").select("rules", "value").iter_rows()
    shares = by_house((house, percent(share)) for house, share in rows)
    return f"Seats that see before the round ends, all adaptive: {shares}"


def see_players_data(frames: Frames) -> pl.DataFrame:
    """Return the share of seats that see by table size and house, all adaptive."""
    rows = _waits(frames, "seen", policy="adaptive", seat=ALL_SEATS).filter(
        (pl.col("players") > ALONE) & ~pl.col("rules").str.contains(" man ", literal=True)
    )
    return rows.with_columns(pl.col("rules").str.split(" ").list.first().alias("house")).sort(
        pl.col("house").replace_strict({h: i for i, h in enumerate(PRESETS)}), "players"
    )


def see_seats_data(frames: Frames) -> pl.DataFrame:
    """Return the share of each seat at a table of four that sees, all adaptive."""
    rows = _waits(frames, "seen", policy="adaptive", players=4)
    return rows.filter(pl.col("rules").is_in(PRESETS) & (pl.col("seat") >= 0)).with_columns(
        pl.col("rules").alias("house"), (pl.col("seat") + 1).alias("place")
    )


def _draw_lines(ax: Axes, frame: pl.DataFrame, key: str, words: str) -> None:
    series = list(each_series(frame, "house"))
    for place, (name, rows, colour, marker) in enumerate(series):
        x = [k + 0.06 * (place - (len(series) - 1) / 2) for k in rows[key]]
        draw_with_intervals(ax, x, rows, colour, marker, name, line=True)
    count_axis(ax.xaxis)
    share_axis(ax.yaxis)
    name_axes(ax, words, "seats that see before the round ends")
    place_legend(ax, len(series))


def draw_see_players(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw one line per house over the table size."""
    _draw_lines(ax, frame, "players", "players at the table")


def draw_see_seats(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw one line per house over the seats."""
    _draw_lines(ax, frame, "place", "seat (1: the player after the dealer)")


def _players_title(frame: pl.DataFrame) -> str:
    words = []
    for players in (2, 6):
        shares = frame.filter(players=players)["value"].sort()
        words.append(f"{percent(shares[0])} to {percent(shares[-1])}")
    return f"At a table of two {words[0]} of seats see before the round ends, at six {words[1]}"


def _seats_title(frame: pl.DataFrame) -> str:
    clear = []
    for house, rows, _, _ in each_series(frame, "house"):
        first, last = (rows.filter(place=k).row(0, named=True) for k in (1, 4))
        if first["low"] > last["high"]:
            clear.append(house)
    if not clear:
        return "No house in which the first seat is seen to see more often than the last"
    return f"The first seat sees more often than the last in {words_list(clear)}"


def jokers_alone_data(frames: Frames) -> pl.DataFrame:
    """Return a lone player's mean draws by printed jokers, with the floor's."""
    floor = frames["curves"].filter(players=ALONE, policy="adaptive")
    least = floor.group_by("rules").agg((1 - pl.col("floor")).sum().alias("exact"))
    rows = _waits(frames, "mean_draws", players=ALONE, policy="adaptive")
    return with_packs(rows.join(least, on="rules", how="left"))


def jokers_table_data(frames: Frames) -> pl.DataFrame:
    """Return the share of seats at a table of four that see, by printed jokers."""
    return with_packs(_waits(frames, "seen", players=4, policy="adaptive", seat=ALL_SEATS))


def _draw_jokers(ax: Axes, frame: pl.DataFrame, words: str) -> None:
    styles = ((0, "no superman", BLUE, "o"), (1, "superman in the pack", RED, "s"))
    for superman, name, colour, marker in styles:
        rows = frame.filter(superman=superman)
        x = [man + 0.05 * (superman - 0.5) for man in rows["man_cards"]]
        draw_with_intervals(ax, x, rows, colour, marker, name, line=True)
        if "exact" in frame.columns:
            ax.plot(
                x, rows["exact"].to_list(), color=colour, linestyle=(0, (4, 3)), marker=marker,
                markerfacecolor=PAPER, label=f"{name}: floor",
            )  # fmt: skip
    name_axes(ax, "man cards in the pack", words)
    count_axis(ax.xaxis)
    ax.margins(x=0.1)
    place_legend(ax, 4 if "exact" in frame.columns else 2)


def draw_jokers_alone(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw mean draws over man cards, with and without the superman, and their floors."""
    _draw_jokers(ax, frame, "mean draws of a lone player")


def draw_jokers_table(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw shares over man cards, with and without the superman."""
    _draw_jokers(ax, frame, "seats that see before the round ends")
    share_axis(ax.yaxis)


def _pack(frame: pl.DataFrame, man: int, superman: int) -> float:
    return float(frame.filter(man_cards=man, superman=superman)["value"][0])


def _jokers_title(what: str, words: Callable[[float], str]) -> Callable[[pl.DataFrame], str]:
    def title(frame: pl.DataFrame) -> str:
        none, sup, man = (words(_pack(frame, *p)) for p in ((0, 0), (0, 1), (3, 0)))
        return f"{what}: {none} without printed jokers, {sup} with a superman, {man} with three man cards"  # noqa: E501

    return title


draws_text = "{:.1f}".format
NUMBERS = interval_fields("mean draws", "number")
ROUNDS = Field("n", "n rounds", "count")
FLOOR = Field("exact", "floor, exact", "number")
HOUSE, POLICY = Field("rules", "house"), Field("policy", "policy")
JOKERS = (Field("man_cards", "man cards", "count"), Field("superman", "superman", "count"))
TABLE_NOTE = (
    "Share of all seats that hold three pure melds or seven dublees before the round ends; being "
    "overtaken competes. Simulated play, all seats alike, 95% intervals by block jackknife over "
    "rounds."
)
ALONE_NOTE = (
    "One player draws from the stock only. Broken: the exact least of a player who keeps every "
    "card. Waits beyond 60 draws count as 61. 95% intervals by block jackknife."
)
COUPLED = "Rules of dashain on the same deals (coupled play)."

_policies_alt = partial(intervals_alt, "Marks with intervals.", "{}, {}", ("rules", "policy"))
_jokers_alt = partial(
    intervals_alt,
    "Lines over the number of man cards.",
    "{} man cards, {} superman",
    ("man_cards", "superman"),
)


def _lines_alt(key: str, word: str) -> Callable[[pl.DataFrame], str]:
    return intervals_alt("Lines with intervals.", f"{{}}, {word} {{}}", ("house", key), percent)


CHARTS = (
    Chart(
        "see-curve", see_curve_data, draw_see_curve, _curve_title, _curve_alt,
        f"{TABLE_NOTE} Bands are the intervals. Broken: the exact floor of stock-drawing play, "
        "which pick-ups may pass.",
        (HOUSE, Field("turn", "draws", "count"), *SHARES,
         *(Field(c, w, "share") for c, w in (
             ("sequence", "by pure melds"), ("dublee", "by dublees"), ("overtaken", "overtaken"),
             ("no_winner", "no winner"), ("floor", "floor"))), ROUNDS),
    ),
    Chart(
        "see-alone", see_alone_data, draw_see_alone, _alone_title, _policies_alt(draws_text),
        ALONE_NOTE, (HOUSE, POLICY, *NUMBERS, FLOOR, ROUNDS),
    ),
    Chart(
        "see-policies", see_policies_data, draw_see_policies, _policies_title,
        _policies_alt(percent),
        f"{TABLE_NOTE} Where all four are slow, fewer are overtaken.",
        (HOUSE, POLICY, *SHARES, ROUNDS),
    ),
    Chart(
        "see-players", see_players_data, draw_see_players, _players_title,
        _lines_alt("players", "players"), TABLE_NOTE,
        (Field("house", "house"), Field("players", "players", "count"), *SHARES, ROUNDS),
    ),
    Chart(
        "see-seats", see_seats_data, draw_see_seats, _seats_title, _lines_alt("place", "seat"),
        TABLE_NOTE, (Field("house", "house"), Field("place", "seat", "count"), *SHARES, ROUNDS),
    ),
    Chart(
        "jokers-alone", jokers_alone_data, draw_jokers_alone,
        _jokers_title("Mean draws of a lone player", draws_text), _jokers_alt(draws_text),
        f"{COUPLED} {ALONE_NOTE}", (*JOKERS, *NUMBERS, FLOOR, ROUNDS),
    ),
    Chart(
        "jokers-table", jokers_table_data, draw_jokers_table,
        _jokers_title("Seats at a table of four that see", percent), _jokers_alt(percent),
        f"{COUPLED} {TABLE_NOTE}", (*JOKERS, *SHARES, ROUNDS),
    ),
)  # fmt: skip
