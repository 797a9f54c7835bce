"""Exact laws of dealt tunnelas: one hand, and anyone at a table."""

from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import comb, factorial

from marriage_stats.exact.packs import COPIES, N_FACES, Pack

Powers = list[list[int]]


@cache
def _plain_faces() -> Powers:
    """Return the powers 0..52 of 1 + 3x + 3x^2: hands of so many faces without a tunnela."""

    def raised(power: list[int], _: int) -> list[int]:
        padded = [0, 0, *power, 0, 0]
        return [padded[i + 2] + 3 * padded[i + 1] + 3 * padded[i] for i in range(len(power) + 2)]

    return list(accumulate(range(N_FACES), raised, initial=[1]))


def tunnela_distribution(pack: Pack, hand_size: int, with_man: bool) -> list[Fraction]:
    """Return P(exactly k tunnelas in a hand), k = 0, 1, ...

    Parameters
    ----------
    with_man : count three man cards as a tunnela
    """
    counts = [0] * (hand_size // COPIES + 1)
    for man, _, ordinary, ways in pack.printed(hand_size):
        extra = int(with_man and man == COPIES)
        for k in range(min(ordinary // COPIES, N_FACES) + 1):
            rest = _plain_faces()[N_FACES - k]
            singles = ordinary - COPIES * k
            if singles < len(rest):
                counts[k + extra] += ways * comb(N_FACES, k) * rest[singles]
    total = pack.n_hands(hand_size)
    return [Fraction(count, total) for count in counts]


def p_tunnela_at_table(pack: Pack, hand_size: int, seats: int, with_man: bool) -> Fraction:
    """Return P(anyone of so many seats is dealt a tunnela), by inclusion and exclusion.

    The sum runs over the number j of faces required to lie as tunnelas. Spread over the seats as
    k_1 + ... + k_n = j they lie there with probability prod (h)_{3 k_i} / (N)_{3 j}; the sum of
    these over all spreads is j! times a coefficient of the n-th power of sum (h)_{3k} y^k / k!.

    Raises
    ------
    ValueError   if the pack is too small for the table
    """
    if seats * hand_size > pack.size:
        raise ValueError(f"{seats} hands of {hand_size} need more than {pack.size} cards")
    faces = N_FACES + int(with_man and pack.man_cards == COPIES)
    most = min(seats * (hand_size // COPIES), faces)
    one = [Fraction(_falling(hand_size, 3 * k), factorial(k)) for k in range(hand_size // 3 + 1)]
    spread = [Fraction(1)]
    for _ in range(seats):
        spread = _times(spread, one)[: most + 1]
    missed = Fraction(0)
    for j, weight in enumerate(spread):
        missed += (-1) ** j * comb(faces, j) * factorial(j) * weight / _falling(pack.size, 3 * j)
    return 1 - missed


def _falling(n: int, k: int) -> int:
    return factorial(n) // factorial(n - k)


def _times(a: list[Fraction], b: list[Fraction]) -> list[Fraction]:
    out = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] += x * y
    return out
