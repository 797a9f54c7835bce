"""Dealt tunnelas on the table, qualification, and showing melds to see the maal."""

from marriage_stats._jit import njit
from marriage_stats.engine.card_kernels import find_card, lay_card, log_event, set_route
from marriage_stats.engine.deal_kernels import fix_tiplu
from marriage_stats.engine.legal_kernels import (
    DUBLEE,
    MAN,
    SEQUENCE,
    SUPERMAN,
    holds_dublees,
    holds_sequences,
)
from marriage_stats.engine.state import (
    EXPOSE_EVENT,
    NO_CARD,
    SHOW_EVENT,
)
from marriage_stats.melds.kernels import count_melds

FORCED, OPTIONAL = 0, 1


@njit
def note_dealt(state, players):
    """Mark the tunnelas in the dealt hands."""
    for seat in range(players):
        for kind in range(53):
            if state.hands[seat].free[kind] == 3:
                state.hands[seat].dealt[kind] = 1


@njit
def expose(state, seat, kind, log):
    """Lay a dealt tunnela face up for good."""
    start = 3 * state.hands[seat].exposed
    for copy in range(3):
        card = 3 * kind + copy
        lay_card(state, seat, card)
        state.hands[seat].melds[start + copy] = card
    state.hands[seat].dealt[kind] = 2
    state.hands[seat].exposed += 1
    log_event(state, log, seat, EXPOSE_EVENT, state.hands[seat].melds[start:], 3)


@njit
def qualify(rules, tables, state, seat):
    """Note the draw at which an unseen seat first holds what seeing takes, by each route."""
    numbers = state.hands[seat]
    if numbers.qualified_sequence < 0 and holds_sequences(tables, state, seat):
        numbers.qualified_sequence = numbers.draws
    if numbers.qualified_dublee < 0 and holds_dublees(rules, state, seat, 7):
        numbers.qualified_dublee = numbers.draws


@njit
def run_rank(start, place):
    """Return the rank of a place of the run that starts at a rank; 11 is Q-K-A."""
    return (start + place) % 13


