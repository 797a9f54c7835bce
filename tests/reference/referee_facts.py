"""The referee on what a log reports after the last event: facts of each seat, and points."""

from __future__ import annotations

from tests.reference.ref_cards import TUNNELA_CLASSES, count_family, kind_of, tunnela_class
from tests.reference.ref_settlement import settle
from tests.reference.referee_table import Table


def own_facts(table: Table, index: int) -> dict:
    """Return the facts of one seat as the replay found them."""
    seat = table.seats[index]
    dealt = [tunnela_class(kind, table.tiplu) for kind in seat.dealt_triples()]
    exposed = seat.exposed_by_class(table.tiplu)
    return {
        "seen": seat.seen,
        "route": seat.route,
        "seen_turn": seat.seen_turn,
        "qualified_sequence": seat.qualified["sequence"],
        "qualified_dublee": seat.qualified["dublee"],
        "finished": index == table.finisher,
        "held": count_family(map(kind_of, seat.hand | seat.table), table.tiplu),
        "dealt_tunnelas": {name: dealt.count(name) for name in TUNNELA_CLASSES},
        "exposed_tunnelas": {name: exposed.get(name, 0) for name in TUNNELA_CLASSES},
        "pickups": seat.pickups,
    }


def check_facts(table: Table, log: dict) -> None:
    """Compare the reported facts of every seat with the replayed ones."""
    if len(log["facts"]) != table.n_seats:
        table.note("facts: not one entry for each seat")
        return
    for index, told in enumerate(log["facts"]):
        for name, value in own_facts(table, index).items():
            if told.get(name) != value:
                table.note(f"facts: seat {index} {name} is {value}, the log says {told.get(name)}")


def check_settlement(table: Table, log: dict) -> None:
    """Compare the reported points with a settlement of the replayed facts."""
    seats = []
    for index in range(table.n_seats):
        facts = own_facts(table, index)
        seats.append({**facts, "exposed": facts["exposed_tunnelas"]})
    points = settle(table.rules, table.tiplu, seats)
    for name, values in points.items():
        if list(log["settlement"][name]) != values:
            table.note(f"settlement: {name} is {values}, the log says {log['settlement'][name]}")
    if sum(log["settlement"]["net"]) != 0:
        table.note("settlement: the nets do not sum to zero")
