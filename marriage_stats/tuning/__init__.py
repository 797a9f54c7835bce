"""Search for better parameters of `adaptive`, and check that none is left: on common deals.

One seat plays the changed parameters, the others the usual ones; it takes every seat in turn on the
same deals, so that its gain is paired with the unchanged deal.
"""

from marriage_stats.tuning.adapt import TOLERANCE, Adaptation, adapt
from marriage_stats.tuning.confirm import best_response, confirm
from marriage_stats.tuning.ladders import Change, neighbours
from marriage_stats.tuning.paired import Gain, Setting, deal_gains
from marriage_stats.tuning.race import Effort, race, rounds_of
from marriage_stats.tuning.search import Search, Step, is_clear, research, search

__all__ = [
    "TOLERANCE",
    "Adaptation",
    "Change",
    "Effort",
    "Gain",
    "Search",
    "Setting",
    "Step",
    "adapt",
    "best_response",
    "confirm",
    "deal_gains",
    "is_clear",
    "neighbours",
    "race",
    "research",
    "rounds_of",
    "search",
]
