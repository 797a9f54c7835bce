"""Numbers in words, the same way in findings, titles and alt texts."""

import math
import re
from collections.abc import Iterable, Sequence

import polars as pl

SMALLEST_PERCENT, LARGEST_PERCENT = 1e-6, 0.9995
"""Shares from the largest on would read 100.0%."""
MINUS = re.compile(r"(?<![\w.,\u2013-])-(?=\d)")
APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")
MOST_DECIMALS = 3


def typeset(text: str) -> str:
    """Return a sentence with true minus signs before its numbers, and true apostrophes.

    >>> typeset("hidden-maal -1.5 (-2 to +1)") == "hidden-maal \u22121.5 (\u22122 to +1)"
    True
    >>> typeset("Holm's") == "Holm\u2019s"
    True
    """
    return APOSTROPHE.sub("\u2019", MINUS.sub("\u2212", text))


def percent(share: float) -> str:
    """Return a share as a percentage with three significant digits; very rare ones as odds.

    >>> percent(0.11147), percent(0.00062), percent(0.52), percent(0.0), percent(1.0)
    ('11.1%', '0.0620%', '52.0%', '0%', '100%')
    >>> percent(0.99999), percent(2.5e-8)
    ('over 99.9%', '1 in 40,000,000')
    """
    if share in (0.0, 1.0):
        return f"{share:.0%}"
    if share >= LARGEST_PERCENT:
        return "over 99.9%"
    if share < SMALLEST_PERCENT:
        return one_in(share)
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


def short_percent(share: float) -> str:
    """Return a share as a label that fits over a bar.

    >>> short_percent(0.1147), short_percent(0.00585), short_percent(0.0000497)
    ('11.5%', '0.58%', '0.005%')
    >>> short_percent(0.9996), short_percent(1.0)
    ('>99.9%', '100%')
    """
    if share >= LARGEST_PERCENT:
        return ">99.9%" if share < 1 else "100%"
    points = 100 * share
    return f"{points:.{1 if points >= 1 else 2 if points >= 0.01 else 3}f}%"


def words_list(words: Sequence[str]) -> str:
    """Return words as a list in a sentence.

    >>> words_list(["a"]), words_list(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def by_house(values: Iterable[tuple[str, str]]) -> str:
    """Return (houses, figure) pairs as a phrase: `5% in dashain; 6% in classic and hidden-maal`.

    >>> by_house([("a", "5%"), ("b", "6%"), ("c", "6%")])
    '5% in a; 6% in b and c'
    """
    houses: dict[str, list[str]] = {}
    for names, figure in values:
        houses.setdefault(figure, []).extend(names.split(", "))
    return "; ".join(f"{figure} in {words_list(names)}" for figure, names in houses.items())


def signed(points: float) -> str:
    """Return points with their sign.

    >>> signed(1.25), signed(-0.04)
    ('+1.2', '0.0')
    """
    return "0.0" if round(points, 1) == 0 else f"{points:+.1f}"


def signed_alike(values: Sequence[float], decimals: int = 1) -> list[str]:
    """Return points with their signs, all to as many decimals as keep each from reading 0.

    >>> signed_alike([-1.25, -0.1]), signed_alike([-0.25, -0.02]), signed_alike([0.0, 0.3])
    (['-1.2', '-0.1'], ['-0.25', '-0.02'], ['0.0', '+0.3'])
    """
    while decimals < MOST_DECIMALS and any(v != 0 and round(v, decimals) == 0 for v in values):
        decimals += 1
    return [f"{v:+.{decimals}f}" if round(v, decimals) else f"{0:.{decimals}f}" for v in values]


def count_words(count: int) -> str:
    """Return a count in a sentence.

    >>> count_words(0), count_words(1), count_words(1234)
    ('none', '1', '1,234')
    """
    return f"{count:,}" if count else "none"


def points_by_house(frame: pl.DataFrame) -> str:
    """Return every house's figure with its interval, as a phrase."""
    rows = frame.select("rules", "value", "low", "high").iter_rows()
    return "; ".join(f"{h} {signed(v)} ({signed(a)} to {signed(b)})" for h, v, a, b in rows)


def _decimals(value: float) -> int:
    """Return the decimals that leave three significant digits, at least two of them for shares."""
    return max(0, 2 - math.floor(math.log10(abs(value))))
