"""Chart and caption to SVG and PNG: the same table gives the same bytes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import as_file, files
from io import BytesIO

import numpy as np
import polars as pl
from matplotlib import rc_context, rcParams, style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.textpath import text_to_path
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from marriage_stats.charts.look import PLAIN, Look, dress, look_style
from marriage_stats.charts.model import Chart
from marriage_stats.charts.slim import CAPTION, TITLE, slim_svg, svg_file, svg_inline
from marriage_stats.charts.theme import DARK, MUTED, NARROW, PAPER, WIDE, Size
from marriage_stats.study.wording import typeset

PNG_DPI, PNG_LEVEL = 200, 9
FADED = 6
"""Steps from the paper to each colour of a PNG."""
LAYOUT_PASSES = 2
"""A first pass may change how many ticks there are, and with them the room they need."""
TITLE_RATIO, CAPTION_RATIO = 1.3, 0.8
"""Font sizes against the chart's own."""
LEADING = 1.3
POINTS = 72
WORDS_HEIGHT, MOST_SHRUNK = 1.4, 2.5
"""Inches that title and caption take, and by how much a chart may be shrunk to a fixed size."""
LEAST_AXES = 1.6
"""Inches of height that title and caption must leave for the drawing."""


@dataclass(frozen=True, slots=True)
class Pictures:
    """One chart as a report shows it: two files, and the drawing in a page, wide and narrow."""

    svg: bytes
    png: bytes
    wide: str
    narrow: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A figure laid out, and the points of height that its title and caption take."""

    figure: Figure
    top: float = 0.0
    bottom: float = 0.0


def render_svg(
    chart: Chart, frame: pl.DataFrame, size: Size, caption: str, look: Look = PLAIN
) -> bytes:
    """Return the chart as an SVG file, letters as outlines that need no font."""
    with _style(size, look, "path"):
        drawn = _draw(chart, frame, size, caption, look)
        return svg_file(slim_svg(_svg(drawn, chart, frame)))


def render_png(
    chart: Chart, frame: pl.DataFrame, size: Size, caption: str, look: Look = PLAIN
) -> bytes:
    """Return the chart as a PNG file of 200 dots an inch, in the theme's colours."""
    with _style(size, look, "path"):
        return _png(_draw(chart, frame, size, caption, look), chart, frame, look)


def render_page(chart: Chart, frame: pl.DataFrame, caption: str) -> Pictures:
    """Return all pictures of a chart for a report; text in the SVG stays text.

    One drawing makes both files and, without title and caption, the picture in a wide page.
    """
    with _style(WIDE, PLAIN, "none"):
        drawn = _draw(chart, frame, WIDE, caption, PLAIN)
        png = _png(drawn, chart, frame, PLAIN)
        root = slim_svg(_svg(drawn, chart, frame))
        wide = svg_inline(root, f"{chart.name}-w", drawn.top, drawn.bottom)
    with _style(NARROW, PLAIN, "none"):
        small = _draw(chart, frame, NARROW, None, PLAIN)
        narrow = svg_inline(slim_svg(_svg(small, chart, frame)), f"{chart.name}-n")
    return Pictures(svg_file(root), png, wide, narrow)


@contextmanager
def _style(size: Size, look: Look, letters: str) -> Iterator[None]:
    with as_file(files("marriage_stats.charts") / "marriage.mplstyle") as sheet:
        # "default" first: a reader's own matplotlib settings must not change the bytes.
        own = {"font.size": size.font, "svg.fonttype": letters}
        with style.context(["default", str(sheet), own]), rc_context():
            rcParams.update(look_style(look))
            yield


def _draw(chart: Chart, frame: pl.DataFrame, size: Size, caption: str | None, look: Look) -> Drawn:
    """Return the chart drawn and laid out, with title and caption if there is a caption."""
    room, dpi = _roomy(chart, size)
    drawn = _figure(chart, frame, room, caption, dpi)
    dress(drawn.figure, look)
    FigureCanvasAgg(drawn.figure)
    engine = drawn.figure.get_layout_engine()
    assert engine is not None
    for _ in range(LAYOUT_PASSES):
        engine.execute(drawn.figure)
    drawn.figure.set_layout_engine("none")
    return drawn


def _svg(drawn: Drawn, chart: Chart, frame: pl.DataFrame) -> bytes:
    buffer = BytesIO()
    words = {"Title": chart.title(frame), "Date": None, "Creator": None}
    FigureCanvasSVG(drawn.figure).print_svg(buffer, metadata=words)
    return buffer.getvalue()


