"""Whether a seat can finish now, and with which throw."""

from marriage_stats._jit import njit
from marriage_stats.engine.card_kernels import move_free
from marriage_stats.engine.legal_kernels import (
    DUBLEE,
    MAN,
    SUPERMAN,
    UNSEEN,
    free_pairs,
    has_last_pair,
    holds_dublees,
    holds_sequences,
    may_throw,
)
from marriage_stats.finish.hand_kernels import arrange_unseen, is_wild
from marriage_stats.finish.kernels import NOBODY
from marriage_stats.finish.quick_kernels import NO
from marriage_stats.finish.solve_kernels import may_meld, melds_all

NO_FINISH = -1


@njit
def maal_rank(tiplu, kind):
    """Return how dear a card is to its holder at the end: 0 no maal, then by usual price."""
    if kind == SUPERMAN:
        return 7
    if kind == MAN:
        return 6
    if tiplu < 0 or not is_wild(tiplu, kind):
        return 0
    if kind == tiplu:
        return 4
    if kind % 13 != tiplu % 13:
        return 3
    return 5 if kind // 13 + tiplu // 13 == 3 else 1


@njit
def melds_without(rules, tables, state, seat, tiplu, kind):
    """Return whether every free card but one of a kind lies in melds."""
    hand, hold = state.hands[seat], state.search
    free, keys = hand.free, hand.keys
    move_free(hand, kind, -1)
    if tiplu >= 0:
        found = melds_all(rules, tables.cost, hold, keys, free, tiplu, 0)
    else:
        needed = 3 - hand.exposed
        found = may_meld(rules, tables.cost, hold, keys, free, tiplu, 0) != NO and (
            arrange_unseen(rules, hold.search, free, 0, 0, NOBODY, needed) >= 0
        )
    move_free(hand, kind, 1)
    return found


@njit
def sequence_throw(rules, tables, state, seat, tiplu):
    """Return the cheapest kind whose throw leaves every other free card melded, or -1."""
    hand = state.hands[seat]
    free = hand.free
    if tiplu < 0 and free[MAN] not in (0, 1, 3):
        return NO_FINISH
    if may_meld(rules, tables.cost, state.search, hand.keys, free, tiplu, 1) == NO:
        return NO_FINISH
    for dear in range(8):
        for kind in range(54):
            if free[kind] == 0 or maal_rank(tiplu, kind) != dear:
                continue
            if may_throw(state, seat, kind) and melds_without(
                rules, tables, state, seat, tiplu, kind
            ):
                return kind
    return NO_FINISH


@njit
def dublee_throw(rules, state, seat, tiplu):
    """Return the cheapest free kind outside the dublees that a dublee finisher may throw, or -1."""
    free = state.hands[seat].free
    spare_pair = free_pairs(state, seat) > 1
    for lone in range(2):
        for dear in range(8):
            for kind in range(54):
                if free[kind] == 0 or maal_rank(tiplu, kind) != dear:
                    continue
                loose = free[kind] % 2 == 1 or kind == SUPERMAN
                if (lone == 0 and not loose) or (lone == 1 and not spare_pair):
                    continue
                if may_throw(state, seat, kind):
                    return kind
    return NO_FINISH


@njit
def finish_throw(rules, tables, state, seat):
    """Return the kind a seat would throw to finish now, or -1 if it cannot finish.

    An unseen seat can finish only where melds are shown before the draw: with eight dublees, or
    with a hand that is complete without knowing the tiplu.
    """
    route = state.board.routes[seat]
    if route == DUBLEE:
        if has_last_pair(state, seat):
            return dublee_throw(rules, state, seat, state.deck.tiplu)
        return NO_FINISH
    if route != UNSEEN:
        return sequence_throw(rules, tables, state, seat, state.deck.tiplu)
    if rules.see_after_draw:
        return NO_FINISH
    if holds_dublees(rules, state, seat, 8):
        return dublee_throw(rules, state, seat, NOBODY)
    if holds_sequences(tables, state, seat):
        return sequence_throw(rules, tables, state, seat, NOBODY)
    return NO_FINISH
