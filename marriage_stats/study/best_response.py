"""What the best-response check says: which changes gain, which are settled, which are left open."""

from collections.abc import Callable

import polars as pl

from marriage_stats.study.finding import Cells, Finding, tabled
from marriage_stats.tuning import TOLERANCE
from marriage_stats.tuning.race import FIRST_LOOK, RARE

SETTLED = (pl.col("high") <= TOLERANCE) & (pl.col("n") >= FIRST_LOOK)
"""A change that gains at most the tolerance; a handful of deals tells nothing, however alike."""
NAMED = 4
"""Changes told by name; the table has them all."""


def gaining(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the changes told to gain more than the tolerance: clear of 0 and measured above it."""
    return frame.filter((pl.col("low") > 0) & (pl.col("value") > TOLERANCE))


def unsettled(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the changes neither told to gain nor settled, the widest first."""
    told = (pl.col("low") > 0) & (pl.col("value") > TOLERANCE)
    return _by_bound(frame.filter(~SETTLED & ~told))


def best_response_words(
    deviations: pl.DataFrame, players: int, words: Callable[[str], str] = str
) -> list[Finding | str]:
    """Return the answer house by house, what is not settled and what was measured again.

    Parameters
    ----------
    words : tells a change, by its label
    """
    tried = deviations.unique(["rules", "change"], keep="first", maintain_order=True)
    more, left = gaining(tried), unsettled(tried)
    settled, again = tried.filter(SETTLED), tried.filter(pl.col("stage") > 1)
    seldom = settled.filter(pl.col("deals_changed") < RARE)
    answer = (
        f"Not at {players} players by any change tried: none of {len(tried)} is shown to gain more "
        f"than {TOLERANCE} points a round."
        if more.is_empty()
        else f"Yes: at {players} players {len(more)} of {len(tried)} changes gain more than "
        f"{TOLERANCE} points a round."
    )
    are = "All are" if len(settled) == len(tried) else f"{len(settled)} of them are"
    found: list[Finding | str] = [
        tabled(
            f"{answer} {are} settled: they gain at most {TOLERANCE}, with 95% confidence for all "
            "of a house together.",
            _by_house(tried),
        )
    ]
    if len(more):
        found.append(tabled("Changes that gain more:", _figures(more, words), "change"))
    if len(left):
        some = f" The {NAMED} of the highest bounds:" if len(left) > NAMED else ""
        text = f"Not settled by these deals: {len(left)} of {len(tried)} changes.{some}"
        found.append(tabled(text, _figures(left.head(NAMED), words), "change"))
    if len(seldom):
        found.append(
            f"{len(seldom)} of those settled make a difference on fewer than {RARE} of the deals "
            f"they played, {min(seldom['n']):,} or more."
        )
    if len(again):
        found.append(
            f"{len(again)} changes were measured again, each on {min(again['n']):,} to "
            f"{max(again['n']):,} fresh deals, which alone make its interval."
        )
    return found


def _by_house(tried: pl.DataFrame) -> dict[str, Cells]:
    """Return how many changes of a house are settled, and the highest upper bound of all."""
    counts, bounds = {}, {}
    for house in tried["rules"].unique(maintain_order=True):
        rows = tried.filter(rules=house)
        counts[house] = f"{len(rows.filter(SETTLED))} of {len(rows)}"
        bounds[house] = f"{float(max(rows['high'])):+.3f}"
    return {"settled": counts, "highest upper bound, points a round": bounds}


def _by_bound(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.sort("high", descending=True, maintain_order=True)


def _figures(rows: pl.DataFrame, words: Callable[[str], str]) -> dict[str, Cells]:
    """Return points and deals of changes, each with its house."""
    points, deals = {}, {}
    figures = rows.select("change", "rules", "value", "low", "high", "n").iter_rows()
    for change, house, value, low, high, n in figures:
        label = f"{house}: {words(change)}"
        points[label] = f"{value:+.2f} ({low:+.2f} to {high:+.3f})"
        deals[label] = f"{n:,}"
    return {"points a round": points, "deals": deals}
