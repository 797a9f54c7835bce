"""How a chart is dressed for a reader: light or dark, and the language of its labels."""

import textwrap
from dataclasses import dataclass
from typing import Any

from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.collections import Collection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text
from matplotlib.ticker import FixedLocator

from marriage_stats.charts.glossary import translate
from marriage_stats.charts.theme import DARK


@dataclass(frozen=True, slots=True)
class Look:
    """Theme and language; `fonts` follow the charts' own where it lacks a letter."""

    dark: bool = False
    language: str = "en"
    fonts: tuple[str, ...] = ()


PLAIN = Look()
BESIDE = 50
"""Letters of a label in one line beside the axes; more would reach title and caption."""


def look_style(look: Look) -> dict[Any, Any]:
    """Return what a look changes in the style that is in force."""
    changes: dict[Any, Any] = {}
    if look.fonts:
        changes["font.family"] = [*rcParams["font.family"], *look.fonts]
    if look.dark:
        for key, value in rcParams.items():
            shade = _dark(value) if isinstance(value, str) and "color" in key else None
            if shade:
                changes[key] = shade
    return changes


def dress(figure: Figure, look: Look) -> None:
    """Put a drawn figure into the colours and the language of a look."""
    if look.language != "en":
        for ax in figure.axes:
            _say(ax, look.language)
    if look.dark:
        _shade(figure)


def _say(ax: Axes, language: str) -> None:
    for axis in (ax.xaxis, ax.yaxis):
        if isinstance(axis.get_major_locator(), FixedLocator):
            words = [tick.get_text() for tick in axis.get_majorticklabels()]
            axis.set_ticklabels([translate(word, language) for word in words])
    for text in ax.findobj(Text):
        assert isinstance(text, Text)
        text.set_text(translate(text.get_text(), language))
    beside = ax.yaxis.label.get_text()
    if "\n" not in beside:
        ax.yaxis.label.set_text(textwrap.fill(beside, BESIDE))


def _shade(figure: Figure) -> None:
    for artist in figure.findobj():
        if isinstance(artist, (Line2D, Text)):
            _swap(artist, "color")
        if isinstance(artist, Line2D):
            _swap(artist, "markerfacecolor")
            _swap(artist, "markeredgecolor")
        if isinstance(artist, Patch):
            _swap(artist, "facecolor")
            _swap(artist, "edgecolor")
        if isinstance(artist, Collection):
            for name in ("facecolor", "edgecolor"):
                colours = getattr(artist, f"get_{name}")()
                getattr(artist, f"set_{name}")([_dark(c) or c for c in colours])


def _swap(artist: Any, name: str) -> None:
    shade = _dark(getattr(artist, f"get_{name}")())
    if shade:
        getattr(artist, f"set_{name}")(shade)


def _dark(colour: Any) -> str | None:
    """Return the dark counterpart of one of the charts' light colours."""
    try:
        return DARK.get(to_hex(colour))
    except ValueError:  # `none`, `auto`, or a name of another kind
        return None
