"""The referee on laying cards down: exposed tunnelas, the show, the finish, and what may be picked.

Every function notes its findings on the table and never decides whose turn it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.reference.ref_cards import MAN, is_ordinary, kind_of
from tests.reference.ref_melds_legal import (
    ONLY_SUPERMAN,
    is_dublee,
    is_meld,
    is_pure,
    is_tunnela,
    is_unseen_pickup,
    makes_meld,
)
from tests.reference.referee_table import Seat, Table


def kinds(cards: Iterable[int]) -> list[int]:
    """Return the kinds of physical cards."""
    return [kind_of(card) for card in cards]


def check_expose(table: Table, seat: Seat, cards: list[int]) -> None:
    """Check one dealt tunnela laid face up at the deal, and lay it."""
    if table.rules["tunnela_exposure"] == "none":
        table.note("expose: the house exposes no tunnelas")
    if not set(cards) <= seat.hand:
        table.fail("expose: a card is not in the hand")
    if not is_tunnela(kinds(cards)) or len(set(cards)) != 3:
        table.fail("expose: not three identical cards")
    if not is_ordinary(cards[0]):
        table.fail("expose: man cards are never exposed at the deal")
    seat.expose(frozenset(cards))


def check_forced_exposures(table: Table) -> None:
    """Check that a `forced` house has every ordinary dealt tunnela on the table."""
    if table.rules["tunnela_exposure"] != "forced":
        return
    for i, seat in enumerate(table.seats):
        lying = {kind_of(min(cards)) for cards in seat.exposed}
        if lying != {k for k in seat.dealt_triples() if k < MAN}:
            table.note(f"expose: seat {i} must lay every dealt tunnela face up")


def laid_groups(table: Table, what: str, melds: list[list[int]], own: set[int]) -> list[frozenset]:
    """Return the groups as sets, after checking that they are disjoint cards of the seat."""
    flat = [card for meld in melds for card in meld]
    if len(flat) != len(set(flat)):
        table.fail(f"{what}: a card is used twice")
    if not set(flat) <= own:
        table.fail(f"{what}: a card is not the seat's own")
    return [frozenset(meld) for meld in melds]


def check_show(table: Table, seat: Seat, event: dict) -> None:
    """Check three pure melds or seven dublees laid down to see, and lay them."""
    if seat.seen:
        table.fail("show: the seat has already shown")
    melds = event["melds"]
    groups = laid_groups(table, "show", melds, seat.hand | seat.table)
    flat = [card for meld in melds for card in meld]
    if sorted(event["ids"]) != sorted(flat):
        table.note("show: ids are not the cards of the melds")
    if event["route"] == "sequence":
        _check_sequence_show(table, seat, melds, groups)
    elif event["route"] == "dublee":
        if not table.has_dublee_route:
            table.note("show: the house has no dublee route at this table")
        if len(melds) != 7 or not all(is_dublee(kinds(meld)) for meld in melds):
            table.note("show: not seven dublees")
    else:
        table.fail(f"show: no route is called {event['route']!r}")
    seat.shown = groups
    seat.lay(flat)
    mark_seen(seat, event["route"], melds)


def _check_sequence_show(
    table: Table, seat: Seat, melds: list[list[int]], groups: list[frozenset]
) -> None:
    if len(melds) != max(3, len(seat.exposed)):
        table.note("show: not three melds")
    if not all(len(m) == 3 and is_pure(kinds(m), table.rules) for m in melds):
        table.note("show: a meld is not pure")
    if not set(seat.exposed) <= set(groups):
        table.note("show: an exposed tunnela is not among the melds")


def mark_seen(seat: Seat, route: str, melds: list[list[int]]) -> None:
    """Record that the seat has seen, and whether its dealt man cards went down as a tunnela."""
    seat.route = route
    seat.seen_turn = seat.draws
    man_dealt = MAN in seat.dealt_triples()
    seat.laid_man = man_dealt and any(kinds(meld) == [MAN] * 3 for meld in melds)


def check_finish(table: Table, seat: Seat, event: dict) -> None:
    """Check the arrangement of a finishing hand; the final throw is checked when it comes."""
    route, melds = event["route"], event["melds"]
    groups = laid_groups(table, "finish", melds, seat.hand | seat.table)
    table.melded = set().union(*groups)
    if route not in ("sequence", "dublee"):
        table.fail(f"finish: no route is called {route!r}")
    if seat.seen and route != seat.route:
        table.note("finish: not by the route that the seat has seen by")
    if not set(seat.shown) <= set(groups):
        table.note("finish: the shown melds are not kept as they were")
    if route == "dublee":
        _check_dublee_finish(table, melds)
    else:
        _check_sequence_finish(table, seat, melds)
    if not seat.seen:
        _check_unseen_finish(table, seat, route, melds, groups)


def _check_dublee_finish(table: Table, melds: list[list[int]]) -> None:
    if len(melds) != 8 or not all(is_dublee(kinds(meld)) for meld in melds):
        table.note("finish: not eight dublees")


def _check_sequence_finish(table: Table, seat: Seat, melds: list[list[int]]) -> None:
    if len(table.melded) != 21:
        table.note("finish: not 21 cards are melded")
    wilds = table.wilds if seat.seen else ONLY_SUPERMAN
    tiplu = table.tiplu if seat.seen else None
    for meld in melds:
        if frozenset(meld) in seat.shown:
            continue  # pure when it was laid, even if the tiplu has made all of it wild
        if not is_meld(kinds(meld), wilds, table.rules, tiplu):
            table.note("finish: a group is not a meld")


def _check_unseen_finish(
    table: Table, seat: Seat, route: str, melds: list[list[int]], groups: list[frozenset]
) -> None:
    """Check what only an unseen finisher owes: its moment, its own show, its locked tunnelas."""
    if table.rules["see_moment"] != "before-draw-or-after-throw":
        table.note("finish: the seat has not seen")
    if route == "dublee" and not table.has_dublee_route:
        table.note("finish: the house has no dublee route at this table")
    if route == "sequence":
        pure = [len(m) // 3 for m in melds if is_pure(kinds(m), table.rules)]
        if sum(pure) < 3:
            table.note("finish: not three pure melds for the show")
        if not set(seat.exposed) <= set(groups):
            table.note("finish: an exposed tunnela is not among the melds")
    mark_seen(seat, route, melds)


def pick_refusal(table: Table, seat: Seat) -> str | None:
    """Return why the seat may not take the top discard, or None if it may."""
    rules = table.rules
    if table.n_seats == 1:
        return "a lone player takes from the stock only"
    top = kind_of(table.pile[-1])
    in_hand = kinds(seat.hand)
    dublee_seen = seat.route == "dublee"
    if dublee_seen and rules["dublee_pickup"] == "last-pair":
        pairs = is_dublee([top, top]) and top in in_hand
        return None if pairs else "only the card of the last pair may be taken"
    is_wild = seat.seen and top in table.wilds
    barred = rules["wild_pickup_barred"]
    if is_wild and (barred == "seen" or (barred == "dublee-seen" and dublee_seen)):
        return "the seat may not take a wild card"
    if is_wild and dublee_seen:
        return "a seat on the dublee route takes natural cards only"
    if rules["pickup"] == "meld-only" and not makes_meld(top, in_hand, _pickup_meld(table, seat)):
        return "the card makes no meld with two of the hand"
    return None


def _pickup_meld(table: Table, seat: Seat) -> Callable[[list[int]], bool]:
    rules, wilds, tiplu = table.rules, table.wilds, table.tiplu
    if seat.seen:
        return lambda cards: is_meld(cards, wilds, rules, tiplu)
    return lambda cards: is_unseen_pickup(cards, rules)
