"""Charts of the parameter search: its trace, what it gained, and what is left to gain."""

import polars as pl
from matplotlib.axes import Axes

from marriage_stats.charts.dots import draw_dot_rows
from marriage_stats.charts.model import FIGURE, Chart, Field
from marriage_stats.charts.switches import changed_words, switch_words
from marriage_stats.charts.theme import INK
from marriage_stats.study import Frames
from marriage_stats.study.best_response import gaining, unsettled
from marriage_stats.study.wording import by_house, count_words
from marriage_stats.tuning import TOLERANCE
from marriage_stats.tuning.ladders import LADDERS, SWITCH

NEAR = -1.0
"""Changes that lose more points a round than this are not drawn."""
WORDS = "points a round, by the change"
AT_ONCE, ALL_WEIGHTS = "all at once", "all weights at once"
"""Kind of the steps that search all weights together, and its words."""
DEGREES = {
    "show_wait": "wait before showing",
    "hold_finish": "hold a finish",
    "feed_unseen": "mind the next seat before seeing",
    "feed_seen": "mind the next seat after seeing",
    "feed_dublee": "mind the next seat going for dublees",
    "keep_near": "stay near sequences going for dublees",
    "rest_outs": "keep cards for the finish before seeing",
    "expose": "lay dealt tunnelas where optional",
    "dublee_base": "dublee handicap, in cards",
    "dublee_slope": "weight of a card missing by dublees",
    "dublee_outs": "dublee handicap per live card",
    "dublee_turn": "dublee handicap per own draw",
}
"""Parameters that are a matter of degree, where a switch has no words or names one degree."""
FIELDS = (*FIGURE, Field("deals_changed", "deals changed", "count"))


def hundredths(points: float) -> str:
    """Return points with their sign, to the hundredth.

    >>> hundredths(0.125), hundredths(-0.1)
    ('+0.12', '-0.10')
    """
    return f"{points:+.2f}"


def figures_words(frame: pl.DataFrame) -> str:
    """Return every house's figure with its interval, as a phrase."""
    rows = frame.select("rules", "value", "low", "high").iter_rows()
    figures = ((h, f"{v:+.2f} ({low:+.2f} to {high:+.2f})") for h, v, low, high in rows)
    return by_house(figures)


def largest(frame: pl.DataFrame, by: list[str], figure: str = "value") -> pl.DataFrame:
    """Return the row of the largest gain in each group, or of the largest other figure."""
    ranked = frame.sort(figure, descending=True, maintain_order=True)
    best = ranked.unique(by, keep="first", maintain_order=True)
    order = frame.select(by).unique(maintain_order=True)
    return order.join(best, on=by, how="left", maintain_order="left")


def parameter_words(name: str) -> str:
    """Return what a parameter is about."""
    return DEGREES.get(name) or switch_words(name)


def change_words(label: str, most: int = len(LADDERS)) -> str:
    """Return what a change does, by its label; changes of more parameters are only counted.

    >>> change_words("dublee_turn=-0.1 pick_up=0")
    'dublee handicap per own draw = -0.1; draw from the stock only'
    >>> change_words("dublee_turn=-0.1 pick_up=0", 1)
    '2 parameters at once'
    """
    pairs = [part.split("=") for part in label.split(" ")]
    if len(pairs) > most:
        return f"{len(pairs)} parameters at once"
    return "; ".join(
        changed_words(name, float(value))
        if LADDERS[name] == SWITCH
        else f"{parameter_words(name)} = {value}"
        for name, value in pairs
    )


