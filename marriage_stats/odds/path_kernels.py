"""Count what needs more than one hand: tables, hands that grow, draws to seven dublees."""

import numpy as np

from marriage_stats._jit import njit
from marriage_stats.deals.kernels import deal_front, order_pack
from marriage_stats.deals.kernels import fill_pack as fill_cards
from marriage_stats.melds.kernels import count_melds
from marriage_stats.rng import DRAWS_CHUNK, FLOOR_CHUNK, PAIRS_CHUNK, stream_key

MAN, SUPERMAN = 52, 53
SEE_MELDS, SEE_DUBLEES = 3, 7


@njit
def kind_of(card):
    """Return the kind of a physical card."""
    return SUPERMAN if card == 159 else card // 3


@njit
def count_tables(seed, first, n, rules, hand_size, out):
    """Add the deals of n rounds to out (int64[7, 2]).

    out[s, w] counts rounds in which one of the first s seats has a tunnela, with w = 1 man
    tunnelas counted too. As many seats as the pack can deal, at most 6.
    """
    order = np.empty(160, np.int16)
    places = np.empty(160, np.uint8)
    held = np.empty(54, np.int64)
    for index in range(first, first + n):
        size = order_pack(seed, index, rules.man_cards, rules.superman, order, places)
        ordinary, any_kind = False, False
        for seat in range(min(6, size // hand_size)):
            held[:] = 0
            for place in range(seat * hand_size, (seat + 1) * hand_size):
                kind = kind_of(order[place])
                held[kind] += 1
                if held[kind] == 3:
                    any_kind = True
                    ordinary = ordinary or kind != MAN
            out[seat + 1, 0] += ordinary
            out[seat + 1, 1] += any_kind


@njit
def count_first_turns(tables, seed, chunk, n, rules, hand_size, out):
    """Add n growing hands of a chunk to out (int64[3, turns + 1]).

    out[route, t] counts hands that could first see with t more cards, none given up, by sequences,
    dublees, either; the last column those that could not.
    """
    turns = out.shape[1] - 1
    pack = np.empty(160, np.int16)
    size = fill_cards(rules.man_cards, rules.superman, pack)
    state = stream_key(seed, chunk, FLOOR_CHUNK)
    keys = np.empty(4, np.int64)
    held = np.empty(54, np.int64)
    for _ in range(n):
        state = deal_front(pack, size, hand_size + turns - 1, state)
        held[:] = 0
        keys[:] = 0
        pairs = 0
        sequence, dublee = turns, turns
        for place in range(hand_size + turns - 1):
            kind = kind_of(pack[place])
            held[kind] += 1
            pairs += held[kind] == 2
            if kind < MAN:
                keys[kind // 13] += 1 << 2 * (kind % 13)
            turn = place - hand_size + 1
            if turn < 0:
                continue
            if pairs >= SEE_DUBLEES and dublee == turns:
                dublee = turn
            if sequence == turns and count_melds(tables, keys, held[MAN], held[SUPERMAN]) >= 3:
                sequence = turn
            if sequence < turns and dublee < turns:
                break
        out[0, sequence] += 1
        out[1, dublee] += 1
        out[2, min(sequence, dublee)] += 1


@njit
def cheapest_card(held, unseen):
    """Return the kind to give up: dead, else a single with one copy left, else any live single."""
    choice, best = -1, 3
    for kind in range(54):
        if held[kind] >= 3 or (held[kind] == 1 and unseen[kind] == 0):
            return kind
        if held[kind] == 1 and unseen[kind] < best:
            choice, best = kind, unseen[kind]
    return choice


@njit
def draws_to_seven(pack, size, place, held, unseen):
    """Return the draws to seven dublees from a hand, or -1; pack[place:size] are drawn in order.

    held and unseen (int64[54]) count the copies in hand and those not yet seen; both are used up.
    """
    pairs = 0
    for kind in range(54):
        pairs += held[kind] >= 2
    draws = 0
    while pairs < SEE_DUBLEES:
        if place == size:
            return -1
        kind = kind_of(pack[place])
        place += 1
        draws += 1
        unseen[kind] -= 1
        if held[kind] == 1:
            held[kind] = 2
            pairs += 1
            held[cheapest_card(held, unseen)] -= 1
    return draws


@njit
def count_draws_from_deal(seed, chunk, n, rules, hand_size, out):
    """Add n dealt hands to out (int64[8, 161]): by pairs dealt (7 or more), draws to seven."""
    pack = np.empty(160, np.int16)
    size = fill_cards(rules.man_cards, rules.superman, pack)
    state = stream_key(seed, chunk, DRAWS_CHUNK)
    held = np.empty(54, np.int64)
    unseen = np.empty(54, np.int64)
    for _ in range(n):
        state = deal_front(pack, size, size, state)
        held[:] = 0
        unseen[:] = 0
        pairs = 0
        for place in range(size):
            kind = kind_of(pack[place])
            if place < hand_size:
                held[kind] += 1
                pairs += held[kind] == 2
            else:
                unseen[kind] += 1
        out[min(pairs, SEE_DUBLEES), draws_to_seven(pack, size, hand_size, held, unseen)] += 1


@njit
def count_draws_from_pairs(seed, chunk, n, rules, hand_size, pairs, out):
    """Add n races from `pairs` pairs and live singles to out (int64[161]): draws to seven."""
    pack = np.empty(160, np.int16)
    rest = np.empty(160, np.int16)
    size = fill_cards(rules.man_cards, rules.superman, pack)
    singles = hand_size - 2 * pairs
    n_rest = 0
    for place in range(size):
        face, copy = pack[place] // 3, pack[place] % 3
        dealt = (face < pairs and copy < 2) or (pairs <= face < pairs + singles and copy < 1)
        if not dealt:
            rest[n_rest] = pack[place]
            n_rest += 1
    state = stream_key(seed, chunk, PAIRS_CHUNK + 16 * pairs)
    held = np.empty(54, np.int64)
    unseen = np.empty(54, np.int64)
    for _ in range(n):
        state = deal_front(rest, n_rest, n_rest, state)
        held[:] = 0
        held[:pairs] = 2
        held[pairs : pairs + singles] = 1
        unseen[:] = 0
        for place in range(n_rest):
            unseen[kind_of(rest[place])] += 1
        out[draws_to_seven(rest, n_rest, 0, held, unseen)] += 1
