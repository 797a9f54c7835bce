"""The finish search and the quick solver equal brute force on random and adversarial hands."""

import re
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from marriage_stats import finish
from marriage_stats.cards import cards_text
from marriage_stats.finish import arrange_finish, can_finish, distance_to_finish, throwable_kinds
from marriage_stats.rules import PRESETS, Rules, preset
from tests.hands import random_hands
from tests.reference import twin_finish
from tests.reference.brute_finish import throwable_by_brute_force
from tests.reference.brute_unseen import throwable_unseen, unseen_hands
from tests.reference.finish_hands import FINISHING, alike, finish_hands
from tests.reference.ref_melds_legal import is_meld, wild_kinds
from tests.solved import solved

ODD = {
    "strict": {"all_wild_meld": False},
    "strict-marriage": {"all_wild_meld": False, "marriage_meld": True, "trial_size": "3-or-4"},
    "strict-long": {"all_wild_meld": False, "sequence_length": "3-or-more"},
    "exact-quads": {"trial_size": "3-or-4"},
}


def _house(name: str) -> Rules:
    if name in PRESETS:
        return preset(name)
    return preset("classic").replace({**ODD[name], "man_cards": 3, "superman": 1})


def _near_finish(rng: np.random.Generator, rules: Rules, n: int) -> tuple[NDArray, NDArray]:
    """Deal 13-card hands of neighbouring ranks with their tiplu near, so that wilds abound."""
    man, superman = rules.number("man_cards"), rules.number("superman")
    hands = np.concatenate(
        [
            random_hands(rng, n // 2, 13, man, superman, narrow)
            for narrow in (int(rng.integers(3, 8)), 13)
        ]
    )
    tiplus = np.empty(len(hands), np.int64)
    for row, hand in enumerate(hands):
        held = np.flatnonzero(hand[:52])
        tiplus[row] = rng.choice(held) if rng.integers(3) else rng.integers(52)
    possible = hands[np.arange(len(hands)), tiplus] < 3
    return hands[possible], tiplus[possible]


def _twin(rules: Rules) -> twin_finish.TwinRules:
    return twin_finish.TwinRules(
        str(rules["sequence_length"]),
        str(rules["trial_size"]),
        rules.flag("all_wild_meld"),
        rules.flag("marriage_meld"),
    )


def _compare(name: str, n: int, seed: int) -> int:
    rules, twin = _house(name), _twin(_house(name))
    hands, tiplus = _near_finish(np.random.default_rng(seed), rules, n)
    found = throwable_kinds(hands, tiplus, rules)
    assert np.array_equal(can_finish(hands, tiplus, rules), found.any(axis=1))
    for hand, tiplu, kinds in zip(hands.tolist(), tiplus.tolist(), found, strict=True):
        wild = twin_finish.wilds_of(tiplu)
        expected = twin_finish.can_finish(hand, wild, twin, tiplu)
        text = cards_text(twin_finish.cards_of(hand))
        assert set(np.flatnonzero(kinds).tolist()) == expected, (text, cards_text([tiplu]))
    return int(found.any(axis=1).sum())


HOUSES = [*PRESETS, *ODD]
CHUNK = 20_000
each_house = pytest.mark.parametrize("name", [names[0] for names in alike(HOUSES, _house)])
each_preset = pytest.mark.parametrize("name", [names[0] for names in alike(PRESETS, _house)])
"""One of those with the same finishing rules."""


@each_house
def test_throwable_kinds_equal_the_twin(name: str) -> None:
    assert _compare(name, 100, seed=1) > 10


@each_house
def test_distance_equals_the_twin(name: str) -> None:
    rules = _house(name)
    hands, tiplus = _near_finish(np.random.default_rng(2), rules, 60)
    found = distance_to_finish(hands, tiplus, rules)
    for hand, tiplu, distance in zip(hands.tolist(), tiplus.tolist(), found, strict=True):
        wild = twin_finish.wilds_of(tiplu)
        expected = twin_finish.distance_to_finish(hand, wild, _twin(rules), tiplu)
        assert distance == expected, (cards_text(twin_finish.cards_of(hand)), cards_text([tiplu]))


@each_house
def test_arrangements_are_legal_melds_of_the_hand(name: str) -> None:
    rules = _house(name)
    hands, tiplus = _near_finish(np.random.default_rng(3), rules, 300)
    values = rules.plain_values
    arranged = 0
    for hand, tiplu, kinds in zip(
        hands.tolist(), tiplus.tolist(), throwable_kinds(hands, tiplus, rules), strict=True
    ):
        cards = twin_finish.cards_of(hand)
        for thrown in np.flatnonzero(kinds).tolist():
            found = arrange_finish(cards, tiplu, thrown, rules)
            assert found is not None
            assert sorted([c for meld in found.melds for c in meld] + [thrown]) == cards
            for meld in found.melds:
                assert is_meld(meld, wild_kinds(tiplu), values, tiplu), (meld, found)
            arranged += 1
    assert arranged > 20


@each_preset
def test_unseen_finish_equals_the_twin(name: str) -> None:
    rules = _house(name)
    man, superman = rules.number("man_cards"), rules.number("superman")
    rng = np.random.default_rng(4)
    hands = np.concatenate([random_hands(rng, 25, 22, man, superman, n) for n in (3, 4)])
    found = throwable_kinds(hands, None, rules)
    for hand, kinds in zip(hands.tolist(), found, strict=True):
        expected = twin_finish.can_finish(hand, {53}, _twin(rules), None, need_pure=3)
        assert set(np.flatnonzero(kinds).tolist()) == expected, hand


def _compare_brute(name: str, n: int, seed: int) -> tuple[int, int]:
    """Compare n hands of 13 cards and a tenth of 10; return the hands, and those finishable."""
    rules = _house(name)
    printed = rules.number("man_cards"), rules.number("superman")
    played = finishable = 0
    for size, share in ((13, n), (10, n // 10)):
        for first in range(0, share, CHUNK):
            hands, tiplus = finish_hands(
                1000 * seed + first + size, min(CHUNK, share - first), size, *printed
            )
            expected = throwable_by_brute_force(hands, tiplus, dict(rules.values))
            found = throwable_kinds(hands, tiplus, rules)
            differ = np.flatnonzero((found != expected).any(axis=1))
            assert not len(differ), cards_text(twin_finish.cards_of(hands[differ[0]].tolist()))
            assert np.array_equal(can_finish(hands, tiplus, rules), expected.any(axis=1))
            throws, whole = solved(hands, tiplus, rules)
            differ = np.flatnonzero((throws != expected).any(axis=1) | (whole != found.any(axis=1)))
            assert not len(differ), cards_text(twin_finish.cards_of(hands[differ[0]].tolist()))
            played += len(hands)
            finishable += int(expected.any(axis=1).sum())
    return played, finishable


@each_house
def test_throwable_kinds_equal_brute_force(name: str) -> None:
    played, finishable = _compare_brute(name, 1000, seed=6)
    assert played / 4 < finishable < played


def _compare_unseen(name: str, n: int, seed: int, throws: int) -> int:
    """Compare n hands of 22 cards before seeing, every throw of the first; return how many can."""
    rules = _house(name)
    finishable = 0
    for first in range(0, n, CHUNK):
        printed = rules.number("man_cards"), rules.number("superman")
        hands = unseen_hands(1000 * seed + first, min(CHUNK, n - first), *printed)
        expected = throwable_unseen(hands, dict(rules.values))
        wrong = can_finish(hands, None, rules) != expected.any(axis=1)
        own = throwable_kinds(hands[: max(throws - first, 0)], None, rules)
        wrong[: len(own)] |= (own != expected[: len(own)]).any(axis=1)
        differ = np.flatnonzero(wrong)
        assert not len(differ), cards_text(twin_finish.cards_of(hands[differ[0]].tolist()))
        finishable += int(expected.any(axis=1).sum())
    return finishable


@each_preset
def test_unseen_finish_equals_brute_force(name: str) -> None:
    assert 100 < _compare_unseen(name, 1000, seed=8, throws=300) < 500


def test_finish_kernels_read_the_finishing_rules_alone() -> None:
    """So that houses with the same finishing rules have the same finishes."""
    read = set()
    for path in Path(finish.__file__).parent.glob("*kernels.py"):
        read |= set(re.findall(r"\brules\.(\w+)", path.read_text()))
    assert "long_trial" in read
    assert read <= set(FINISHING)


@pytest.mark.long
@pytest.mark.parametrize("names", alike(HOUSES, _house), ids=" and ".join)
def test_a_million_hands_equal_brute_force(names: list[str]) -> None:
    """Houses with the same finishing rules share their million hands."""
    played, finishable = _compare_brute(names[0], 1_000_000, seed=7 + HOUSES.index(names[0]))
    print(f"{' and '.join(names)}: {played} hands equal, {finishable} of them finishable")


@pytest.mark.long
@pytest.mark.parametrize("names", alike(PRESETS, _house), ids=" and ".join)
def test_a_million_unseen_hands_equal_brute_force(names: list[str]) -> None:
    n, seed = 1_000_000, 30 + HOUSES.index(names[0])
    finishable = _compare_unseen(names[0], n, seed, throws=2 * CHUNK)
    print(f"{' and '.join(names)}: {n} hands before seeing equal, {finishable} of them finishable")
