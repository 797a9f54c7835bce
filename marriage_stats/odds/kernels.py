"""Deal hands from chunk-keyed streams and count what they hold, without keeping any hand."""

import numpy as np

from marriage_stats._jit import inline_njit, njit
from marriage_stats.rng import CHUNK, GOLDEN, HALF, LOW_HALF, ONE, mix, stream_key

N_ORDINARY = 156
CHUNK_HANDS = 4096
PAIR_BITS = np.uint64(0xAAAAAAAAAAAAA)
LOW_BITS = np.uint64(0x5555555555555)
KEY = np.uint64(0x3FFFFFF)
SUIT_SHIFT = np.uint64(26)
MAN_SHIFT = np.uint64(52)
SUPERMAN_SHIFT = np.uint64(54)
TWO_BITS = np.uint64(3)
JOIN_SHIFT = np.uint64(6)
SEE_DUBLEES = np.uint64(7)


@njit
def ones(word):
    """Return the number of one bits of a uint64; compiles to one instruction."""
    word = word - ((word >> ONE) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (word * np.uint64(0x0101010101010101)) >> np.uint64(56)


@njit
def fill_pack(man_cards, superman, pack, low, high):
    """Fill pack (uint8[256]) with the cards in order and return its size.

    low and high (uint64[256]) get what each card adds to a hand's two words: suits 0 and 1, and
    2 and 3, two bits a rank; above them in low the man cards (2 bits) and the superman.
    """
    size = 0
    for card in range(N_ORDINARY + 4):
        low[card] = 0
        high[card] = 0
        if card < N_ORDINARY:
            face = np.uint64(card // 3)
            if face < np.uint64(26):
                low[card] = ONE << (np.uint64(2) * face)
            else:
                high[card] = ONE << (np.uint64(2) * face - np.uint64(52))
        elif card < N_ORDINARY + 3:
            if card >= N_ORDINARY + man_cards:
                continue
            low[card] = ONE << MAN_SHIFT
        else:
            if not superman:
                continue
            low[card] = ONE << SUPERMAN_SHIFT
        pack[size] = card
        size += 1
    return size


@inline_njit
def swap_in(pack, i, j):
    """Bring the card at j to place i and return it."""
    card = pack[j]
    pack[j] = pack[i]
    pack[i] = card
    return np.uint64(card)


@njit
def deal_words(pack, low, high, bounds, state):
    """Deal one hand of len(bounds) cards; return (low word, high word, state after it).

    bounds (uint64[n]) are the pack's size less the place. Each 64-bit word deals two cards.
    """
    a = np.uint64(0)
    b = np.uint64(0)
    n = np.uint64(len(bounds))
    i = np.uint64(0)
    while i + ONE < n:
        state = state + GOLDEN
        word = mix(state)
        card = swap_in(pack, i, i + (((word >> HALF) * bounds[i]) >> HALF))
        i += ONE
        other = swap_in(pack, i, i + (((word & LOW_HALF) * bounds[i]) >> HALF))
        i += ONE
        a += low[card] + low[other]
        b += high[card] + high[other]
    if i < n:
        state = state + GOLDEN
        card = swap_in(pack, i, i + (((mix(state) >> HALF) * bounds[i]) >> HALF))
        a += low[card]
        b += high[card]
    return a, b, state


@njit
def begin_chunk(man_cards, superman, pack, words, bounds):
    """Set up the pack, words (uint64[2, 256]) and bounds (uint64[hand size]) of a chunk."""
    size = fill_pack(man_cards, superman, pack, words[0], words[1])
    for i in range(bounds.shape[0]):
        bounds[i] = size - i
    return size


@njit
def count_pairs_and_tunnelas(seed, chunk, n, rules, bounds, out):
    """Add n hands of a chunk to out (int64[64, 64, 2]): pairs, tunnelas, three man cards."""
    pack = np.empty(256, np.uint8)
    words = np.empty((2, 256), np.uint64)
    begin_chunk(rules.man_cards, rules.superman, pack, words, bounds)
    low, high = words
    state = stream_key(seed, chunk, CHUNK)
    for _ in range(n):
        a, b, state = deal_words(pack, low, high, bounds, state)
        man = (a >> MAN_SHIFT) & TWO_BITS
        pairs = ones(a & PAIR_BITS) + ones(b & PAIR_BITS) + (man >> ONE)
        tunnelas = ones(a & (a >> ONE) & LOW_BITS) + ones(b & (b >> ONE) & LOW_BITS)
        out[pairs, tunnelas, man >> ONE & man] += 1


@njit
def count_hands(tables, rules, seed, chunk, n, bounds, joint, rest):
    """Add n hands of a chunk to histograms.

    joint (int64[64, 64]): pure melds, pairs. rest (int64[4, 64]): ordinary tunnelas, all tunnelas,
    cards to add for three melds, for seven dublees.
    """
    pack = np.empty(256, np.uint8)
    words = np.empty((2, 256), np.uint64)
    begin_chunk(rules.man_cards, rules.superman, pack, words, bounds)
    low, high = words
    state = stream_key(seed, chunk, CHUNK)
    lone_man = np.uint64(1 if rules.man_cards >= 2 else 0)
    for _ in range(n):
        a, b, state = deal_words(pack, low, high, bounds, state)
        man = (a >> MAN_SHIFT) & TWO_BITS
        superman = a >> SUPERMAN_SHIFT
        trio = man & (man >> ONE)
        one = tables.kind[a & KEY]
        two = tables.kind[(a >> SUIT_SHIFT) & KEY]
        three = tables.kind[b & KEY]
        four = tables.kind[(b >> SUIT_SHIFT) & KEY]
        held = tables.held[one] + tables.held[two] + tables.held[three] + tables.held[four]
        melds = (held & np.uint64(255)) + trio + (superman & np.uint64(held > np.uint64(255)))
        pairs = ones(a & PAIR_BITS) + ones(b & PAIR_BITS) + (man >> ONE)
        joint[melds, pairs] += 1
        tunnelas = ones(a & (a >> ONE) & LOW_BITS) + ones(b & (b >> ONE) & LOW_BITS)
        rest[0, tunnelas] += 1
        rest[1, tunnelas + trio] += 1
        left = tables.join[tables.need[one] << JOIN_SHIFT | tables.need[two]]
        right = tables.join[tables.need[three] << JOIN_SHIFT | tables.need[four]]
        both = np.uint64(tables.join[np.uint64(left) << JOIN_SHIFT | np.uint64(right)])
        printed = man << ONE | superman
        rest[2, tables.distance[both << np.uint64(3) | printed]] += 1
        singles = ones(a & ~(a >> ONE) & LOW_BITS) + ones(b & ~(b >> ONE) & LOW_BITS)
        singles += (man & ~(man >> ONE)) & lone_man
        lacking = SEE_DUBLEES - min(pairs, SEE_DUBLEES)
        rest[3, lacking + lacking - min(lacking, singles)] += 1
