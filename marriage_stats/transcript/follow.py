"""Follow a log event by event: who holds what, and what has been seen of the pack."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cards import card_kind, count_kinds, pack_copies
from marriage_stats.rules import Rules

Log = dict[str, Any]


@dataclass
class Seat:
    """Cards of one seat: `hand` not on the table, `table` as laid; cards are physical.

    picked : kinds that all saw it take from the pile and that it still has in hand
    """

    hand: set[int]
    table: list[list[int]] = field(default_factory=list)
    exposed: list[list[int]] = field(default_factory=list)
    route: str | None = None
    picked: Counter[int] = field(default_factory=Counter)

    @property
    def kinds(self) -> list[int]:
        """Kinds of the cards not on the table, sorted."""
        return sorted(card_kind(card) for card in self.hand)

    @property
    def all_kinds(self) -> list[int]:
        """Kinds of every card of the seat, sorted."""
        laid = {card for meld in self.table for card in meld}
        return sorted(card_kind(card) for card in self.hand | laid)


@dataclass
class Board:
    """The seats, and how many of each kind everybody has seen: laid, thrown, or picked up."""

    seats: list[Seat]
    public: Counter[int]

    def apply(self, event: dict[str, Any]) -> None:
        """Move the cards of one event."""
        if event["do"] == "reshuffle":
            self.public -= Counter(map(card_kind, event["ids"]))
        if event["seat"] is None or event["do"] in ("tiplu", "reshuffle"):
            return
        seat, ids = self.seats[event["seat"]], event["ids"]
        match event["do"]:
            case "draw" | "pick":
                seat.hand.add(ids[0])
                seat.picked[card_kind(ids[0])] += event["do"] == "pick"
            case "throw":
                self._open(seat, ids)
            case "expose":
                seat.table.append(ids)
                seat.exposed.append(ids)
                self._open(seat, ids)
            case "show":
                lying = {card for meld in seat.table for card in meld}
                seat.table += [meld for meld in event["melds"] if not lying >= set(meld)]
                self._open(seat, ids)
                seat.route = event["route"]
            case "finish":
                seat.route = seat.route or event["route"]

    def _open(self, seat: Seat, ids: list[int]) -> None:
        """Take cards from a hand into the open; one that was picked up has been seen before."""
        for card in seat.hand & set(ids):
            kind = card_kind(card)
            if seat.picked[kind]:
                seat.picked[kind] -= 1
            else:
                self.public[kind] += 1
            seat.hand.discard(card)

    def unseen_by(self, seat: Seat, tiplu: int | None, rules: Rules) -> NDArray[np.int64]:
        """Return int64[54]: copies of each kind that a seat has not seen, wherever they are."""
        left = pack_copies(rules.number("man_cards"), rules.number("superman"))
        left = left.astype(np.int64) - count_kinds(seat.kinds)
        for kind, n in (self.public - seat.picked).items():
            left[kind] -= n
        if seat.route is not None and tiplu is not None:
            left[tiplu] -= 1
        return left


def deal_board(log: Log) -> Board:
    """Return the board as dealt."""
    seats = [Seat(set(hand)) for hand in log["deal"]["hands"]]
    start = log["deal"]["start"]
    return Board(seats, Counter([] if start is None else [card_kind(start)]))


def turns_of(log: Log) -> Iterator[tuple[int, int | None, list[dict[str, Any]]]]:
    """Yield (turn, seat, events) of each turn; turn 0 is what happens at the deal."""
    whole = groupby(log["events"], key=lambda event: event["turn"])
    for turn, events in whole:
        listed = list(events)
        yield turn, listed[0]["seat"], listed


def final_seats(log: Log) -> list[Seat]:
    """Return the seats at the end of the round."""
    board = deal_board(log)
    for event in log["events"]:
        board.apply(event)
    return board.seats
