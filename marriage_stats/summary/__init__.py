"""Many rounds as one summary, in flat memory: who sees, finishes and is paid."""

from marriage_stats.summary.plan import Plan, default_policy
from marriage_stats.summary.play import play_summary

__all__ = ["Plan", "default_policy", "play_summary"]
