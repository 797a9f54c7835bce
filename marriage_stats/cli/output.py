"""Print results: JSON for programs, tables for people."""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

WIDE = 160


def print_json(value: Any) -> None:
    """Print a value as JSON; numbers that are not finite are refused, they mean a fault of ours."""
    print(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False))


def p_text(p: float) -> str:
    """Return a p-value with three significant digits, or that it is below one in a million.

    >>> p_text(0.01234), p_text(1e-9)
    ('0.0123', '< 1e-6')
    """
    return "< 1e-6" if p < 1e-6 else f"{p:.3g}"


def precision_text(result: dict[str, Any]) -> str:
    """Return what a title adds for a run to a precision; nothing for one of a fixed size."""
    told = result["precision"]
    return f", to a precision of {told['half_width']:g}" if told else ""


def print_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    title: str | None = None,
    numbers: Sequence[str] = (),
) -> None:
    """Print a table to standard output; the columns in `numbers` are set flush right."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in numbers else "left")
    for row in rows:
        table.add_row(*row)
    width = None if sys.stdout.isatty() else WIDE
    Console(width=width, markup=False, highlight=False).print(table)
