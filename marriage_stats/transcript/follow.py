"""Follow a log event by event: who holds what, and how far each seat is."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import numpy as np

from marriage_stats.cards import MAN, SUPERMAN, card_kind, count_kinds
from marriage_stats.finish import distance_to_finish
from marriage_stats.melds.kernels import distance_to_dublees, distance_to_sequences, fill_keys
from marriage_stats.melds.tables import meld_tables
from marriage_stats.rules import Rules, compile_rules

SEE_MELDS, SEE_DUBLEES = 3, 7
Log = dict[str, Any]


@dataclass
class Seat:
    """Cards of one seat: `hand` not on the table, `table` as laid; cards are physical."""

    hand: set[int]
    table: list[list[int]] = field(default_factory=list)
    exposed: list[list[int]] = field(default_factory=list)
    route: str | None = None

    @property
    def kinds(self) -> list[int]:
        """Kinds of the cards not on the table, sorted."""
        return sorted(card_kind(card) for card in self.hand)

    @property
    def all_kinds(self) -> list[int]:
        """Kinds of every card of the seat, sorted."""
        laid = {card for meld in self.table for card in meld}
        return sorted(card_kind(card) for card in self.hand | laid)


def deal_seats(log: Log) -> list[Seat]:
    """Return the seats as dealt."""
    return [Seat(set(hand)) for hand in log["deal"]["hands"]]


def apply_event(seats: list[Seat], event: dict[str, Any]) -> None:
    """Move the cards of one event."""
    if event["seat"] is None or event["do"] in ("tiplu", "reshuffle"):
        return
    seat, ids = seats[event["seat"]], event["ids"]
    match event["do"]:
        case "draw" | "pick":
            seat.hand.add(ids[0])
        case "throw":
            seat.hand.discard(ids[0])
        case "expose":
            seat.table.append(ids)
            seat.exposed.append(ids)
            seat.hand -= set(ids)
        case "show":
            lying = {card for meld in seat.table for card in meld}
            seat.table += [meld for meld in event["melds"] if not lying >= set(meld)]
            seat.hand -= set(ids)
            seat.route = event["route"]
        case "finish":
            seat.route = seat.route or event["route"]


def turns_of(log: Log) -> Iterator[tuple[int, int | None, list[dict[str, Any]]]]:
    """Yield (turn, seat, events) of each turn; turn 0 is what happens at the deal."""
    whole = groupby(log["events"], key=lambda event: event["turn"])
    for turn, events in whole:
        listed = list(events)
        yield turn, listed[0]["seat"], listed


def final_seats(log: Log) -> list[Seat]:
    """Return the seats at the end of the round."""
    seats = deal_seats(log)
    for event in log["events"]:
        apply_event(seats, event)
    return seats


def needs_to_see(seat: Seat, rules: Rules) -> dict[str, int]:
    """Return route -> fewest cards to add for it, exposed tunnelas counted as laid."""
    table, tables = compile_rules(rules), meld_tables(bool(rules.number("superman")))
    free, keys = count_kinds(seat.kinds), np.zeros(4, np.int64)
    fill_keys(free, keys)
    wanted = SEE_MELDS - len(seat.exposed)
    man, superman = int(free[MAN]), int(free[SUPERMAN])
    needs = {"sequences": int(distance_to_sequences(tables, table, keys, man, superman, wanted))}
    if rules.has_dublee_route:
        pairs = SEE_DUBLEES - len(seat.exposed)
        needs["dublees"] = int(distance_to_dublees(table, keys, man, pairs))
    return needs


def needs_to_finish(seat: Seat, tiplu: int, rules: Rules) -> int | None:
    """Return the fewest cards to replace to finish, before the throw; None on the dublee route."""
    if seat.route != "sequence":
        return None
    return int(distance_to_finish(count_kinds(seat.kinds), tiplu, rules)[0])
