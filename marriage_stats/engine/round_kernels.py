"""Whole rounds: from the deal to the row of facts."""

from marriage_stats._jit import count_ones, njit
from marriage_stats.engine.deal_kernels import deal_round, fix_tiplu
from marriage_stats.engine.legal_kernels import free_pairs
from marriage_stats.engine.see_kernels import FORCED, OPTIONAL, expose, note_dealt, qualify
from marriage_stats.engine.turn_kernels import GOES_ON, STOCK_OUT, ask
from marriage_stats.finish.hand_kernels import alter_of
from marriage_stats.melds.kernels import count_melds
from marriage_stats.melds.word_kernels import kept_word, ranks_wanted
from marriage_stats.views import EXPOSE

SET_ASIDE = 2
TURN_CAP = 2
MAN, SUPERMAN = 52, 53
HELD_AT, DEALT_AT, EXPOSED_AT, HAND_AT = 6, 13, 19, 25
N_CLASSES = 6
"""Places in a seat's row of facts; `facts.SEAT_COLUMNS` names them (a test holds both together)."""


@njit
def note_hands(rules, tables, state, facts):
    """Write what each seat was dealt: pairs, pure melds, useful cards, printed jokers."""
    for seat in range(rules.players):
        free, keys = state.hands[seat].free, state.hands[seat].keys
        row = facts[seat]
        row[HAND_AT] = free_pairs(state, seat)
        row[HAND_AT + 1] = count_melds(tables, keys, free[MAN], free[SUPERMAN])
        row[HAND_AT + 2] = useful_cards(tables, keys)
        row[HAND_AT + 3] = free[MAN] + free[SUPERMAN]


@njit
def useful_cards(tables, keys):
    """Return how many suited kinds would bring one suit nearer to its next pure meld."""
    useful = 0
    for suit in range(4):
        word = kept_word(tables.need, tables.places, tables.words, keys[suit])
        useful += count_ones(ranks_wanted(word))
    return useful


@njit
def expose_tunnelas(rules, tables, state, calls, params, log):
    """Lay the dealt tunnelas that the house forces, or that their holders want, on the table."""
    for seat in range(rules.players):
        for kind in range(52):
            if not state.hands[seat].dealt[kind] or rules.tunnela_exposure > OPTIONAL:
                continue
            if rules.tunnela_exposure == FORCED or (
                ask(rules, tables, state, seat, calls, params, EXPOSE, kind) == 1
            ):
                expose(state, seat, kind, log)


@njit
def tunnela_class(tiplu, kind):
    """Return the class of a dealt tunnela: ordinary, joker, poplu, jhiplu, alter, man; or -1.

    The tiplu's own face has none: its third card was thrown, shuffled back and turned.
    """
    if kind == MAN:
        return 5
    if tiplu < 0:
        return 0
    if kind == tiplu:
        return -1
    if kind % 13 == tiplu % 13:
        return 4 if kind == alter_of(tiplu) else 1
    if kind // 13 == tiplu // 13:
        near = (kind % 13 - tiplu % 13) % 13
        if near == 1:
            return 2
        if near == 12:
            return 3
    return 0


@njit
def count_held(state, seat, kind):
    """Return a seat's copies of a kind, on the table and in hand."""
    return state.hands[seat].free[kind] + state.board.table[seat, kind]


@njit
def note_seat(state, seat, row):
    """Write a seat's facts at the end of the round."""
    numbers, tiplu = state.hands[seat], state.deck.tiplu
    row[0] = state.board.routes[seat]
    row[1], row[2], row[3] = numbers.seen_turn, numbers.qualified_sequence, numbers.qualified_dublee
    row[4], row[5] = numbers.draws, numbers.pickups
    row[HELD_AT : HELD_AT + 7] = 0
    if tiplu >= 0:
        suit, rank = tiplu // 13, tiplu % 13
        row[HELD_AT] = count_held(state, seat, tiplu)
        row[HELD_AT + 1] = count_held(state, seat, 13 * suit + (rank + 1) % 13)
        row[HELD_AT + 2] = count_held(state, seat, 13 * suit + (rank + 12) % 13)
        row[HELD_AT + 3] = count_held(state, seat, alter_of(tiplu))
        for other in range(4):
            if other != suit and other != alter_of(tiplu) // 13:
                row[HELD_AT + 4] += count_held(state, seat, 13 * other + rank)
    row[HELD_AT + 5] = count_held(state, seat, MAN)
    row[HELD_AT + 6] = count_held(state, seat, SUPERMAN)
    row[DEALT_AT : EXPOSED_AT + N_CLASSES] = 0
    for kind in range(53):
        if state.hands[seat].dealt[kind]:
            place = tunnela_class(tiplu, kind)
            if place < 0:
                continue
            row[DEALT_AT + place] += 1
            if state.hands[seat].dealt[kind] == 2:
                row[EXPOSED_AT + place] += 1


@njit
def play_dealt(rules, tables, state, calls, params, facts, log):
    """Play a dealt round to its end and return how it ended."""
    note_dealt(state, rules.players)
    note_hands(rules, tables, state, facts)
    if rules.tiplu_from == SET_ASIDE:
        fix_tiplu(state, -1, log)
    expose_tunnelas(rules, tables, state, calls.seats, params, log)
    for seat in range(rules.players):
        qualify(rules, tables, state, seat)
    for turn in range(1, rules.turn_cap + 1):
        state.board.turn = turn
        seat = (turn - 1) % rules.players
        ended = calls.turn[0](rules, tables, state, seat, calls.seats, params, log)
        if ended != GOES_ON:
            return ended
        out = rules.stock_out_ends or rules.players == 1
        if out and state.board.stock_left == 0:
            return STOCK_OUT
    return TURN_CAP


@njit
def play_round(rules, tables, state, seed, index, fixed, calls, params, round_row, seat_rows, log):
    """Play the round of (seed, index) and write its facts (int16 rows, see `facts`)."""
    deal_round(rules, state, seed, index, fixed)
    state.deck.ended = play_dealt(rules, tables, state, calls, params, seat_rows, log)
    deck = state.deck
    round_row[0], round_row[1], round_row[2] = deck.tiplu, state.board.turn, deck.reshuffles
    round_row[3], round_row[4], round_row[5] = deck.ended, deck.finisher, deck.thrown
    for seat in range(rules.players):
        note_seat(state, seat, seat_rows[seat])


@njit
def play_rounds(
    rules, tables, state, seeds, first, fixed, calls, params, round_rows, seat_rows, log
):
    """Play rounds first, first + 1, ...; calls are functions (`RoundCalls`), params float64[6, 32].

    seeds : int64[n]   root seed of each round
    fixed : int16[k]   physical cards that seat 0 is dealt, k = 0..21
    """
    for row in range(seeds.shape[0]):
        play_round(
            rules,
            tables,
            state,
            seeds[row],
            first + row,
            fixed,
            calls,
            params,
            round_rows[row],
            seat_rows[row],
            log,
        )
