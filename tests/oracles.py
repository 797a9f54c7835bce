"""Exact laws of tunnelas and dublees in dealt hands, as fractions, each derived twice.

A face is a rank and suit of which the pack holds three copies. Nothing here looks at a hand:
every law is a count of hands over the number of hands. The laws of runs are in
`oracles_melds`.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial

COPIES = 3


@dataclass(frozen=True)
class Pack:
    """A pack of three copies of each face, with printed cards; small ones for enumeration."""

    man_cards: int = 0
    superman: int = 0
    n_suits: int = 4
    n_ranks: int = 13

    @property
    def n_faces(self) -> int:
        """Faces without the printed cards."""
        return self.n_suits * self.n_ranks

    @property
    def n_cards(self) -> int:
        """All cards."""
        return COPIES * self.n_faces + self.man_cards + self.superman

    def n_triples(self, with_man: bool) -> int:
        """Kinds that can make a tunnela, the man cards as one of them if asked for."""
        return self.n_faces + (with_man and self.man_cards == COPIES)


def falling(n: int, k: int) -> int:
    """Return n (n - 1) ... (n - k + 1)."""
    return factorial(n) // factorial(n - k)


def p_tunnela(pack: Pack, hand_size: int, with_man: bool = False) -> Fraction:
    """Return P(a hand is dealt at least one tunnela), by inclusion and exclusion over faces."""
    n_kinds, n_cards = pack.n_triples(with_man), pack.n_cards
    hands = sum(
        (-1) ** (j + 1) * comb(n_kinds, j) * comb(n_cards - 3 * j, hand_size - 3 * j)
        for j in range(1, min(n_kinds, hand_size // 3) + 1)
    )
    return Fraction(hands, comb(n_cards, hand_size))


def p_tunnela_at_table(
    pack: Pack, hand_size: int, n_seats: int, with_man: bool = False
) -> Fraction:
    """Return P(anyone of so many seats is dealt a tunnela), by inclusion and exclusion.

    Give j faces whole to seats, j_i of them to seat i; the other cards fall anyhow. With
    a(x) = sum over j of (-x)^j / (j! (h - 3j)!) the signed count of deals is the sum over j of
    [x^j] a(x)^n times (faces)_j (N - 3j)! / (N - n h)!.
    """
    n_kinds, n_cards = pack.n_triples(with_man), pack.n_cards
    in_stock = n_cards - n_seats * hand_size
    if in_stock < 0:
        raise ValueError(f"n_seats must leave 0 or more cards, got {n_seats}")
    one_seat = [
        Fraction((-1) ** j, factorial(j) * factorial(hand_size - 3 * j))
        for j in range(hand_size // 3 + 1)
    ]
    seats = [Fraction(1)]
    for _ in range(n_seats):
        product = [Fraction(0)] * (len(seats) + len(one_seat) - 1)
        for i, a in enumerate(seats):
            for j, b in enumerate(one_seat):
                product[i + j] += a * b
        seats = product
    no_tunnela = sum(
        coefficient * falling(n_kinds, j) * factorial(n_cards - 3 * j)
        for j, coefficient in enumerate(seats[: n_kinds + 1])
    )
    deals = Fraction(factorial(n_cards), factorial(hand_size) ** n_seats)
    return 1 - no_tunnela / deals


Series = dict[tuple[int, int], int]
"""Coefficients of x^cards y^marks."""


def times(left: Series, right: Series, max_cards: int) -> Series:
    """Return the product of two series without terms of more cards than asked for."""
    product: Series = {}
    for (cards, marks), a in left.items():
        for (more, new), b in right.items():
            if cards + more <= max_cards:
                key = (cards + more, marks + new)
                product[key] = product.get(key, 0) + a * b
    return product


def kind_series(n_copies: int, mark_from: int) -> Series:
    """Return the series of one kind: choose c copies, marked when c >= mark_from."""
    return {(c, int(c >= mark_from)): comb(n_copies, c) for c in range(n_copies + 1)}


def marked_distribution(
    pack: Pack, hand_size: int, mark_from: int, with_man: bool
) -> list[Fraction]:
    """Return P(exactly k kinds of which the hand has `mark_from` copies or more), for each k."""
    man_from = mark_from if with_man else pack.man_cards + 1
    series: Series = {(0, 0): 1}
    for _ in range(pack.n_faces):
        series = times(series, kind_series(COPIES, mark_from), hand_size)
    series = times(series, kind_series(pack.man_cards, man_from), hand_size)
    series = times(series, kind_series(pack.superman, pack.superman + 1), hand_size)
    counts = {marks: n for (cards, marks), n in series.items() if cards == hand_size}
    whole = comb(pack.n_cards, hand_size)
    return [Fraction(counts.get(k, 0), whole) for k in range(max(counts) + 1)]


def tunnela_distribution(pack: Pack, hand_size: int, with_man: bool = False) -> list[Fraction]:
    """Return P(exactly k tunnelas dealt), k = 0, 1, ..., from the generating function."""
    return marked_distribution(pack, hand_size, 3, with_man)


def dublee_distribution(pack: Pack, hand_size: int) -> list[Fraction]:
    """Return P(exactly k dublees), k = 0, 1, ..., from the generating function.

    A tunnela is one dublee, two or three man cards are one.
    """
    return marked_distribution(pack, hand_size, 2, with_man=True)


def dublee_distribution_by_types(pack: Pack, hand_size: int) -> list[Fraction]:
    """Return the same law by adding up hands of t triples, d pairs and s single faces."""
    n_faces = pack.n_faces
    counts = [0] * (hand_size // 2 + 1)
    for man in range(pack.man_cards + 1):
        for hero in range(pack.superman + 1):
            left = hand_size - man - hero
            printed = comb(pack.man_cards, man)
            for t in range(max(0, left // 3) + 1):
                for d in range(max(0, (left - 3 * t) // 2) + 1):
                    s = left - 3 * t - 2 * d
                    if left < 0 or t + d + s > n_faces:
                        continue
                    faces = comb(n_faces, t) * comb(n_faces - t, d) * comb(n_faces - t - d, s)
                    counts[t + d + (man >= 2)] += printed * faces * 3 ** (d + s)
    whole = comb(pack.n_cards, hand_size)
    while counts[-1] == 0:
        counts.pop()
    return [Fraction(n, whole) for n in counts]


def dublee_mean(pack: Pack, hand_size: int) -> Fraction:
    """Return the mean number of dublees: kinds times P(two or more copies of one)."""
    n_cards = pack.n_cards

    def p_two(n_copies: int) -> Fraction:
        hands = sum(
            comb(n_copies, c) * comb(n_cards - n_copies, hand_size - c)
            for c in range(2, min(n_copies, hand_size) + 1)
        )
        return Fraction(hands, comb(n_cards, hand_size))

    return pack.n_faces * p_two(COPIES) + p_two(pack.man_cards)
