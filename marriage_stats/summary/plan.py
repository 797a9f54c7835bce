"""What to play: a table, how many rounds, and whether every policy sits in every seat."""

from dataclasses import dataclass
from typing import Any

from marriage_stats import ENGINE_VERSION
from marriage_stats.cards import cards_text
from marriage_stats.engine import Table
from marriage_stats.engine.simulate import MAX_ROUNDS
from marriage_stats.policies.registry import POLICIES

STRONGEST = ("adaptive", "novice")


def default_policy() -> str:
    """Return the strongest policy there is."""
    return next(name for name in STRONGEST if name in POLICIES)


@dataclass(frozen=True)
class Plan:
    """What to play.

    Parameters
    ----------
    table : house, policies and perhaps a fixed hand of seat 0
    n_rounds : rounds asked for; with `rotate` rounded up to whole deals
    rotate : play every deal once per rotation of the policies

    Raises
    ------
    ValueError   unless n_rounds is 1..MAX_ROUNDS, or two policies share a name
    """

    table: Table
    n_rounds: int
    seed: int
    rotate: bool = False

    def __post_init__(self) -> None:
        if self.n_rounds < 1:
            raise ValueError(f"rounds must be 1 or more, got {self.n_rounds}")
        if self.n_rounds > MAX_ROUNDS:
            raise ValueError(f"rounds must be {MAX_ROUNDS} or less, got {self.n_rounds}")
        known: dict[str, Any] = {}
        for policy in self.table.policies:
            if known.setdefault(policy.name, policy.choose) is not policy.choose:
                raise ValueError(f"two different policies are called {policy.name!r}; rename one")

    @property
    def n_rotations(self) -> int:
        """Rounds played on each deal."""
        return self.table.players if self.rotate else 1

    @property
    def n_deals(self) -> int:
        """Independent units."""
        return -(-self.n_rounds // self.n_rotations)

    @property
    def tables(self) -> list[Table]:
        """The table in each rotation."""
        return [self.table.rotated(steps) for steps in range(self.n_rotations)]

    @property
    def policies(self) -> list[list[str]]:
        """Names by rotation and seat."""
        return [[policy.name for policy in table.policies] for table in self.tables]

    def identity(self) -> dict[str, Any]:
        """Return all that decides the numbers."""
        rules = self.table.rules
        values = {k: list(v) if isinstance(v, tuple) else v for k, v in rules.values.items()}
        return {
            "engine_version": ENGINE_VERSION,
            "rules": {"house": rules.name, "digest": rules.digest, "values": values},
            "policies": self.policies[0],
            "seed": self.seed,
            "n": self.n_deals * self.n_rotations,
            "rotate": self.rotate,
            "hand": cards_text(self.table.hand) or None,
        }
