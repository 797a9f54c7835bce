"""Houses as data: rule keys, presets with sources, and their compiled form."""

from marriage_stats.rules.catalogue import (
    PRESETS,
    load_file,
    load_rules,
    preset,
    preset_title,
    sources,
    split_setting,
)
from marriage_stats.rules.compiled import RuleTable, compile_rules
from marriage_stats.rules.keys import KEYS, Key, RulesError, Value, nearest, parse_value, value_text
from marriage_stats.rules.model import HOUSE, SEE_DUBLEES, SEE_MELDS, Rules

__all__ = [
    "HOUSE",
    "KEYS",
    "PRESETS",
    "SEE_DUBLEES",
    "SEE_MELDS",
    "Key",
    "RuleTable",
    "Rules",
    "RulesError",
    "Value",
    "compile_rules",
    "load_file",
    "load_rules",
    "nearest",
    "parse_value",
    "preset",
    "preset_title",
    "sources",
    "split_setting",
    "value_text",
]
