"""Finishing a hand: the exact search and its interface."""

from marriage_stats.finish.api import (
    Arrangement,
    arrange_finish,
    can_finish,
    distance_to_finish,
    throwable_kinds,
)

__all__ = [
    "Arrangement",
    "arrange_finish",
    "can_finish",
    "distance_to_finish",
    "throwable_kinds",
]
