"""Charts of a study: files to download, and the same drawing inside the page."""

from dataclasses import dataclass

import polars as pl
from markupsafe import Markup

from marriage_stats.charts import (
    NARROW,
    WIDE,
    Chart,
    find_chart,
    inline_svg,
    render_png,
    render_svg,
)
from marriage_stats.files import write_atomic
from marriage_stats.report.tables import Table, frame_table
from marriage_stats.study import Result
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


def write_figures(result: Result) -> list[Figure]:
    """Write every chart of a study as SVG, PNG and CSV, and return them for the page."""
    return [_write_figure(find_chart(name), result) for name in result.study.charts]


def _write_figure(chart: Chart, result: Result) -> Figure:
    frame = chart.data(result.frames)
    source = source_line(result, frame)
    caption = f"{chart.note} {source}"
    files = {kind.upper(): f"{chart.name}.{kind}" for kind in ("svg", "png", "csv")}
    folder = result.folder
    write_atomic(folder / files["SVG"], render_svg(chart, frame, WIDE, caption))
    write_atomic(folder / files["PNG"], render_png(chart, frame, WIDE, caption))
    write_frame(folder / files["CSV"], frame)
    title = chart.title(frame)
    return Figure(
        chart.name,
        title,
        chart.alt(frame),
        chart.note,
        source,
        _inline(render_svg(chart, frame, WIDE), f"{chart.name}-w"),
        _inline(render_svg(chart, frame, NARROW), f"{chart.name}-n"),
        frame_table(title, frame, chart.fields),
        files,
    )


def _inline(svg: bytes, prefix: str) -> Markup:
    # Our own drawing, not input from outside: nothing in it needs escaping.
    return Markup(inline_svg(svg, prefix))


def source_line(result: Result, frame: pl.DataFrame) -> str:
    """Return what a figure stands on: rules with digests, n, seed, engine and result digest."""
    known: dict[str, dict[str, str]] = result.manifest.identity["rules"]
    labels = frame["rules"].to_list() if "rules" in frame.columns else []
    wanted = {part for label in labels for part in label.split(", ")}
    named = [name for name in known if name in wanted]
    if 0 < len(named) <= MOST_NAMED:
        rules = "Rules: " + ", ".join(f"{name} {known[name]['digest']}" for name in named)
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
