"""Referee of one round log, in plain Python and from the rules text alone.

`check_round(log)` replays the events and returns everything that breaks the house's rules, then
compares the reported facts and points with its own. It cannot judge what a seat knew.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.reference.ref_cards import is_ordinary, kind_named, kind_of
from tests.reference.referee_facts import check_facts, check_settlement
from tests.reference.referee_melding import (
    check_expose,
    check_finish,
    check_forced_exposures,
    check_show,
    pick_refusal,
)
from tests.reference.referee_table import BrokenLog, Seat, Table


def check_round(log: dict) -> list[str]:
    """Return the violations of one round log, in the order found (empty = clean).

    Parameters
    ----------
    log : one round as `replay --json` gives it
    Returns
    -------
    list of ``turn T: action: what is wrong``; replay stops at the first violation that leaves the
    cards in no known place, and facts and points are then not compared
    """
    table = Table(log)
    try:
        table.deal(log["deal"])
        for event in log["events"]:
            play_event(table, event)
        check_end(table, log)
    except BrokenLog:
        return table.violations
    check_facts(table, log)
    check_settlement(table, log)
    return table.violations


def play_event(table: Table, event: dict) -> None:
    """Check one event against the rules and carry it out."""
    if table.over:
        table.fail("an event follows the end of the round")
    action, ids = event["do"], list(event["ids"])
    if action not in _ACTIONS:
        table.fail(f"nothing is called {action!r}")
    if [kind_named(text) for text in event["cards"]] != [kind_of(card) for card in ids]:
        table.note(f"{action}: cards and ids differ")
    if event["turn"] == 0:
        _play_setup(table, event)
        return
    _enter_turn(table, event)
    if table.tiplu_due and action not in ("tiplu", "reshuffle"):
        table.fail("tiplu: it must be turned right after the first show")
    if table.draw_due and action != "draw":
        table.note("reshuffle: it is not followed by a draw")
        table.draw_due = False
    _ACTIONS[action](table, table.seats[table.active], event)


def _play_setup(table: Table, event: dict) -> None:
    if table.turn or event["do"] not in ("expose", "tiplu"):
        table.fail(f"{event['do']}: not a thing to do at the deal")
    if event["do"] == "expose":
        check_expose(table, table.seats[event["seat"]], list(event["ids"]))
        return
    if table.rules["tiplu_from"] != "set-aside" or event["seat"] is not None:
        table.note("tiplu: the house does not set it aside at the deal")
    _turn_tiplu(table, event)


def _enter_turn(table: Table, event: dict) -> None:
    """Open the next turn if the event belongs to it; refuse any other turn or seat."""
    if event["turn"] == table.turn + 1:
        if table.tiplu_due:
            table.fail("tiplu: it must be turned right after the first show")
        if table.phase != "done":
            table.fail("throw: the turn before has not ended with one")
        if table.turn == 0:
            close_setup(table)
        elif table.rules["stock_out"] == "end" and not table.stock:
            table.note("end: the stock is out and the round should be over")
        table.turn += 1
        table.phase = "before"
        table.picked = None
        if table.turn == table.rules["turn_cap"] + 1:
            table.note("end: the turn cap has passed")
    elif event["turn"] != table.turn:
        table.fail(f"turn {event['turn']} is out of order")
    if event["seat"] != table.active:
        table.fail(f"seat {event['seat']} plays out of turn")


def close_setup(table: Table) -> None:
    """Check what must have happened at the deal, and the hands as they are then."""
    check_forced_exposures(table)
    if table.rules["tiplu_from"] == "set-aside" and table.tiplu is None:
        table.note("tiplu: none was set aside at the deal")
    for seat in table.seats:
        seat.note_qualification(table.has_dublee_route)


def _draw(table: Table, seat: Seat, event: dict) -> None:
    (card,) = event["ids"]
    table.draw_due = False
    _need_phase(table, "draw", "before")
    if card not in table.stock:
        table.fail("draw: the card is not in the stock")
    table.stock.remove(card)
    _receive(table, seat, card)


def _pick(table: Table, seat: Seat, event: dict) -> None:
    (card,) = event["ids"]
    _need_phase(table, "pick", "before")
    refusal = pick_refusal(table, seat)
    if refusal:
        table.note(f"pick: {refusal}")
    if not table.pile or card != table.pile[-1]:
        table.fail("pick: the card is not the top discard")
    table.pile.pop()
    table.picked = card
    seat.pickups += 1
    table.finish_due = seat.route == "dublee" and table.rules["dublee_pickup"] == "last-pair"
    _receive(table, seat, card)


def _receive(table: Table, seat: Seat, card: int) -> None:
    table.phase = "drawn"
    seat.gain(card)
    seat.draws += 1
    seat.note_qualification(table.has_dublee_route)


def _show(table: Table, seat: Seat, event: dict) -> None:
    early_or_late = table.rules["see_moment"] == "before-draw-or-after-throw"
    if table.phase not in (("before", "done") if early_or_late else ("drawn",)):
        table.note("show: not at the house's moment of showing")
    check_show(table, seat, event)
    table.tiplu_due = table.tiplu is None


def _finish(table: Table, seat: Seat, event: dict) -> None:
    _need_phase(table, "finish", "drawn")
    check_finish(table, seat, event)
    table.finisher = table.active
    table.phase = "finished"
    table.tiplu_due = table.tiplu is None


def _throw(table: Table, seat: Seat, event: dict) -> None:
    (card,) = event["ids"]
    finishing = table.phase == "finished"
    if not finishing:
        _need_phase(table, "throw", "drawn")
    if card in seat.table:
        table.fail("throw: the card lies face up on the table")
    if card not in seat.hand:
        table.fail("throw: the card is not in the hand")
    if card == table.picked:
        table.note("throw: the card was picked up this turn")
    seat.lose(card)
    if finishing:
        if card in table.melded:
            table.note("throw: the card is one of the finishing melds")
        table.thrown = card
        table.over = True
        return
    if table.finish_due:
        table.note("pick: the last pair was taken without finishing")
    table.finish_due = False
    table.pile.append(card)
    table.phase = "done"


def _tiplu(table: Table, seat: Seat, event: dict) -> None:
    if table.tiplu is not None:
        table.fail("tiplu: it is fixed already")
    if not table.tiplu_due:
        table.note("tiplu: nobody has just seen")
    _turn_tiplu(table, event)


def _turn_tiplu(table: Table, event: dict) -> None:
    (card,) = event["ids"]
    if table.tiplu is not None:
        table.fail("tiplu: it is fixed already")
    if card not in table.stock:
        table.fail("tiplu: the card is not in the stock")
    if not is_ordinary(card):
        table.fail("tiplu: a printed joker cannot be the tiplu")
    table.set_tiplu(card)


def _reshuffle(table: Table, seat: Seat, event: dict) -> None:
    ids, under_top = set(event["ids"]), set(table.pile[:-1])
    if table.tiplu_due:
        if table.stock_has_ordinary():
            table.note("reshuffle: the stock still has a card for the tiplu")
    else:
        _need_phase(table, "reshuffle", "before")
        table.draw_due = True
        if table.stock:
            table.note("reshuffle: the stock is not empty")
        if table.rules["stock_out"] != "reshuffle":
            table.note("reshuffle: the house ends the round instead")
    if ids not in (under_top, under_top | table.stock) or len(ids) != len(event["ids"]):
        table.fail("reshuffle: the cards are not the pile without its top")
    if not under_top:
        table.note("reshuffle: there is nothing to reshuffle")
    table.stock |= under_top
    table.pile = table.pile[-1:]


def _expose(table: Table, seat: Seat, event: dict) -> None:
    table.fail("expose: only at the deal")


def _need_phase(table: Table, action: str, phase: str) -> None:
    if table.phase != phase:
        table.fail(f"{action}: not at this point of a turn ({table.phase})")


_ACTIONS: dict[str, Callable[[Table, Seat, dict], None]] = {
    "expose": _expose,
    "tiplu": _tiplu,
    "draw": _draw,
    "pick": _pick,
    "show": _show,
    "throw": _throw,
    "finish": _finish,
    "reshuffle": _reshuffle,
}


def check_end(table: Table, log: dict) -> None:
    """Check that the round ended when and as the log says."""
    if table.turn == 0:
        close_setup(table)
    if table.tiplu_due:
        table.fail("tiplu: it must be turned right after the first show")
    if not table.over and table.phase not in ("done", "before"):
        table.fail("end: the last turn is not complete")
    ended = log["ended"]
    reasons = end_reasons(table)
    if ended not in reasons:
        table.note(f"end: {ended!r}, but the table says {sorted(reasons) or 'play on'}")
    for name in ("finisher", "thrown", "tiplu"):
        if log[name] != getattr(table, name):
            table.note(f"end: {name} is {getattr(table, name)}, the log says {log[name]}")


def end_reasons(table: Table) -> set[str]:
    """Return every reason for which the round is over where the events stop."""
    if table.over:
        return {"finish"}
    if table.phase == "before":
        return _reasons_before_a_draw(table, table.seats[table.active])
    reasons = {"turn-cap"} if table.turn >= table.rules["turn_cap"] else set()
    if table.stock:
        return reasons
    if table.rules["stock_out"] == "end":
        return reasons | {"stock-out"}
    return reasons | _reasons_before_a_draw(table, table.seats[table.turn % table.n_seats])


def _reasons_before_a_draw(table: Table, seat: Seat) -> set[str]:
    """Return why the round is over with a seat about to draw: its show may take the last card."""
    ends = table.rules["stock_out"] == "end" or table.n_seats == 1
    stuck = not table.stock and (ends or len(table.pile) <= 1)
    refused = not table.pile or pick_refusal(table, seat) is not None
    return {"stock-out"} if stuck and refused else set()
