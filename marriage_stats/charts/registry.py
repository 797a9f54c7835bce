"""Charts by name."""

from marriage_stats.charts import (
    four_houses,
    house_rules,
    opening_hands,
    routes,
    seats,
    seeing,
    skill,
    strength,
    switches,
    tuning,
    waiting,
    worth,
)
from marriage_stats.charts.model import Chart
from marriage_stats.rules import nearest

CHARTS: dict[str, Chart] = {
    chart.name: chart
    for group in (
        opening_hands.CHARTS,
        seeing.CHARTS,
        waiting.CHARTS,
        house_rules.CHARTS,
        four_houses.CHARTS,
        routes.CHARTS,
        seats.CHARTS,
        skill.CHARTS,
        worth.CHARTS,
        switches.CHARTS,
        tuning.CHARTS,
        strength.CHARTS,
    )
    for chart in group
}


def find_chart(name: str) -> Chart:
    """Return the chart of that name.

    Raises
    ------
    ValueError   if there is none, with the nearest name
    """
    if name not in CHARTS:
        raise ValueError(f"unknown chart {name!r}; {nearest(name, list(CHARTS))}")
    return CHARTS[name]
