"""Exact laws of the pairs in a hand: dublees, and how far seven of them are."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import NamedTuple

from marriage_stats.exact.packs import COPIES, N_FACES, Pack
from marriage_stats.rules import SEE_DUBLEES


class PairHand(NamedTuple):
    """What counts for pairing in a hand.

    pairs : faces held at least twice (a tunnela is one pair)
    two_left, one_left : faces held once, by the copies that other hands or the stock still hold
    dead : cards that can never be part of another pair
    """

    pairs: int
    two_left: int
    one_left: int
    dead: int

    @property
    def distance(self) -> int:
        """Fewest cards to add for seven dublees."""
        lacking = max(0, SEE_DUBLEES - self.pairs)
        return lacking + max(0, lacking - self.two_left - self.one_left)


def pair_hands(pack: Pack, hand_size: int) -> Iterator[tuple[PairHand, int]]:
    """Yield every kind of hand with the number of such hands; kinds may come more than once."""
    for man, superman, ordinary, ways in pack.printed(hand_size):
        for triples in range(min(ordinary // COPIES, N_FACES) + 1):
            for doubles in range((ordinary - COPIES * triples) // 2 + 1):
                singles = ordinary - COPIES * triples - 2 * doubles
                if triples + doubles + singles > N_FACES:
                    continue
                count = comb(N_FACES, triples) * comb(N_FACES - triples, doubles)
                count *= comb(N_FACES - triples - doubles, singles) * 3 ** (doubles + singles)
                yield (
                    PairHand(
                        pairs=triples + doubles + int(man >= 2),
                        two_left=singles + int(man == 1 and pack.man_cards == 3),
                        one_left=int(man == 1 and pack.man_cards == 2),
                        dead=triples
                        + superman
                        + int(man == COPIES or (man == 1 and pack.man_cards == 1)),
                    ),
                    ways * count,
                )


def dublee_distribution(pack: Pack, hand_size: int) -> list[Fraction]:
    """Return P(exactly k dublees), k = 0, 1, ..."""
    cells = ((hand.pairs, count) for hand, count in pair_hands(pack, hand_size))
    return _law(cells, pack.n_hands(hand_size))


def dublee_distance(pack: Pack, hand_size: int) -> list[Fraction]:
    """Return P(exactly k cards must be added for seven dublees), k = 0, 1, ..."""
    cells = ((hand.distance, count) for hand, count in pair_hands(pack, hand_size))
    return _law(cells, pack.n_hands(hand_size))


def _law(cells: Iterator[tuple[int, int]], total: int) -> list[Fraction]:
    counts: Counter[int] = Counter()
    for value, count in cells:
        counts[value] += count
    return [Fraction(counts[value], total) for value in range(max(counts) + 1)]
