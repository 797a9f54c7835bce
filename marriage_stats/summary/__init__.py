"""Many rounds as one summary, in flat memory: who sees, finishes and is paid."""

from marriage_stats.summary.plan import STRONGEST, Plan
from marriage_stats.summary.play import play_summary

__all__ = ["STRONGEST", "Plan", "play_summary"]