@njit
def take_meld(state, seat, row, kinds, sign):
    """Take (sign -1) or give back (1) the free cards of three kinds; keys follow."""
    for place in range(3):
        kind = kinds[place]
        state.hands[seat].free[kind] += sign
        if kind < 52:
            state.hands[seat].keys[kind // 13] += sign << (2 * (kind % 13))


@njit
def rest_holds(tables, state, seat, wanted):
    """Return whether the free cards hold `wanted` disjoint pure melds."""
    free = state.hands[seat].free
    return count_melds(tables, state.hands[seat].keys, free[MAN], free[SUPERMAN]) >= wanted


@njit
def candidate_meld(free, number, kinds):
    """Write the number-th pure meld of all there are into kinds; return whether its cards are free.

    Numbers: 0 three man cards, then by suit 12 runs, 13 tunnelas, 36 runs with the superman.
    """
    if number == 0:
        kinds[0] = kinds[1] = kinds[2] = MAN
        return free[MAN] == 3
    suit, which = (number - 1) // 61, (number - 1) % 61
    if 12 <= which < 25:
        kinds[0] = kinds[1] = kinds[2] = 13 * suit + which - 12
        return free[kinds[0]] == 3
    start, gap = which, -1
    if which >= 25:
        start, gap = (which - 25) // 3, (which - 25) % 3
        if not free[SUPERMAN]:
            return False
    fits = True
    for place in range(3):
        kinds[place] = SUPERMAN if place == gap else 13 * suit + run_rank(start, place)
        fits = fits and free[kinds[place]] > 0
    return fits


N_CANDIDATES = 1 + 4 * 61


@njit
def plan_melds(tables, state, seat, wanted):
    """Fill the plan with `wanted` disjoint pure melds of the free cards, natural ones first."""
    laid = 0
    number = 0
    while laid < wanted and number < N_CANDIDATES:
        kinds = state.work.plan[laid]
        if candidate_meld(state.hands[seat].free, number, kinds):
            take_meld(state, seat, laid, kinds, -1)
            if rest_holds(tables, state, seat, wanted - laid - 1):
                laid += 1
                continue
            take_meld(state, seat, laid, kinds, 1)
        number += 1
    for row in range(laid):
        take_meld(state, seat, row, state.work.plan[row], 1)
    return laid == wanted


@njit
def is_pure_meld(kinds):
    """Return whether three kinds are a tunnela or a run of three, the superman for one card."""
    a, b, c = kinds[0], kinds[1], kinds[2]
    if a == b and b == c:
        return a <= MAN
    for start in range(12):
        fits, supers, suit = True, 0, -1
        for place in range(3):
            kind = kinds[place]
            if kind == SUPERMAN:
                supers += 1
            elif kind >= 52 or kind % 13 != run_rank(start, place):
                fits = False
            elif suit >= 0 and kind // 13 != suit:
                fits = False
            else:
                suit = kind // 13
        if fits and supers <= 1:
            return True
    return False


@njit
def plan_is_legal(state, seat, wanted):
    """Return whether the plan lists `wanted` pure melds (in rank order) of free cards."""
    legal = True
    taken = 0
    for row in range(wanted):
        kinds = state.work.plan[row]
        for place in range(3):
            if kinds[place] < 0 or kinds[place] > SUPERMAN:
                legal = False
        if not legal or not is_pure_meld(kinds):
            legal = False
            break
        take_meld(state, seat, row, kinds, -1)
        taken += 1
        for place in range(3):
            if state.hands[seat].free[kinds[place]] < 0:
                legal = False
    for row in range(taken):
        take_meld(state, seat, row, state.work.plan[row], 1)
    return legal


@njit
def lay_plan(state, seat, wanted, at):
    """Lay the planned melds; their cards follow place `at` of the seat's shown cards."""
    for row in range(wanted):
        for place in range(3):
            card = find_card(state, seat, state.work.plan[row, place], NO_CARD)
            lay_card(state, seat, card)
            state.hands[seat].melds[at] = card
            at += 1
        if (
            state.work.plan[row, 0] == MAN
            and state.work.plan[row, 1] == MAN
            and state.hands[seat].dealt[MAN]
        ):
            state.hands[seat].dealt[MAN] = 2
    return at


@njit
def show_sequences(tables, state, seat, log):
    """Lay three pure melds, exposed tunnelas among them; a plan that is not legal is replaced."""
    exposed = state.hands[seat].exposed
    wanted = max(0, 3 - exposed)
    if wanted and not plan_is_legal(state, seat, wanted):
        plan_melds(tables, state, seat, wanted)
    n = lay_plan(state, seat, wanted, 3 * exposed)
    set_route(state, seat, SEQUENCE)
    log_event(state, log, seat, SHOW_EVENT, state.hands[seat].melds, n)


@njit
def show_dublees(state, seat, log):
    """Lay seven dublees: two of each exposed tunnela, then free pairs, planned kinds first."""
    n = 0
    pairs = state.deck.order
    laid = 0
    for tunnela in range(min(state.hands[seat].exposed, 7)):
        pairs[n] = state.hands[seat].melds[3 * tunnela]
        pairs[n + 1] = state.hands[seat].melds[3 * tunnela + 1]
        n += 2
        laid += 1
    for turn in range(2):
        for kind in range(53):
            planned = turn == 1
            for row in range(7):
                planned = planned or state.work.plan[row, 0] == kind
            if laid < 7 and planned and state.hands[seat].free[kind] >= 2:
                for _ in range(2):
                    card = find_card(state, seat, kind, NO_CARD)
                    lay_card(state, seat, card)
                    pairs[n] = card
                    n += 1
                laid += 1
                state.hands[seat].shown_pairs += 1
    set_route(state, seat, DUBLEE)
    log_event(state, log, seat, SHOW_EVENT, pairs, n)


@njit
def show(tables, state, seat, route, log):
    """Show by a route the seat holds; the first to see has the tiplu fixed."""
    state.hands[seat].seen_turn = state.hands[seat].draws
    if route == SEQUENCE:
        show_sequences(tables, state, seat, log)
    else:
        show_dublees(state, seat, log)
    if state.deck.tiplu < 0:
        fix_tiplu(state, seat, log)
