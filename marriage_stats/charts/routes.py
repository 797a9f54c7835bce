"""Charts of the choice of route: what dublees are worth, a guide to learn, seeing, finishing."""

from collections.abc import Callable, Mapping, Sequence

import polars as pl
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from marriage_stats.charts.marks import (
    count_axis,
    draw_with_intervals,
    each_series,
    is_narrow,
    name_axes,
    place_legend,
    share_axis,
)
from marriage_stats.charts.model import POINTS, SHARES, Chart, Field
from marriage_stats.charts.theme import BLUE, INK, MUTED, RED
from marriage_stats.study import Frames, percent, typeset
from marriage_stats.study.route_tables import ALL_MELDS, MOST_MELDS, NEVER, SOON, break_even
from marriage_stats.study.wording import by_house, signed

VERDICTS = {"sequence": ("S", BLUE), "dublee": ("D", RED), "open": ("?", MUTED)}
STYLES = {"sequence": ("o", BLUE), "dublee": ("s", RED)}
ROUTES = {"sequence": "sequences", "dublee": "dublees"}
"""Route -> its word in a legend."""
NOT_EVEN = "not even seven"


def line_words(worth: pl.DataFrame) -> str:
    """Return from how many dublees on the route pays, with what the intervals allow."""
    found = break_even(worth)
    names = {k: NOT_EVEN if k == NEVER else str(k) for k in found.values()}
    value, low, high = (names[found[k]] for k in ("value", "low", "high"))
    return f"{value} ({low} to {high})"


def line_cells(frame: pl.DataFrame) -> dict[str, str]:
    """Return the break-even of every house, by its name."""
    return {name: line_words(rows) for name, rows, _, _ in each_series(frame, "house")}


def from_words(lines: Mapping[str, str]) -> str:
    """Return the break-evens of all houses as a phrase, with what their intervals leave open.

    >>> from_words({"a": "5 (5 to 5)", "b": "5 (5 to 6)", "c": "7 (6 to not even seven)"})
    '5 in a; 5 or 6 in b; 6 or more, if at all, in c'
    """
    words = []
    for house, line in lines.items():
        low, high = line.partition(" (")[2].rstrip(")").split(" to ")
        both = f"{low} or more, if at all," if high == NOT_EVEN else f"{low} or {high}"
        words.append((house, low if low == high else both))
    return by_house(words)


def route_worth_data(frames: Frames) -> pl.DataFrame:
    """Return dublee less sequence at tables of four, by dublees dealt."""
    return frames["worth"].filter(players=4, melds=ALL_MELDS)


