"""Finishing does not look at the names of suits, and looser rules lose no finish."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from marriage_stats.finish import distance_to_finish, throwable_kinds
from marriage_stats.rules import preset
from tests.reference.finish_hands import finish_hands

LOOSER = (
    {"sequence_length": "3-or-more"},
    {"trial_size": "3-or-4"},
    {"all_wild_meld": True},
    {"marriage_meld": True},
)
STRICT = preset("classic").replace({"all_wild_meld": False, "man_cards": 3, "superman": 1})
HANDS = 40


def relabelled(hands: NDArray[np.int64], suits: list[int]) -> NDArray[np.int64]:
    """Return hands with suit s called suits[s]."""
    moved = hands.copy()
    for suit, name in enumerate(suits):
        moved[:, 13 * name : 13 * name + 13] = hands[:, 13 * suit : 13 * suit + 13]
    return moved


@settings(derandomize=True, max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 10**9),
    suits=st.permutations(range(4)),
    house=st.sampled_from(["dashain", "classic", "hidden-maal"]),
)
def test_suits_may_change_names(seed: int, suits: list[int], house: str) -> None:
    rules = preset(house)
    hands, tiplus = finish_hands(seed, HANDS, 13, 3, 1)
    moved = 13 * np.array(suits)[tiplus // 13] + tiplus % 13
    found = throwable_kinds(hands, tiplus, rules)
    other = throwable_kinds(relabelled(hands, suits), moved, rules)
    assert np.array_equal(relabelled(found.astype(np.int64), suits), other)


@settings(derandomize=True, max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**9), tighter=st.sets(st.sampled_from(range(4))))
def test_looser_rules_lose_no_finish(seed: int, tighter: set[int]) -> None:
    hands, tiplus = finish_hands(seed, HANDS, 13, 3, 1)
    rules = STRICT.replace({k: v for i in tighter for k, v in LOOSER[i].items()})
    finishes = throwable_kinds(hands, tiplus, rules)
    for change in LOOSER:
        assert not (finishes & ~throwable_kinds(hands, tiplus, rules.replace(change))).any()


@settings(derandomize=True, max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_distance_is_zero_exactly_where_a_throw_finishes(seed: int) -> None:
    hands, tiplus = finish_hands(seed, HANDS, 13, 3, 1)
    for house in ("dashain", "classic"):
        rules = preset(house)
        finishes = throwable_kinds(hands, tiplus, rules).any(axis=1)
        assert np.array_equal(distance_to_finish(hands, tiplus, rules) == 0, finishes)
