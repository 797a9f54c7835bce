"""Sentences about what cards are worth, worded by what the intervals support."""

import polars as pl

from marriage_stats.study.paired import told
from marriage_stats.study.wording import words_list

MOST_NAMED = 3
"""Cards named where the intervals do not tell which is dearest; more are counted."""


def dearest_words(cards: pl.DataFrame) -> str:
    """Tell the dearest card of each house, and those that the intervals do not tell from it."""
    found: dict[str, list[str]] = {}
    for house, rows in cards.group_by("rules", maintain_order=True):
        ranked = rows.sort("value", descending=True, maintain_order=True)
        close = ranked.filter(pl.col("high") >= ranked["low"][0])["card"].to_list()
        names = [card.removeprefix("dealt ") for card in close]
        words = " or ".join(f"a{'n' * name.startswith('a')} {name}" for name in names)
        if len(names) > MOST_NAMED:
            words = f"one of {len(names)}"
        found.setdefault(words, []).append(str(house[0]))
    return ", ".join(f"{names} in {words_list(houses)}" for names, houses in found.items())


def unsure_words(cards: pl.DataFrame) -> list[str]:
    """Return a sentence on the cards whose worth is not told from 0, if there are any."""
    unsure = cards.filter(~told(cards)).group_by("card", maintain_order=True).agg("rules")
    if unsure.is_empty():
        return []
    words = [f"{card} in {words_list(houses)}" for card, houses in unsure.iter_rows()]
    return [f"Not told from 0 at this sample (Holm): {'; '.join(words)}."]
