"""Estimates with standard error and interval, and their check against exact laws."""

from marriage_stats.estimators.check import (
    FAULT,
    Check,
    check_law,
    check_mean,
    check_proportion,
)
from marriage_stats.estimators.intervals import LEVEL, Estimate
from marriage_stats.estimators.mean import estimate_mean
from marriage_stats.estimators.proportion import clopper_pearson, estimate_proportion, wilson
from marriage_stats.estimators.sequential import look_level, look_sizes

__all__ = [
    "FAULT",
    "LEVEL",
    "Check",
    "Estimate",
    "check_law",
    "check_mean",
    "check_proportion",
    "clopper_pearson",
    "estimate_mean",
    "estimate_proportion",
    "look_level",
    "look_sizes",
    "wilson",
]
