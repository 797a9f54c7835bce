"""The shift between rule sets on the same deals, with an interval on every difference."""

from marriage_stats.compare.plan import GIVEN, PLAYS, Plan, parse_vary, plan_comparison
from marriage_stats.compare.run import compare

__all__ = ["GIVEN", "PLAYS", "Plan", "compare", "parse_vary", "plan_comparison"]
