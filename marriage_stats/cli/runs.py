"""Commands that can run long: where the work is done, where the run is kept, how it is told."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marriage_stats.cli.options import named_path
from marriage_stats.cli.output import print_json

if TYPE_CHECKING:
    from marriage_stats.runs import Sampling

BackendOption = Annotated[
    str,
    typer.Option(
        "--backend", help="threads, processes, or a dask scheduler's address: tcp://host:8786."
    ),
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out",
        parser=named_path,
        metavar="FOLDER",
        help="Keep the run here, so that it can be resumed.",
    ),
]
ResumeOption = Annotated[
    bool, typer.Option("--resume", help="Go on with the run that --out holds.")
]


def ready(sampling: "Sampling", out: Path | None, resume: bool) -> None:
    """Return once a run may begin: before its policies are loaded, for compiling may take long.

    Raises
    ------
    ValueError   as `check_run`, or if the backend does not answer
    """
    from marriage_stats.parallel import reach_backend
    from marriage_stats.runs.early import check_run

    check_run(sampling, out, resume)
    reach_backend(sampling.backend)


def print_rate(result: dict[str, Any]) -> None:
    """Print to standard error how much was played, and how fast."""
    n, seconds = result["rounds"], result["seconds"]
    word = "stopped after" if result["interrupted"] else "played"
    rate = f", {n / seconds:,.0f} a second" if seconds else ""
    print(f"{word} {n:,} rounds in {seconds:.1f} s{rate}", file=sys.stderr)


def tell(result: dict[str, Any], as_json: bool, show: Callable[[dict[str, Any]], None]) -> None:
    """Print a result as JSON or by `show`.

    Raises
    ------
    KeyboardInterrupt   if the user broke the run off: what is done is told, then the program ends
    """
    if as_json:
        print_json(result)
    else:
        show(result)
    if result["interrupted"]:
        raise KeyboardInterrupt
