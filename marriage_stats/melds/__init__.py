"""Melds and distances: exact tables over suit keys, kernels on them, and the array interface."""

from marriage_stats.melds.api import (
    Holding,
    classify_hands,
    improving_kinds,
)
from marriage_stats.melds.tables import MeldTables, meld_tables

__all__ = [
    "Holding",
    "MeldTables",
    "classify_hands",
    "improving_kinds",
    "meld_tables",
]
