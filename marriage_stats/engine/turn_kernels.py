"""One seat-turn: show, draw or pick, show, finish, throw, show."""

from marriage_stats._jit import njit
from marriage_stats.engine.card_kernels import (
    add_free,
    drop_free,
    find_card,
    from_pile,
    kind_of,
    log_event,
    set_route,
    to_pile,
)
from marriage_stats.engine.deal_kernels import can_fix_tiplu, draw_card, fix_tiplu, reshuffle
from marriage_stats.engine.finish_kernels import NO_FINISH
from marriage_stats.engine.legal_kernels import (
    DUBLEE,
    MAN,
    SEQUENCE,
    UNSEEN,
    holds_dublees,
    holds_sequences,
    known_tiplu,
    may_pick,
    may_throw,
    must_finish,
)
from marriage_stats.engine.see_kernels import qualify, show
from marriage_stats.engine.state import (
    FACE_DOWN,
    FINISH_EVENT,
    NO_CARD,
    PICK_EVENT,
    THROW_EVENT,
)
from marriage_stats.engine.tell_kernels import note_passed, note_taken, note_thrown
from marriage_stats.views import DRAW, FINISH, SHOW, THROW, View

GOES_ON, FINISHED, STOCK_OUT = -1, 0, 1


@njit
def ask(rules, tables, state, seat, calls, params, decision, card):
    """Return a seat's decision: the policy sees the seat's view of the state and nothing else."""
    view = View(
        decision,
        card,
        seat,
        known_tiplu(state, seat),
        state.hands[seat],
        state.board,
        state.work,
        params[seat],
        rules,
        tables,
    )
    return calls.choose[seat](view)


@njit
def offer_show(rules, tables, state, seat, calls, params, log):
    """Let an unseen seat that holds what seeing takes decide whether and how to show."""
    if state.board.routes[seat] != UNSEEN:
        return
    sequence = holds_sequences(tables, state, seat)
    dublee = holds_dublees(rules, state, seat, 7)
    if not (sequence or dublee) or not can_fix_tiplu(state):
        return
    state.work.plan[:] = -1
    route = ask(rules, tables, state, seat, calls, params, SHOW, NO_CARD)
    if (route == SEQUENCE and sequence) or (route == DUBLEE and dublee):
        show(tables, state, seat, route, log)


@njit
def pick_top(state, seat, log):
    """Take the top discard into the hand."""
    board = state.board
    board.pile_size -= 1
    card = state.deck.pile[board.pile_size]
    board.top = kind_of(state.deck.pile[board.pile_size - 1]) if board.pile_size > 0 else -1
    kind = kind_of(card)
    from_pile(state, card)
    add_free(state, seat, card)
    state.board.known[seat, kind] += 1
    state.board.public[kind] += 1
    state.deck.picked = card
    state.hands[seat].picked = kind
    state.hands[seat].pickups += 1
    state.deck.order[0] = card
    log_event(state, log, seat, PICK_EVENT, state.deck.order, 1)


@njit
def take_card(rules, tables, state, seat, calls, params, log):
    """Draw from the stock or pick the top discard; return False if neither can be done."""
    state.deck.picked = -1
    state.hands[seat].picked = -1
    pick = may_pick(rules, state, seat)
    ends = rules.stock_out_ends == 1 or rules.players == 1
    stock = state.board.stock_left > 0 or (state.board.pile_size > 1 and not ends)
    if pick and stock:
        pick = ask(rules, tables, state, seat, calls, params, DRAW, NO_CARD) == 1
    top = state.board.top
    if pick:
        pick_top(state, seat, log)
        note_taken(rules, state.board, seat, top)
    elif stock:
        if top >= 0:
            note_passed(rules, state.board, seat, top)
        if state.board.stock_left == 0:
            reshuffle(state, seat, log)
        draw_card(rules, state, seat, log)
    else:
        return False
    state.hands[seat].draws += 1
    if state.board.routes[seat] == UNSEEN:
        qualify(rules, tables, state, seat)
    return True


@njit
def throw_card(state, seat, kind, final, log):
    """Throw a free card of a kind, face up on the pile or, to finish, face down."""
    card = find_card(state, seat, kind, state.deck.picked)
    drop_free(state, seat, card)
    if final:
        state.deck.where[card] = FACE_DOWN
        state.deck.thrown = kind
    else:
        to_pile(state, card)
        note_thrown(state.board, seat, kind)
    state.deck.order[0] = card
    log_event(state, log, seat, THROW_EVENT, state.deck.order, 1)


@njit
def first_throwable(state, seat):
    """Return the first kind a seat may throw."""
    for kind in range(54):
        if state.hands[seat].free[kind] and may_throw(state, seat, kind):
            return kind
    return -1


@njit
def end_by_finish(rules, tables, state, seat, kind, log):
    """Finish: an unseen finisher counts as seen, and the tiplu is turned for the scoring."""
    state.deck.order[0] = 0
    log_event(state, log, seat, FINISH_EVENT, state.deck.order, 0)
    if state.board.routes[seat] == UNSEEN:
        dublee = holds_dublees(rules, state, seat, 8)
        state.hands[seat].seen_turn = state.hands[seat].draws
        set_route(state, seat, DUBLEE if dublee else SEQUENCE)
        if not dublee and state.hands[seat].dealt[MAN] and state.hands[seat].free[MAN] == 3:
            state.hands[seat].dealt[MAN] = 2
        if state.deck.tiplu < 0:
            fix_tiplu(state, seat, log)
    throw_card(state, seat, kind, True, log)
    state.deck.finisher = seat


@njit
def play_turn(rules, tables, state, seat, calls, params, log):
    """Play one seat-turn; return GOES_ON or how the round ended."""
    if not rules.see_after_draw:
        offer_show(rules, tables, state, seat, calls, params, log)
    if not take_card(rules, tables, state, seat, calls, params, log):
        return STOCK_OUT
    if rules.see_after_draw:
        offer_show(rules, tables, state, seat, calls, params, log)
    last = calls.finish[0](rules, tables, state, seat)
    if last != NO_FINISH and (
        must_finish(rules, state, seat)
        or ask(rules, tables, state, seat, calls, params, FINISH, last) == 1
    ):
        end_by_finish(rules, tables, state, seat, last, log)
        return FINISHED
    kind = ask(rules, tables, state, seat, calls, params, THROW, NO_CARD)
    if kind < 0 or kind > 53 or not may_throw(state, seat, kind):
        kind = first_throwable(state, seat)
    throw_card(state, seat, kind, False, log)
    state.deck.picked = -1
    state.hands[seat].picked = -1
    if not rules.see_after_draw:
        offer_show(rules, tables, state, seat, calls, params, log)
    return GOES_ON
