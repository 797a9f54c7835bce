"""Tables of a page: columns, cells with a text to read and a value to sort by."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


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
