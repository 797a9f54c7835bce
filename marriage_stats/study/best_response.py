"""What the best-response check says: which changes gain, which are settled, which are left open."""

import polars as pl

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


def best_response_words(deviations: pl.DataFrame, players: int) -> list[str]:
    """Return the answer in a sentence, with what is not settled and what was measured again."""
    tried = deviations.unique(["rules", "change"], keep="first", maintain_order=True)
    more, left = gaining(tried), unsettled(tried)
    settled, again = tried.filter(SETTLED), tried.filter(pl.col("stage") > 1)
    seldom = settled.filter(pl.col("deals_changed") < RARE)
    answer = (
        f"No better way is found: at {players} players none of {len(tried)} changes is told to "
        f"gain more than {TOLERANCE} points a round over the committed parameters."
        if more.is_empty()
        else f"At {players} players more than {TOLERANCE} points a round are gained by "
        f"{_listed(more)}."
    )
    bound = (
        f"{len(settled)} of {len(tried)} gain at most {TOLERANCE}, with 95% confidence for all of "
        "a house together"
    )
    if len(settled):
        bound += f"; the highest of these bounds: {_listed(_by_bound(settled).head(1))}"
    sentences = [f"{answer} {bound}."]
    if len(seldom):
        sentences.append(
            f"{len(seldom)} of those settled make a difference on fewer than {RARE} of the deals "
            f"they played, {min(seldom['n']):,} or more."
        )
    if len(left):
        rest = f"; and {len(left) - NAMED} more" if len(left) > NAMED else ""
        sentences.append(f"Not settled are {len(left)}: {_listed(left.head(NAMED))}{rest}.")
    if len(again):
        sentences.append(
            f"{len(again)} changes were measured again, each on {min(again['n']):,} to "
            f"{max(again['n']):,} fresh deals, which alone make its interval."
        )
    return sentences


def _by_bound(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.sort("high", descending=True, maintain_order=True)


def _listed(rows: pl.DataFrame) -> str:
    figures = rows.select("change", "rules", "value", "low", "high", "n").iter_rows()
    return "; ".join(
        f"{change} in {house} {value:+.2f} ({low:+.2f} to {high:+.3f}, n = {n:,})"
        for change, house, value, low, high, n in figures
    )
