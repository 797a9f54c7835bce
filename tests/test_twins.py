"""The slow twins against notation and against the bare definitions of melds."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from tests.reference import twin_finish, twin_melds
from tests.reference.twin_finish import TwinRules

SEEDS = (1, 2, 3)
PRINTED = {"MAN": 52, "SUPER": 53}
SHORT = TwinRules()
LONG = TwinRules("3-or-more", "3-or-4")
NO_ALL_WILD = TwinRules(all_wild_meld=False)
NO_ALL_WILD_NOR_MARRIAGE = TwinRules(all_wild_meld=False, marriage_meld=False)


def kinds(text: str) -> list[int]:
    return [
        PRINTED.get(w, 13 * "CDHS".find(w[-1]) + "A23456789TJQK".find(w[0])) for w in text.split()
    ]


def counts(cards: Sequence[int]) -> list[int]:
    return [cards.count(kind) for kind in range(54)]


def hand(text: str) -> list[int]:
    return counts(kinds(text))


def random_cards(random: Random, suits: Sequence[int], size: int, printed: int = 4) -> list[int]:
    """Deal from three copies of some suits, three man cards and a superman."""
    pack = [13 * suit + rank for suit in suits for rank in range(13) for _ in range(3)]
    return random.sample(pack + [52, 52, 52, 53][4 - printed :], size)


@pytest.mark.parametrize(
    ("text", "melds"),
    [
        ("AH 2H 3H", 1),
        ("QH KH AH", 1),
        ("KH AH 2H", 0),
        ("AH 2H 3H QH KH", 1),
        ("AH AH 2H 3H QH KH", 2),
        ("4H 5H 6C", 0),
        ("7H 7C 7D", 0),
        ("7H 7H 7H", 1),
        ("7H 7H 7C", 0),
        ("5H 5H 5H 4H 6H", 1),
        ("4H 5H 5H 5H 6H 7H 8H", 2),
        ("4H 5H 5H 5H 5C 6H 6C 7C", 2),
        ("4H 5H 6H 7H 8H", 1),
        ("4H 5H 6H 7H 8H 9H", 2),
        ("4H 4H 4H 5H 5H 5H 6H 6H 6H", 3),
        ("MAN MAN MAN", 1),
        ("MAN MAN 5H 6H", 0),
        ("4H 5H SUPER", 1),
        ("4H SUPER 6H", 1),
        ("SUPER KH AH", 1),
        ("SUPER KH 2H", 0),
        ("7H 7H SUPER", 0),
        ("7H 7C SUPER", 0),
        ("MAN MAN SUPER", 0),
        ("4H MAN SUPER", 0),
        ("4H 5H TC JC SUPER", 1),
        ("4H 5H 6H TC JC SUPER", 2),
        ("AH AH AH 2H 2H 2H 3H 3H SUPER", 3),
    ],
)
def test_pure_melds(text: str, melds: int) -> None:
    assert twin_melds.max_pure_melds(hand(text)) == melds


def test_superman_can_be_left_out() -> None:
    assert twin_melds.max_pure_melds(hand("4H 5H SUPER"), superman_wild=False) == 0


@pytest.mark.parametrize(
    ("text", "dublees"),
    [
        ("7H 7H", 1),
        ("7H 7H 7H", 1),
        ("7H 7C", 0),
        ("MAN MAN", 1),
        ("MAN MAN MAN", 1),
        ("7H SUPER", 0),
    ],
)
def test_dublees(text: str, dublees: int) -> None:
    assert twin_melds.count_dublees(hand(text)) == dublees


@pytest.mark.parametrize(
    ("text", "man_cards", "superman", "distance", "improving"),
    [
        ("4H 5H 6H 9C 9C 9C JD QD", 0, 0, 1, "TD KD"),
        ("4H 5H 6H 9C 9C 9C JD QD", 3, 1, 1, "TD KD SUPER"),
        ("4H 5H 6H 9C 9C 9C KD AD", 0, 0, 1, "QD"),
        ("4H 5H 6H 9C 9C 9C KD 2D", 0, 0, 2, "AD 2D 3D 4D JD QD KD"),
        ("4H 5H 6H 9C 9C 9C MAN MAN", 3, 0, 1, "MAN"),
        ("4H 5H 6H 9C 9C 9C MAN MAN", 2, 0, 3, "all"),
        ("4H 5H 6H 9C 9C 9C JD SUPER", 0, 1, 1, "9D TD QD KD"),
        ("7H 7H 7H 7C 7C 7C 5D 5D", 0, 0, 1, "5D"),
    ],
)
def test_distance_by_sequences(
    text: str, man_cards: int, superman: int, distance: int, improving: str
) -> None:
    held = hand(text)
    assert twin_melds.distance_to_see(held, "sequence", man_cards, superman) == distance
    found = twin_melds.improving_cards(held, "sequence", man_cards, superman)
    expected = set(range(52)) - set(kinds("9C")) if improving == "all" else set(kinds(improving))
    assert found == expected


SIX_PAIRS = "AC AC 2C 2C 3C 3C 4C 4C 5C 5C 6C 6C"


@pytest.mark.parametrize(
    ("text", "man_cards", "distance", "n_improving"),
    [
        (SIX_PAIRS, 0, 2, 46),
        (SIX_PAIRS, 1, 2, 46),
        (SIX_PAIRS, 3, 2, 47),
        (SIX_PAIRS + " 8H JD", 0, 1, 2),
        (SIX_PAIRS + " MAN", 3, 1, 1),
        (SIX_PAIRS + " MAN", 1, 2, 46),
        (SIX_PAIRS + " SUPER", 0, 2, 46),
        (SIX_PAIRS + " 8H 8H 8H", 0, 0, 0),
        ("7H 7H 7H", 0, 12, 51),
    ],
)
def test_distance_by_dublees(text: str, man_cards: int, distance: int, n_improving: int) -> None:
    held = hand(text)
    assert twin_melds.distance_to_see(held, "dublee", man_cards) == distance
    assert len(twin_melds.improving_cards(held, "dublee", man_cards)) == n_improving


def test_unknown_route_is_named() -> None:
    with pytest.raises(ValueError, match="route must be one of sequence, dublee, got 'pairs'"):
        twin_melds.distance_to_see([0] * 54, "pairs")


def is_run(cards: Sequence[int]) -> bool:
    """Tell by definition whether ordinary cards are neighbours in one suit, ace low or high."""
    ranks = sorted(card % 13 for card in cards)
    high = sorted(rank or 13 for rank in ranks)
    one_suit = max(cards) < 52 and len({card // 13 for card in cards}) == 1
    steps = range(len(cards))
    return one_suit and any(r == [r[0] + step for step in steps] for r in (ranks, high))


def is_pure(cards: Sequence[int]) -> bool:
    if 53 not in cards:
        return len(set(cards)) == 1 or is_run(cards)
    others = [card for card in cards if card != 53]
    return any(is_run([*others, card]) for card in range(52))


def most_triples(cards: tuple[int, ...], legal: Callable[[Sequence[int]], bool]) -> int:
    """Return the most disjoint legal triples: the first card is idle or goes with two others."""
    if len(cards) < 3:
        return 0
    best = most_triples(cards[1:], legal)
    for i, j in combinations(range(1, len(cards)), 2):
        if legal([cards[0], cards[i], cards[j]]):
            rest = tuple(card for at, card in enumerate(cards) if at not in (0, i, j))
            best = max(best, 1 + most_triples(rest, legal))
    return best


@pytest.mark.parametrize("seed", SEEDS)
def test_melds_equal_their_definition(seed: int) -> None:
    random = Random(seed)
    for _ in range(100):
        cards = random_cards(random, [0], random.randrange(6, 11))
        expected = most_triples(tuple(cards), is_pure)
        assert twin_melds.max_pure_melds(counts(cards)) == expected, cards


@pytest.mark.parametrize("seed", SEEDS)
def test_distance_is_the_fewest_cards_to_add(seed: int) -> None:
    random = Random(seed)
    limit = [3] * 52 + [3, 1]
    addable = [*range(13), 52, 53]
    for _ in range(25):
        held = counts(random_cards(random, [0], 8))
        found = [
            n
            for n in range(3)
            for more in product(addable, repeat=n)
            if all(held[k] + more.count(k) <= limit[k] for k in more)
            and twin_melds.max_pure_melds([a + b for a, b in zip(held, counts(more), strict=True)])
            >= 3
        ]
        assert min(found, default=3) == min(3, twin_melds.distance_to_see(held, "sequence", 3, 1))


@pytest.mark.parametrize(
    ("text", "tiplu", "rules", "thrown"),
    [
        ("AH 2H 3H 5C", "8S", SHORT, "5C"),
        ("QH KH AH 5C", "8S", SHORT, "5C"),
        ("KH AH 2H 5C", "8S", SHORT, ""),
        ("AH 2H 3H QH KH AH 5C", "8S", SHORT, "5C"),
        ("AH 2H 3H QH KH 5C", "8S", LONG, ""),
        ("KH AH 2H 5C", "AH", SHORT, "KH AH 2H 5C"),
        ("KH AH 2H 5C", "AH", NO_ALL_WILD, "KH AH 2H 5C"),
        ("KH AH 2H 5C", "AH", NO_ALL_WILD_NOR_MARRIAGE, "KH AH 2H"),
        ("4H 5H 6H 7H KC", "2S", SHORT, ""),
        ("4H 5H 6H 7H KC", "2S", LONG, "KC"),
        ("7H 7H 7H 5C", "2S", SHORT, "5C"),
        ("7H 7H MAN 5C", "2S", SHORT, ""),
        ("7H 7H 8C MAN", "8S", SHORT, "7H"),
        ("7H 7C 7D 5C", "2S", SHORT, "5C"),
        ("7H 7H 7D 5C", "2S", SHORT, ""),
        ("7H 7C MAN 5C", "2S", SHORT, "7H 5C"),
        ("7H 7C MAN MAN", "2S", SHORT, "7H 7C MAN"),
        ("7H 7C 7D 7S KC", "2S", SHORT, ""),
        ("7H 7C 7D 7S KC", "2S", TwinRules("3-or-more", "3"), ""),
        ("7H 7C 7D 7S KC", "2S", LONG, "KC"),
        ("7H 7C MAN MAN KC", "2S", LONG, "KC"),
        ("7H 7C 7D 7S MAN KC", "2S", LONG, ""),
        ("5H SUPER 2C TH", "2S", SHORT, "5H TH"),
        ("8H 9S MAN KC", "8S", SHORT, "8H 9S MAN KC"),
        ("8H 9S MAN KC", "8S", NO_ALL_WILD, "8H 9S MAN"),
        ("7S 8S 9S KC", "8S", NO_ALL_WILD_NOR_MARRIAGE, "7S 8S 9S KC"),
        ("8H 8H 8H KC", "8S", NO_ALL_WILD, "8H KC"),
        ("MAN MAN MAN KC", "8S", NO_ALL_WILD, "MAN KC"),
        ("8H 8C MAN MAN KC", "8S", SHORT, ""),
        ("8H 8C MAN MAN KC", "8S", LONG, "8H 8C MAN KC"),
    ],
)
def test_finish(text: str, tiplu: str, rules: TwinRules, thrown: str) -> None:
    (kind,) = kinds(tiplu)
    wild = twin_finish.wilds_of(kind)
    assert twin_finish.can_finish(hand(text), wild, rules, kind) == set(kinds(thrown))


@pytest.mark.parametrize(
    ("text", "thrown"),
    [
        ("4H 5H SUPER 9C 9C 9C JD QD KD 2S", "2S"),
        ("4H 5H MAN 9C 9C 9C JD QD KD 2S", ""),
        ("4H 5H 6H 9C 9C 9C 7D 7C 7S 2S", ""),
        ("4H 5H 6H 9C 9C 9C MAN MAN MAN 7D 7C SUPER 2S", "2S"),
        ("4H 5H 6H 9C 9C SUPER JD QD KD 2S", ""),
        ("4H 5H 6H 7H 8H 9H JD QD KD TD", "TD KD"),
    ],
)
def test_unseen_finish_needs_three_pure_melds(text: str, thrown: str) -> None:
    found = twin_finish.can_finish(hand(text), {53}, LONG, need_pure=3)
    assert found == set(kinds(thrown))


@pytest.mark.parametrize(
    ("text", "distance"),
    [
        ("4H 5H JC KD", 1),
        ("4H 8C JC KD", 1),
        ("8C MAN JC KD", 0),
        ("4H 9C JD QS", 2),
        ("7H 7H KC 2D", 1),
    ],
)
def test_distance_to_finish(text: str, distance: int) -> None:
    (tiplu,) = kinds("8S")
    wild = twin_finish.wilds_of(tiplu)
    assert twin_finish.distance_to_finish(hand(text), wild, SHORT, tiplu) == distance


def is_legal(cards: Sequence[int], wild: set[int], rules: TwinRules) -> bool:
    """Tell by definition whether cards are one meld, choosing who stands for itself."""
    exact, size = rules.sequence_length == "exactly-3", len(cards)
    if size < 3:
        return False
    if len(set(cards)) == 1 and size == 3:
        return True
    n_wild = sum(card in wild for card in cards)
    if n_wild == size and rules.all_wild_meld and (size == 3 or not exact):
        return True
    for n_own in range(1, size + 1):
        for own in combinations(cards, n_own):
            others = list((Counter(cards) - Counter(own)).elements())
            clean = not others or n_wild < size
            if not clean or max(own) >= 52 or any(card not in wild for card in others):
                continue
            ranks, suits = {c % 13 for c in own}, [c // 13 for c in own]
            trial = len(ranks) == 1 and len(set(suits)) == n_own
            if trial and size <= (3 if rules.trial_size == "3" else 4):
                return True
            if len(set(suits)) > 1 or (exact and size > 3):
                continue
            places = [13 * suits[0] + rank for rank in range(13)]
            if any(is_run([*own, *fill]) for fill in combinations(places, size - n_own)):
                return True
    return False


def can_split(cards: tuple[int, ...], legal: Callable[[tuple[int, ...]], bool]) -> bool:
    """Tell whether cards can be split into legal melds, trying every set with the first card."""
    return not cards or any(
        legal(tuple(sorted((cards[0], *(cards[i] for i in chosen)))))
        and can_split(tuple(c for i, c in enumerate(cards) if i and i not in chosen), legal)
        for size in range(2, len(cards))
        for chosen in combinations(range(1, len(cards)), size)
    )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("rules", [SHORT, LONG, TwinRules("3-or-more", "3", False, False)])
def test_finish_equals_its_definition(rules: TwinRules, seed: int) -> None:
    random = Random(seed)
    rules = TwinRules(rules.sequence_length, rules.trial_size, rules.all_wild_meld, False)
    for _ in range(25):
        tiplu = random.randrange(4)
        wild = twin_finish.wilds_of(tiplu)
        cards = [card for card in random_cards(random, [0, 1], 26) if card % 13 < 6 or card > 51][
            :7
        ]
        legal = cache(lambda meld, wild=wild: is_legal(meld, wild, rules))
        expected = {
            thrown
            for at, thrown in enumerate(cards)
            if can_split(tuple(cards[:at] + cards[at + 1 :]), legal)
        }
        held = counts(cards)
        assert twin_finish.can_finish(held, wild, rules, tiplu) == expected, (cards, tiplu)
        swaps = product(range(len(cards)), range(54))
        near = any(
            twin_finish.can_finish(counts([*cards[:at], k, *cards[at + 1 :]]), wild, rules, tiplu)
            for at, k in swaps
        )
        try:
            distance = twin_finish.distance_to_finish(held, wild, rules, tiplu)
        except ValueError:
            distance = len(cards)
        assert (distance == 0, distance <= 1) == (bool(expected), near)
