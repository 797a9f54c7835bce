"""The engine's quick way to a finish agrees with brute force over all hands, barred throws too."""

import numpy as np
import pytest
from numpy.typing import NDArray

from marriage_stats._jit import njit
from marriage_stats.cards import cards_text
from marriage_stats.engine import Table
from marriage_stats.engine.card_kernels import add_free
from marriage_stats.engine.state import new_state
from marriage_stats.finish.hand_kernels import is_wild
from marriage_stats.policies.registry import load_policy
from marriage_stats.rules import PRESETS, Rules, preset
from tests.reference.brute_finish import throwable_by_brute_force
from tests.reference.finish_hands import alike, finish_hands

CHUNK = 20_000
ODD = {
    "strict": {"all_wild_meld": False, "man_cards": 3, "superman": 1},
    "strict-long": {"all_wild_meld": False, "sequence_length": "3-or-more", "trial_size": "3-or-4"},
    "quads": {"trial_size": "3-or-4", "man_cards": 3},
    "long": {"sequence_length": "3-or-more", "marriage_meld": True},
}
HOUSES = [*PRESETS, *ODD]


@njit
def throw_all(rules, tables, state, hands, tiplus, picked, finish, out):
    """Fill out (int64[n]): the kind a seen seat 0 would throw to finish from each hand, or -1.

    finish : (`finish_kernels.finish_throw`,), called by pointer as in play
    """
    state.board.routes[0] = 1
    state.hands[0].route = 1
    for row in range(hands.shape[0]):
        state.deck.where[:] = 20
        state.hands[0].free[:] = 0
        state.hands[0].keys[:] = 0
        for kind in range(54):
            for copy in range(hands[row, kind]):
                add_free(state, 0, 3 * kind + copy)
        state.deck.tiplu = tiplus[row]
        state.deck.picked = picked[row]
        out[row] = finish[0](rules, tables, state, 0)


def _house(name: str) -> Rules:
    return preset(name) if name in PRESETS else preset("classic").replace(ODD[name])


def _wild(tiplus: NDArray[np.int64]) -> NDArray[np.bool_]:
    family = np.array([[is_wild(tiplu, kind) for kind in range(54)] for tiplu in range(52)])
    return family[tiplus]


def _compare(name: str, n: int, seed: int) -> int:
    """Compare n hands; one card of each, at random, is the one just picked up."""
    rules = _house(name)
    rng, state = np.random.default_rng(seed), new_state()
    seats = (load_policy("novice", rules),) * rules.number("players")
    table, tables, calls, _ = Table(rules, seats).compiled()
    finishing = 0
    for first in range(0, n, CHUNK):
        count = min(CHUNK, n - first)
        printed = rules.number("man_cards"), rules.number("superman")
        hands, tiplus = finish_hands(1000 * seed + first, count, 13, *printed)
        kinds = (hands * rng.random(hands.shape)).argmax(axis=1)
        lone = hands[np.arange(count), kinds] == 1
        allowed = throwable_by_brute_force(hands, tiplus, dict(rules.values))
        allowed[np.flatnonzero(lone), kinds[lone]] = False
        thrown = np.zeros(count, np.int64)
        throw_all(table, tables, state, hands, tiplus, 3 * kinds, calls.seats.finish, thrown)
        finishes = thrown >= 0
        wrong = finishes != allowed.any(axis=1)
        wrong[finishes] |= ~allowed[np.flatnonzero(finishes), thrown[finishes]]
        wild = _wild(tiplus)
        spared = finishes & (allowed & ~wild).any(axis=1)
        wrong[spared] |= wild[np.flatnonzero(spared), thrown[spared]]
        for row in np.flatnonzero(wrong)[:1]:
            held = cards_text(np.repeat(np.arange(54), hands[row]))
            raise AssertionError((held, cards_text([tiplus[row]]), thrown[row]))
        finishing += int(finishes.sum())
    return finishing


@pytest.mark.parametrize("name", HOUSES)
def test_a_seen_seats_finish_equals_brute_force(name: str) -> None:
    assert 500 < _compare(name, 1500, seed=1) < 1500


@pytest.mark.long
@pytest.mark.parametrize("names", alike(HOUSES, _house), ids=" and ".join)
def test_a_million_seen_seats_finish_as_by_brute_force(names: list[str]) -> None:
    """Houses with the same finishing rules share their hands: `test_finish` proves they may."""
    finishing = _compare(names[0], 1_000_000, seed=20 + HOUSES.index(names[0]))
    print(f"{' and '.join(names)}: a million hands agree, {finishing} finish")
