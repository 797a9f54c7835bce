"""Chart and caption to SVG and PNG: the same table gives the same bytes."""

import re
from dataclasses import replace
from importlib.resources import as_file, files
from io import BytesIO
from typing import Any

import polars as pl
from matplotlib import rc_context, rcParams, style
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.textpath import text_to_path
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from marriage_stats.charts.look import PLAIN, Look, dress, look_style
from marriage_stats.charts.model import Chart
from marriage_stats.charts.theme import DARK, MUTED, Size, css_name

PNG_DPI = 200
NO_STAMP: dict[str, dict[str, None]] = {
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
}
"""Metadata that would differ between reruns or library versions."""
TITLE_RATIO, CAPTION_RATIO = 1.3, 0.8
"""Font sizes against the chart's own."""
LEADING = 1.3
POINTS = 72
WORDS_HEIGHT, MOST_SHRUNK = 1.4, 2.5
"""Inches that title and caption take, and by how much a chart may be shrunk to a fixed size."""
LEAST_AXES = 1.6
"""Inches of height that title and caption must leave for the drawing."""


def render_svg(
    chart: Chart, frame: pl.DataFrame, size: Size, caption: str | None = None, look: Look = PLAIN
) -> bytes:
    """Return the chart as an SVG file.

    With a caption it stands alone: title and caption in it, letters as outlines that need no font.
    Without one it is for a page: neither, and text as text.
    """
    return _render(chart, frame, size, caption, "svg", look)


def render_png(
    chart: Chart, frame: pl.DataFrame, size: Size, caption: str | None = None, look: Look = PLAIN
) -> bytes:
    """Return the chart as a PNG file of 200 dots an inch, in 256 colours."""
    drawn = _render(chart, frame, size, caption, "png", look)
    picture = Image.open(BytesIO(drawn)).convert("RGB")
    words = PngInfo()
    words.add_itxt("Title", chart.title(frame))
    words.add_itxt("Description", chart.alt(frame))
    buffer = BytesIO()
    dots = (PNG_DPI, PNG_DPI)
    picture.quantize(256, dither=Image.Dither.NONE).save(
        buffer, "png", optimize=True, dpi=dots, pnginfo=words
    )
    return buffer.getvalue()


def inline_svg(svg: bytes, prefix: str) -> str:
    """Return an SVG file's root element fit for a page: own ids, colours of the page's theme."""
    text = svg.decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r"<title>.*?</title>", "", text, flags=re.DOTALL)
    for _ in ("width", "height"):
        text = re.sub(r'(<svg\b[^>]*?) (?:width|height)="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'\bd="([^"]*)"', _shorter_path, text)
    text = re.sub(r'\bid="', f'id="{prefix}-', text)
    text = re.sub(r'href="#', f'href="#{prefix}-', text)
    text = text.replace("url(#", f"url(#{prefix}-")
    for light in DARK:
        text = re.sub(light, f"var({css_name(light)})", text, flags=re.IGNORECASE)
    return text


def _shorter_path(path: re.Match[str]) -> str:
    """Return a drawing path with its coordinates to a hundredth of a point, half as long."""
    return re.sub(r"-?\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}", path[0])


def _render(
    chart: Chart, frame: pl.DataFrame, size: Size, caption: str | None, kind: str, look: Look
) -> bytes:
    buffer = BytesIO()
    with as_file(files("marriage_stats.charts") / "marriage.mplstyle") as sheet:
        # "default" first: a reader's own matplotlib settings must not change the bytes.
        own = {"font.size": size.font, "svg.fonttype": "path" if caption else "none"}
        with style.context(["default", str(sheet), own]), rc_context():
            rcParams.update(look_style(look))
            drawn, dpi = _roomy(chart, size)
            figure = _figure(chart, frame, drawn, caption)
            dress(figure, look)
            words = {"Title": chart.title(frame), "Description": chart.alt(frame)}
            # A PNG is packed again in fewer colours: pressing it hard here would be lost work.
            pressed: dict[str, Any] = {"pil_kwargs": {"compress_level": 1}} if kind == "png" else {}
            stamp = words | NO_STAMP[kind]
            figure.savefig(buffer, format=kind, dpi=dpi, metadata=stamp, **pressed)
    return buffer.getvalue()


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


def _figure(chart: Chart, frame: pl.DataFrame, size: Size, caption: str | None) -> Figure:
    if caption is None:
        figure = Figure(figsize=(size.width, chart.height * size.height), layout="constrained")
        chart.draw(figure.add_subplot(), frame)
        return figure
    pad = 0.5 * size.font / POINTS
    # Letters are rounded to dots: a shrunk picture sets them a little wider than measured.
    lines = size if size.whole is None else replace(size, width=0.95 * size.width)
    title = wrap_text(chart.title(frame), lines, TITLE_RATIO, pad, "bold")
    words = wrap_text(caption, lines, CAPTION_RATIO, pad)
    top = 2 * pad + _height(title, size, TITLE_RATIO)
    bottom = 2 * pad + _height(words, size, CAPTION_RATIO)
    height = size.whole or chart.height * size.height + top + bottom
    if height - top - bottom < LEAST_AXES:
        raise ValueError(f"size is too small for the title and caption of chart {chart.name}")
    inside = (0, bottom / height, 1, 1 - (top + bottom) / height)
    figure = Figure(figsize=(size.width, height), layout=ConstrainedLayoutEngine(rect=inside))
    chart.draw(figure.add_subplot(), frame)
    left = pad / size.width
    figure.text(
        left, 1 - pad / height, title, va="top", weight="bold",
        fontsize=size.font * TITLE_RATIO, linespacing=LEADING,
    )  # fmt: skip
    figure.text(
        left, pad / height, words, va="bottom", color=MUTED,
        fontsize=size.font * CAPTION_RATIO, linespacing=LEADING,
    )  # fmt: skip
    return figure


def wrap_text(text: str, size: Size, ratio: float, pad: float, weight: str = "normal") -> str:
    """Break text into lines that fit between the pads, by the measured width of its letters."""
    font = FontProperties(size=size.font * ratio, weight=weight)
    room = (size.width - 2 * pad) * POINTS
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        width, _, _ = text_to_path.get_text_width_height_descent(longer, font, ismath=False)
        if lines and width <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return "\n".join(lines)


def _height(text: str, size: Size, ratio: float) -> float:
    """Return the height of lines of text in inches."""
    return (text.count("\n") + 1) * size.font * ratio * LEADING / POINTS
