"""Fill the page templates."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from marriage_stats import ENGINE_VERSION, __version__
from marriage_stats.charts import css_variables
from marriage_stats.files import write_atomic
from marriage_stats.report.figures import Drawings, start_drawing, write_figures
from marriage_stats.report.tables import Table, text_table
from marriage_stats.rules import KEYS, PRESETS, preset, preset_title, sources, value_text
from marriage_stats.study import READERS, Check, Finding, Result, Study, typeset

PAGE = "index.html"
CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class StudyPage:
    """A study's page as written: what the index says about it, and every file it consists of."""

    study: Study
    findings: Sequence[Finding]
    checks: Sequence[Check]
    paths: Sequence[Path]

    @property
    def link(self) -> str:
        """Address from the index page."""
        return f"{self.study.name}/{PAGE}"


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The study pages before and after one, as (address from that page, title), or None."""

    previous: tuple[str, str] | None = None
    following: tuple[str, str] | None = None


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("marriage_stats.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["prose"] = prose
    environment.filters["figure"] = figure_words
    environment.globals.update(
        version=__version__,
        engine=ENGINE_VERSION,
        houses={name: preset_title(name) for name in PRESETS},
        light=css_variables(dark=False),
        dark=css_variables(dark=True),
    )
    return environment


def prose(text: str) -> Markup:
    """Return a sentence for a page: true minus signs, words between backticks set as code."""
    return Markup(CODE.sub(r"<code>\1</code>", str(escape(typeset(text)))))


def figure_words(text: str) -> Markup:
    """Return a figure for a cell: what stands in brackets small, without them.

    A narrow table breaks words and intervals, but not `38 of 38`.

    >>> figure_words("+1.2 (+1.0 to +1.4)")
    Markup('<b>+1.2</b> <small>+1.0 to +1.4</small>')
    """
    value, _, rest = typeset(text).partition(" (")
    if any(letter.isdigit() for letter in value):
        value = value.replace(" ", "\u00a0")
    small = f" <small>{escape(rest.replace(')', '', 1))}</small>" if rest else ""
    return Markup(f"<b>{escape(value)}</b>{small}")


def _write_page(path: Path, template: str, **values: Any) -> None:
    write_atomic(path, _environment().get_template(template).render(**values))


def write_study_page(
    result: Result, neighbours: Neighbours, home: str | None, drawings: Drawings | None = None
) -> StudyPage:
    """Write a study's charts and page into its folder.

    Parameters
    ----------
    home : the index's address, if there is one
    drawings : of its charts, if they are already on their way
    """
    study = result.study
    figures = write_figures(result, drawings or start_drawing(result))
    checks = result.checks
    told = study.findings(result.frames)
    findings = [Finding(one) if isinstance(one, str) else one for one in told]
    path = result.folder / PAGE
    _write_page(
        path,
        "study.html",
        study=study,
        drawn=figures,
        findings=findings,
        checks=checks,
        manifest=result.manifest,
        tables=sorted(result.frames),
        neighbours=neighbours,
        home=home,
    )
    files = [result.folder / name for figure in figures for name in figure.paths]
    return StudyPage(study, findings, checks, [path, *files])


def write_index(folder: Path, pages: Sequence[StudyPage]) -> Path:
    """Write the index page of the studies into a folder and return its path."""
    path = folder / PAGE
    values = {"table": houses_table(), "sources": sources(), "asked": _asked(pages)}
    _write_page(path, "index.html", pages=pages, **values)
    return path


def _asked(pages: Sequence[StudyPage]) -> dict[str, list[tuple[str, str]]]:
    """Return the readers' questions with the addresses of their answers, by reader."""
    asked = {
        words: [
            (f"{page.link}#{question.anchor}", question.words)
            for page in pages
            for question in page.study.asked
            if question.reader == reader
        ]
        for reader, words in READERS.items()
    }
    return {words: links for words, links in asked.items() if links}


def houses_table() -> Table:
    """Return the table of every rule key under the four houses, with sources in brackets."""
    houses = [preset(name) for name in PRESETS]
    rows = [
        [
            key,
            *(f"{value_text(house[key])} ({house.sources[key]})" for house in houses),
            KEYS[key].meaning,
        ]
        for key in KEYS
    ]
    digests = ["digest", *(house.digest for house in houses), "hash over all values"]
    return text_table("Rules of the four houses", ["key", *PRESETS, "meaning"], [*rows, digests])
