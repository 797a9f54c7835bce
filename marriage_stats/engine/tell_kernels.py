"""What seats throw, leave and take, and what those that know the tiplu so tell of it."""

from marriage_stats._jit import lowest_one, njit
from marriage_stats.engine.legal_kernels import MAN, SEEN_BARRED, SEQUENCE
from marriage_stats.finish.hand_kernels import wild_kinds

TOLD, MOST_ODDS = 4, 1 << 30
"""How much likelier a seat takes a wild card than another; where odds stop growing."""


@njit
def note_thrown(board, seat, kind):
    """Note a card that a seat has thrown: one that knows the tiplu keeps its wild cards."""
    board.thrown[seat, kind] += 1
    if board.routes[seat] == SEQUENCE and kind < MAN:
        rule_out(board, kind)


@njit
def note_passed(rules, board, seat, kind):
    """Note a card that a seat left on the pile, whether or not the rules gave it a choice.

    A seat that knows the tiplu takes a wild card, unless it may not.
    """
    board.passed[seat, kind] += 1
    if board.routes[seat] == SEQUENCE and kind < MAN and rules.wild_pickup_barred != SEEN_BARRED:
        rule_out(board, kind)


@njit
def note_taken(rules, board, seat, kind):
    """Note what a card that a seat has taken from the pile tells of the tiplu."""
    if board.routes[seat] != SEQUENCE or kind >= MAN:
        return
    if rules.wild_pickup_barred == SEEN_BARRED:
        rule_out(board, kind)
        return
    odds, kinds = board.tiplu_odds, wild_kinds(kind)
    while kinds:
        tiplu = lowest_one(kinds)
        kinds &= kinds - 1
        odds[tiplu] = min(TOLD * odds[tiplu], MOST_ODDS)


@njit
def rule_out(board, kind):
    """Give no odds to the kinds that would make a card wild."""
    kinds = wild_kinds(kind)
    while kinds:
        board.tiplu_odds[lowest_one(kinds)] = 0
        kinds &= kinds - 1
