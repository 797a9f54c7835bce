"""`bench`: the speed figures of this machine against their budgets."""

import sys

from marriage_stats.cli.options import JsonOption
from marriage_stats.cli.output import print_json, print_table


def bench(as_json: JsonOption = False) -> None:
    """Measure and print the speed figures.

    Each is the median of five warm runs. Close other programs first.
    """
    from marriage_stats.bench import BUDGETS, Budget, measure_everything

    figures = measure_everything(lambda name: print(f"measured {name}", file=sys.stderr))
    if as_json:
        print_json(figures)
        return
    rows = []
    for name, value in figures.items():
        budget = BUDGETS.get(name, Budget(""))
        bounds = [_number(budget.must), _number(budget.aim), budget.verdict(value)]
        rows.append([name, _number(value), *bounds, budget.meaning])
    columns = ["figure", "value", "must", "aim", "reached", "meaning"]
    print_table(columns, rows, numbers=["value", "must", "aim"])


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
