"""Sentences about the time to see, worded by what the intervals support."""

import polars as pl

from marriage_stats.charts.waiting import with_packs
from marriage_stats.rules import PRESETS
from marriage_stats.study import Frames, percent
from marriage_stats.study.wait_tables import ALONE
from marriage_stats.study.wording import by_house

HALF = 0.5
SPAN = ("value", "low", "high")


def of_houses(frames: Frames, figure: str, policy: str, players: int) -> str:
    """Return a figure with its interval, house by house, as a phrase."""
    rows = frames["waits"].filter(
        pl.col("rules").is_in(PRESETS), figure=figure, policy=policy, players=players, seat=-1
    )
    words = "{:.2f} ({:.2f} to {:.2f})".format if figure == "mean_draws" else _span
    return by_house((h, words(*f)) for h, *f in rows.select("rules", *SPAN).iter_rows())


def half_seen_at_table(frames: Frames) -> str:
    """Return the draws after which half of the seats of four have seen, as a phrase.

    The interval is where the ends of the curve's intervals reach one half.
    """
    rows = frames["curves"].filter(policy="adaptive", players=4)
    words = []
    for house in PRESETS:
        curve = rows.filter(rules=house).sort("turn")
        turns = [curve.filter(pl.col(name) >= HALF)["turn"].to_list() for name in SPAN]
        draws, last, first = (next(iter(found), None) for found in turns)
        if draws is None:
            words.append((house, "never"))
        elif first == last:
            words.append((house, f"{draws}"))
        else:
            words.append((house, f"{draws} ({first} to {'no end' if last is None else last})"))
    return by_house(words)


def _span(value: float, low: float, high: float) -> str:
    return f"{percent(value)} ({percent(low)} to {percent(high)})"


def first_and_last(frames: Frames) -> str:
    """Tell whether the first seat sees more often than the last, house by house."""
    words = []
    for house in PRESETS:
        rows = frames["waits"].filter(rules=house, policy="adaptive", players=4, figure="seen")
        first, last = (rows.filter(seat=seat).row(0, named=True) for seat in (0, 3))
        # Seats of one round are dependent: clear intervals are more than is needed to differ.
        if first["low"] > last["high"] or last["low"] > first["high"]:
            differs = f"{_span(*(first[k] for k in SPAN))}, not {_span(*(last[k] for k in SPAN))}"
        else:
            differs = f"no difference that {first['n']:,} rounds would show"
        words.append((house, differs))
    return (
        f"The first seat sees before the round ends, compared with the last of four: "
        f"{by_house(words)}."
    )


def joker_effects(frames: Frames) -> list[str]:
    """Tell what each printed joker buys to a lone player and to a table of four."""
    rows = with_packs(frames["changes"])
    out = []
    for players, figure, unit, who in (
        (ALONE, "mean_draws", 1, "a lone player's mean draws"),
        (4, "seen", 100, "the seats of four that see before the round ends, in points of percent"),
    ):
        found = rows.filter(players=players, figure=figure)
        changes = [_change(found, unit, *pack) for pack in ((0, 1), (1, 0), (2, 0), (3, 0))]
        out.append(f"Printed jokers change {who} (dashain, same deals): {'; '.join(changes)}.")
    return out


def _change(rows: pl.DataFrame, unit: int, man: int, superman: int) -> str:
    row = rows.filter(man_cards=man, superman=superman).row(0, named=True)
    value, low, high = (unit * row[name] for name in SPAN)
    name = "a superman" if superman else f"{man} man card{'s' if man > 1 else ''}"
    clear = "" if low * high > 0 else ", not clear of 0"
    return f"{name} {value:+.2f} ({low:+.2f} to {high:+.2f}{clear})"
