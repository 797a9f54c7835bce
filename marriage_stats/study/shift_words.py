"""Sentences about shifts between house rules, worded by what the intervals support."""

from typing import Any

import polars as pl

from marriage_stats.compare.plan import COUPLED, FIXED
from marriage_stats.rules import PRESETS
from marriage_stats.study.finding import ABSENT, Finding, tabled
from marriage_stats.study.paired import SURE
from marriage_stats.study.shifts import clear_rows, other_tables, with_interval
from marriage_stats.study.spec import Frames
from marriage_stats.study.wording import count_words, words_list

ASKED = ("alter 0", "alter 5/15/25", "unseen maal: kidnap")
"""Changes for which the half-widths must be reached."""
NAMED = 1
"""Changes told after the first."""
GROUPS = {
    "finisher": "finisher",
    "unseen_loser": "unseen",
    "sequence_seen_loser": "seen: 3 melds",
    "dublee_seen_loser": "seen: 7 dublees",
}
"""Group -> its heading."""
PACKS = {"man cards": ("3 man cards", "0 man cards"), "superman": ("a superman", "no superman")}


def moves_most(frames: Frames) -> Finding:
    """Tell which rule moves the stakes of each house most, the number of players apart."""
    own, change, shift = {}, {}, {}
    for house in PRESETS:
        rows = frames["shifts"].filter(~other_tables(), house=house, statistic="mean_abs")
        base = frames["bases"].filter(rules=house, statistic="mean_abs")["value"][0]
        top = next(clear_rows(rows).head(1).iter_rows(named=True), None)
        own[house] = f"{base:.1f}"
        change[house] = top["change"] if top else "none beyond chance"
        shift[house] = with_interval(top) if top else ABSENT
    found = list(dict.fromkeys(change.values()))
    text = f"It differs: {words_list(found)} move the stakes most, by house."
    if set(shift.values()) == {ABSENT}:
        text = "At this sample no rule is shown to move the stakes (Holm)."
    elif len(found) == 1:
        text = f"In every house \u201c{found[0]}\u201d moves the stakes most."
    columns = {"own stakes": own, "most by": change, "shift": shift}
    if len(found) == 1:
        del columns["most by"]
    return tabled(
        f"{text} Stakes: what a player wins or loses in a round on average, in points. (The "
        "number of players is left aside here.)",
        columns,
    )


def moves_next(frames: Frames) -> list[Finding]:
    """Tell what else moves the stakes of each house, and how many changes do."""
    cells: dict[str, str] = {}
    counts, idle = [], 0
    for house in PRESETS:
        rows = frames["shifts"].filter(house=house, statistic="mean_abs")
        clear = clear_rows(rows)
        for part in clear.filter(~other_tables()).slice(1, NAMED), clear.filter(other_tables())[:1]:
            for row in part.iter_rows(named=True):
                cells[f"{house}: {row['change']}"] = with_interval(row)
        counts.append(f"{len(clear)} of {len(rows)} in {house}")
        idle += len(rows.filter(value=0, se=0))
    return [
        tabled(
            "Next in line, and the number of players that moves the stakes most:",
            {"shift of the stakes": cells},
            "change",
        ),
        Finding(
            f"Changes that move the stakes beyond chance (Holm): {words_list(counts)}; of the rest "
            f"{count_words(idle)} never came up, the others are not told from 0."
        ),
    ]


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


def who_is_paid(frames: Frames, change: str, words: str, name: str) -> Finding:
    """Return how one change moves what the groups are paid, in each house."""
    rows = frames["shifts"].filter(change=change, statistic="mean")
    columns: dict[str, dict[str, str]] = {}
    for group, head in GROUPS.items():
        found = rows.filter(group=group)
        columns[head] = {r["house"]: _plus_minus(r) for r in found.iter_rows(named=True)}
    return tabled(words, columns, name=name)


def _plus_minus(row: dict[str, Any]) -> str:
    """Return a shift and half of its interval; a dash where it is not clear of 0."""
    if row["p_holm"] >= SURE:
        return ABSENT
    return f"{row['value']:+.2f} (\u00b1{(row['high'] - row['low']) / 2:.2f})"


def printed_jokers(frames: Frames) -> Finding:
    """Return what all man cards and the superman do to the stakes, in each house."""
    columns: dict[str, dict[str, str]] = {}
    for name, changes in PACKS.items():
        rows = frames["shifts"].filter(pl.col("change").is_in(changes), statistic="mean_abs")
        columns[name] = {
            r["house"]: with_interval(r) + ("" if r["p_holm"] < SURE else ", not told from 0")
            for r in rows.iter_rows(named=True)
        }
    return tabled(
        "What three man cards and a superman do to the stakes, in points: put into a house that "
        "has none, or (dashain) taken out.",
        columns,
        name="printed-jokers",
    )


def differences_told(differences: pl.DataFrame, start: str) -> str:
    """Tell how many differences from a house stand, and what the others are."""
    clear, equal = differences.filter(pl.col("p_holm") < SURE), differences.filter(value=0, se=0)
    open_ = len(differences) - len(clear) - len(equal)
    return (
        f"{len(clear)} of {len(differences)} differences from {start} stand after Holm's "
        f"correction over all of them; 0 in every round: {count_words(len(equal))}; not told from "
        f"0: {count_words(open_)}."
    )
