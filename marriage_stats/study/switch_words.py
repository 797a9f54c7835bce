"""Sentences about changed decisions, worded by what the intervals support."""

import polars as pl

from marriage_stats.study.finding import Finding, spread_with_ends, tabled
from marriage_stats.study.wording import count_words, words_list


def dearest_change(rows: pl.DataFrame, cost: pl.DataFrame, gain: pl.DataFrame) -> Finding:
    """Tell the changes that cost most, and what every one costs."""
    if cost.is_empty():
        return Finding(f"At this sample {counts_words(rows, cost, gain)}")
    worst = cost["change"].unique(maintain_order=True)[:3].to_list()
    named = words_list(worst).replace(" and ", " or to ").replace(", ", ", to ")
    return tabled(
        f"It costs most to {named}. Points a round that each change brings, from the house "
        "where it costs most to that where it costs least, with the ends of all intervals:",
        over_houses(cost),
        "change",
    )


def counts_words(rows: pl.DataFrame, cost: pl.DataFrame, gain: pl.DataFrame) -> str:
    """Tell how many changes cost and how many gain, beyond chance."""
    return (
        f"{len(cost)} of {len(rows)} changes of one decision in one house cost points beyond "
        f"chance and {count_words(len(gain))} gain (Holm)."
    )


def over_houses(rows: pl.DataFrame) -> dict[str, dict[str, str]]:
    """Return points a round by change, from the least to the most over the houses."""
    changes = rows["change"].unique(maintain_order=True)
    cells = {change: spread_with_ends(rows.filter(change=change)) for change in changes}
    return {"points a round": cells}
