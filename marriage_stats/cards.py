"""Cards as physical numbers, kinds, counts and text.

A kind is a face: 0..51 = 13*suit + rank (suits clubs, diamonds, hearts, spades; rank 0 = ace),
52 the man card, 53 the superman. A card is a physical card: 3*kind + copy for 0..155, man cards
156..158, superman 159.
"""

import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

N_KINDS = 54
N_SUITED = 52
N_RANKS = 13
N_ORDINARY = 156
MAN, SUPERMAN = 52, 53
FIRST_MAN_CARD, SUPERMAN_CARD = 156, 159
HAND_SIZE = 21
SUITS = "CDHS"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
COPIES = np.array([3] * N_SUITED + [3, 1], dtype=np.int64)
"""int64[54]   copies of each kind in the largest pack."""

_SYMBOLS = {
    "\u2660": "S", "\u2664": "S", "\u2665": "H", "\u2661": "H",
    "\u2666": "D", "\u2662": "D", "\u2663": "C", "\u2667": "C",
}  # fmt: skip
_RANK_OF = {text: rank for rank, text in enumerate(RANKS)} | {"T": 9}


def kind_text(kind: int) -> str:
    """Return a kind in text.

    >>> kind_text(32), kind_text(52)
    ('7H', 'MAN')
    """
    if kind == MAN:
        return "MAN"
    if kind == SUPERMAN:
        return "SUPER"
    return RANKS[kind % 13] + SUITS[kind // 13]


def card_kind(card: int) -> int:
    """Return the kind of a physical card.

    >>> card_kind(155), card_kind(158), card_kind(159)
    (51, 52, 53)
    """
    return SUPERMAN if card == SUPERMAN_CARD else card // 3


def parse_kind(text: str) -> int:
    """Read one card in text.

    Raises
    ------
    ValueError   if the text is no card

    >>> [parse_kind(t) for t in ("7H", "10d", "TD", "MAN", "Q\u2660")]
    [32, 22, 22, 52, 50]
    """
    word = text.strip().upper()
    for symbol, letter in _SYMBOLS.items():
        word = word.replace(symbol, letter)
    word = word.replace("\ufe0f", "")
    if word in ("MAN", "SUPER"):
        return MAN if word == "MAN" else SUPERMAN
    if len(word) >= 2 and word[-1] in SUITS and word[:-1] in _RANK_OF:
        return 13 * SUITS.index(word[-1]) + _RANK_OF[word[:-1]]
    raise ValueError(f"card must be like 7H, 10D, AS, MAN or SUPER, got {text!r}")


def parse_cards(text: str) -> list[int]:
    """Read kinds separated by spaces or commas.

    Raises
    ------
    ValueError   if a word is no card or a kind appears more often than it exists

    >>> parse_cards("AS, AS 7H")
    [39, 39, 32]
    """
    kinds = [parse_kind(word) for word in re.split(r"[\s,]+", text.strip()) if word]
    check_copies(kinds)
    return kinds


def check_copies(kinds: Iterable[int], man_cards: int = 3, superman: int = 1) -> None:
    """Raise ValueError if a kind appears more often than the pack holds it."""
    counts, copies = count_kinds(list(kinds)), pack_copies(man_cards, superman)
    for kind in np.flatnonzero(counts > copies):
        raise ValueError(
            f"cards hold {kind_text(int(kind))} {counts[kind]} times, at most {copies[kind]} exist"
        )


def count_kinds(kinds: Sequence[int]) -> NDArray[np.int64]:
    """Return int64[54], the copies of each kind in a list of kinds."""
    return np.bincount(np.asarray(kinds, dtype=np.int64), minlength=N_KINDS)


def cards_text(kinds: Iterable[int]) -> str:
    """Return kinds as text, separated by spaces.

    >>> cards_text([32, 22])
    '7H 10D'
    """
    return " ".join(kind_text(int(kind)) for kind in kinds)


def pack_copies(man_cards: int, superman: int) -> NDArray[np.int64]:
    """Return int64[54], the copies of each kind in a pack with these printed jokers."""
    copies = COPIES.copy()
    copies[MAN], copies[SUPERMAN] = man_cards, superman
    return copies
