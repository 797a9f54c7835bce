"""What a study found: a plain sentence, and under it the figures it rests on, house by house."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from marriage_stats.study.wording import signed, signed_alike

ABSENT = "\u2013"
Cells = Mapping[str, str]
"""Label of a row -> a figure in words."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence, and a small table: `heads` name all its columns, the first holds labels.

    `name` is its anchor on the page, where a question of the index leads to it.
    """

    text: str
    heads: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    name: str = ""

    def __str__(self) -> str:
        """Return the sentence and one line per row."""
        return "\n".join([self.text, *map(self._line, self.rows)])

    def _line(self, row: Sequence[str]) -> str:
        told = [f"{head} {cell}" for head, cell in zip(self.heads[1:], row[1:], strict=True)]
        return f"    {row[0]}: {'; '.join(told)}"


def tabled(
    text: str, columns: Mapping[str, Cells], label: str = "house", name: str = ""
) -> Finding:
    """Return a finding with one row per label and one column per heading.

    >>> tabled("So much.", {"a": {"x": "1"}, "b": {"x": "2", "y": "3"}}).rows
    [('x', '1', '2'), ('y', '–', '3')]
    """
    labels = dict.fromkeys(row for cells in columns.values() for row in cells)
    rows = [(row, *(cells.get(row, ABSENT) for cells in columns.values())) for row in labels]
    return Finding(text, (label, *columns), rows if columns else (), name)


def cells_by(
    frame: pl.DataFrame, key: str = "rules", words: Callable[[float], str] = signed
) -> dict[str, str]:
    """Return each row's figure with its interval, by its label.

    >>> frame = pl.DataFrame({"rules": ["a"], "value": [1.04], "low": [0.96], "high": [1.12]})
    >>> cells_by(frame)
    {'a': '+1.0 (+1.0 to +1.1)'}
    """
    rows = frame.select(key, "value", "low", "high").iter_rows()
    return {label: _interval(*map(words, span)) for label, *span in rows}


def _interval(value: str, low: str, high: str) -> str:
    """Return a figure with its interval; the sign of percent stands once in it."""
    return f"{value} ({low.removesuffix('%') if high.endswith('%') else low} to {high})"


def spread_with_ends(frame: pl.DataFrame) -> str:
    """Return the least and the most of some points, and the outer ends of all their intervals.

    >>> columns = {"value": [-0.5, -2.0], "low": [-0.6, -2.5], "high": [-0.01, -1.5]}
    >>> spread_with_ends(pl.DataFrame(columns))
    '-2.00 to -0.50 (-2.50 to -0.01)'
    """
    values = frame["value"].to_list()
    ends = [min(values), max(values), min(frame["low"]), max(frame["high"])]
    least, most, low, high = signed_alike(ends)
    return f"{least if least == most else f'{least} to {most}'} ({low} to {high})"


def spread(values: Sequence[float], words: Callable[[float], str] = "{:.1f}".format) -> str:
    """Return the least and the most of some figures in words, or the one they share.

    >>> spread([2.04, 6.5, 3.0]), spread([2.04, 2.01])
    ('2.0 to 6.5', '2.0')
    """
    least, most = words(min(values)), words(max(values))
    return least if least == most else f"{least} to {most}"
