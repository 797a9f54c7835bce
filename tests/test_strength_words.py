"""What the strength study says of changed decisions: only what the intervals support."""

import polars as pl

from marriage_stats.study.strength_words import dearest_words, decisions_told


def changes(*rows):
    """Return changes of (change, value, low, high)."""
    return pl.DataFrame(rows, ["change", "value", "low", "high"], orient="row")


COSTS = ("throw blindly", -3.0, -4.0, -2.0), ("throw blindly", -1.0, -1.5, -0.5)
OPEN, GAINS = ("wait", 0.1, -0.4, 0.6), ("hold", 0.5, 0.2, 0.8)


def test_costs_are_told_from_the_table_of_the_most_to_that_of_the_least():
    rows = changes(*COSTS, OPEN)
    assert dearest_words(rows) == " It would lose most were it to throw blindly."
    costs, gains = decisions_told(rows)
    assert costs.text.startswith("What makes it so: 2 of 3 changes of one decision")
    assert costs.rows == [("throw blindly", "-3.0 to -1.0 (-4.0 to -0.5)")]
    assert gains.rows == ()
    assert gains.text.startswith("No change of one decision gains")


def test_gains_are_told_and_costs_that_are_not_told_are_not():
    rows = changes(OPEN, GAINS)
    assert dearest_words(rows) == ""
    costs, gains = decisions_told(rows)
    assert costs.rows == ()
    assert "not told by these deals: 0 of 2 changes" in costs.text
    assert gains.rows == [("hold", "+0.5 (+0.2 to +0.8)")]
