"""Sentences about shifts between house rules, worded by what the intervals support."""

import polars as pl

from marriage_stats.compare.plan import COUPLED, FIXED
from marriage_stats.rules import PRESETS
from marriage_stats.study.paired import SURE
from marriage_stats.study.shifts import clear_rows, other_tables, with_interval
from marriage_stats.study.spec import Frames
from marriage_stats.study.wording import words_list

ASKED = ("alter 0", "alter 5/15/25", "unseen maal: kidnap")
"""Changes for which the half-widths must be reached."""
NAMED = 2
"""Changes told after the first, and so many numbers of players."""


def moves_most(frames: Frames) -> str:
    """Tell which rule moves the stakes of each house most, the number of players apart."""
    words: dict[str, list[str]] = {}
    for house in PRESETS:
        rows = frames["shifts"].filter(~other_tables(), house=house, statistic="mean_abs")
        own = frames["bases"].filter(rules=house, statistic="mean_abs")["value"][0]
        top = next(clear_rows(rows).head(1).iter_rows(named=True), None)
        if top is None:
            words.setdefault("none beyond chance", []).append(house)
        else:
            what = f"{with_interval(top)} on {own:.1f} in {house}"
            words.setdefault(top["change"], []).append(what)
    told = [f"\u201c{change}\u201d {', '.join(parts)}" for change, parts in words.items()]
    return (
        "The rule that moves the stakes most, in points of mean absolute payment a round, the "
        f"number of players apart: {'; '.join(told)}."
    )


def moves_next(frames: Frames, house: str) -> str:
    """Tell what else moves the stakes of a house, and how many changes do."""
    rows = frames["shifts"].filter(house=house, statistic="mean_abs")
    clear = clear_rows(rows)
    few = clear.filter(~other_tables()).slice(1, NAMED), clear.filter(other_tables()).head(NAMED)
    told = [f"{r['change']} {with_interval(r)}" for part in few for r in part.iter_rows(named=True)]
    return (
        f"{house}, next: {'; '.join(told) or 'none'}. {len(clear)} of {len(rows)} changes move "
        "the stakes beyond chance (Holm); the rest are not told from no change."
    )


def aims_reached(frames: Frames) -> str:
    """Tell how many shifts reach the half-width aimed at."""
    shifts = frames["shifts"]
    parts = {
        "for alter and kidnap": shifts.filter(pl.col("change").is_in(ASKED), play=FIXED),
        "under fixed play in all": shifts.filter(play=FIXED),
        "under coupled play": shifts.filter(play=COUPLED),
    }
    words = [f"{rows['reached'].sum()} of {len(rows)} {name}" for name, rows in parts.items()]
    return f"The aimed-at half-width is reached by {words_list(words)}; the tables mark each."


def who_is_paid(frames: Frames, change: str, words: str) -> str:
    """Return a sentence on how one change moves what the groups are paid, in each house."""
    rows = frames["shifts"].filter(change=change, statistic="mean")
    parts = []
    for house in rows["house"].unique(maintain_order=True):
        clear = clear_rows(rows.filter(house=house))
        clear = clear.with_columns(pl.col("group").str.replace_all("_", " "))
        told = [f"{row['group']} {with_interval(row)}" for row in clear.iter_rows(named=True)]
        parts.append(f"{house}: {'; '.join(told) if told else 'no group clearly moved'}")
    return f"{words}. {'. '.join(parts)}."


def printed_jokers(frames: Frames) -> str:
    """Return a sentence on what printed jokers do to the stakes, in each house."""
    packs = pl.col("change").str.contains("man card|superman")
    rows = frames["shifts"].filter(packs, statistic="mean_abs")
    parts = []
    for house in rows["house"].unique(maintain_order=True):
        told = [
            f"{r['change']} {with_interval(r)}{'' if r['p_holm'] < SURE else ', not told from 0'}"
            for r in rows.filter(house=house).iter_rows(named=True)
        ]
        parts.append(f"{house}: {'; '.join(told)}")
    return f"Printed jokers, points of mean absolute payment (coupled play). {'. '.join(parts)}."
