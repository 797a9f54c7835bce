"""`charts`: a pack of charts for rule guides, in a language, theme and size of one's choice."""

from pathlib import Path
from typing import Annotated

import typer

from marriage_stats.cli.options import JsonOption, SeedOption, ThreadsOption, named_path
from marriage_stats.cli.output import print_json
from marriage_stats.cli.progress import progress_bar


def charts(
    out: Annotated[
        Path,
        typer.Option("--out", parser=named_path, metavar="FOLDER", help="Folder for the pack."),
    ],
    lang: Annotated[str, typer.Option("--lang", help="en, ne or ru.")] = "en",
    formats: Annotated[str, typer.Option("--format", help="svg, png or both.")] = "svg,png",
    theme: Annotated[str, typer.Option("--theme", help="light or dark.")] = "light",
    size: Annotated[
        str | None,
        typer.Option("--size", metavar="WxH", help="Dots; omitted = 1920 by what a chart needs."),
    ] = None,
    studies: Annotated[
        str | None, typer.Option("--studies", metavar="NAME,...", help="Omitted = all.")
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report",
            parser=named_path,
            metavar="FOLDER",
            help="Draw from this report; omitted = run the studies at quick size, for minutes.",
        ),
    ] = None,
    seed: SeedOption = None,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a chart pack.

    Each chart comes with its data (CSV) and its title, caption and alt text (TXT); charts.json
    lists them all. Axis labels and legends are in the language asked for, by one glossary of the
    game's words; titles, captions and alt texts are sentences made from numbers and stay English.
    """
    from marriage_stats.files import ready_folder
    from marriage_stats.report.pack import pack_style, read_study, write_list, write_pack
    from marriage_stats.study import load_study, run_study, study_names

    style = pack_style(lang, formats, theme, size)
    wanted = [word.strip() for word in (studies or "").split(",") if word.strip()]
    chosen = [load_study(name) for name in wanted or study_names()]
    ready_folder(out)
    entries = []
    for study in chosen:
        folder = out / study.name
        if report is not None:
            result = read_study(report, study.name)
        else:
            with progress_bar(study.name, study.steps) as progress:
                result = run_study(study, folder, study.quick, seed, threads, progress)
        entries += write_pack(result, folder, style)
    path = write_list(out, entries)
    if as_json:
        print_json({"charts": entries})
        return
    print(path)
