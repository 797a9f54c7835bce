"""What a throw leaves for the finish: the kernels against their plain twin, hands read by eye."""

from collections import Counter

import numpy as np
import pytest

from marriage_stats._jit import njit
from marriage_stats.cards import parse_cards, parse_kind
from marriage_stats.melds.kernels import fill_keys
from marriage_stats.policies.outs_kernels import note_live
from marriage_stats.policies.rest_kernels import note_loose, rest_outs
from marriage_stats.rules import preset
from marriage_stats.views import View, blank_view
from tests.reference.plain_rest import best_ways, plain_rest

CLASSIC = preset("classic")


@njit
def fill_outs(view, out):
    """Fill out (int64[52]): the outs that each throw leaves; return the ways of laying melds."""
    note_live(view)
    ways = note_loose(view)
    for kind in range(52):
        out[kind] = rest_outs(view, kind, ways)
    return ways


def read(view: View, hand: Counter[int]) -> tuple[int, list[int]]:
    counts = np.zeros(54, np.int64)
    for kind, copies in hand.items():
        counts[kind] = copies
    view.me["free"][:] = counts
    fill_keys(counts, view.me["keys"])
    out = np.zeros(52, np.int64)
    return int(fill_outs(view, out)), out.tolist()


@pytest.mark.parametrize("ranks", [13, 6, 4])
def test_outs_of_the_rest_are_those_of_the_plain_twin(ranks: int) -> None:
    """Hands of few ranks hold trials, runs and tunnelas that compete."""
    rng, found, many = np.random.default_rng(23), 0, 0
    for _ in range(40):
        view = blank_view(CLASSIC)
        view.board["public"][:52] = rng.integers(0, 3, 52) // 2
        chosen = rng.choice(13, ranks, replace=False)
        pack = [kind for kind in range(52) if kind % 13 in chosen for _ in range(3)]
        size = int(rng.integers(9, 23))
        hand = Counter(int(kind) for kind in rng.permutation(pack)[:size])
        public = view.board["public"]
        live = Counter({k: max(0, 3 - int(public[k]) - hand[k]) for k in range(52)})
        ways, outs = read(view, hand)
        assert ways == len(best_ways(hand))
        for kind in hand:
            assert outs[kind] == plain_rest(hand, kind, live)
            found += outs[kind] > 0
        many += ways > 2
    assert found > 100
    assert many > 2


@pytest.mark.parametrize(
    ("hand", "throw", "outs"),
    [
        ("5H 6H 9S KD", "KD", 6),  # 4H 7H
        ("5H 6H 9S KD", "6H", 0),
        ("5H 6H 7H 9S KD", "6H", 0),  # a run taken apart
        ("5H 6H 7H 8H KD", "5H", 0),  # 6H 7H 8H stay, and nothing beside them
        ("5H 6H 7H 8H 8S KD", "5H", 0),  # 8H lies in the run that stays
        ("5H 6H 7H 8H 8S KD", "KD", 6),  # 5H 6H 7H laid, 8H 8S wait for 8D 8C
        ("QS KS AS 2S 3S", "QS", 0),
        ("QS AS 2S 9D", "9D", 6),  # KS 3S
        ("9S 9H 9D 9C 8C", "8C", 0),
        ("9S 9H 9D 9C 8C KD", "KD", 6),  # a trial without 9C: 7C TC
    ],
)
def test_hands_read_by_eye(hand: str, throw: str, outs: int) -> None:
    view, cards = blank_view(CLASSIC), Counter(parse_cards(hand))
    assert read(view, cards)[1][parse_kind(throw)] == outs
    live = Counter({kind: 3 - cards[kind] for kind in range(52)})
    assert plain_rest(cards, parse_kind(throw), live) == outs
