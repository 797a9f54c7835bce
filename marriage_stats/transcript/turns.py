"""The turns of a round in words: what each action makes, and what it leaves."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from marriage_stats.cards import N_RANKS, card_kind, cards_text, count_kinds, kind_text
from marriage_stats.finish.hand_kernels import is_wild
from marriage_stats.maal import role_kinds
from marriage_stats.rules import Rules
from marriage_stats.transcript.follow import Board, Log, Seat, deal_board, turns_of
from marriage_stats.transcript.makes import made_by, meld_with
from marriage_stats.transcript.needs import DUBLEES, EIGHTH, FINISH, SEQUENCES, lacking, measure_of
from marriage_stats.transcript.reading import INDENT, read_meld

ENDS_LINE = ("expose", "show", "tiplu", "throw", "finish")
Event = dict[str, Any]


def turn_lines(log: Log, rules: Rules, hands: bool) -> Iterator[str]:
    """Yield the lines of all turns, with each seat's cards after its turn if `hands`."""
    board = deal_board(log)
    for turn, place, events in turns_of(log):
        head = f"{turn:3d} s{place}  " if turn else "deal    "
        for line in _turn(log, rules, board, events):
            yield f"{head}{line}"
            head = INDENT
        if hands and turn and place is not None:
            yield f"{INDENT}{_whole_hand(board.seats[place])}"


