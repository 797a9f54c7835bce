"""Charts: per chart a table, a drawing of it, and words made from its numbers."""

from marriage_stats.charts.model import Chart, Field
from marriage_stats.charts.registry import CHARTS, find_chart
from marriage_stats.charts.render import inline_svg, render_png, render_svg
from marriage_stats.charts.theme import NARROW, WIDE, Size, css_variables

__all__ = [
    "CHARTS",
    "NARROW",
    "WIDE",
    "Chart",
    "Field",
    "Size",
    "css_variables",
    "find_chart",
    "inline_svg",
    "render_png",
    "render_svg",
]
