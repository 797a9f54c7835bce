"""Holm's correction: p-values of several comparisons made at once."""

from collections.abc import Sequence
from math import erfc, sqrt


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values adjusted so that any of them below a holds its claim at level a (Holm 1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted, worst = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        worst = max(worst, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = worst
    return adjusted


def normal_p(value: float, se: float) -> float:
    """Return the two-sided p-value of a figure against 0; 1 if both are 0."""
    if se == 0:
        return float(value == 0)
    return erfc(abs(value) / se / sqrt(2))
