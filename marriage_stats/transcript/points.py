"""The points of a logged round, item by item."""

from dataclasses import asdict
from typing import Any

from marriage_stats.cards import MAN, card_kind
from marriage_stats.rules import Rules
from marriage_stats.settlement.itemised import SettledRound, settle_real_round
from marriage_stats.settlement.real_round import RealRound
from marriage_stats.settlement.round_file import PlayerEntry
from marriage_stats.transcript.follow import Log, Seat, final_seats

FIELDS = ("raw_maal", "maal", "maal_part", "fee", "net")


def settle_log(log: Log, rules: Rules) -> SettledRound:
    """Return the points of a logged round, from the cards that each seat ends with."""
    seats = final_seats(log)
    entries = tuple(_entry(log, place, seat) for place, seat in enumerate(seats))
    return settle_real_round(RealRound(rules, log["tiplu"], entries))


def settlement_of(result: SettledRound) -> dict[str, Any]:
    """Return the points by seat as plain lists, ready for JSON."""
    by_seat = {name: [getattr(p, name) for p in result.players] for name in FIELDS}
    items = [[asdict(item) for item in player.items] for player in result.players]
    return {**by_seat, "items": items, "total_maal": result.total_maal}


def _entry(log: Log, place: int, seat: Seat) -> PlayerEntry:
    declared = [tuple(card_kind(card) for card in tunnela) for tunnela in seat.exposed]
    # Three dealt man cards count as declared only where they were laid among the show.
    declared += [(MAN,) * 3] * log["facts"][place]["exposed_tunnelas"]["man"]
    cards = seat.all_kinds
    for tunnela in declared:
        for kind in tunnela:
            cards.remove(kind)
    return PlayerEntry.model_construct(
        name=f"seat {place}",
        seen=seat.route,
        finished=log["finisher"] == place,
        cards=tuple(cards),
        declared=tuple(declared),
        maal=None,
    )
