"""From the shuffled pack to the first turn, and what becomes of stock and tiplu."""

from marriage_stats._jit import njit
from marriage_stats.deals.kernels import HAND, fix_front, order_pack, stock_order
from marriage_stats.engine.card_kernels import add_free, from_pile, kind_of, log_event, to_pile
from marriage_stats.engine.state import (
    DRAW_EVENT,
    IN_STOCK,
    IS_TIPLU,
    NOWHERE,
    RESHUFFLE_EVENT,
    TIPLU_EVENT,
)
from marriage_stats.rng import POLICY, RESHUFFLE, shuffle, stream_key

FIRST_PRINTED = 156


@njit
def clear(state, seed, index):
    """Reset a state for a round."""
    deck, board = state.deck, state.board
    board.table[:] = 0
    board.known[:] = 0
    board.thrown[:] = 0
    board.passed[:] = 0
    board.tiplu_odds[:] = 1
    board.pile[:] = 0
    board.public[:] = 0
    board.routes[:] = 0
    board.turn = board.pile_size = 0
    deck.where[:] = NOWHERE
    deck.tiplu = deck.tiplu_card = deck.finisher = deck.thrown = deck.picked = board.top = -1
    deck.ended = deck.reshuffles = deck.events = 0
    deck.seed = seed
    deck.index = index
    for seat in range(6):
        clear_hand(state.hands[seat])
        state.hands[seat].stream[0] = stream_key(seed, index, POLICY + seat)


@njit
def clear_hand(hand):
    """Reset a seat's record."""
    hand.free[:] = 0
    hand.keys[:] = 0
    hand.dealt[:] = 0
    hand.melds[:] = -1
    hand.route = hand.draws = hand.exposed = hand.shown_pairs = hand.pickups = hand.slots = 0
    hand.seen_turn = hand.qualified_sequence = hand.qualified_dublee = hand.picked = -1


@njit
def deal_round(rules, state, seed, index, fixed):
    """Deal a round: hands (seat 0's first cards may be fixed), start card, stock."""
    clear(state, seed, index)
    deck = state.deck
    size = order_pack(seed, index, rules.man_cards, rules.superman, deck.order, deck.places)
    fix_front(deck.order, size, fixed)
    for seat in range(rules.players):
        for place in range(HAND * seat, HAND * seat + HAND):
            add_free(state, seat, state.deck.order[place])
    length = stock_order(state.deck.order, size, rules.players, state.deck.stock)
    fill_stock(state, length)
    if rules.players > 1:
        to_pile(state, state.deck.order[HAND * 6])


@njit
def fill_stock(state, length):
    """Make the first `length` slots of the stock the stock; draws by slot start afresh."""
    for slot in range(length):
        state.deck.where[state.deck.stock[slot]] = IN_STOCK
    state.board.stock_left = length
    state.deck.stock_size = length
    state.deck.first_free = 0
    for seat in range(6):
        state.hands[seat].slots = 0


@njit
def take_slot(state, slot):
    """Take the card of a stock slot."""
    card = state.deck.stock[slot]
    state.deck.stock[slot] = -1
    state.board.stock_left -= 1
    return card


@njit
def draw_card(rules, state, seat, log):
    """Draw from a stock that is not empty: the seat's own next slot while free, else the first.

    Unseen places are exchangeable, so the law is that of drawing the top card; but a pick-up does
    not shift the cards that other seats draw.
    """
    slot = state.hands[seat].slots * rules.players + seat
    state.hands[seat].slots += 1
    if slot >= state.deck.stock_size or state.deck.stock[slot] < 0:
        slot = state.deck.first_free
        while state.deck.stock[slot] < 0:
            slot += 1
        state.deck.first_free = slot
    card = take_slot(state, slot)
    add_free(state, seat, card)
    state.deck.order[0] = card
    log_event(state, log, seat, DRAW_EVENT, state.deck.order, 1)
    return card


@njit
def last_ordinary(state):
    """Return the last stock slot that holds an ordinary card, -1 if none does."""
    for slot in range(state.deck.stock_size - 1, -1, -1):
        if 0 <= state.deck.stock[slot] < FIRST_PRINTED:
            return slot
    return -1


@njit
def reshuffle(state, seat, log):
    """Shuffle all discards but the top one, and what the stock still holds, into a new stock."""
    kept = 0
    for slot in range(state.deck.stock_size):
        if state.deck.stock[slot] >= 0:
            state.deck.order[kept] = state.deck.stock[slot]
            kept += 1
    for place in range(state.board.pile_size - 1):
        card = state.deck.pile[place]
        from_pile(state, card)
        state.deck.order[kept] = card
        kept += 1
    state.deck.pile[0] = state.deck.pile[state.board.pile_size - 1]
    state.board.pile_size = 1
    key = stream_key(state.deck.seed, state.deck.index, RESHUFFLE + 1000 * state.deck.reshuffles)
    shuffle(state.deck.order, kept, key)
    for slot in range(kept):
        state.deck.stock[slot] = state.deck.order[slot]
    fill_stock(state, kept)
    state.deck.reshuffles += 1
    log_event(state, log, seat, RESHUFFLE_EVENT, state.deck.stock, kept)


@njit
def can_fix_tiplu(state):
    """Return whether a tiplu lies, or an ordinary card for one is in the stock or comes to it."""
    if state.deck.tiplu >= 0 or last_ordinary(state) >= 0:
        return True
    for place in range(state.board.pile_size - 1):
        if state.deck.pile[place] < FIRST_PRINTED:
            return True
    return False


@njit
def fix_tiplu(state, seat, log):
    """Make the last ordinary card of the stock the tiplu, reshuffling first if there is none.

    Returns whether a tiplu lies; the three ways of the rules to choose it have this same law.
    """
    slot = last_ordinary(state)
    if slot < 0 and state.board.pile_size > 1:
        reshuffle(state, seat, log)
        slot = last_ordinary(state)
    if slot < 0:
        return False
    card = take_slot(state, slot)
    state.deck.where[card] = IS_TIPLU
    state.deck.tiplu = kind_of(card)
    state.deck.tiplu_card = card
    state.deck.order[0] = card
    log_event(state, log, seat, TIPLU_EVENT, state.deck.order, 1)
    return True
