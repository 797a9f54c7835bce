"""Single hands by the million: cards drawn from a chunk-keyed stream into three bit planes.

A hand is three uint64 words: bit 13 * suit + rank of word k says whether copy k of that face is
held; bit 52 of word k is man card k, bit 53 of word 0 the superman. Cards are drawn with repeats
until enough differ, which gives every hand of that size the same chance; setting a bit again costs
nothing, so no pack is shuffled and no memory is written.
"""

import numpy as np

from marriage_stats._jit import njit, or_rows
from marriage_stats.rng import CHUNK, GOLDENS, HALF, LOW_HALF, ONE, mix, stream_key

CHUNK_HANDS = 4096
N_ORDINARY = 156
N_WORDS = 512
N_DRAWS = np.uint64(2 * N_WORDS)
WHOLE_HAND = np.uint64(21)
MAN_BIT, SUPERMAN_BIT = np.uint64(52), np.uint64(53)
ZERO = np.uint64(0)


@njit
def ones(word):
    """Return the number of one bits of a uint64; compiles to one instruction."""
    word = word - ((word >> ONE) & np.uint64(0x5555555555555555))
    pairs = np.uint64(0x3333333333333333)
    word = (word & pairs) + ((word >> np.uint64(2)) & pairs)
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (word * np.uint64(0x0101010101010101)) >> np.uint64(56)


@njit
def fill_rows(man_cards, superman, rows):
    """Fill rows (uint64[160, 4]) with each card's bit in its plane; return the size of the pack."""
    rows[:] = ZERO
    size = N_ORDINARY
    for card in range(N_ORDINARY):
        rows[card, card % 3] = ONE << np.uint64(card // 3)
    for copy in range(man_cards):
        rows[size, copy] = ONE << MAN_BIT
        size += 1
    if superman:
        rows[size, 0] = ONE << SUPERMAN_BIT
        size += 1
    return size


@njit
def refill(state, size, draws):
    """Fill draws (uint64[1024]) with uniform cards of the pack; return the stream state after it.

    Two cards from each word, by its halves (bias below size / 2**32). Plain loops, because
    compilers then compute several words at a time; of a size they must know that it is small.
    """
    size = np.uint64(np.uint32(size))
    for first in range(0, N_WORDS, GOLDENS.size):
        for k in range(GOLDENS.size):
            word = mix(state + GOLDENS[k])
            draws[first + k] = ((word >> HALF) * size) >> HALF
            draws[first + k + N_WORDS] = ((word & LOW_HALF) * size) >> HALF
        state += GOLDENS[-1]
    return state


@njit
def deal_planes(n_cards, size, rows, state, out):
    """Fill out (uint64[n, 3]) with hands of n_cards, at most 512, dealt from a stream's state."""
    draws = np.empty(N_DRAWS, np.uint64)
    place = N_DRAWS
    for hand in range(out.shape[0]):
        if place + n_cards > N_DRAWS:
            state = refill(state, size, draws)
            place = ZERO
        a, b, c = ZERO, ZERO, ZERO
        if n_cards == WHOLE_HAND:
            a, b, c = or_rows(rows, draws, place, 21)
            place += WHOLE_HAND
        held = ones(a) + ones(b) + ones(c)
        while held < n_cards:
            if place == N_DRAWS:
                state = refill(state, size, draws)
                place = ZERO
            card = draws[place]
            place += ONE
            a |= rows[card, 0]
            b |= rows[card, 1]
            c |= rows[card, 2]
            held = ones(a) + ones(b) + ones(c)
        out[hand, 0], out[hand, 1], out[hand, 2] = a, b, c


@njit
def chunk_planes(seed, chunk, rules, hand_size, out):
    """Fill out (uint64[n, 3], n <= 4096) with the hands of one chunk.

    Hands of more than half the pack are what a smaller draw leaves.
    """
    rows = np.empty((160, 4), np.uint64)
    size = np.uint64(fill_rows(rules.man_cards, rules.superman, rows))
    n_cards = np.uint64(hand_size)
    state = stream_key(seed, chunk, CHUNK)
    if n_cards + n_cards <= size:
        deal_planes(n_cards, size, rows, state, out)
        return
    deal_planes(size - n_cards, size, rows, state, out)
    for copy in range(3):
        whole = ZERO
        for card in range(size):
            whole |= rows[card, copy]
        for hand in range(out.shape[0]):
            out[hand, copy] ^= whole