def _png(drawn: Drawn, chart: Chart, frame: pl.DataFrame, look: Look) -> bytes:
    canvas = drawn.figure.canvas
    assert isinstance(canvas, FigureCanvasAgg)
    canvas.draw()
    picture = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
    words = PngInfo()
    words.add_itxt("Title", chart.title(frame))
    words.add_itxt("Description", chart.alt(frame))
    buffer = BytesIO()
    picture.quantize(palette=_palette(look.dark), dither=Image.Dither.NONE).save(
        buffer, "png", compress_level=PNG_LEVEL, dpi=(PNG_DPI, PNG_DPI), pnginfo=words
    )
    return buffer.getvalue()


@cache
def _palette(dark: bool) -> Image.Image:
    """Return the colours of a theme, each also faded towards the paper by steps."""
    colours = [to_rgb(c) for c in (DARK.values() if dark else DARK)]
    paper = to_rgb(DARK[PAPER] if dark else PAPER)
    faded = [
        tuple(round(255 * (p + (c - p) * step / FADED)) for p, c in zip(paper, colour, strict=True))
        for colour in colours
        for step in range(1, FADED + 1)
    ]
    holder = Image.new("P", (1, 1))
    holder.putpalette([channel for colour in dict.fromkeys(faded) for channel in colour])
    return holder


def _roomy(chart: Chart, size: Size) -> tuple[Size, float]:
    """Return the size to draw at and its dots an inch: tall charts in a fixed size are shrunk."""
    if size.whole is None:
        return size, PNG_DPI
    factor = max(1.0, (chart.height + WORDS_HEIGHT) / size.whole)
    if factor > MOST_SHRUNK:
        raise ValueError(f"size is too small for chart {chart.name}")
    wider = replace(size, width=size.width * factor, whole=size.whole * factor)
    # A hair more, so that rounding down gives the dots asked for.
    return wider, PNG_DPI / factor * (1 + 1e-9)


def _figure(
    chart: Chart, frame: pl.DataFrame, size: Size, caption: str | None, dpi: float
) -> Drawn:
    if caption is None:
        height = chart.height * size.height * (chart.narrow if size == NARROW else 1.0)
        figure = Figure(figsize=(size.width, height), dpi=dpi, layout="constrained")
        chart.draw(figure.add_subplot(), frame)
        return Drawn(figure)
    pad = 0.5 * size.font / POINTS
    # Letters are rounded to dots: a shrunk picture sets them a little wider than measured.
    lines = size if size.whole is None else replace(size, width=0.95 * size.width)
    title = wrap_text(typeset(chart.title(frame)), lines, TITLE_RATIO, pad, "bold")
    words = wrap_text(typeset(caption).replace("`", ""), lines, CAPTION_RATIO, pad)
    top = 2 * pad + _height(title, size, TITLE_RATIO)
    bottom = 2 * pad + _height(words, size, CAPTION_RATIO)
    height = size.whole or chart.height * size.height + top + bottom
    if height - top - bottom < LEAST_AXES:
        raise ValueError(f"size is too small for the title and caption of chart {chart.name}")
    layout = ConstrainedLayoutEngine(rect=(0, bottom / height, 1, 1 - (top + bottom) / height))
    figure = Figure(figsize=(size.width, height), dpi=dpi, layout=layout)
    chart.draw(figure.add_subplot(), frame)
    left = pad / size.width
    figure.text(
        left, 1 - pad / height, title, va="top", weight="bold", gid=TITLE,
        fontsize=size.font * TITLE_RATIO, linespacing=LEADING,
    )  # fmt: skip
    figure.text(
        left, pad / height, words, va="bottom", color=MUTED, gid=CAPTION,
        fontsize=size.font * CAPTION_RATIO, linespacing=LEADING,
    )  # fmt: skip
    return Drawn(figure, top * POINTS, bottom * POINTS)


def wrap_text(text: str, size: Size, ratio: float, pad: float, weight: str = "normal") -> str:
    """Break text into lines that fit between the pads, by the measured widths of its words."""
    room = (size.width - 2 * pad) * POINTS / (size.font * ratio)
    font = FontProperties(size=1, weight=weight)
    space = _word_width("", font)
    lines: list[str] = []
    left = 0.0
    for word in text.split():
        width = _word_width(word, font)
        if lines and width - space <= left:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
            left = room
        left -= width
    return "\n".join(lines)


@cache
def _word_width(word: str, font: FontProperties) -> float:
    """Return the width of a word and the space after it."""
    between, edges = (
        text_to_path.get_text_width_height_descent(words, font, ismath=False)[0]
        for words in (f"|{word} |", "||")
    )
    return float(between - edges)


def _height(text: str, size: Size, ratio: float) -> float:
    """Return the height of lines of text in inches."""
    return (text.count("\n") + 1) * size.font * ratio * LEADING / POINTS
