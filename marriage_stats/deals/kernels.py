"""Deals in order: the coupled keyed deal of a round, and cards from the front of a pack."""

import numpy as np

from marriage_stats._jit import njit
from marriage_stats.rng import (
    DEAL,
    HALF,
    ONE,
    PRINTED,
    advance,
    fill_shuffled,
    mix,
    scale,
    stream_key,
)

N_ORDINARY = 156
HAND = 21
BLOCKS = 6


@njit
def order_pack(seed, index, man_cards, superman, order, places):
    """Fill order (int32[160]) with the round's pack and return its size; places is scratch.

    The 156 ordinary cards are shuffled by the round's key. Each printed card then goes to a uniform
    place of the pack so far, from its own uniform, and the card it displaces goes to the end:
    uniform for every pack, and packs differ only in the replaced cards.
    """
    fill_shuffled(order, stream_key(seed, index, DEAL), places)
    size = N_ORDINARY
    state = stream_key(seed, index, PRINTED)
    for printed in range(4):
        state = advance(state)
        if printed < man_cards or (printed == 3 and superman):
            place = scale(mix(state), size + 1)
            order[size] = order[place]
            order[place] = N_ORDINARY + printed
            size += 1
    return size


@njit
def fix_front(order, size, cards):
    """Bring given physical cards to the front of a shuffled pack by swaps.

    The other cards stay uniform: each arrangement of them comes from one order for each place the
    fixed card may have had.
    """
    for place in range(cards.shape[0]):
        at = place
        while at < size and order[at] != cards[place]:
            at += 1
        order[at] = order[place]
        order[place] = cards[place]


@njit
def stock_order(order, size, players, stock):
    """Fill stock with the round's stock in slot order and return its length.

    Fixed layout: six blocks of 21, the start card, the stock; blocks of absent seats end the stock.
    A single player has no start card: it closes the stock.
    """
    start = HAND * BLOCKS
    length = 0
    for place in range(start + 1, size):
        stock[length] = order[place]
        length += 1
    for place in range(HAND * players, start):
        stock[length] = order[place]
        length += 1
    if players == 1:
        stock[length] = order[start]
        length += 1
    return length


@njit
def fill_pack(man_cards, superman, pack):
    """Fill pack (int16[160]) with the physical cards in order and return its size."""
    for card in range(N_ORDINARY + man_cards):
        pack[card] = card
    size = N_ORDINARY + man_cards
    if superman:
        pack[size] = N_ORDINARY + 3
        size += 1
    return size


@njit
def deal_front(pack, size, n_cards, state):
    """Bring n_cards uniform cards to the front of pack; return the stream state after it."""
    i = np.uint64(0)
    while i < np.uint64(n_cards):
        state = advance(state)
        j = i + (((mix(state) >> HALF) * (np.uint64(size) - i)) >> HALF)
        card = pack[j]
        pack[j] = pack[i]
        pack[i] = card
        i += ONE
    return state


@njit
def keyed_orders(seed, first, man_cards, superman, out):
    """Fill out (int32[n, 160]) with the packs of rounds first, first + 1, ..."""
    places = np.empty(N_ORDINARY, np.uint64)
    for row in range(out.shape[0]):
        order_pack(seed, first + row, man_cards, superman, out[row], places)
