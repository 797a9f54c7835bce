"""What one hand holds and needs before seeing, as plain data."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from marriage_stats.cards import MAN, SUPERMAN, cards_text, count_kinds, kind_text, pack_copies
from marriage_stats.melds.api import classify_hands, improving_kinds
from marriage_stats.melds.partition import best_melds
from marriage_stats.rules import Rules

HAND_SIZES = (21, 22)


def describe_hand(kinds: Sequence[int], rules: Rules) -> dict[str, Any]:
    """Return melds, dublees, distances and improving cards of a whole hand, ready for JSON.

    Parameters
    ----------
    kinds : the hand's cards, 21, or 22 after drawing
    rules : the house; a route that it lacks is None

    Raises
    ------
    ValueError   for another number of cards, or more printed jokers than the house's pack has
    """
    check_hand(kinds, rules)
    counts = count_kinds(kinds)
    holding = classify_hands(counts, rules)
    improving = improving_kinds(counts, rules)[0]
    left = pack_copies(rules.number("man_cards"), rules.number("superman")) - counts
    dublee_route = rules.has_dublee_route
    sequence, dublee = int(holding.distance_sequence[0]), int(holding.distance_dublee[0])
    can_see = {"sequence": sequence == 0, "dublee": dublee == 0 if dublee_route else None}
    return {
        "rules": {"name": rules.name, "digest": rules.digest},
        "cards": cards_text(sorted(kinds)),
        "pure_melds": int(holding.pure_melds[0]),
        "melds": [cards_text(meld) for meld in best_melds(counts.tolist())],
        "dublees": int(holding.dublees[0]),
        "can_see": any(can_see.values()),
        "can_see_by": can_see,
        "distance": {"sequence": sequence, "dublee": dublee if dublee_route else None},
        "improving": {
            "sequence": _improving(improving[0], left),
            "dublee": _improving(improving[1], left) if dublee_route else None,
        },
    }


def check_hand(kinds: Sequence[int], rules: Rules) -> None:
    """Raise ValueError unless kinds are a whole hand of the house's pack."""
    if len(kinds) not in HAND_SIZES:
        raise ValueError(f"hand must have 21 or 22 cards, got {len(kinds)}")
    for kind, key in ((MAN, "man_cards"), (SUPERMAN, "superman")):
        held, most = list(kinds).count(kind), rules.number(key)
        if held > most:
            raise ValueError(
                f"hand has {held} {kind_text(kind)}, the pack of {rules.name} has {most} "
                f"(change it with --set {key}={held})"
            )


def _improving(better: np.ndarray, left: np.ndarray) -> list[dict[str, Any]]:
    return [
        {"card": kind_text(int(kind)), "left": int(left[kind])} for kind in np.flatnonzero(better)
    ]
