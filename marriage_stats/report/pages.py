"""Fill the page templates."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from marriage_stats import ENGINE_VERSION, __version__
from marriage_stats.files import write_atomic
from marriage_stats.report.tables import Table, text_table
from marriage_stats.rules import KEYS, PRESETS, preset, sources, value_text


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("marriage_stats.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def write_index(folder: Path) -> Path:
    """Write the index page into a folder and return its path."""
    text = (
        _environment()
        .get_template("index.html")
        .render(
            houses=houses_table(), sources=sources(), version=__version__, engine=ENGINE_VERSION
        )
    )
    path = folder / "index.html"
    write_atomic(path, text)
    return path


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
