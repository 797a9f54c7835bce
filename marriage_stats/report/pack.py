"""Chart pack: every chart of some studies as files for somebody else's pages."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from marriage_stats.charts import Chart, Size, find_chart, render_png, render_svg
from marriage_stats.charts.fonts import language_fonts
from marriage_stats.charts.glossary import check_language, language_note
from marriage_stats.charts.look import Look
from marriage_stats.charts.render import PNG_DPI
from marriage_stats.charts.theme import NARROW, WIDE
from marriage_stats.files import ready_folder, write_atomic
from marriage_stats.report.figures import source_line
from marriage_stats.rules import nearest
from marriage_stats.study import Result, load_study, read_manifest
from marriage_stats.study.run import DATA, read_frames, write_frame

RENDER = {"svg": render_svg, "png": render_png}
THEMES = ("light", "dark")
LEAST, MOST = 500, 8000
"""Width and height in dots."""
SMALL_BELOW = 1200
"""Dots: narrower pictures are drawn as for a phone."""
LIST = "charts.json"


@dataclass(frozen=True, slots=True)
class PackStyle:
    """What every picture of a pack has in common."""

    formats: tuple[str, ...]
    size: Size
    look: Look


def pack_style(language: str, formats: str, theme: str, size: str | None) -> PackStyle:
    """Return the style that words describe.

    Parameters
    ----------
    formats : names separated by commas
    size : WIDTHxHEIGHT of the PNG in dots, the SVG has the same proportions; None is 1920 wide and
        as high as each chart needs

    Raises
    ------
    ValueError   for an unknown word, a size out of bounds, or a language no font here can write
    """
    wanted = tuple(dict.fromkeys(word.strip() for word in formats.split(",") if word.strip()))
    for word in wanted or ("",):
        if word not in RENDER:
            raise ValueError(f"unknown format {word!r}; {nearest(word, list(RENDER))}")
    if theme not in THEMES:
        raise ValueError(f"unknown theme {theme!r}; {nearest(theme, list(THEMES))}")
    fonts = language_fonts(check_language(language))
    return PackStyle(wanted, _size(size), Look(theme == "dark", language, fonts))


def _size(text: str | None) -> Size:
    if text is None:
        return WIDE
    width, _, height = text.lower().partition("x")
    sides = [int(side) for side in (width, height) if side.isascii() and side.isdigit()]
    if len(sides) != 2 or not all(LEAST <= side <= MOST for side in sides):
        raise ValueError(f"size must be WIDTHxHEIGHT, each {LEAST}..{MOST} dots, got {text!r}")
    base = NARROW if sides[0] < SMALL_BELOW else WIDE
    return Size(text, sides[0] / PNG_DPI, 1.0, base.font, sides[1] / PNG_DPI)


def read_study(folder: Path, name: str) -> Result:
    """Return a study as it stands in the folder of a report, whatever its size.

    Raises
    ------
    ValueError   if it is not there
    """
    study, place = load_study(name), folder / name
    manifest = read_manifest(place)
    if manifest is None:
        raise ValueError(f"report folder {folder} holds no result of study {name}")
    return Result(study, place, read_frames(place / DATA), manifest)


def write_pack(result: Result, folder: Path, style: PackStyle) -> list[dict[str, Any]]:
    """Write a study's charts, each with its data as CSV, and return what a page needs of them.

    Returns
    -------
    list[dict]   `study`, `chart`, `title`, `caption`, `alt`, `language`, `files` by format
    """
    ready_folder(folder)
    return [_write_chart(find_chart(name), result, folder, style) for name in result.study.charts]


def _write_chart(chart: Chart, result: Result, folder: Path, style: PackStyle) -> dict[str, Any]:
    frame = chart.data(result.frames)
    parts = (chart.note, source_line(result, frame), language_note(style.look.language))
    caption = " ".join(part for part in parts if part)
    files = {kind: f"{chart.name}.{kind}" for kind in (*style.formats, "csv", "txt")}
    for kind in style.formats:
        picture = RENDER[kind](chart, frame, style.size, caption, style.look)
        write_atomic(folder / files[kind], picture)
    write_frame(folder / files["csv"], frame)
    words = {"title": chart.title(frame), "caption": caption, "alt": chart.alt(frame)}
    lines = [f"{name.capitalize()}: {text}" for name, text in words.items()]
    write_atomic(folder / files["txt"], "\n\n".join(lines) + "\n")
    named = {kind: f"{folder.name}/{name}" for kind, name in files.items()}
    language = {"language": style.look.language, "words_in": "en"}
    return {"study": result.study.name, "chart": chart.name, **words, **language, "files": named}


def write_list(folder: Path, charts: Sequence[dict[str, Any]]) -> Path:
    """Write the list of a pack's charts and return its place."""
    path = folder / LIST
    write_atomic(path, json.dumps({"charts": charts}, indent=2, ensure_ascii=False) + "\n")
    return path
