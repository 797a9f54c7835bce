"""All exact opening-hand odds of a house, as plain data."""

from collections.abc import Sequence
from copy import deepcopy
from fractions import Fraction
from functools import cache
from typing import Any

from marriage_stats.exact.distances import sequence_distance
from marriage_stats.exact.draws import draws_from_deal, draws_from_pairs
from marriage_stats.exact.floor import floor_curve
from marriage_stats.exact.melds import joint_distribution, see_probabilities
from marriage_stats.exact.packs import Pack
from marriage_stats.exact.pairs import dublee_distance, dublee_distribution
from marriage_stats.exact.tunnelas import p_tunnela_at_table, tunnela_distribution
from marriage_stats.rules import SEE_DUBLEES, Rules

TABLE_SIZES = range(2, 7)
Law = dict[str, Any]
LOCKED_NOTE = (
    "seeing counts each dealt tunnela, laid open at once, as one meld whole; "
    "pure melds, joint table, cards missing and floor leave its cards free"
)


def pack_of(rules: Rules) -> Pack:
    """Return the pack of a house."""
    return Pack(rules.number("man_cards"), rules.number("superman"))


def locks_tunnelas(rules: Rules) -> bool:
    """Return whether a dealt ordinary tunnela is at once one of the melds to show."""
    return rules["tunnela_exposure"] == "forced"


def notes_on(rules: Rules) -> list[str]:
    """Return what must be known to read the laws of a house, each note one line."""
    return [LOCKED_NOTE] if locks_tunnelas(rules) else []


def exact_odds(rules: Rules, hand_size: int = 21) -> Law:
    """Return every exact law of a dealt hand; what the house lacks is None.

    Where dealt tunnelas are laid open at once, `see` counts each as one meld whole; `pure_melds`,
    `joint`, `distance` and `floor` are always what the hand holds with every card free.

    Raises
    ------
    ValueError   if the pack has no hand of that size
    """
    pack = pack_of(rules)
    pack.check_hand_size(hand_size)
    return deepcopy(_exact_odds(pack, hand_size, rules.has_dublee_route, locks_tunnelas(rules)))


@cache
def _exact_odds(pack: Pack, hand_size: int, dublee_route: bool, locked: bool) -> Law:
    joint = joint_distribution(pack, hand_size)
    shown = joint_distribution(pack, hand_size, locked=True) if locked else joint
    see: dict[str, float | None] = dict(see_probabilities(shown))
    if not dublee_route:
        see["dublee"], see["either"] = None, see["sequence"]
    odds: Law = {"tunnela": tunnela_law(pack, hand_size, with_man=False)}
    if pack.man_cards:
        odds["tunnela_with_man"] = tunnela_law(pack, hand_size, with_man=True)
    odds |= {
        "dublee": with_mean(dublee_distribution(pack, hand_size)),
        "pure_melds": with_mean(joint.sum(axis=1).tolist()),
        "see": see,
        "distance": {
            "sequence": with_mean(sequence_distance(pack, hand_size)),
            "dublee": with_mean(dublee_distance(pack, hand_size)) if dublee_route else None,
        },
        "joint": joint.tolist(),
        "draws_to_seven_dublees": draws_law(pack, hand_size) if dublee_route else None,
        "floor": floor_curve(pack, hand_size, dublee_route),
    }
    return odds


def tunnela_law(pack: Pack, hand_size: int, with_man: bool) -> Law:
    """Return P(at least one tunnela), P(k tunnelas), and P(anyone has one) by table size."""
    law = tunnela_distribution(pack, hand_size, with_man)
    table = {
        str(seats): float(p_tunnela_at_table(pack, hand_size, seats, with_man))
        for seats in TABLE_SIZES
        if seats * hand_size <= pack.size
    }
    return {
        "at_least_one": float(1 - law[0]),
        "distribution": [float(p) for p in law],
        "table": table,
    }


def draws_law(pack: Pack, hand_size: int) -> Law | None:
    """Return draws to seven dublees from k pairs with live singles, and from deals with k pairs.

    None for hands too small to hold seven dublees.
    """
    if hand_size < 2 * SEE_DUBLEES:
        return None
    return {
        "from_pairs": draws_from_pairs(pack, hand_size),
        "from_deal": draws_from_deal(pack, hand_size),
    }


def with_mean(law: Sequence[Fraction] | Sequence[float]) -> Law:
    """Return a law on 0, 1, ... with its mean."""
    distribution = [float(p) for p in law]
    return {"mean": sum(k * p for k, p in enumerate(distribution)), "distribution": distribution}
