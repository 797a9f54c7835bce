"""Opening-hand odds: exact laws and millions of dealt hands, side by side."""

from marriage_stats.odds.api import N_HANDS, compute_odds
from marriage_stats.odds.sizes import work_units

__all__ = ["N_HANDS", "compute_odds", "work_units"]
