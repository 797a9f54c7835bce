"""A progress bar on standard error, shown only to a person at a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from marriage_stats.parallel import Progress


@contextmanager
def progress_bar(label: str, total: int) -> Iterator[Progress | None]:
    """Yield the callback that moves the bar, or None where nobody would see it.

    The bar tells how much is done, the rate and the time left; total 0 means that it is unknown.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(compact=True),
        TextColumn("left"),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total or None, rate="")

        def advance(count: int) -> None:
            bar.advance(task, count)
            speed = bar.tasks[0].speed
            bar.update(task, rate=f"{speed:,.0f} a second" if speed else "")

        yield advance