def _in_words(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(pl.col("change").map_elements(change_words, pl.String))


def held_out_data(frames: Frames) -> pl.DataFrame:
    """Return the gain on fresh deals of what each search found or liked best."""
    return _in_words(frames["held_out"].with_columns(_players()))


def trace_data(frames: Frames) -> pl.DataFrame:
    """Return the best change of every sweep of every search, and all that were taken up."""
    trace = frames["trace"].with_columns(
        _players(),
        pl.when(pl.col("kind") == AT_ONCE)
        .then(pl.format("{} players, {}", "players", pl.lit(ALL_WEIGHTS)))
        .otherwise(pl.format("{} players, sweep {}", "players", "sweep"))
        .alias("sweep of"),
    )
    keys = ["rules", "sweep of"]
    best = largest(trace, keys).select(*keys, "change", pl.lit(True).alias("best"))
    marked = trace.join(best, on=[*keys, "change"], how="left", maintain_order="left")
    kept = marked.filter(pl.col("best") | pl.col("adopted")).sort(
        "players", "sweep", maintain_order=True
    )
    taken = pl.when(pl.col("adopted")).then(pl.lit("yes")).otherwise(pl.lit("no"))
    return _in_words(kept.with_columns(taken.alias("taken up")).drop("best", "adopted"))


def best_response_data(frames: Frames) -> pl.DataFrame:
    """Return the change of every parameter that may gain most by its upper bound, by house."""
    found = frames["deviations"].with_columns(
        pl.when(pl.col("kind") == "alone")
        .then(pl.col("change").str.split("=").list.first().map_elements(parameter_words, pl.String))
        .otherwise(pl.lit(ALL_WEIGHTS))
        .alias("parameter")
    )
    bounds = largest(found, ["parameter", "rules"], "high").sort("parameter", maintain_order=True)
    return _in_words(bounds)


def _players() -> pl.Expr:
    return pl.format("{} players", "players").alias("table")


def _draw_held_out(ax: Axes, frame: pl.DataFrame) -> None:
    draw_dot_rows(ax, frame, "table", "points a round on fresh deals, by what the search found")


def _draw_trace(ax: Axes, frame: pl.DataFrame) -> None:
    draw_dot_rows(ax, frame, "sweep of", WORDS)


def _draw_best_response(ax: Axes, frame: pl.DataFrame) -> None:
    draw_dot_rows(ax, frame.filter(pl.col("value") > NEAR), "parameter", WORDS)
    ax.axvline(TOLERANCE, color=INK, linestyle=":", linewidth=1.2)


def _held_out_title(frame: pl.DataFrame) -> str:
    sure, worse = frame.filter(pl.col("low") > 0), frame.filter(pl.col("high") < 0)
    least, most = (hundredths(float(end(frame["value"]))) for end in (min, max))
    return (
        f"What each search found best gains {least} to {most} points a round on fresh deals: "
        f"shown to gain at {count_words(len(sure))} of {len(frame)} tables, to lose at "
        f"{count_words(len(worse))}"
    )


def _trace_title(frame: pl.DataFrame) -> str:
    taken = len(frame.filter(pl.col("taken up") == "yes"))
    searches = frame.unique(["rules", "sweep of"])
    at_once = len(searches.filter(kind=AT_ONCE))
    both = f" and {at_once} searches of all weights at once" if at_once else ""
    return (
        f"{len(searches) - at_once} sweeps over all parameters{both} took up "
        f"{count_words(taken)} of the changes tried"
    )


def _best_response_title(frame: pl.DataFrame) -> str:
    more, left = gaining(frame), unsettled(frame)
    most = f"{float(max(frame['high'])):+.3f}"
    if len(more):
        top = more.sort("value", descending=True).row(0, named=True)
        return (
            f"{len(more)} changes of parameters gain more than {TOLERANCE} points a round: most "
            f"{top['change']} in {top['rules']}, {hundredths(top['value'])}"
        )
    if len(left):
        return (
            f"No change of parameters is shown to gain more than {TOLERANCE} points a round; "
            f"{len(left)} intervals reach beyond it, the farthest to {most}"
        )
    return (
        f"No change of parameters gains more than {TOLERANCE} points a round: the highest upper "
        f"bound is {most}"
    )


def _by(row: str, frame: pl.DataFrame) -> str:
    names = frame[row].unique(maintain_order=True)
    rows = " ".join(f"{n}: {figures_words(frame.filter(pl.col(row) == n))}." for n in names)
    return f"Marks with intervals by {row} and house. {rows}"


CHARTS = (
    Chart(
        "best-response",
        best_response_data,
        _draw_best_response,
        _best_response_title,
        lambda frame: _by("parameter", frame),
        "Of every parameter the change with the highest upper bound, by one player among three "
        "with the committed parameters, in every seat on the same deals. Intervals of a house hold "
        "together with probability 95%, over all changes and stages; the dotted line is the "
        "tolerance. Changes that lose more than a point are only in the table.",
        (Field("rules", "house"), Field("change", "change"), *FIELDS,
         Field("stage", "stage", "count")),
        7.2,
        1.4,
    ),
    Chart(
        "tuning-held-out",
        held_out_data,
        _draw_held_out,
        _held_out_title,
        lambda frame: _by("table", frame),
        "What the search at a table took up, or liked best where it took up nothing: one player so "
        "changed among players with the committed parameters, in every seat on the same deals, "
        "which no search has seen; 95% intervals.",
        (Field("rules", "house"), Field("table", "table"), Field("change", "change"),
         *FIELDS),
    ),
    Chart(
        "tuning-trace",
        trace_data,
        _draw_trace,
        _trace_title,
        lambda frame: _by("sweep of", frame),
        "The best change of every sweep, against the parameters of that moment; 95% intervals of "
        "the change alone, of the best of many, so high by luck. The whole trace is in the data.",
        (Field("rules", "house"), Field("sweep of", "sweep"), Field("kind", "changed"),
         Field("change", "change"), *FIELDS, Field("taken up", "taken up")),
        8.0,
    ),
)  # fmt: skip
