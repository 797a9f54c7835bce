"""Sentences about the time to see, worded by what the intervals support."""

from collections.abc import Callable

import polars as pl

from marriage_stats.charts.waiting import with_packs
from marriage_stats.rules import PRESETS
from marriage_stats.study import Frames, percent, words_list
from marriage_stats.study.finding import Finding, cells_by, spread, tabled
from marriage_stats.study.wait_tables import ALONE

HALF = 0.5
SPAN = ("value", "low", "high")


def of_houses(frames: Frames, figure: str, policy: str, players: int) -> dict[str, str]:
    """Return a figure of every seat together with its interval, by house."""
    return cells_by(_waits(frames, figure, policy, players, -1), words=_words(figure))


def _waits(frames: Frames, figure: str, policy: str, players: int, seat: int) -> pl.DataFrame:
    rows = frames["waits"].filter(figure=figure, policy=policy, players=players, seat=seat)
    return rows.filter(pl.col("rules").is_in(PRESETS))


def _words(figure: str) -> Callable[[float], str]:
    return "{:.2f}".format if figure == "mean_draws" else percent


def spread_of(frames: Frames, figure: str, policy: str, players: int) -> str:
    """Return the least and the most of a figure over the houses."""
    rows = _waits(frames, figure, policy, players, -1)
    return spread(rows["value"].to_list(), _words(figure))


def half_seen_at_table(frames: Frames) -> dict[str, str]:
    """Return the draws after which half of the seats of four have seen, by house.

    The interval is where the ends of the curve's intervals reach one half.
    """
    rows = frames["curves"].filter(policy="adaptive", players=4)
    words = {}
    for house in PRESETS:
        curve = rows.filter(rules=house).sort("turn")
        turns = [curve.filter(pl.col(name) >= HALF)["turn"].to_list() for name in SPAN]
        draws, last, first = (next(iter(found), None) for found in turns)
        upper = "no end" if last is None else last
        words[house] = "never" if draws is None else f"{draws} ({first} to {upper})"
    return words


def first_and_last(frames: Frames) -> Finding:
    """Tell whether the first seat sees more often than the last, house by house."""
    first, last = (_waits(frames, "seen", "adaptive", 4, seat) for seat in (0, 3))
    both = first.join(last, on="rules", suffix="_last", maintain_order="left")
    # Seats of one round are dependent: clear intervals are more than is needed to differ.
    clear = both.filter(pl.col("low") > pl.col("high_last"))["rules"].to_list()
    where = f"in {words_list(clear)}" if clear else "in no house beyond chance"
    return tabled(
        f"The first seat sees more often before the round ends than the dealer's {where}:",
        {"first seat": cells_by(first, words=percent), "dealer": cells_by(last, words=percent)},
    )


def joker_effects(frames: Frames) -> Finding:
    """Tell what each printed joker buys to a lone player and to a table of four."""
    rows = with_packs(frames["changes"])
    columns = {
        "draws, alone": rows.filter(players=ALONE, figure="mean_draws"),
        "seats in a hundred": rows.filter(players=4, figure="seen").with_columns(
            pl.col(*SPAN) * 100
        ),
    }
    return tabled(
        "What printed jokers change, against none (dashain, same deals): a lone player's mean "
        "draws, and how many in a hundred seats of four see before the round ends.",
        {name: _changes(found) for name, found in columns.items()},
        "in the pack",
    )


def _changes(rows: pl.DataFrame) -> dict[str, str]:
    cells: dict[str, str] = {}
    for man, superman in ((0, 1), (1, 0), (2, 0), (3, 0)):
        name = "a superman" if superman else f"{man} man card{'s' if man > 1 else ''}"
        found = rows.filter(man_cards=man, superman=superman)
        cells |= cells_by(found.with_columns(pl.lit(name).alias("pack")), "pack", "{:+.2f}".format)
    return cells
