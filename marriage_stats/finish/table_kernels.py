"""Passes over suit keys of at most 13 cards: what runs and tunnelas of one suit cost or cover."""

import numpy as np

from marriage_stats._jit import njit
from marriage_stats.finish.kernels import BITS, EXACT_MASKS, LONG_MASKS, TOP, run_bits
from marriage_stats.melds.kernels import count_cards

LARGEST = 13
CAP = 15


@njit
def lowest_rank(key):
    """Return the lowest rank held in a suit key that is not empty."""
    rank = 0
    while not key >> (2 * rank) & 3:
        rank += 1
    return rank


@njit
def run_of(key, rank, mask, down):
    """Return the key bits of a run from the lowest rank, 0 if its naturals are not held."""
    if mask == 0:
        return 0 if down else 1 << (2 * rank)
    if down and rank > 0:
        return 0
    bits = run_bits(key, 13 if down else rank, mask, -1 if down else 1)
    return bits | 1 << (2 * rank) if bits else 0


@njit
def fill_cost(long_sequence, out):
    """Fill out (uint8[4**13]) with the fewest wilds that cover a suit by runs and tunnelas.

    Bits 0-3: all cards covered; bits 4-7: all but the one best thrown; both at most 15. Keys of
    more than 13 cards get 0, which rules nothing out.
    """
    masks = LONG_MASKS if long_sequence else EXACT_MASKS
    for key in range(1, out.shape[0]):
        if count_cards(key) > LARGEST:
            continue
        rank = lowest_rank(key)
        one = 1 << (2 * rank)
        whole, thrown = CAP, np.int64(out[key - one]) & 15
        if key >> (2 * rank) & 3 == 3:
            packed = np.int64(out[key - 3 * one])
            whole, thrown = packed & 15, min(thrown, packed >> 4)
        for mask in range(masks):
            used = max(TOP[mask] + 1, 3) - BITS[mask] - 1
            for down in range(2):
                bits = run_of(key, rank, mask, down)
                if bits:
                    packed = np.int64(out[key - bits])
                    whole = min(whole, used + (packed & 15))
                    thrown = min(thrown, used + (packed >> 4))
        out[key] = whole | thrown << 4


@njit
def fill_cover(out):
    """Fill out (uint8[4**13]) with the most cards of a suit that lie in 1..4 blocks.

    A block is part of a run of three or of a tunnela. Bits 2j, 2j+1: cards the block j + 1 adds.
    Keys of more than 13 cards get 255.
    """
    for key in range(1, out.shape[0]):
        if count_cards(key) > LARGEST:
            out[key] = 255
            continue
        rank = lowest_rank(key)
        one = 1 << (2 * rank)
        held = key >> (2 * rank) & 3
        packed = np.int64(out[key - one])
        one_block, two, three, four = totals(packed)
        for size in range(1, held + 1):
            a, b, c, _ = totals(np.int64(out[key - size * one]))
            one_block = max(one_block, size)
            two, three, four = max(two, size + a), max(three, size + b), max(four, size + c)
        for mask in range(1, EXACT_MASKS):
            for down in range(2):
                bits = run_of(key, rank, mask, down)
                if bits:
                    size = 1 + BITS[mask]
                    a, b, c, _ = totals(np.int64(out[key - bits]))
                    one_block = max(one_block, size)
                    two, three = max(two, size + a), max(three, size + b)
                    four = max(four, size + c)
        out[key] = one_block | (two - one_block) << 2 | (three - two) << 4 | (four - three) << 6


@njit
def totals(packed):
    """Return the cards in 1, 2, 3, 4 blocks from packed steps."""
    one = packed & 3
    two = one + (packed >> 2 & 3)
    three = two + (packed >> 4 & 3)
    return one, two, three, three + (packed >> 6)
