"""Sentences about changed decisions, worded by what the intervals support."""

import polars as pl

from marriage_stats.study.finding import Finding, tabled
from marriage_stats.study.wording import signed, words_list


def dearest_change(rows: pl.DataFrame, cost: pl.DataFrame, gain: pl.DataFrame) -> Finding:
    """Tell the changes that cost most, and what every one costs."""
    if cost.is_empty():
        return Finding(f"At this sample {counts_words(rows, cost, gain)}")
    worst = cost["change"].unique(maintain_order=True)[:3].to_list()
    named = words_list(worst).replace(" and ", " or to ").replace(", ", ", to ")
    return tabled(
        f"It costs most to {named}. Points a round that each change brings: in the house "
        "where it matters least to that where it matters most, with the ends of all intervals.",
        over_houses(cost),
        "change",
    )


def counts_words(rows: pl.DataFrame, cost: pl.DataFrame, gain: pl.DataFrame) -> str:
    """Tell how many changes cost and how many gain, beyond chance."""
    return (
        f"{len(cost)} of {len(rows)} changes of one decision in one house cost points beyond "
        f"chance and {len(gain)} gain (Holm)."
    )


def over_houses(rows: pl.DataFrame) -> dict[str, dict[str, str]]:
    """Return points a round by change, from the smallest to the largest over the houses."""
    cells = {}
    for change in rows["change"].unique(maintain_order=True):
        found = rows.filter(change=change).sort(pl.col("value").abs())
        ends = f"{signed(min(found['low']))} to {signed(max(found['high']))}"
        words = dict.fromkeys(signed(found["value"][k]) for k in (0, -1))
        cells[change] = f"{' to '.join(words)} ({ends})"
    return {"points a round": cells}
