"""`study list|run`: the studies, and one of them into a folder."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from marriage_stats.cli.options import JsonOption, SeedOption, ThreadsOption, named_path
from marriage_stats.cli.output import print_json, print_table
from marriage_stats.cli.progress import progress_bar

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)


@app.callback()
def _group() -> None:
    """List the studies or run one into a folder."""


@app.command("list")
def list_studies(as_json: JsonOption = False) -> None:
    """List the studies."""
    from marriage_stats.study import load_study, study_names

    studies = [load_study(name) for name in study_names()]
    if as_json:
        rows = [
            {"name": s.name, "title": s.title, "n": s.n, "unit": s.unit, "charts": list(s.charts)}
            for s in studies
        ]
        print_json({"studies": rows})
        return
    print_table(
        ["study", "n", "question"],
        [[s.name, f"{s.n:,} {s.unit}", s.title] for s in studies],
        numbers=["n"],
    )


@app.command()
def run(
    name: Annotated[str, typer.Argument(metavar="NAME", help="As in `study list`.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            parser=named_path,
            metavar="FOLDER",
            help="Omitted = build/studies/NAME.",
        ),
    ] = None,
    scale: Annotated[float, typer.Option("--scale", help="Factor on the sample size.")] = 1.0,
    seed: SeedOption = None,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run a study: tables, charts, page and manifest into one folder."""
    from marriage_stats.report import write_study
    from marriage_stats.study import load_study, run_study

    study = load_study(name)
    folder = Path("build") / "studies" / name if out is None else out
    with progress_bar(name, study.steps) as progress:
        result = run_study(study, folder, scale, seed, threads, progress)
    page = write_study(result)
    for check in page.checks:
        if not check.passed:
            print(f"marriage-stats: check failed: {check.name}: {check.detail}", file=sys.stderr)
    if as_json:
        print_json(result.manifest.as_json())
        return
    for finding in page.findings:
        print(f"- {finding}")
    print(page.paths[0])
