"""Speed figures of this machine, from every `measure_*` function of this package."""

from marriage_stats.bench.budgets import BUDGETS, Budget
from marriage_stats.bench.run import measure_everything

__all__ = ["BUDGETS", "Budget", "measure_everything"]
