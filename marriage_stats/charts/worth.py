"""Charts of what is worth how many points: cards, seeing, finishing, and deals."""

from collections.abc import Callable

import polars as pl
from matplotlib.axes import Axes

from marriage_stats.charts.dots import draw_dot_rows
from marriage_stats.charts.marks import each_series, name_axes, place_legend
from marriage_stats.charts.model import FIGURE, Chart, Field
from marriage_stats.charts.theme import MUTED
from marriage_stats.study import Frames
from marriage_stats.study.deal_groups import FEATURES, MOST
from marriage_stats.study.wording import points_by_house, signed


def _ends(frame: pl.DataFrame) -> str:
    if frame.is_empty():
        return "no figure"
    values = frame["value"].sort()
    least, most = signed(float(values[0])), signed(float(values[-1]))
    return least if least == most else f"{least} to {most}"


def card_worth_data(frames: Frames) -> pl.DataFrame:
    """Return the worth of a card in the dealt hand, by house; the dearest card first."""
    cards = frames["cards"]
    order = cards.group_by("card", maintain_order=True).agg(pl.col("value").max().alias("best"))
    return (
        cards.join(order, on="card", maintain_order="left")
        .sort("best", descending=True, maintain_order=True)
        .drop("best")
    )


def draw_card_worth(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw one row per card."""
    draw_dot_rows(ax, frame, "card", "points a round, against a random card in its place")


def _card_title(frame: pl.DataFrame) -> str:
    top = frame["card"].unique(maintain_order=True).to_list()[:2]
    words = [f"{card} {_ends(frame.filter(card=card))}" for card in top]
    return f"Worth of a dealt card in points a round, by house: {', '.join(words)}"


def _by_row(frame: pl.DataFrame, row: str) -> str:
    names = frame[row].unique(maintain_order=True)
    return " ".join(f"{n}: {points_by_house(frame.filter(pl.col(row) == n))}." for n in names)


def act_worth_data(frames: Frames) -> pl.DataFrame:
    """Return what seeing and finishing are worth, by maal, by fees and together."""
    words = pl.concat_str([pl.col("act"), pl.col("part")], separator=": ")
    whole = pl.when(pl.col("part") == "net").then(pl.col("act")).otherwise(words)
    return frames["acts"].select("rules", whole.alias("what"), *("value", "low", "high", "n"))


def draw_act_worth(ax: Axes, frame: pl.DataFrame) -> None:
    """Draw one row per act and part."""
    draw_dot_rows(ax, frame, "what", "points a round")


def _act_title(frame: pl.DataFrame) -> str:
    see, finish = (_ends(frame.filter(what=act)) for act in ("seeing", "finishing"))
    return f"With the same cards, seeing is worth {see} points by house, finishing {finish}"


def _deal_data(feature: str) -> Callable[[Frames], pl.DataFrame]:
    def data(frames: Frames) -> pl.DataFrame:
        rows = frames["deals"].filter(feature=feature).drop("feature")
        # Where nobody can be dealt any, the mean over all hands says nothing: it is 0.
        varied = rows.filter(pl.col("count") > 0)["rules"].unique()
        return rows.filter(pl.col("rules").is_in(varied.to_list()))

    data.__doc__ = f"Return the mean payment given {FEATURES[feature][0]}, by house."
    return data


def _draw_deal(feature: str) -> Callable[[Axes, pl.DataFrame], None]:
    def draw(ax: Axes, frame: pl.DataFrame) -> None:
        series = list(each_series(frame, "rules"))
        for place, (name, rows, colour, marker) in enumerate(series):
            x = [k + 0.1 * (place - (len(series) - 1) / 2) for k in rows["count"]]
            value = rows["value"].to_numpy()
            spread = (value - rows["low"].to_numpy(), rows["high"].to_numpy() - value)
            ax.errorbar(
                x, value, yerr=spread, fmt=marker, color=colour, label=name, capsize=2,
                linestyle="-", linewidth=1, elinewidth=1.8,
            )  # fmt: skip
        ax.axhline(0, color=MUTED, linewidth=1)
        name_axes(ax, FEATURES[feature][0], "mean payment, points a round")
        counts = frame["count"].unique().sort().to_list()
        ax.set_xticks(counts, [f"{k}+" if k == MOST[feature] else f"{k}" for k in counts])
        place_legend(ax, len(series))

    draw.__doc__ = f"Draw one line per house over {FEATURES[feature][0]}."
    return draw


def _deal_title(feature: str) -> Callable[[pl.DataFrame], str]:
    def title(frame: pl.DataFrame) -> str:
        words = FEATURES[feature][1]
        counts = [int(k) for k in frame["count"]]
        low, high = min(counts), max(counts)
        first, last = (_ends(frame.filter(count=k)) for k in (low, high))
        more = " or more" if high == MOST[feature] else ""
        return (
            f"Points a round by {words} dealt: {first} with {low or 'none'}, "
            f"{last} with {high}{more}"
        )

    return title


def _deal_alt(feature: str) -> Callable[[pl.DataFrame], str]:
    return lambda frame: (
        f"Mean payments with intervals over {FEATURES[feature][0]}. {_by_row(frame, 'count')}"
    )


def _deal_chart(feature: str, name: str, note: str) -> Chart:
    fields = (Field("rules", "house"), Field("count", FEATURES[feature][0], "count"), *FIGURE)
    data, draw = _deal_data(feature), _draw_deal(feature)
    return Chart(name, data, draw, _deal_title(feature), _deal_alt(feature), note, fields)


DEALT = (
    "All play adaptive; all seats together, 95% intervals over rounds, n counts hands. The deal is "
    "chance, so differences are causal: the whole of what comes with such a deal."
)
CHARTS = (
    Chart(
        "card-worth",
        card_worth_data,
        draw_card_worth,
        _card_title,
        lambda frame: f"Marks with intervals by card and house. {_by_row(frame, 'card')}",
        "Coupled play, causal: payment of the first of four adaptive players with the card in the "
        "dealt hand less that on the same deal without it; 95% intervals, n counts deals.",
        (
            Field("rules", "house"),
            Field("card", "card"),
            *FIGURE,
            Field("maal", "by maal", "number"),
            Field("fees", "by fees", "number"),
            Field("p_holm", "p (Holm)", "chance"),
        ),
        5.4,
    ),
    Chart(
        "act-worth",
        act_worth_data,
        draw_act_worth,
        _act_title,
        lambda frame: f"Marks with intervals by act and house. {_by_row(frame, 'what')}",
        "Fixed play: rounds of four adaptive players settled again as if an unseen loser had seen "
        "by sequences, or as if the next player who had seen had finished; 95% intervals.",
        (Field("rules", "house"), Field("what", "act"), *FIGURE),
    ),
    _deal_chart("pairs", "worth-of-dublees", f"{DEALT} The last mark is six or more dublees."),
    _deal_chart("melds", "worth-of-melds", f"{DEALT} The last mark is three or more pure melds."),
    _deal_chart("tunnelas", "worth-of-tunnelas", f"{DEALT} The last mark is two or more."),
    _deal_chart("printed", "worth-of-printed", f"{DEALT} The last mark is three or more."),
)
