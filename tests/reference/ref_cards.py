"""Cards for the referee: numbers, names and the family of the tiplu.

A kind is ``13 * suit + rank`` (suits C, D, H, S; rank 0 = ace), 52 is a man card, 53 the superman.
A card is one physical card, ``3 * kind + copy``; man cards are 156..158, the superman is 159.
"""

from __future__ import annotations

from collections.abc import Iterable

SUITS = "CDHS"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
MAN, SUPERMAN = 52, 53
FAMILY = ("tiplu", "poplu", "jhiplu", "alter", "joker", "man", "superman")
TUNNELA_CLASSES = ("ordinary", "joker", "poplu", "jhiplu", "alter", "man")
_SAME_COLOUR = {0: 3, 3: 0, 1: 2, 2: 1}


def kind_of(card: int) -> int:
    """Return the kind of a physical card."""
    return card // 3


def is_ordinary(card: int) -> bool:
    """Tell whether a physical card is one of the 156 cards without printed jokers."""
    return card < 156


def pack(rules: dict) -> set[int]:
    """Return every physical card that the house plays with."""
    printed = set(range(156, 156 + rules["man_cards"]))
    return set(range(156)) | printed | ({159} if rules["superman"] else set())


def name_of(kind: int) -> str:
    """Return the name of a kind, such as ``7H``, ``MAN`` or ``SUPER``."""
    if kind == MAN:
        return "MAN"
    if kind == SUPERMAN:
        return "SUPER"
    return RANKS[kind % 13] + SUITS[kind // 13]


def kind_named(text: str) -> int:
    """Return the kind with this name; ten is ``10`` or ``T``.

    Raises
    ------
    ValueError   if no kind has the name
    """
    if text in ("MAN", "SUPER"):
        return MAN if text == "MAN" else SUPERMAN
    rank = "10" if text[:-1] == "T" else text[:-1]
    if rank not in RANKS or text[-1:] not in SUITS or not text:
        raise ValueError(f"no card is called {text!r}")
    return 13 * SUITS.index(text[-1]) + RANKS.index(rank)


def family(tiplu: int | None) -> dict[int, str]:
    """Return the place in the maal of every kind that has one.

    Parameters
    ----------
    tiplu : kind turned as tiplu, or None while no tiplu is fixed
    Returns
    -------
    kind -> one of `FAMILY`; neighbours wrap at the king and the ace
    """
    places = {MAN: "man", SUPERMAN: "superman"}
    if tiplu is None:
        return places
    suit, rank = divmod(tiplu, 13)
    for other in range(4):
        places[13 * other + rank] = "joker"
    places[13 * _SAME_COLOUR[suit] + rank] = "alter"
    places[tiplu] = "tiplu"
    places[13 * suit + (rank + 1) % 13] = "poplu"
    places[13 * suit + (rank - 1) % 13] = "jhiplu"
    return places


def count_family(kinds: Iterable[int], tiplu: int | None) -> dict[str, int]:
    """Count the cards of each place in the maal among `kinds`."""
    places = family(tiplu)
    held = dict.fromkeys(FAMILY, 0)
    for kind in kinds:
        if kind in places:
            held[places[kind]] += 1
    return held


def tunnela_class(kind: int, tiplu: int | None) -> str:
    """Return the class of a tunnela of this kind, one of `TUNNELA_CLASSES` or ``tiplu``."""
    return family(tiplu).get(kind, "ordinary")
