"""Packs and hands are dealt as their slow twins in plain integers deal them, for every seed."""

from itertools import islice

import numpy as np
import pytest

from marriage_stats.deals import deal_hands, deal_packs
from marriage_stats.rules import preset

WORD = 2**64 - 1
GOLDEN, MIX_1, MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
DEAL, PRINTED, CHUNK = 1, 2, 5
PACKS = [(0, 0), (3, 1), (2, 0), (0, 1)]
SEEDS = [0, 1, 2**63 - 1]


def mix(value):
    value = (value ^ value >> 30) * MIX_1 & WORD
    value = (value ^ value >> 27) * MIX_2 & WORD
    return value ^ value >> 31


def stream(seed, index, purpose):
    """Yield the words of a stream."""
    key = mix(seed + GOLDEN & WORD)
    key = mix(key ^ index * GOLDEN + 1 & WORD)
    key = mix(key ^ purpose * MIX_1 + GOLDEN & WORD)
    while True:
        key = key + GOLDEN & WORD
        yield mix(key)


def house(man_cards, superman):
    return preset("classic").replace({"man_cards": man_cards, "superman": superman})


def cards_of(man_cards, superman):
    return [*range(156 + man_cards), *([159] if superman else [])]


def pack(seed, index, man_cards, superman):
    order = []
    for word in islice(stream(seed, index, DEAL), 78):
        for half in (word >> 32, word & 2**32 - 1):
            place = half * (len(order) + 1) >> 32
            order.append(len(order))
            order[-1], order[place] = order[place], order[-1]
    words = list(islice(stream(seed, index, PRINTED), 4))
    for card in cards_of(man_cards, superman)[156:]:
        place = (words[card - 156] >> 32) * (len(order) + 1) >> 32
        order.append(card)
        order[-1], order[place] = order[place], order[-1]
    return order


def drawn(seed, chunk, size):
    """Yield places in a pack: the high halves of 512 words, then their low halves, and so on."""
    words = stream(seed, chunk, CHUNK)
    while True:
        block = list(islice(words, 512))
        halves = [word >> 32 for word in block] + [word & 2**32 - 1 for word in block]
        yield [half * size >> 32 for half in halves]


def hands(seed, chunk, cards, n_cards, n):
    """Return n hands: cards drawn until enough differ; a hand does not start late in a block."""
    blocks = drawn(seed, chunk, len(cards))
    left, dealt = [], []
    for _ in range(n):
        if len(left) < n_cards:
            left = next(blocks)
        hand = set()
        while len(hand) < n_cards:
            left = left or next(blocks)
            hand.add(cards[left[0]])
            left = left[1:]
        dealt.append(hand)
    return dealt


@pytest.mark.parametrize("printed", PACKS)
@pytest.mark.parametrize("seed", SEEDS)
def test_packs_equal_the_twin(seed, printed):
    packs = deal_packs(house(*printed), 20, seed, first=90)
    assert packs.tolist() == [pack(seed, index, *printed) for index in range(90, 110)]


@pytest.mark.parametrize("hand_size", [1, 13, 21, 22, 120])
@pytest.mark.parametrize("printed", PACKS)
@pytest.mark.parametrize("seed", SEEDS)
def test_hands_equal_the_twin(seed, printed, hand_size):
    cards = cards_of(*printed)
    small = min(hand_size, len(cards) - hand_size)
    expected = hands(seed, 7, cards, small, 100)
    counts = np.zeros((100, 54), np.int64)
    for row, hand in zip(counts, expected, strict=True):
        held = hand if small == hand_size else set(cards) - hand
        for card in held:
            row[53 if card == 159 else card // 3] += 1
    assert (deal_hands(house(*printed), 100, seed, 7, hand_size) == counts).all()
