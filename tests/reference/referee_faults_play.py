"""Illegal rounds for the referee's negative controls: rules of the deal, turns, draws and the end.

`PLAY_FAULTS` maps what is wrong to the words that the referee must say and to a maker of the log.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.reference.ref_cards import kind_named
from tests.reference.referee_logs import CLASSIC, JUNK, LogWriter
from tests.reference.referee_rounds import (
    DIRTY,
    READY,
    SHOW,
    classic_dublee,
    classic_reshuffle,
    classic_sequence,
    hidden_pick,
    hidden_stock_out,
    printed_late,
    solitaire,
)


def edited(log: dict, *path: str | int, to: object) -> dict:
    """Return the log after putting `to` at a path of keys."""
    *way, last = path
    place = log
    for step in way:
        place = place[step]
    place[last] = to
    return log


def shown_and_thrown(show: str, throw: str = "9H", rules: dict | None = None) -> dict:
    """Return a classic first turn with this show, cut off after the throw."""
    return classic_sequence(f"draw 9H; show {show}; tiplu QH; throw {throw}", rules)


def without_event(log: dict, do: str) -> dict:
    """Return the log without its first event of a kind."""
    log["events"].remove(next(e for e in log["events"] if e["do"] == do))
    return log


def unscored(writer: LogWriter) -> dict:
    """Return the log with no facts or points worked out."""
    return writer.log("finish", [{}] * len(writer.own), [], [], [])


def doubled_card() -> dict:
    log = solitaire()
    log["deal"]["stock"][0] = log["deal"]["hands"][0][0]
    return log


def table_throw() -> dict:
    """Throw an exposed card."""
    writer = LogWriter(CLASSIC, [READY, JUNK]).expose(0, "6H 6H 6H")
    return unscored(writer.play("draw 9H; throw 6H"))


def wild_pick(rules: dict) -> dict:
    """Let a seat that saw by sequences finish with a discarded wild card."""
    first = f"draw 9C; show sequence {SHOW}; tiplu QH; throw 9C"
    groups = f"{SHOW} / {DIRTY.replace('QD KD', 'QD KH')}"
    third = f"pick KH; finish sequence {groups}; throw KD"
    return printed_late(first, "draw KH; throw KH", third, rules)


def dublee_pick(name: str, rules: dict) -> dict:
    """Let a seat that saw by dublees pick a card and play on until the cap."""
    play_on = f"pick {name}; throw QS"
    log = classic_dublee(play_on, f"draw {name}; throw {name}", rules | {"turn_cap": 3})
    return edited(log, "ended", to="turn-cap")


def swapped_stock(log: dict) -> dict:
    """Draw a card that another seat holds."""
    draw = next(e for e in log["events"] if e["do"] == "draw")
    draw["ids"] = [log["deal"]["hands"][1][0]]
    draw["cards"] = [JUNK.split()[0]]
    return log


def short_reshuffle() -> dict:
    log = classic_reshuffle()
    event = next(e for e in log["events"] if e["do"] == "reshuffle")
    event["ids"].pop()
    event["cards"].pop()
    return log


def after_the_end() -> dict:
    log = classic_sequence()
    log["events"].append(dict(log["events"][-1], turn=2, seat=1))
    return log


PLAY_FAULTS: dict[str, tuple[str, Callable[[], dict]]] = {
    "card in two places": ("deal: the cards are not the pack", doubled_card),
    "hand of 20": (
        "deal: a hand is not 21",
        lambda: LogWriter(CLASSIC, [READY[3:], JUNK]).log("finish", [{}, {}], [], [], []),
    ),
    "wrong player count": (
        "deal: the hands are not one",
        lambda: edited(classic_sequence(), "rules", "players", to=3),
    ),
    "no start card": (
        "deal: there is a start card",
        lambda: LogWriter(CLASSIC, [READY, JUNK], None).log("finish", [], [], [], []),
    ),
    "card text": (
        "draw: cards and ids differ",
        lambda: edited(classic_sequence(), "events", 1, "cards", to=["9S"]),
    ),
    "wrong seat": (
        "seat 1 plays out of turn",
        lambda: edited(classic_sequence(), "events", 1, "seat", to=1),
    ),
    "skipped turn": (
        "turn 2 is out of order",
        lambda: edited(classic_sequence(), "events", 1, "turn", to=2),
    ),
    "no throw": (
        "throw: the turn before has not ended",
        lambda: without_event(classic_dublee(), "throw"),
    ),
    "two draws": (
        "draw: not at this point",
        lambda: classic_sequence("draw 9H; draw 9H; throw 9H"),
    ),
    "throw before the draw": ("throw: not at this point", lambda: classic_sequence("throw 5S")),
    "pick after the draw": (
        "pick: not at this point",
        lambda: classic_sequence("draw 9H; pick 2D; throw 9H"),
    ),
    "draw of a held card": (
        "draw: the card is not in the stock",
        lambda: swapped_stock(classic_sequence()),
    ),
    "thrown twice": (
        "throw: not at this point",
        lambda: classic_sequence("draw 9H; throw 9H; throw 5S"),
    ),
    "throw of another's card": (
        "throw: the card is not in the hand",
        lambda: edited(classic_dublee(), "events", 3, "ids", to=[115]),
    ),
    "reshuffle too early": (
        "reshuffle: the stock is not empty",
        lambda: classic_reshuffle(idle=4, cap=5),
    ),
    "reshuffle of part of the pile": ("reshuffle: the cards are not the pile", short_reshuffle),
    "reshuffle in an end house": (
        "reshuffle: the house ends",
        lambda: edited(classic_reshuffle(), "rules", "stock_out", to="end"),
    ),
    "reshuffle after the draw": (
        "reshuffle: not at this point",
        lambda: classic_reshuffle(idle=112, last="draw KS; reshuffle; throw KS"),
    ),
    "reshuffle, then a pick": (
        "reshuffle: it is not followed by a draw",
        lambda: classic_reshuffle(last="reshuffle; pick KH; throw 2C"),
    ),
    "pick under the top": (
        "pick: the card is not the top discard",
        lambda: edited(classic_dublee(), "events", 6, "ids", to=[42]),
    ),
    "pick alone": (
        "pick: a lone player",
        lambda: (
            LogWriter(CLASSIC | {"turn_cap": 2}, [JUNK], None)
            .play("draw 9H; throw 9H")
            .play("pick 9H; throw 2C")
            .log("turn-cap", [{}], [0], [0], [0])
        ),
    ),
    "throw-back": (
        "throw: the card was picked up this turn",
        lambda: printed_late(second="pick 9C; throw 9C"),
    ),
    "throw-back at the finish": (
        "throw: the card was picked up this turn",
        lambda: printed_late(
            second="draw 9H; throw 9H",
            third=f"pick 9H; finish sequence {SHOW} / {DIRTY}; throw 9H",
        ),
    ),
    "throw of an exposed card": ("throw: the card lies face up", table_throw),
    "throw of a shown card": (
        "throw: the card lies face up",
        lambda: shown_and_thrown(f"sequence {SHOW}", "10D"),
    ),
    "wild pick of a seen seat": (
        "pick: the seat may not take a wild card",
        lambda: wild_pick(CLASSIC),
    ),
    "wild pick on the dublee route": (
        "pick: the seat may not take a wild card",
        lambda: dublee_pick(
            "9H", CLASSIC | {"wild_pickup_barred": "dublee-seen", "dublee_pickup": "any-natural"}
        ),
    ),
    "wild pick, natural cards only": (
        "pick: a seat on the dublee route takes natural",
        lambda: dublee_pick(
            "9H", CLASSIC | {"wild_pickup_barred": "nobody", "dublee_pickup": "any-natural"}
        ),
    ),
    "pick of no last pair": (
        "pick: only the card of the last pair",
        lambda: dublee_pick("KH", CLASSIC),
    ),
    "last pair without finishing": (
        "pick: the last pair was taken without finishing",
        lambda: dublee_pick("9H", CLASSIC),
    ),
    "pick that makes no meld": (
        "pick: the card makes no meld",
        lambda: hidden_pick("pick AH; throw 5S", start="AH"),
    ),
    "play after the finish": (
        "an event follows the end",
        after_the_end,
    ),
    "finish without the throw": (
        "end: the last turn is not complete",
        lambda: edited(classic_sequence(), "events", to=classic_sequence()["events"][:-1]),
    ),
    "play on after the stock": (
        "end: the stock is out",
        lambda: edited(classic_reshuffle(), "rules", "stock_out", to="end"),
    ),
    "stock-out with stock left": ("end: 'stock-out', but", lambda: hidden_stock_out(turns=100)),
    "turn cap too early": ("end: 'turn-cap', but", lambda: hidden_stock_out(10, "turn-cap")),
    "turn cap passed": ("end: the turn cap has passed", lambda: classic_reshuffle(cap=100)),
    "wrong finisher": (
        "end: finisher is 0",
        lambda: edited(classic_sequence(), "finisher", to=1),
    ),
    "wrong thrown card": (
        "end: thrown is",
        lambda: edited(classic_sequence(), "thrown", to=0),
    ),
    "wrong tiplu": (
        "end: tiplu is",
        lambda: edited(classic_sequence(), "tiplu", to=kind_named("QS")),
    ),
    "nothing to reshuffle": (
        "reshuffle: there is nothing to reshuffle",
        lambda: classic_sequence("reshuffle; draw 9H; throw 9H"),
    ),
    "reshuffle that the tiplu does not need": (
        "reshuffle: the stock still has a card",
        lambda: classic_sequence(
            f"draw 9H; show sequence {SHOW}; reshuffle; tiplu QH; throw 9H", exposed=None
        ),
    ),
    "unknown action": (
        "nothing is called 'peek'",
        lambda: edited(classic_sequence(), "events", 1, "do", to="peek"),
    ),
    "one seat without facts": (
        "facts: not one entry for each seat",
        lambda: edited(classic_sequence(), "facts", to=[]),
    ),
    "nets that do not balance": (
        "settlement: the nets do not sum to zero",
        lambda: edited(classic_sequence(), "settlement", "net", to=[13, -12]),
    ),
}
