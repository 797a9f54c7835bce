"""Charts of a study: files to download, and the same drawing inside the page."""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl
from joblib import Parallel, delayed
from markupsafe import Markup

from marriage_stats.charts import Chart, Pictures, find_chart, render_page
from marriage_stats.files import write_atomic
from marriage_stats.report.tables import Table, frame_table
from marriage_stats.study import Result, typeset
from marriage_stats.study.run import write_frame

MOST_NAMED = 4
"""Captions name so many rule sets by digest; beyond that they point to the manifest."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One chart as a page shows it; `files` maps a format to its file name."""

    name: str
    title: str
    alt: str
    note: str
    source: str
    wide: Markup
    narrow: Markup
    table: Table
    files: dict[str, str]

    @property
    def paths(self) -> list[str]:
        """File names in the study's folder."""
        return list(self.files.values())


@dataclass(frozen=True, slots=True)
class Drawings:
    """A study's charts on their way: per chart its table, its source line and its pictures."""

    charts: list[Chart]
    frames: list[pl.DataFrame]
    sources: list[str]
    pictures: Iterator[Pictures]


def start_drawing(result: Result, processes: int = 1) -> Drawings:
    """Start to draw the charts of a study: with more than one process, while others play on.

    matplotlib holds the interpreter lock, so threads would wait. The bytes are the same for any
    number of processes.
    """
    charts = [find_chart(name) for name in result.study.charts]
    frames = [chart.data(result.frames) for chart in charts]
    sources = [source_line(result, frame) for frame in frames]
    jobs = [
        (chart.name, frame, f"{chart.note} {source}")
        for chart, frame, source in zip(charts, frames, sources, strict=True)
    ]
    if processes == 1:
        return Drawings(charts, frames, sources, (draw(*job) for job in jobs))
    pool = Parallel(processes, backend="loky", return_as="generator", pre_dispatch="all")
    return Drawings(charts, frames, sources, pool(delayed(draw)(*job) for job in jobs))


def stop_drawing(drawings: Drawings) -> None:
    """Let go of pictures that nobody will read."""
    with warnings.catch_warnings():
        # That is how a report ends early: no news for the user.
        warnings.simplefilter("ignore", UserWarning)
        drawings.pictures.close()  # type: ignore[attr-defined]


def write_figures(result: Result, drawings: Drawings) -> list[Figure]:
    """Write every chart of a study as SVG, PNG and CSV, and return them for the page."""
    parts = (drawings.charts, drawings.frames, drawings.sources, drawings.pictures)
    return [_write_figure(result, *part) for part in zip(*parts, strict=True)]


def draw(name: str, frame: pl.DataFrame, caption: str) -> Pictures:
    """Return the pictures of a chart that is known by its name in any process."""
    return render_page(find_chart(name), frame, caption)


def _write_figure(
    result: Result, chart: Chart, frame: pl.DataFrame, source: str, drawn: Pictures
) -> Figure:
    files = {kind.upper(): f"{chart.name}.{kind}" for kind in ("svg", "png", "csv")}
    write_atomic(result.folder / files["SVG"], drawn.svg)
    write_atomic(result.folder / files["PNG"], drawn.png)
    write_frame(result.folder / files["CSV"], frame)
    title = chart.title(frame)
    return Figure(
        chart.name,
        title,
        typeset(chart.alt(frame)),
        chart.note,
        source,
        # Our own drawings, not input from outside: nothing in them needs escaping.
        Markup(drawn.wide),
        Markup(drawn.narrow),
        frame_table(typeset(title), frame, chart.fields),
        files,
    )


def source_line(result: Result, frame: pl.DataFrame) -> str:
    """Return what a figure stands on: rules with digests, n, seed, engine and result digest."""
    known: dict[str, dict[str, str]] = result.manifest.identity["rules"]
    labels = frame["rules"].to_list() if "rules" in frame.columns else []
    wanted = {part for label in labels for part in label.split(", ")}
    words = "{} {}"
    if "players" in frame.columns and not wanted & known.keys():  # labelled by house and size
        wanted = {f"{house} {n}" for house, n in frame.select("rules", "players").iter_rows()}
        words = "{} players {}"
    named = [name for name in known if name in wanted]
    if 0 < len(named) <= MOST_NAMED:
        rules = "Rules: " + ", ".join(words.format(name, known[name]["digest"]) for name in named)
    else:
        used = named or list(known)
        houses = sorted({known[name]["house"] for name in used})
        rules = f"Rules: {', '.join(houses)} in {len(used)} variants, digests in the manifest"
    return f"{rules}. {_sample_words(result, frame)}"


def _sample_words(result: Result, frame: pl.DataFrame) -> str:
    manifest, identity = result.manifest, result.manifest.identity
    sizes = set(frame["n"].drop_nulls()) if "n" in frame.columns else set()
    low, high = min(sizes, default=identity["n"]), max(sizes, default=identity["n"])
    n = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    return (
        f"n = {n} per figure, seed {identity['seed']}, "
        f"engine {identity['engine_version']}, result {manifest.digest}."
    )
