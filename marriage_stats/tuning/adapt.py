"""Players adapted to a rule set: parameters that are a best response to themselves."""

from dataclasses import dataclass
from typing import Any

from marriage_stats.tuning.ladders import neighbours
from marriage_stats.tuning.paired import Gain, Setting
from marriage_stats.tuning.race import Effort, race, rounds_of
from marriage_stats.tuning.search import improve, is_clear

TOLERANCE = 0.1
"""Points a round that a deviation may gain."""
MOST_STEPS = 6


@dataclass(frozen=True)
class Adaptation:
    """What adapting to a rule set led to.

    Parameters
    ----------
    setting : the rule set, every seat with the parameters found
    usual : the parameters it began with
    steps : how often all seats changed
    settled : no single change is found to gain more than the tolerance
    largest : the single change that gains most, with its interval
    rounds : rounds played
    """

    setting: Setting
    usual: dict[str, float]
    steps: int
    settled: bool
    largest: Gain
    rounds: int

    def as_json(self) -> dict[str, Any]:
        """Return the adaptation as plain data."""
        values = self.setting.values
        gain = self.largest
        return {
            "parameters": values,
            "changed": {n: [old, values[n]] for n, old in self.usual.items() if values[n] != old},
            "steps": self.steps,
            "settled": self.settled,
            "tolerance": TOLERANCE,
            "largest_deviation": {
                "change": gain.change.label,
                **{name: getattr(gain, name) for name in ("value", "se", "low", "high", "n")},
            },
            "rounds": self.rounds,
        }


def adapt(setting: Setting, effort: Effort) -> Adaptation:
    """Return the parameters from which no single change gains more than 0.1 points a round.

    All seats take up what gains one of them most, until nothing is found to gain more than that or
    all have changed MOST_STEPS times. The last race is the check: its intervals hold together.
    """
    usual, steps, rounds = setting.values, 0, 0
    players = setting.rules.number("players")
    while steps < MOST_STEPS:
        found = improve(setting, effort, steps + 1, TOLERANCE, halving=False)
        rounds, effort = rounds + found.rounds, effort.fresh(2)
        if found.values == setting.values:
            gains = [step.gain for step in found.steps]
            break
        setting, steps = setting.at(found.values), steps + 1
    else:
        gains = race(setting, neighbours(setting.values, setting.rules), effort, TOLERANCE)
        rounds += rounds_of(gains, players)
    settled = not any(is_clear(gain, TOLERANCE) for gain in gains)
    largest = max(gains, key=lambda gain: gain.value)
    return Adaptation(setting, usual, steps, settled, largest, rounds)