def by_suit(kinds: list[int]) -> str:
    """Return sorted cards as text, a bar between suits."""
    return " | ".join(cards_text(group) for _, group in groupby(kinds, key=lambda k: k // N_RANKS))


def needs_text(needs: dict[str, int], outs: dict[str, int] | None = None) -> str:
    """Return what a seat lacks, with the cards that bring it nearer."""
    if EIGHTH in needs:
        text = "lacks the eighth dublee"
        return text + _outs(EIGHTH, outs)
    if FINISH in needs and not needs[FINISH]:
        return "any card finishes"
    if FINISH not in needs and not min(needs.values()):
        return "can see by " + " or ".join(way for way, n in needs.items() if not n)
    words = [
        f"{n} {'to' if way == FINISH else 'for'} {way}{_outs(way, outs)}"
        for way, n in needs.items()
    ]
    return "lacks " + ", ".join(words)


def _outs(aim: str, outs: dict[str, int] | None) -> str:
    if outs is None:
        return ""
    return f" ({outs[aim]} {'out' if outs[aim] == 1 else 'outs'})"


def _turn(log: Log, rules: Rules, board: Board, events: list[Event]) -> Iterator[str]:
    """Yield the lines of one turn, moving its cards on the board."""
    said: list[str] = []
    for place, event in enumerate(events):
        do = event["do"]
        shows = [later for later in events[place:] if later["do"] == "show"]
        if do in ("draw", "pick"):
            said += _coming(event, log, rules, board, shows)
        elif do == "throw":
            said += _throw(event, log, rules, board, bool(shows))
        else:
            said.append(_say(event, rules))
        if do in ENDS_LINE:
            yield ", ".join(said)
            said = []
        if do == "finish":
            seat = board.seats[event["seat"]]
            yield from _finish(event, log["tiplu"] if seat.route else None, seat)
        if do not in ("draw", "pick", "throw"):
            board.apply(event)
    if said:
        yield ", ".join(said)


def _coming(event: Event, log: Log, rules: Rules, board: Board, shows: list[Event]) -> list[str]:
    """Return the words for a card drawn or picked up and what it makes; it is moved.

    shows : what the seat shows later in this turn
    """
    seat, kind = board.seats[event["seat"]], card_kind(event["ids"][0])
    before, unseen = lacking(seat, log["tiplu"], rules), seat.route is None
    early = rules["see_moment"] != "after-draw" and event["turn"] <= log["players"]
    kept = [_keeps(before)] if early and unseen and not min(before.values()) else []
    board.apply(event)
    measure, counts = measure_of(seat, log["tiplu"], rules), count_kinds(seat.kinds)
    after = measure.lacking(counts)
    nearer = [aim for aim in after if after[aim] < before[aim]]
    named = [made_by(kind, aim, counts, measure) for aim in nearer]
    made = list(dict.fromkeys(name for name in named if name))
    picked = event["do"] == "pick"
    steps = _steps(before, after, nearer)
    at_hand = any(show["route"] == "sequence" for show in shows) and before[SEQUENCES] == 0
    if picked and not set(nearer) - ({DUBLEES} if at_hand else set()):
        shown = [card_kind(card) for show in shows for card in show["ids"]]
        rest = counts - count_kinds(shown)
        stays = meld_with(kind, rest, measure, 1) if shown and rest[kind] else None
        made = [stays or meld_with(kind, counts, measure) or "makes no meld"]
        steps = "for what stays" if stays else "no nearer" if min(before.values()) else ""
    why = ": ".join(part for part in (" and ".join(made), steps) if part)
    words = f"picks {event['cards'][0]} from the pile" if picked else f"draws {event['cards'][0]}"
    return [*kept, words + (f" ({why})" if why else "")]


def _throw(event: Event, log: Log, rules: Rules, board: Board, shows: bool) -> list[str]:
    """Return the words for a card thrown, what it breaks and what it leaves; it is moved."""
    card, seat = event["cards"][0], board.seats[event["seat"]]
    if log["finisher"] == event["seat"] and event is log["events"][-1]:
        # S3 alone lays the last card face down; it is the house that sets the tiplu aside.
        how = " face down" if rules["tiplu_from"] == "set-aside" else ""
        board.apply(event)
        return [f"throws {card}{how} and has finished"]
    before, unseen = lacking(seat, log["tiplu"], rules), seat.route is None
    late = rules["see_moment"] == "after-draw"
    kept = [_keeps(before)] if late and unseen and not min(before.values()) else []
    board.apply(event)
    measure, counts = measure_of(seat, log["tiplu"], rules), count_kinds(seat.kinds)
    after = measure.lacking(counts)
    farther = [aim for aim in after if after[aim] > before[aim]]
    breaks = f" ({_steps(before, after, farther)})" if farther and EIGHTH not in after else ""
    is_known = not unseen and is_wild(log["tiplu"], card_kind(event["ids"][0]))
    wild = " though wild" if is_known else ""
    outs = measure.outs(counts, board.unseen_by(seat, log["tiplu"], rules))
    leaves = needs_text(after, outs)
    if FINISH in after and (thirds := measure.with_thirds(counts)) < after[FINISH]:
        leaves += f", {thirds} with third copies"
    if unseen and not late and not shows and not min(after.values()):
        leaves = _keeps(after)
    return [*kept, f"throws {card}{wild}{breaks}: {leaves}"]


def _keeps(needs: dict[str, int]) -> str:
    return f"{needs_text(needs)} but keeps its hand"


def _steps(before: dict[str, int], after: dict[str, int], aims: list[str]) -> str:
    """Return how distances change, such as `sequences 2 -> 1`."""
    return ", ".join(
        aim if aim == EIGHTH else f"{'to ' * (aim == FINISH)}{aim} {before[aim]} -> {after[aim]}"
        for aim in aims
    )


def _say(event: Event, rules: Rules) -> str:
    """Return the words of an event that is no card coming or going."""
    cards = event["cards"]
    match event["do"]:
        case "expose":
            why = "as it must" if rules["tunnela_exposure"] == "forced" else "for its premium"
            laid = f"lays its dealt tunnela [{' '.join(cards)}] face up"
            return f"seat {event['seat']} {laid}, {why}"
        case "tiplu":
            return _tiplu(event, rules)
        case "show":
            melds = " ".join(_read_ids(meld, None) for meld in event["melds"])
            return f"sees by {event['route']}s, shows {melds}"
        case "finish":
            what = "all cards but one melded" if event["route"] == "sequence" else "eight dublees"
            return f"finishes by {event['route']}s, {what}:"
        case "reshuffle":
            return f"{len(cards)} cards of the pile become the new stock"
    return f"{event['do']} {' '.join(cards)}"


def _tiplu(event: Event, rules: Rules) -> str:
    """Return how the tiplu came to be, and the cards that it gives a name to."""
    kind = card_kind(event["ids"][0])
    where = {
        "stock-top": "the top card of the stock is turned",
        "stock-blind": "takes a card blind out of the stock and puts it face down at the bottom",
        "set-aside": "a card is set aside face down",
    }[str(rules["tiplu_from"])]
    kinds = role_kinds(kind)
    roles = ["poplu", "jhiplu", "alter"] if any(rules.totals("alter")) else ["poplu", "jhiplu"]
    named = [f"{role} {cards_text(kinds[role])}" for role in roles]
    jokers = [*([] if "alter" in roles else kinds["alter"]), *kinds["joker"]]
    family = ", ".join([*named, f"jokers {cards_text(sorted(jokers))}"])
    return f"{where}: tiplu {kind_text(kind)}, for seen players to know ({family})"


def _finish(event: Event, tiplu: int | None, seat: Seat) -> Iterator[str]:
    """Yield the melds of a finish; those that lie on the table already are read as shown."""
    lying = [set(meld) for meld in seat.table]
    shown = [m for m in event["melds"] if any(set(m) <= meld for meld in lying)]
    new = [m for m in event["melds"] if m not in shown]
    yield f"  from the hand: {' '.join(_read_ids(meld, tiplu) for meld in new)}"
    if shown:
        yield f"  on the table:  {' '.join(_read_ids(meld, None) for meld in shown)}"


def _read_ids(ids: list[int], tiplu: int | None) -> str:
    return read_meld([card_kind(card) for card in ids], tiplu)


def _whole_hand(seat: Seat) -> str:
    laid = " ".join(_read_ids(meld, None) for meld in seat.table)
    return f"  holds {by_suit(seat.kinds)}" + (f"; on the table {laid}" if laid else "")
