"""A house: one value for every rule key, each with its source, checked when it is made."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from marriage_stats.rules.keys import KEYS, RulesError, Value, check_value, nearest, value_text

HOUSE = "house"
SEE_MELDS, SEE_DUBLEES = 3, 7
"""What seeing takes in every house: pure melds, or dublees."""
FEW = 4
"""Missing keys that a message names."""


@dataclass(frozen=True)
class Rules:
    """One house's rules.

    Parameters
    ----------
    name : str   what the house is called in tables and captions
    values : every rule key of `KEYS` -> value; totals are tuples
    sources : rule key -> tag of `sources.toml`, or `house` for a decision of ours

    Raises
    ------
    RulesError   for an unknown or missing key, a wrong value, or keys that contradict each other
    """

    name: str
    values: Mapping[str, Value]
    sources: Mapping[str, str]

    def __post_init__(self) -> None:
        missing = [key for key in KEYS if key not in self.values]
        if missing:
            names = ", ".join(missing[:FEW]) + (", ..." if len(missing) > FEW else "")
            raise RulesError(
                f"rules {self.name!r} lack {len(missing)} of {len(KEYS)} keys: {names}; "
                'name them, or the house that fills them in: extends = "classic"'
            )
        checked = {key: check_value(key, self.values[key]) for key in KEYS}
        for key in self.values:
            if key not in KEYS:
                raise RulesError(f"unknown rule key {key!r}; {nearest(key, list(KEYS))}")
        object.__setattr__(self, "values", checked)
        object.__setattr__(self, "sources", {k: self.sources.get(k, HOUSE) for k in KEYS})
        _check_contradictions(self)

    def __getitem__(self, key: str) -> Value:
        return self.values[key]

    def __hash__(self) -> int:
        return hash(self.digest)

    def number(self, key: str) -> int:
        """Return the value of a whole-number key."""
        value = self.values[key]
        assert isinstance(value, int)
        return int(value)

    def flag(self, key: str) -> bool:
        """Return the value of a true-or-false key."""
        return bool(self.values[key])

    def code(self, key: str) -> int:
        """Return the place of a choice among the key's choices, 0-based."""
        return KEYS[key].choices.index(str(self.values[key]))

    def totals(self, key: str) -> tuple[int, int, int]:
        """Return a key's totals for 1, 2, 3 copies; an impossible third repeats the second."""
        value = self.values[key]
        assert isinstance(value, tuple)
        return (value[0], value[1], value[-1])

    @property
    def has_dublee_route(self) -> bool:
        """Whether this many players may see by seven dublees."""
        return self.flag("dublee_route") and self.number("players") >= self.number(
            "dublee_min_players"
        )

    @cached_property
    def digest(self) -> str:
        """The first 12 hex digits of a hash over all values (name and sources left out)."""
        text = json.dumps({k: value_text(v) for k, v in self.values.items()}, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def plain_values(self) -> dict[str, Any]:
        """Every rule key -> value as JSON has it, totals as lists."""
        return {k: list(v) if isinstance(v, tuple) else v for k, v in self.values.items()}

    def as_json(self) -> dict[str, Any]:
        """Return what decides the rules in a manifest: house, digest and every value."""
        return {"house": self.name, "digest": self.digest, "values": self.plain_values}

    def replace(self, changes: Mapping[str, Any], source: str = HOUSE) -> "Rules":
        """Return these rules with some values changed, the changed keys sourced to `source`.

        Raises
        ------
        RulesError   as for `Rules`
        """
        for key, value in changes.items():
            check_value(key, value)
        return Rules(
            self.name,
            {**self.values, **changes},
            {**self.sources, **dict.fromkeys(changes, source)},
        )

    def differences(self, other: "Rules") -> dict[str, tuple[Value, Value]]:
        """Return key -> (own value, other's value) for each key that differs."""
        return {
            key: (self.values[key], other.values[key])
            for key in KEYS
            if self.values[key] != other.values[key]
        }


def _check_contradictions(rules: Rules) -> None:
    premium, exposure = rules["tunnela_premium"], rules["tunnela_exposure"]
    if premium != "never" and exposure == "none":
        raise RulesError(
            f"tunnela_premium={premium} contradicts tunnela_exposure=none: "
            "no tunnela is ever laid to earn it; allowed with none: never"
        )
    if rules["dublee_bonus_mode"] == "replace" and rules.number("dublee_bonus") < rules.number(
        "fee_seen"
    ):
        raise RulesError(
            f"dublee_bonus={rules['dublee_bonus']} with dublee_bonus_mode=replace would make a "
            f"dublee finish cheaper than fee_seen={rules['fee_seen']}; allowed: at least fee_seen"
        )
