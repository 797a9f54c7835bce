"""The table that `--rules`, `--players`, `--policies` and `--hand` describe."""

from typing import TYPE_CHECKING, Annotated

import typer

from marriage_stats.cli.options import find_rules

if TYPE_CHECKING:
    from marriage_stats.engine import Table
    from marriage_stats.rules import Rules

HandOption = Annotated[
    str | None,
    typer.Option("--hand", metavar="CARDS", help="Deal these 1..21 cards to seat 0 every round."),
]


def find_house(
    rules: str, settings: list[str] | None, players: int | None, may_be_alone: bool = False
) -> "Rules":
    """Return the house of a table, at which one player may be alone only where that is allowed.

    Raises
    ------
    ValueError   for a wrong house or number of players
    """
    solitaire = players == 1
    if solitaire and not may_be_alone:
        raise ValueError("--players 1 is solitaire, which only `see` plays; allowed here: 2..6")
    return find_rules(rules, settings, None if solitaire else players)


def find_table(
    rules: str,
    settings: list[str] | None,
    players: int | None,
    policies: str | None,
    hand: str | None = None,
    may_be_alone: bool = False,
) -> "Table":
    """Return the table; one player (where allowed) is solitaire, no policies means the strongest.

    Raises
    ------
    ValueError   for a wrong house, policy or hand
    """
    from marriage_stats.engine import Table
    from marriage_stats.policies.registry import load_policies, load_policy
    from marriage_stats.summary import STRONGEST

    solitaire = players == 1
    house = find_house(rules, settings, players, may_be_alone)
    names = STRONGEST if policies is None else policies
    kinds = () if hand is None else _read_hand(hand)
    if solitaire and "," in names:
        raise ValueError(f"--policies must be one name for --players 1, got {names!r}")
    if solitaire:
        return Table(house, (load_policy(names.strip(), house),), solitaire=True, hand=kinds)
    return Table(house, load_policies(names, house), hand=kinds)


def _read_hand(text: str) -> tuple[int, ...]:
    from marriage_stats.cards import HAND_SIZE, parse_cards

    kinds = tuple(parse_cards(text))
    if not 1 <= len(kinds) <= HAND_SIZE:
        raise ValueError(f"--hand must be 1..{HAND_SIZE} cards, got {len(kinds)}")
    return kinds
