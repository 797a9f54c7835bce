"""P-values of figures against 0, and Holm's correction for several comparisons made at once."""

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


def student_p(value: float, se: float, freedom: int) -> float:
    """Return the two-sided p-value of a figure against 0 by Student's t; 1 if both are 0.

    >>> round(student_p(1.998, 1.0, 63), 3), student_p(0.5, 0.0, 63)
    (0.05, 0.0)
    """
    if se == 0:
        return float(value == 0)
    from scipy.special import stdtr

    return 2 * float(stdtr(freedom, -abs(value) / se))
