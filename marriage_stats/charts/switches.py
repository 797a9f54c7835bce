"""Chart of what each switch of the strong policy gains or costs."""

import polars as pl
from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from marriage_stats.charts.dots import draw_dot_rows
from marriage_stats.charts.marks import is_narrow
from marriage_stats.charts.model import FIGURE, Chart, Field
from marriage_stats.study import Frames
from marriage_stats.study.paired import told
from marriage_stats.study.wording import count_words, points_by_house, signed, typeset

THREE_MEN = "lay_man_dealt"
NEAR, TICKS = 0.3, (-100, -30, -10, -3, -1, -0.5, 0, 0.5, 1, 3, 10, 30, 100)
"""Points that the axis shows on either side at the least, and where it may be marked."""
POWERS = "Beyond 1 the axis counts in powers of ten."
WORDS = {
    THREE_MEN: "lay three man cards, all three dealt",
    "live_outs": "count live cards when throwing",
    "dublee_route": "follow dublees where nearer",
    "dublee_only": "never show by sequences",
    "pick_up": "take useful discards, not stock only",
    "pick_outs": "take discards for outs alone",
    "plan_show": "choose the melds to show",
    "show_wait": "wait two draws before showing",
    "lay_man": "lay three man cards as tunnela",
    "expose": "lay a dealt tunnela where optional",
    "feed_unseen": "mind the next seat, before seeing",
    "feed_seen": "mind the next seat, after seeing",
    "hold_finish": "hold a finish for two draws",
    "pick_either": "take discards for either route",
    "pair_outs": "keep pairs for the other route",
    "feed_dublee": "mind the next seat, going for dublees",
    "keep_near": "stay near sequences, going for dublees",
    "pick_rest": "take discards for the finish before showing",
    "rest_outs": "keep cards for the finish, before seeing",
}
"""Switch -> what it does when it is on."""
CHANGED = {
    (THREE_MEN, False): "keep three dealt man cards as wilds",
    ("lay_man", False): "keep three man cards as wilds",
    ("live_outs", False): "throw without counting live cards",
    ("dublee_route", False): "never go for dublees",
    ("dublee_only", True): "never show by sequences",
    ("pick_up", False): "draw from the stock only",
    ("pick_outs", True): "take discards for outs alone",
    ("plan_show", False): "show the first melds that do",
    ("show_wait", True): "wait two draws before showing",
    ("expose", False): "hide a dealt tunnela where optional",
    ("feed_unseen", False): "ignore the next seat before seeing",
    ("feed_seen", True): "mind the next seat after seeing",
    ("feed_seen", False): "ignore the next seat after seeing",
    ("hold_finish", True): "hold a finish for two draws",
    ("pick_either", False): "take discards for one route only",
    ("pair_outs", False): "keep no pairs for the other route",
    ("feed_dublee", False): "ignore the next seat, going for dublees",
    ("keep_near", False): "let sequences go, going for dublees",
    ("pick_rest", False): "pass discards that only the finish needs",
    ("rest_outs", False): "think of the show alone before seeing",
}
"""(switch, whether it is turned on) -> what the changed player does."""


def switch_words(name: str) -> str:
    """Return what a switch does, in a player's words; one without words keeps its name."""
    return WORDS.get(name, name.replace("_", " "))


def changed_words(name: str, tried: float) -> str:
    """Return what a player does whose switch is changed to a value, in a player's words."""
    is_on = tried != 0
    plain = f"{'on' if is_on else 'off'}: {switch_words(name)}"
    return CHANGED.get((name, is_on), plain)


def switches_data(frames: Frames) -> pl.DataFrame:
    """Return the gain of the changed player by house; the dearest change first.

    A house in which a switch never changed a payment has no row for it.
    """
    rows = frames["switches"].filter(pl.col("deals_changed") > 0)
    changes = [changed_words(*row) for row in rows.select("switch", "tried").iter_rows()]
    named = rows.with_columns(pl.Series("change", changes, dtype=pl.String))
    worst = named.group_by("change", maintain_order=True).agg(pl.col("value").min().alias("_at"))
    return (
        named.join(worst, on="change", maintain_order="left")
        .sort("_at", maintain_order=True)
        .drop("_at")
    )


def draw_switches(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw one row per change; beyond a point the axis counts powers of ten."""
    draw_dot_rows(ax, frame, "change", "points a round, by the change")
    ax.set_xscale("symlog", linthresh=1, linscale=1.5)
    low, high = (float(end(frame[name])) for end, name in ((min, "low"), (max, "high")))
    low, high = min(1.3 * low, -NEAR), max(1.3 * high, NEAR)
    ax.set_xlim(low, high)
    room = TICKS[::2] if is_narrow(ax) else TICKS
    ticks = [tick for tick in room if low <= tick <= high]
    ax.set_xticks(ticks, [typeset(f"{tick:+g}") if tick else "0" for tick in ticks], minor=False)
    ax.xaxis.set_minor_locator(NullLocator())


def _title(frame: pl.DataFrame) -> str:
    sure = frame.filter(told(frame))
    counts = (
        f"{len(sure.filter(pl.col('value') < 0))} of {len(frame)} changes to adaptive cost points "
        f"beyond chance, {count_words(len(sure.filter(pl.col('value') > 0)))} gain"
    )
    if sure.is_empty():
        return counts
    worst = sure.sort("value", maintain_order=True).row(0, named=True)
    if worst["value"] > 0:
        return counts
    return (
        f"{counts}; dearest is to {worst['change']}, {signed(worst['value'])} in {worst['rules']}"
    )


def _alt(frame: pl.DataFrame) -> str:
    names = frame["change"].unique(maintain_order=True)
    rows = " ".join(f"{name}: {points_by_house(frame.filter(change=name))}." for name in names)
    return f"Marks with intervals by change and house. {rows}"


CHARTS = (
    Chart(
        "switches",
        switches_data,
        draw_switches,
        _title,
        _alt,
        "Coupled play, causal: one player with the switch changed against adaptive players, in "
        "every seat in turn on the same deals; 95% intervals, n counts deals. p is Holm's over "
        "all switches and houses. Houses where a switch never mattered have no mark. "
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
    ),
)
