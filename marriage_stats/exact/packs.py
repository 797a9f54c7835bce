"""Printed cards of a pack: how many hands hold which of them beside so many ordinary cards."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from marriage_stats.cards import N_ORDINARY

N_FACES = 52
COPIES = 3


@dataclass(frozen=True, order=True)
class Pack:
    """Three decks of 52 with printed cards: `man_cards` 0..3, `superman` 0..1."""

    man_cards: int
    superman: int

    @property
    def size(self) -> int:
        """The number of cards."""
        return N_ORDINARY + self.man_cards + self.superman

    def check_hand_size(self, hand_size: int) -> None:
        """Raise ValueError if the pack has no hand of that size."""
        if not 1 <= hand_size <= self.size:
            raise ValueError(f"hand_size must be 1..{self.size}, got {hand_size}")

    def n_hands(self, hand_size: int) -> int:
        """Return the number of different hands."""
        return comb(self.size, hand_size)

    def printed(self, hand_size: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield (man cards, supermen, ordinary cards, ways to choose the printed ones) of hands."""
        for man in range(self.man_cards + 1):
            for superman in range(self.superman + 1):
                ordinary = hand_size - man - superman
                if 0 <= ordinary <= N_ORDINARY:
                    ways = comb(self.man_cards, man) * comb(self.superman, superman)
                    yield man, superman, ordinary, ways
