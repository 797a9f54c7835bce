"""Moves of single cards between the places of a round; every count follows the card."""

from marriage_stats._jit import njit
from marriage_stats.engine.state import (
    IN_PILE,
    ON_TABLE,
)

SUPERMAN_CARD = 159


@njit
def kind_of(card):
    """Return the kind of a physical card."""
    return 53 if card == SUPERMAN_CARD else card // 3


@njit
def log_event(state, log, seat, what, cards, n):
    """Append an event to the log (int16[n, 164]) if there is room; without rows nothing is kept."""
    row = state.deck.events
    if row < log.shape[0]:
        log[row, 0] = state.board.turn
        log[row, 1] = seat
        log[row, 2] = what
        log[row, 3] = n
        for place in range(n):
            log[row, 4 + place] = cards[place]
        state.deck.events = row + 1


@njit
def move_free(hand, kind, step):
    """Count a card of a kind among a hand's free cards (step 1), or no longer (-1)."""
    hand.free[kind] += step
    if kind < 52:
        hand.keys[kind // 13] += step << (2 * (kind % 13))


@njit
def add_free(state, seat, card):
    """Put a card among a seat's free cards."""
    state.deck.where[card] = seat
    move_free(state.hands[seat], kind_of(card), 1)


@njit
def drop_free(state, seat, card):
    """Take a card from a seat's free cards; if it came from the pile, it is no longer known."""
    kind = kind_of(card)
    move_free(state.hands[seat], kind, -1)
    if state.board.known[seat, kind] > 0:
        state.board.known[seat, kind] -= 1
        state.board.public[kind] -= 1


@njit
def lay_card(state, seat, card):
    """Lay a free card on the table."""
    kind = kind_of(card)
    drop_free(state, seat, card)
    state.deck.where[card] = ON_TABLE + seat
    state.board.table[seat, kind] += 1
    state.board.public[kind] += 1


@njit
def to_pile(state, card):
    """Put a card face up on the pile."""
    kind = kind_of(card)
    state.deck.where[card] = IN_PILE
    state.deck.pile[state.board.pile_size] = card
    state.board.pile_size += 1
    state.board.top = kind
    state.board.pile[kind] += 1
    state.board.public[kind] += 1


@njit
def from_pile(state, card):
    """Take a card out of the pile's counts (its place is the caller's business)."""
    kind = kind_of(card)
    state.board.pile[kind] -= 1
    state.board.public[kind] -= 1


@njit
def find_card(state, seat, kind, barred):
    """Return a free physical card of a kind that is not the barred one, -1 if there is none."""
    first, last = 3 * kind, 3 * kind + 3
    if kind == 53:
        first, last = SUPERMAN_CARD, SUPERMAN_CARD + 1
    for card in range(first, last):
        if card != barred and state.deck.where[card] == seat:
            return card
    return -1


@njit
def set_route(state, seat, route):
    """Note, for the seat and for everybody, how a seat has seen."""
    state.hands[seat].route = route
    state.board.routes[seat] = route
