"""Numbers in words, the same way in findings, titles and alt texts."""

import math


def percent(share: float) -> str:
    """Return a share as a percentage with three significant digits.

    >>> percent(0.11147), percent(0.00062), percent(0.52), percent(0.0), percent(1.0)
    ('11.1%', '0.0620%', '52.0%', '0%', '100%')
    """
    if share in (0.0, 1.0):
        return f"{share:.0%}"
    return f"{100 * share:.{_decimals(100 * share)}f}%"


def one_in(share: float) -> str:
    """Return a share as odds that a player can picture.

    >>> one_in(0.111), one_in(1 / 1612.4), one_in(0.6), one_in(0.0)
    ('1 in 9', '1 in 1,610', '60.0%', 'never')
    """
    if share <= 0:
        return "never"
    if share >= 0.4:
        return percent(share)
    n = 1 / share
    step = 10 ** max(0, math.floor(math.log10(n)) - 2)
    return f"1 in {round(n / step) * step:,}"


def _decimals(value: float) -> int:
    """Return the decimals that leave three significant digits, at least two of them for shares."""
    return max(0, 2 - math.floor(math.log10(abs(value))))
