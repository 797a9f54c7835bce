"""Tables of a page: columns, cells with a text to read and a value to sort by."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from marriage_stats.charts import Field
from marriage_stats.study import one_in, percent, typeset

SLUGS = {
    "all": "all seats",
    "mean_abs": "mean absolute payment",
    "sd": "standard deviation",
}
"""Words of names that underscores alone do not explain."""
LEAST_CHANCE = 0.001
"""p-values below this are only said to be so."""


def _number(value: float) -> str:
    """Return a number to the hundredth, without a sign where that is 0."""
    return typeset(f"{value if round(value, 2) else 0:,.2f}")


def _chance(value: float) -> str:
    return f"{value:.3f}" if value >= LEAST_CHANCE else f"<{LEAST_CHANCE}"


WORDS: dict[str, Callable[[Any], str]] = {
    "text": str,
    "answer": lambda yes: "yes" if yes else "no",
    "slug": lambda slug: SLUGS.get(slug, slug.replace("_", " ")),
    "count": "{:,}".format,
    "share": percent,
    "odds": one_in,
    "chance": _chance,
    "number": _number,
}
"""How a value of each kind of field reads."""
TEXTS = ("text", "answer", "slug")
"""Kinds of fields that are words."""
PLAIN = re.compile(r"\u2212?[\d,.]+%?")
"""Numbers that a page sorts by what is written."""
ABSENT = "\u2013"


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its heading, and whether it holds numbers (set flush right)."""

    name: str
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: what a person reads and, where that is not the number itself, what sorts."""

    text: str
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A titled table of cells, one row per tuple."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]


def text_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Return a table of plain words."""
    return Table(title, [Column(name) for name in columns], [[Cell(w) for w in r] for r in rows])


def frame_table(title: str, frame: pl.DataFrame, fields: Sequence[Field]) -> Table:
    """Return the fields of a frame as a table; columns that are empty throughout are left out."""
    shown = [field for field in fields if frame[field.column].null_count() < len(frame)]
    columns = [Column(field.heading, field.kind not in TEXTS) for field in shown]
    rows = [
        [_cell(value, field.kind) for value, field in zip(row, shown, strict=True)]
        for row in zip(*(frame[field.column] for field in shown), strict=True)
    ]
    return Table(title, columns, rows)


def _cell(value: Any, kind: str) -> Cell:
    if value is None:
        return Cell(ABSENT)
    text = WORDS[kind](value)
    # The page reads 1,234.5 and 6.7% by itself; other words need the number that sorts them.
    return Cell(text, None if kind in TEXTS or PLAIN.fullmatch(text) else float(f"{value:.6g}"))
