"""What to play: a table, and whether every policy sits in every seat."""

from dataclasses import dataclass
from typing import Any

from marriage_stats.cards import cards_text
from marriage_stats.engine import Table
from marriage_stats.manifest import run_identity
from marriage_stats.rules import Rules

STRONGEST = "adaptive"
"""Who plays where no policy is named."""


@dataclass(frozen=True)
class Plan:
    """What to play; how much of it is up to the sampling.

    Parameters
    ----------
    table : house, policies and perhaps a fixed hand of seat 0
    rotate : play every deal once per rotation of the policies

    Raises
    ------
    ValueError   if two different policies share a name
    """

    table: Table
    rotate: bool = False

    def __post_init__(self) -> None:
        known: dict[str, Any] = {}
        for policy in self.table.policies:
            rule = policy.source or policy.choose  # a file is compiled for each seat it plays
            if known.setdefault(policy.name, rule) != rule:
                raise ValueError(f"two different policies are called {policy.name!r}; rename one")

    @property
    def n_rotations(self) -> int:
        """Rounds played on each deal."""
        return self.table.players if self.rotate else 1

    @property
    def deal_rows(self) -> int:
        """Rows of each deal in a file of rounds."""
        return self.n_rotations * self.table.players

    @property
    def tables(self) -> list[Table]:
        """The table in each rotation."""
        return [self.table.rotated(steps) for steps in range(self.n_rotations)]

    @property
    def policies(self) -> list[list[str]]:
        """Names by rotation and seat."""
        return [[policy.name for policy in table.policies] for table in self.tables]

    def identity(self) -> dict[str, Any]:
        """Return what decides the numbers, but for the seed and the number of rounds."""
        table = self.table
        hand = cards_text(table.hand) or None
        return run_identity(table.rules, table.policies, rotate=self.rotate, hand=hand)


def deals_of(rounds: int, rules: Rules, rotate: bool) -> int:
    """Return the deals of so many rounds, rounded up: rotation plays each once per seat."""
    return -(-rounds // rules.number("players")) if rotate else rounds
