"""Charts: per chart a table, a drawing of it, and words made from its numbers."""

from marriage_stats.charts.model import Chart, Field
from marriage_stats.charts.registry import CHARTS, find_chart
from marriage_stats.charts.render import Pictures, render_page, render_png, render_svg
from marriage_stats.charts.theme import NARROW, WIDE, Size, css_variables

__all__ = [
    "CHARTS",
    "NARROW",
    "WIDE",
    "Chart",
    "Field",
    "Pictures",
    "Size",
    "css_variables",
    "find_chart",
    "render_page",
    "render_png",
    "render_svg",
]
