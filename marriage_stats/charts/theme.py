"""Colours and sizes of every chart, safe for colour-blind readers, light and dark."""

from dataclasses import dataclass

INK, MUTED, LINE, PAPER = "#1c1c22", "#5c5c66", "#d9d7d0", "#ffffff"
BLUE, ORANGE, GREEN, RED, PURPLE, SKY = (
    "#0072b2",
    "#e69f00",
    "#009e73",
    "#d55e00",
    "#cc79a7",
    "#56b4e9",
)
"""The palette of Okabe and Ito (2008), without its black and yellow."""
SERIES = (BLUE, RED, GREEN, PURPLE, ORANGE, SKY)
MARKERS = ("o", "s", "^", "D", "v", "P")
"""Shapes repeat what the colours say."""

DARK = {
    INK: "#e9e8e4",
    MUTED: "#a9a8a2",
    LINE: "#3a3c42",
    PAPER: "#17181b",
    BLUE: "#4aa8e0",
    ORANGE: "#f0b429",
    GREEN: "#2fc79a",
    RED: "#ff8a3d",
    PURPLE: "#e29bc4",
    SKY: "#8ccdf5",
}
"""Light colour -> its counterpart on a dark page."""
FALLBACK_FONTS = "Verdana,sans-serif"
"""Fonts for letters that stay text where the charts' own font is not installed."""
HOUSE_COLOURS = {"dashain": RED, "classic": BLUE, "everestbuzz": GREEN, "hidden-maal": PURPLE}
HOUSE_MARKERS = {"dashain": "s", "classic": "o", "everestbuzz": "^", "hidden-maal": "D"}


@dataclass(frozen=True, slots=True)
class Size:
    """One format: width in inches, height as a factor on the chart's own, font points.

    `whole` fixes the height of the whole picture in inches, title and caption included.
    """

    name: str
    width: float
    height: float
    font: float
    whole: float | None = None


WIDE = Size("wide", 9.6, 1.0, 10)
NARROW = Size("narrow", 3.8, 1.0, 9.5)


def css_variables(dark: bool) -> str:
    """Return the chart colours as CSS custom properties."""
    return " ".join(f"{css_name(light)}: {DARK[light] if dark else light};" for light in DARK)


def css_name(colour: str) -> str:
    """Return the custom property that stands for a light colour.

    >>> css_name("#0072b2")
    '--c-0072b2'
    """
    return f"--c-{colour[1:]}"
