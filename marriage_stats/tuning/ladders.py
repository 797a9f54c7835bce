"""The family that is searched: the values each parameter may take, and the steps between them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from marriage_stats.rules import Rules

SWITCH = (0.0, 1.0)
LADDERS: dict[str, tuple[float, ...]] = {
    "live_outs": SWITCH,
    "dublee_route": SWITCH,
    "dublee_only": SWITCH,
    "dublee_base": (-1.5, -1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0, 1.5),
    "dublee_slope": (0.5, 0.6, 0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0),
    "dublee_outs": (0.0, 0.025, 0.05, 0.075, 0.1, 0.15),
    "dublee_turn": (-0.2, -0.1, -0.05, 0.0, 0.05, 0.1, 0.2),
    "pick_up": SWITCH,
    "pick_outs": (0.0, 1.5, 1.2, 1.0),
    "plan_show": SWITCH,
    "show_wait": (0.0, 1.0, 2.0),
    "lay_man": SWITCH,
    "expose": (0.0, 1.0, 2.0),
    "feed_unseen": (0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.45, 0.7),
    "feed_seen": (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8),
    "hold_finish": (0.0, 1.0, 2.0),
    "pick_either": SWITCH,
    "pair_outs": (0.0, 0.2, 0.35, 0.5, 0.7, 1.0, 1.4),
    "feed_dublee": (0.0, 0.05, 0.1, 0.3, 1.0),
    "keep_near": (0.0, 0.3, 1.0, 3.0),
    "pick_rest": SWITCH,
    "rest_outs": (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.8),
}
"""Parameter -> its rungs in order; `pick_outs` from never (0) to ever more eager."""
REACH = 2
"""Rungs up and down that count as neighbours."""
WEIGHTS = tuple(name for name, rungs in LADDERS.items() if len(rungs) > 3)
"""Parameters that are a matter of degree."""


@dataclass(frozen=True, slots=True)
class Change:
    """Parameters that differ from the usual ones: (name, value), in the order of the names."""

    values: tuple[tuple[str, float], ...]

    @classmethod
    def of(cls, values: Mapping[str, float]) -> "Change":
        """Return the change to these values."""
        return cls(tuple(sorted(values.items())))

    @property
    def label(self) -> str:
        """What is changed, as one would type it."""
        return " ".join(f"{name}={value:g}" for name, value in self.values)


def free_parameters(rules: Rules) -> list[str]:
    """Return the parameters that can matter under a house."""
    idle: set[str] = set()
    if not rules.has_dublee_route:
        idle |= {name for name in LADDERS if name.startswith("dublee_")} - {"dublee_only"}
        idle |= {"pick_either", "pair_outs", "feed_dublee", "keep_near"}
    if rules.number("man_cards") < 3:
        idle.add("lay_man")
    if rules["tunnela_exposure"] != "optional":
        idle.add("expose")
    return [name for name in LADDERS if name not in idle]


def rungs_near(name: str, value: float) -> Iterator[float]:
    """Yield the rungs at most REACH away from a value, the value left out.

    >>> list(rungs_near("feed_unseen", 0.3)), list(rungs_near("expose", 1.0))
    ([0.15, 0.2, 0.45, 0.7], [0.0, 2.0])

    Raises
    ------
    ValueError   if the value is no rung
    """
    rungs = LADDERS[name]
    if value not in rungs:
        raise ValueError(f"{name} must be one of {', '.join(map(str, rungs))}, got {value}")
    at = rungs.index(value)
    for place in range(max(0, at - REACH), min(len(rungs), at + REACH + 1)):
        if place != at:
            yield rungs[place]


def neighbours(values: Mapping[str, float], rules: Rules) -> list[Change]:
    """Return every change of one parameter by up to two rungs, switches flipped."""
    return [
        Change.of({name: value})
        for name in free_parameters(rules)
        for value in rungs_near(name, values[name])
    ]
