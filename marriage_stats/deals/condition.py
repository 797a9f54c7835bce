"""Rare deals by rejection: seat 0 holds so many dublees, pure melds or printed jokers.

Round `index` of a seed is dealt again, with a seed of its own for every attempt, until seat 0 holds
what is asked. That gives exactly the law of a deal on that condition, and each round can be played
or replayed alone from its attempt's seed.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from marriage_stats.deals import condition_kernels
from marriage_stats.melds.tables import meld_tables
from marriage_stats.rules import Rules, compile_rules

Limits = tuple[int, int]
ANY: Limits = (0, 21)
MOST_ATTEMPTS = 1 << 22


@dataclass(frozen=True)
class Condition:
    """What seat 0 is dealt: fewest and most dublees, pure melds and printed jokers.

    Raises
    ------
    ValueError   if limits are crossed or below 0
    """

    pairs: Limits = ANY
    melds: Limits = ANY
    printed: Limits = ANY

    def __post_init__(self) -> None:
        for name, (low, high) in vars(self).items():
            if not 0 <= low <= high:
                raise ValueError(
                    f"{name} must be low..high with 0 <= low <= high, got {low}..{high}"
                )

    @property
    def label(self) -> str:
        """The condition in words, for captions: figures under it are conditional."""
        parts = [
            f"{name} {low}" if low == high else f"{name} {low}..{high}"
            for name, (low, high) in vars(self).items()
            if (low, high) != ANY
        ]
        return "seat 0 dealt " + ", ".join(parts) if parts else "any deal"


def accepted_deals(
    condition: Condition, rules: Rules, seed: int, first: int, count: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return (attempts, root seeds), int64[count] each, of rounds first .. first + count - 1.

    Raises
    ------
    ValueError   if a round's condition is not met in four million deals
    """
    attempts, seeds = np.empty(count, np.int64), np.empty(count, np.int64)
    limits = np.array([condition.pairs, condition.melds, condition.printed], np.int64)
    tables = meld_tables(bool(rules.number("superman")))
    condition_kernels.accepted_attempts(
        tables, compile_rules(rules), seed, first, limits, MOST_ATTEMPTS, attempts, seeds
    )
    if (attempts < 0).any():
        raise ValueError(f"{condition.label} is too rare to be dealt in this house")
    return attempts, seeds
