"""Exact laws of dealt hands, for every pack and size of hand."""

from marriage_stats.exact.api import exact_odds, locks_tunnelas, notes_on, pack_of
from marriage_stats.exact.packs import Pack

__all__ = ["Pack", "exact_odds", "locks_tunnelas", "notes_on", "pack_of"]
