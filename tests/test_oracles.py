"""The exact laws against every hand of tiny packs, against each other and against the twin."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from random import Random

import numpy as np
import pytest

from tests import oracles, oracles_melds
from tests.oracles import Pack
from tests.reference import twin_melds

SEEDS = (1, 2, 3)
TINY = [Pack(0, 0, 2, 5), Pack(2, 0, 2, 5), Pack(3, 1, 2, 5)]
FULL = [Pack(0, 0), Pack(1, 0), Pack(2, 1), Pack(3, 0), Pack(3, 1)]

RUNS = [(0, 1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 0)]
"""Runs of a suit of five ranks, the ace at either end."""
WRAPPED = [*RUNS, (4, 0, 1)]

Law = dict[tuple[int, int], Fraction]
SuitLaw = Callable[[tuple[int, ...]], tuple[int, int]]


def enumerated_suit(runs: Sequence[tuple[int, ...]]) -> SuitLaw:
    """Return a function to the most melds of a five-rank suit without and with a superman."""

    def spend(suit: tuple[int, ...], ranks: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(n - ranks.count(rank) for rank, n in enumerate(suit))

    @cache
    def plain(suit: tuple[int, ...]) -> int:
        melds = [*runs, *((rank,) * 3 for rank in range(5))]
        rests = [spend(suit, meld) for meld in melds]
        return max((1 + plain(rest) for rest in rests if min(rest) >= 0), default=0)

    def both(suit: tuple[int, ...]) -> tuple[int, int]:
        rests = [spend(suit, pair) for run in runs for pair in combinations(run, 2)]
        helped = max((1 + plain(rest) for rest in rests if min(rest) >= 0), default=0)
        return plain(suit), max(plain(suit), helped)

    return both


def locked(suit_melds: SuitLaw) -> SuitLaw:
    """Return a function to the most melds of a suit when every tunnela is one of them whole."""

    def both(suit: tuple[int, ...]) -> tuple[int, int]:
        plain, helped = suit_melds(tuple(0 if n == 3 else n for n in suit))
        return plain + suit.count(3), helped + suit.count(3)

    return both


def enumerated_law(pack: Pack, hand_size: int, suit_melds: SuitLaw) -> Law:
    """Return P(melds, pairs) by going through every hand of a pack of two five-rank suits."""
    suits: Counter[tuple[int, ...]] = Counter()
    for copies in product(range(4), repeat=5):
        plain, helped = suit_melds(copies)
        key = (sum(copies), plain, helped, sum(n >= 2 for n in copies))
        ways = 1
        for n in copies:
            ways *= comb(3, n)
        suits[key] += ways
    law: Counter[tuple[int, int]] = Counter()
    printed = product(range(pack.man_cards + 1), range(pack.superman + 1))
    for (one, two), (man, hero) in product(product(suits.items(), repeat=2), list(printed)):
        (n, melds, helped, pairs), ways = one
        (n2, melds2, helped2, pairs2), ways2 = two
        if n + n2 + man + hero == hand_size:
            best = max(helped + melds2, melds + helped2) if hero else melds + melds2
            outcome = (best + (man == 3), pairs + pairs2 + (man >= 2))
            law[outcome] += ways * ways2 * comb(pack.man_cards, man)
    whole = comb(pack.n_cards, hand_size)
    return {outcome: Fraction(n, whole) for outcome, n in sorted(law.items())}


@pytest.mark.parametrize("hand_size", [3, 6, 9, 13, 21])
@pytest.mark.parametrize("pack", TINY)
def test_joint_law_equals_enumeration(pack: Pack, hand_size: int) -> None:
    expected = enumerated_law(pack, hand_size, enumerated_suit(RUNS))
    assert oracles_melds.joint_distribution(pack, hand_size) == expected


@pytest.mark.parametrize("hand_size", [6, 9, 13, 21])
@pytest.mark.parametrize("pack", TINY)
def test_locked_law_equals_enumeration(pack: Pack, hand_size: int) -> None:
    suit = enumerated_suit(RUNS)
    expected = enumerated_law(pack, hand_size, locked(suit))
    assert oracles_melds.joint_distribution(pack, hand_size, locked=True) == expected
    assert (enumerated_law(pack, hand_size, suit) == expected) == (hand_size == 6)


def test_enumeration_tells_wrapped_runs_apart() -> None:
    wrapped = enumerated_law(TINY[0], 9, enumerated_suit(WRAPPED))
    assert oracles_melds.joint_distribution(TINY[0], 9) != wrapped


@pytest.mark.parametrize("pack", TINY)
def test_see_equals_enumeration(pack: Pack) -> None:
    law = enumerated_law(pack, 12, enumerated_suit(RUNS))
    see = oracles_melds.see_probabilities(pack, 12)
    assert see["sequence"] == sum(p for (melds, _), p in law.items() if melds >= 3)
    assert see["dublee"] == sum(p for (_, pairs), p in law.items() if pairs >= 7)
    assert see["either"] == sum(p for (m, pairs), p in law.items() if m >= 3 or pairs >= 7)


@pytest.mark.parametrize("is_locked", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_automaton_equals_the_twin(seed: int, is_locked: bool) -> None:
    random = Random(seed)
    suits = [random.choices(range(4), weights=(6, 3, 2, 1), k=13) for _ in range(150)]
    both = oracles_melds.melds_of_suits(np.array(suits), is_locked)
    for suit, *found in zip(suits, *(melds.tolist() for melds in both), strict=True):
        rest = tuple(0 if is_locked and n == 3 else n for n in suit)
        whole = suit.count(3) if is_locked else 0
        plain = twin_melds.most_melds(rest)
        helped = max(plain, twin_melds.most_melds_with_superman(rest))
        assert found == [plain + whole, helped + whole], suit


@pytest.mark.parametrize("with_man", [False, True])
@pytest.mark.parametrize("pack", [*TINY, *FULL])
def test_tunnela_laws_agree(pack: Pack, with_man: bool) -> None:
    for hand_size in (3, 9, 21):
        law = oracles.tunnela_distribution(pack, hand_size, with_man)
        assert sum(law) == 1
        assert 1 - law[0] == oracles.p_tunnela(pack, hand_size, with_man)
        assert 1 - law[0] == oracles.p_tunnela_at_table(pack, hand_size, 1, with_man)


@pytest.mark.parametrize("pack", [*TINY, *FULL])
def test_dublee_laws_agree(pack: Pack) -> None:
    for hand_size in (2, 7, 21):
        law = oracles.dublee_distribution(pack, hand_size)
        assert law == oracles.dublee_distribution_by_types(pack, hand_size)
        assert sum(law) == 1
        assert sum(k * p for k, p in enumerate(law)) == oracles.dublee_mean(pack, hand_size)


def deals(cards: tuple[int, ...], hand_size: int, n_seats: int) -> Iterator[list[tuple[int, ...]]]:
    """Yield every deal of physical cards to the seats."""
    if n_seats == 0:
        yield []
        return
    for hand in combinations(cards, hand_size):
        rest = tuple(card for card in cards if card not in hand)
        for others in deals(rest, hand_size, n_seats - 1):
            yield [hand, *others]


@pytest.mark.parametrize("with_man", [False, True])
@pytest.mark.parametrize(
    ("pack", "hand_size", "n_seats"),
    [
        (Pack(0, 0, 1, 3), 3, 2),
        (Pack(0, 0, 1, 3), 3, 3),
        (Pack(3, 0, 1, 2), 4, 2),
        (Pack(1, 1, 1, 2), 3, 2),
    ],
)
def test_table_law_equals_enumeration(
    pack: Pack, hand_size: int, n_seats: int, with_man: bool
) -> None:
    n_kinds = pack.n_triples(with_man)
    found = Counter(
        any(
            {3 * kind, 3 * kind + 1, 3 * kind + 2} <= set(hand)
            for hand in deal
            for kind in range(n_kinds)
        )
        for deal in deals(tuple(range(pack.n_cards)), hand_size, n_seats)
    )
    expected = Fraction(found[True], found.total())
    assert oracles.p_tunnela_at_table(pack, hand_size, n_seats, with_man) == expected


def test_a_table_needs_cards_enough() -> None:
    with pytest.raises(ValueError, match="n_seats must leave 0 or more cards, got 8"):
        oracles.p_tunnela_at_table(Pack(), 21, 8)


@pytest.mark.parametrize("pack", [Pack(), Pack(3, 1)])
def test_joint_law_has_the_dublee_law_as_margin(pack: Pack) -> None:
    joint = oracles_melds.joint_distribution(pack, 21)
    law = oracles.dublee_distribution(pack, 21)
    for k, p in enumerate(law):
        assert sum(q for (_, pairs), q in joint.items() if pairs == k) == p
    see = oracles_melds.see_probabilities(pack, 21)
    assert see["dublee"] == sum(law[7:])
    assert see["sequence"] == sum(oracles_melds.pure_meld_distribution(pack, 21)[3:])


@pytest.mark.parametrize(
    ("pack", "tunnela", "at_table_of_4", "sequence", "dublee"),
    [
        (Pack(), 0.10752930683508, 0.36355627195210, 0.13852712346327, 0.00063987924675),
        (Pack(3, 1), 0.09988399436577, 0.34184066953174, 0.15585863751138, 0.00051794448295),
    ],
)
def test_figures_stay(
    pack: Pack, tunnela: float, at_table_of_4: float, sequence: float, dublee: float
) -> None:
    see = oracles_melds.see_probabilities(pack, 21)
    found = [
        oracles.p_tunnela(pack, 21),
        oracles.p_tunnela_at_table(pack, 21, 4),
        see["sequence"],
        see["dublee"],
    ]
    assert [float(p) for p in found] == pytest.approx(
        [tunnela, at_table_of_4, sequence, dublee], abs=1e-13
    )


def test_floor_rises_to_one() -> None:
    floor = [oracles_melds.see_probabilities(Pack(3, 1), 21 + t) for t in range(61)]
    for route in ("sequence", "dublee", "either"):
        by_turn = [p[route] for p in floor]
        assert by_turn == sorted(by_turn)
    # six kinds whole, one card of each other kind and the superman are still no seven dublees
    most_without = 6 * 3 + 47 + 1
    assert [p["dublee"] == 1 for p in floor] == [21 + t > most_without for t in range(61)]
