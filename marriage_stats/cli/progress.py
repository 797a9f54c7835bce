"""A progress bar on standard error, shown only to a person at a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from marriage_stats.parallel import Progress


@contextmanager
def progress_bar(label: str, total: int) -> Iterator[Progress | None]:
    """Yield the callback that moves the bar, or None where nobody would see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Bar(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda count: bar.advance(task, count)
