"""`report`: the main job, every study as a page and an index of them."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from marriage_stats.cli.options import JsonOption, ThreadsOption, named_path
from marriage_stats.cli.output import print_json
from marriage_stats.cli.progress import progress_bar

OUT = Path("build/report")


def report(
    out: Annotated[
        Path,
        typer.Option("--out", parser=named_path, metavar="FOLDER", help="Folder for the pages."),
    ] = OUT,
    quick: Annotated[bool, typer.Option("--quick", help="Smaller samples, minutes less.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Keep studies already run.")] = False,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the report.

    Every study runs at its full size, or with --quick at a fraction of it, and gets a page with
    charts, tables and their data. The address of the index page is printed last.
    """
    from marriage_stats.report import write_report

    written = write_report(out, None if quick else 1.0, threads, resume, progress_bar)
    for fault in written.faults:
        print(f"marriage-stats: check failed: {fault}", file=sys.stderr)
    if as_json:
        print_json({"paths": [str(path) for path in written.paths], "faults": written.faults})
        return
    print(written.index)
