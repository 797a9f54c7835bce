"""Options of commands that can run long: where the work is done, and where the run is kept."""

from pathlib import Path
from typing import Annotated

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
