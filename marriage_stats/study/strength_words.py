"""Sentences about what makes a player strong, over houses and table sizes."""

import polars as pl

from marriage_stats.study.finding import Finding, tabled
from marriage_stats.study.paired import told
from marriage_stats.study.switch_words import over_houses


def dearest_words(changes: pl.DataFrame) -> str:
    """Return a sentence about the change that costs most, to follow another; or nothing."""
    cost = _sure(changes, -1)
    return "" if cost.is_empty() else f" It would lose most were it to {cost['change'][0]}."


def decisions_told(changes: pl.DataFrame) -> list[Finding]:
    """Tell what changed decisions cost, and which changes gain.

    Parameters
    ----------
    changes : a row per change and table, the dearest change first
    """
    cost, gain = _sure(changes, -1), _sure(changes, 1)
    counts = f"{len(cost)} of {len(changes)} changes of one decision at one table cost points"
    if cost.is_empty():
        costs = Finding(f"What makes it so is not told by these deals: {counts} (Holm).")
    else:
        costs = tabled(
            f"What makes it so: {counts} (Holm). Points a round that such a change brings, from "
            "the table where it costs most to that where it costs least, with the ends of all "
            "intervals:",
            over_houses(cost),
            "change",
        )
    if gain.is_empty():
        return [costs, Finding("No change of one decision gains points beyond chance.")]
    return [costs, tabled("Changes that gain beyond chance:", over_houses(gain), "change")]


def _sure(changes: pl.DataFrame, sign: int) -> pl.DataFrame:
    return changes.filter(told(changes) & (pl.col("value").sign() == sign))
