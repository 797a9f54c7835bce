"""Commands that can run long: where the work is done, where the run is kept, how fast it was."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

BackendOption = Annotated[
    str,
    typer.Option(
        "--backend", help="threads, processes, or a dask scheduler's address: tcp://host:8786."
    ),
]
OutOption = Annotated[
    Path | None,
    typer.Option("--out", metavar="FOLDER", help="Keep the run here, so that it can be resumed."),
]
ResumeOption = Annotated[
    bool, typer.Option("--resume", help="Go on with the run that --out holds.")
]


def print_rate(result: dict[str, Any]) -> None:
    """Print to standard error how much was played, and how fast."""
    n, seconds = result["rounds"], result["seconds"]
    word = "stopped after" if result["interrupted"] else "played"
    rate = f", {n / seconds:,.0f} a second" if seconds else ""
    print(f"{word} {n:,} rounds in {seconds:.1f} s{rate}", file=sys.stderr)
