"""Monte Carlo statistics of Marriage, the three-deck rummy of Nepal.

Encodings
---------
rank   0..12, ace to king                    suit   0..3, clubs, diamonds, hearts, spades
kind   13*suit + rank, 52 man, 53 superman   card   3*kind + copy, man 156..158, superman 159
counts int[54], copies of each kind          keys   int[4], two bits a rank for each suit
seat   0 is the player after the dealer      axes   (round, seat, ...)

Glossary
--------
maal      the cards that score and are wild, known to those who have seen
tiplu     the card that fixes the maal; poplu and jhiplu its neighbours above and below in suit,
          alter its rank in the other suit of its colour, joker its rank in the other colour
sequence  a run in one suit; tunnela three identical cards; dublee two; trial one rank, other suits
marriage  jhiplu, tiplu and poplu together
see       to show three pure melds or seven dublees and so learn the tiplu
murder    an unseen player's maal is void; kidnap: it goes to the finisher; normal: it counts
man       a printed joker, wild after seeing; superman a printed joker that is wild at once

The names below are loaded when first used, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"
ENGINE_VERSION = 7

_HOMES = {
    "Rules": "rules",
    "RulesError": "rules",
    "load_rules": "rules",
    "preset": "rules",
    "parse_cards": "cards",
    "cards_text": "cards",
    "classify_hands": "melds",
    "can_finish": "finish",
    "distance_to_finish": "finish",
    "deal_packs": "deals",
    "exact_odds": "exact",
    "compute_odds": "odds",
    "load_policies": "policies.registry",
    "Table": "engine",
    "simulate": "engine",
    "round_log": "engine",
    "settle": "settlement",
}
__all__ = ["ENGINE_VERSION", "__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'marriage_stats' has no attribute {name!r}")
    return getattr(import_module(f"marriage_stats.{_HOMES[name]}"), name)
