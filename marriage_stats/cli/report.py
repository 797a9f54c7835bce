"""`report`: the main job, every study as a page and an index of them."""

from pathlib import Path
from typing import Annotated

import typer

from marriage_stats.cli.options import JsonOption


def report(
    out: Annotated[Path, typer.Option("--out", help="Folder for the pages.")] = Path(
        "build/report"
    ),
    quick: Annotated[bool, typer.Option("--quick", help="Smaller samples.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write the report."""
    from marriage_stats.cli.output import print_json
    from marriage_stats.files import ready_folder
    from marriage_stats.report import write_index

    index = write_index(ready_folder(out))
    if as_json:
        print_json({"paths": [str(index)]})
        return
    print(index)
