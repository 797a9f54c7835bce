"""A logged round as lines of text that a player can follow."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from marriage_stats.cards import card_kind, cards_text, count_kinds, kind_text
from marriage_stats.maal import role_kinds
from marriage_stats.melds import classify_hands
from marriage_stats.melds.partition import best_melds
from marriage_stats.rules import Rules
from marriage_stats.settlement.itemised import SettledPlayer, SettledRound
from marriage_stats.transcript.follow import (
    Log,
    Seat,
    apply_event,
    deal_seats,
    needs_to_finish,
    needs_to_see,
    turns_of,
)
from marriage_stats.transcript.points import settle_log
from marriage_stats.transcript.reading import read_meld

INDENT = " " * 8
ROLES = ("poplu", "jhiplu", "alter", "joker")
ENDS_LINE = ("expose", "show", "tiplu", "throw", "finish")


def transcript_lines(log: Log, rules: Rules, hands: bool = False) -> Iterator[str]:
    """Yield the lines of a round: its deal, turns, end and points.

    Parameters
    ----------
    hands : print each seat's cards after its turn
    """
    names = ", ".join(log["policies"])
    yield f"{rules.name} (digest {rules.digest}), seed {log['seed']}, round {log['round']}: {names}"
    yield ""
    yield from _deal(log, rules)
    yield ""
    yield from _turns(log, rules, hands)
    yield ""
    yield _why_over(log, rules)
    yield ""
    yield from _points(settle_log(log, rules), log)


def _deal(log: Log, rules: Rules) -> Iterator[str]:
    yield "The deal"
    for place, seat in enumerate(deal_seats(log)):
        yield f"seat {place}  {_by_suit(seat.kinds)}"
        counts = count_kinds(seat.kinds)
        melds = " ".join(read_meld(meld, None) for meld in best_melds(counts.tolist()))
        dublees = int(classify_hands(counts, rules).dublees[0])
        text = f"pure melds: {melds or 'none'}; dublees: {dublees}"
        yield f"{INDENT}{text}; {_short(needs_to_see(seat, rules))}"
    start = log["deal"]["start"]
    if start is not None:
        yield f"The first card of the pile is {kind_text(card_kind(start))}."


def _turns(log: Log, rules: Rules, hands: bool) -> Iterator[str]:
    seats = deal_seats(log)
    for turn, place, events in turns_of(log):
        head = f"{turn:3d} s{place}  " if turn else "deal    "
        for line in _turn(log, rules, seats, events):
            yield f"{head}{line}"
            head = INDENT
        if hands and turn and place is not None:
            yield f"{INDENT}{_whole_hand(seats[place])}"


def _turn(log: Log, rules: Rules, seats: list[Seat], events: list[Any]) -> Iterator[str]:
    """Yield the lines of one turn; what a seat still needs is counted before it throws."""
    said: list[str] = []
    for event in events:
        if event["do"] == "throw":
            said.append(_throw(event, log, seats[event["seat"]], rules))
        else:
            said.append(_say(event))
        if event["do"] in ENDS_LINE:
            yield ", ".join(said)
            said = []
        if event["do"] == "finish":
            seat = seats[event["seat"]]
            yield from _finish(event, log["tiplu"] if seat.route else None, seat)
        apply_event(seats, event)
    if said:
        yield ", ".join(said)


def _throw(event: dict[str, Any], log: Log, seat: Seat, rules: Rules) -> str:
    card = event["cards"][0]
    if log["finisher"] == event["seat"] and event is log["events"][-1]:
        return f"throws {card} face down and has finished"
    return f"throws {card}{_needs(seat, log['tiplu'], rules)}"


def _say(event: dict[str, Any]) -> str:
    """Return the words of one event."""
    cards = event["cards"]
    match event["do"]:
        case "expose":
            return f"seat {event['seat']} lays its tunnela [{' '.join(cards)}] face up"
        case "draw":
            return f"draws {cards[0]}"
        case "pick":
            return f"picks {cards[0]} from the pile"
        case "tiplu":
            where = "set aside face down" if event["seat"] is None else "turned"
            return f"the tiplu, {where}, is {_family(card_kind(event['ids'][0]))}"
        case "show":
            melds = " ".join(_read_ids(meld, None) for meld in event["melds"])
            return f"sees by {event['route']}s, shows {melds}"
        case "finish":
            what = "all cards but one melded" if event["route"] == "sequence" else "eight dublees"
            return f"finishes by {event['route']}s, {what}:"
        case "reshuffle":
            return f"{len(cards)} cards of the pile become the new stock"
    return f"{event['do']} {' '.join(cards)}"


def _finish(event: dict[str, Any], tiplu: int | None, seat: Seat) -> Iterator[str]:
    """Yield the melds of a finish; those that lie on the table already are read as shown."""
    lying = [set(meld) for meld in seat.table]
    shown = [m for m in event["melds"] if any(set(m) <= meld for meld in lying)]
    new = [m for m in event["melds"] if m not in shown]
    yield f"  from the hand: {' '.join(_read_ids(meld, tiplu) for meld in new)}"
    if shown:
        yield f"  on the table:  {' '.join(_read_ids(meld, None) for meld in shown)}"


def _read_ids(ids: list[int], tiplu: int | None) -> str:
    return read_meld([card_kind(card) for card in ids], tiplu)


def _family(tiplu: int) -> str:
    """Return the tiplu and the cards that it gives a name to."""
    kinds = role_kinds(tiplu)
    roles = ", ".join(f"{role} {cards_text(kinds[role])}" for role in ROLES)
    return f"{kind_text(tiplu)} ({roles})"


def _needs(seat: Seat, tiplu: int | None, rules: Rules) -> str:
    """Return what a seat lacks, in brackets."""
    if seat.route is None:
        return f"  ({_short(needs_to_see(seat, rules))})"
    if tiplu is None:
        return ""
    lacking = needs_to_finish(seat, tiplu, rules)
    if lacking is None:
        return "  (one more dublee finishes)"
    return f"  ({lacking} from finishing)" if lacking else "  (could finish)"


def _short(needs: dict[str, int]) -> str:
    if min(needs.values()) == 0:
        return "can see by " + " or ".join(way for way, lacking in needs.items() if not lacking)
    return "lacks " + ", ".join(f"{lacking} for {way}" for way, lacking in needs.items())


def _by_suit(kinds: list[int]) -> str:
    return " | ".join(cards_text(group) for _, group in groupby(kinds, key=lambda k: k // 13))


def _whole_hand(seat: Seat) -> str:
    laid = " ".join(_read_ids(meld, None) for meld in seat.table)
    return f"  holds {_by_suit(seat.kinds)}" + (f"; on the table {laid}" if laid else "")


def _why_over(log: Log, rules: Rules) -> str:
    """Return in a sentence why the round ended."""
    turns = log["events"][-1]["turn"] if log["events"] else 0
    if log["ended"] == "finish":
        return f"The round ends in seat-turn {turns}: seat {log['finisher']} has finished."
    if log["ended"] == "turn-cap":
        return f"The round is cut off after {rules['turn_cap']} seat-turns: nobody wins."
    if rules["stock_out"] == "end":
        return f"The stock is empty after seat-turn {turns}, which ends the round: nobody wins."
    return (
        f"The stock is empty after seat-turn {turns} and the pile has nothing to make a new one "
        "of: nobody wins."
    )


def _points(result: SettledRound, log: Log) -> Iterator[str]:
    tiplu = "no tiplu was turned" if result.tiplu is None else f"tiplu {result.tiplu}"
    mode = result.unseen_maal
    yield f"The points ({tiplu}, {mode}): maal at the table {result.total_maal}"
    for place, player in enumerate(result.players):
        yield f"seat {place}  {_items(player)}"
        for note in player.notes:
            yield f"{INDENT}{note}"
        n, total = len(result.players), result.total_maal
        part = f"{n} x {player.maal} - {total} = {player.maal_part:+d}"
        fee = f", fee {player.fee_part:+d}" if player.fee_part else ""
        way = (
            "finished" if player.finished else f"saw by {player.seen}s" if player.seen else "unseen"
        )
        yield f"{INDENT}{part}{fee}: {player.net:+d} points ({way}, {log['policies'][place]})"


def _items(player: SettledPlayer) -> str:
    """Return the cards that score and their points."""
    items = [f"{item.item} {' '.join(item.cards)} {item.points}" for item in player.items]
    if not items:
        return "no maal"
    return f"{', '.join(items)} = maal {player.raw_maal}"