def draw_route_worth(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw the difference over the dublees dealt, one line per house."""
    series = list(each_series(frame, "house"))
    for place, (name, rows, colour, marker) in enumerate(series):
        x = [k + 0.08 * (place - (len(series) - 1) / 2) for k in rows["pairs"]]
        draw_with_intervals(ax, x, rows, colour, marker, name, line=True)
    ax.axhline(0, color=INK, linewidth=1)
    count_axis(ax.xaxis)
    name_axes(ax, "dublees dealt (7: seven or more)", "points of dublees less sequences")
    place_legend(ax, len(series))


def _worth_title(frame: pl.DataFrame) -> str:
    return f"Dublees pay from so many dealt on: {from_words(line_cells(frame))}"


def _worth_alt(frame: pl.DataFrame) -> str:
    rows = frame.select("house", "pairs", "value", "low", "high").iter_rows()
    return "Points that going for dublees earns more than going for sequences. " + " ".join(
        f"{house}, {k} dublees: {value:+.1f} ({low:+.1f} to {high:+.1f})."
        for house, k, value, low, high in rows
    )


def route_guide_data(frames: Frames) -> pl.DataFrame:
    """Return the verdict at tables of four by house, dublees and pure melds dealt."""
    return frames["worth"].filter(pl.col("melds") >= 0, players=4)


def route_sizes_data(frames: Frames) -> pl.DataFrame:
    """Return the verdict by house, table size and dublees dealt."""
    return frames["worth"].filter(melds=ALL_MELDS)


def _draw_grid(ax: Axes, frame: pl.DataFrame, key: str, word: Callable[[int], str]) -> None:
    """Draw a cell per (dublees; house and key) with the better route and its points."""
    order = frame["house"].unique(maintain_order=True).to_list()
    columns = sorted(
        frame.select("house", key).unique().rows(), key=lambda c: (order.index(c[0]), c[1])
    )
    for house, k, pairs, verdict, value in frame.select(
        "house", key, "pairs", "verdict", "value"
    ).iter_rows():
        x, (letter, colour) = columns.index((house, k)), VERDICTS[verdict]
        alpha = 0.12 if verdict == "open" else 0.35
        cell = Rectangle((x - 0.48, pairs - 0.46), 0.96, 0.92, color=colour, alpha=alpha)
        cell.set_in_layout(False)
        ax.add_patch(cell)
        text = letter if is_narrow(ax) else typeset(f"{letter} {signed(value)}")
        words = ax.text(x, pairs, text, ha="center", va="center", color=INK, fontsize="small")
        words.set_in_layout(False)
    ax.set_xlim(-0.6, len(columns) - 0.4)
    ax.set_ylim(-0.6, 7.6)
    ax.set_xticks(range(len(columns)), [word(k) for _, k in columns])
    houses = [house for house, _ in columns]
    for house in dict.fromkeys(houses):
        middle = houses.index(house) + (houses.count(house) - 1) / 2
        ax.text(middle, 7.75, house, ha="center", va="bottom", color=INK)
    ax.grid(visible=False)
    ax.set_yticks(range(8), [*map(str, range(7)), "7+"])


def draw_route_guide(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw the guide by pure melds dealt."""
    _draw_grid(ax, frame, "melds", lambda k: f"{k}+" if k == MOST_MELDS else str(k))
    name_axes(ax, "pure melds dealt, by house", "dublees dealt")


def draw_route_sizes(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw the guide by table size."""
    _draw_grid(ax, frame, "players", str)
    name_axes(ax, "players at the table, by house", "dublees dealt")


def _guide_title(frame: pl.DataFrame) -> str:
    words = []
    for melds in range(MOST_MELDS + 1):
        lines = [
            break_even(frame.filter(house=house, melds=melds))
            for house in frame["house"].unique(maintain_order=True)
        ]
        words.append(_span_words(lines))
    return (
        f"Dublees pay from so many dealt on: {words[0]} with no pure meld dealt, {words[1]} with "
        f"one, {words[2]} with two or more"
    )


def _span_words(lines: Sequence[Mapping[str, int]]) -> str:
    """Return the break-evens of all houses, with what their intervals leave open."""
    low, high = min(line["low"] for line in lines), max(line["high"] for line in lines)
    if low == NEVER:
        return "never"
    if high == NEVER:
        return f"{low} or never"
    return (
        str(low) if low == high else f"{low} or {high}" if high == low + 1 else f"{low} to {high}"
    )


def _sizes_title(frame: pl.DataFrame) -> str:
    words = []
    for players in sorted(frame["players"].unique()):
        rows = frame.filter(players=players)
        houses = rows["house"].unique(maintain_order=True)
        lines = [break_even(rows.filter(house=house)) for house in houses]
        words.append(f"{players} players: {_span_words(lines)}")
    return f"Fewest dealt dublees with which dublees pay, by house. {'; '.join(words)}"


def _grid_alt(key: str) -> Callable[[pl.DataFrame], str]:
    def alt(frame: pl.DataFrame) -> str:
        rows = frame.select("house", key, "pairs", "verdict", "value").iter_rows()
        return "Cells with the better route and its points. " + " ".join(
            f"{house}, {k} {key}, {pairs} dublees: {verdict} ({signed(value)})."
            for house, k, pairs, verdict, value in rows
        )

    return alt


def route_seen_data(frames: Frames) -> pl.DataFrame:
    """Return the share that has shown soon, by route, dublees and house."""
    return frames["seen"].filter(players=4, turn=SOON)


def route_finish_data(frames: Frames) -> pl.DataFrame:
    """Return the share of rounds that seat 0 finishes, by route, dublees and house."""
    return frames["means"].filter(players=4, figure="finished")


def _draw_routes(ax: Axes, frame: pl.DataFrame, words: str) -> None:
    """Draw one line per route and house: colour tells the route, the line the house."""
    houses = frame["house"].unique(maintain_order=True).to_list()
    lines: list[str | tuple[int, tuple[int, ...]]] = ["solid", (0, (5, 2)), (0, (1, 1.5))]  # type: ignore[list-item]
    for place, house in enumerate(houses):
        for route, (marker, colour) in STYLES.items():
            rows = frame.filter(house=house, route=route)
            x = [k + 0.08 * (place - (len(houses) - 1) / 2) for k in rows["pairs"]]
            draw_with_intervals(ax, x, rows, colour, marker)
            ax.plot(
                x, rows["value"].to_list(), color=colour, marker=marker,
                linestyle=lines[place % len(lines)], label=f"{ROUTES[route]}, {house}",
            )  # fmt: skip
    ax.set_ylim(-0.02, 1.02)
    count_axis(ax.xaxis)
    share_axis(ax.yaxis)
    name_axes(ax, "dublees dealt (7: seven or more)", words)
    place_legend(ax, 3, handle=3.2)


def draw_route_seen(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw the share that has shown soon."""
    _draw_routes(ax, frame, f"share that has shown within {SOON} draws")


def draw_route_finish(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw the share of rounds that seat 0 finishes."""
    _draw_routes(ax, frame, "share of rounds finished by this player")


def _routes_title(words: str) -> Callable[[pl.DataFrame], str]:
    def title(frame: pl.DataFrame) -> str:
        house = frame["house"][0]
        found = {
            (route, k): percent(p)
            for route, k, p in frame.filter(house=house)
            .select("route", "pairs", "value")
            .iter_rows()
        }
        parts = [
            f"from {k} dublees {found['dublee', k]} by dublees, {found['sequence', k]} by sequences"
            for k in (3, 5)
        ]
        return f"{words}, {house}: {'; '.join(parts)}"

    return title


def _routes_alt(frame: pl.DataFrame) -> str:
    rows = frame.select("house", "route", "pairs", "value", "low", "high").iter_rows()
    return "Lines over the dublees dealt. " + " ".join(
        f"{house}, {route}, {k} dublees: {percent(v)} ({percent(low)} to {percent(high)})."
        for house, route, k, v, low, high in rows
    )


NOTE = (
    "The first seat plays the same deals once as `sequence`, once as `dublee`, against `adaptive` "
    "at a table of four. Deals are conditional on the dublees dealt (by rejection); causal, "
    "coupled play. 95% intervals, each for itself."
)
GRID = (
    "D: dublees earn more, S: sequences, ?: open at these numbers of deals (Holm's correction over "
    "the cells of a table, 5%). Numbers, where there is room: points of "
    "dublees less sequences. " + NOTE
)
HOUSE, PAIRS = Field("house", "house"), Field("pairs", "dublees", "count")
N = Field("n", "n deals", "count")
VERDICT = Field("verdict", "better route")

CHARTS = (
    Chart(
        "route-guide", route_guide_data, draw_route_guide, _guide_title, _grid_alt("melds"), GRID,
        (HOUSE, PAIRS, Field("melds", "pure melds", "count"), VERDICT, *POINTS, N),
    ),
    Chart(
        "route-worth", route_worth_data, draw_route_worth, _worth_title, _worth_alt, NOTE,
        (HOUSE, PAIRS, *POINTS, VERDICT, N),
    ),
    Chart(
        "route-sizes", route_sizes_data, draw_route_sizes, _sizes_title, _grid_alt("players"),
        GRID.replace(" at a table of four", ""),
        (HOUSE, Field("players", "players", "count"), PAIRS, VERDICT, *POINTS, N),
    ),
    Chart(
        "route-seen", route_seen_data, draw_route_seen, _routes_title(f"Shown within {SOON} draws"),
        _routes_alt, NOTE, (HOUSE, Field("route", "route"), PAIRS, *SHARES, N),
    ),
    Chart(
        "route-finish", route_finish_data, draw_route_finish, _routes_title("Rounds finished"),
        _routes_alt, NOTE, (HOUSE, Field("route", "route"), PAIRS, *SHARES, N),
    ),
)  # fmt: skip
