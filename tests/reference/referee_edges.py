"""Rounds that look wrong and are legal, so that the referee is not stricter than the rules.

Their facts and points are not worked out; only the play is judged. `EDGES` maps what is allowed to
a maker of the log.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.reference.referee_faults_melds import all_wild, eight_at_once, hidden_four
from tests.reference.referee_faults_play import dublee_pick, edited, unscored, wild_pick
from tests.reference.referee_logs import CLASSIC, HIDDEN, JUNK, PRINTED, LogWriter
from tests.reference.referee_rounds import (
    DIRTY,
    READY,
    REST,
    SHOW,
    hidden_pick,
    printed_late,
    printed_unseen,
)


def superman_in_trial() -> dict:
    """Finish unseen with the superman in a trial."""
    groups = "3C 4C 5C / 6H 6H 6H / 9C 10C JC / QD QH SUPER / 2D 2H 2S / 3S 4S 5S / 8H 8D 8C"
    writer = LogWriter(PRINTED, [groups.replace(" /", ""), JUNK]).expose(0, "6H 6H 6H")
    return unscored(writer.play(f"draw 5D; finish sequence {groups}; tiplu 5H; throw 5D"))


def cornered_marriage(rules: dict) -> dict:
    """Finish with K-A-2, which is a marriage by name when the ace is the tiplu."""
    hand = READY.replace("JD QD KD", "KD AD 2D")
    groups = f"{SHOW} / {REST.replace('JD QD KD', 'KD AD 2D')}"
    writer = LogWriter(rules, [hand, JUNK]).expose(0, "6H 6H 6H")
    show = f"draw 9H; show sequence {SHOW}; tiplu AD"
    return unscored(writer.play(f"{show}; finish sequence {groups}; throw 9H"))


def four_exposed() -> dict:
    """Show four exposed tunnelas, all of them."""
    shown = "3C 3C 3C / 6H 6H 6H / 9D 9D 9D / QS QS QS"
    hand = shown.replace(" /", "") + " 5C 7C 2H 9H KD JS JH 4D 8S"
    writer = LogWriter(PRINTED | {"turn_cap": 1}, [hand, JUNK])
    for tunnela in shown.split(" / "):
        writer.expose(0, tunnela)
    writer.play(f"show sequence {shown}; tiplu 5D; draw KC; throw KC")
    return writer.log("turn-cap", [{}, {}], [], [], [])


def tiplu_after_reshuffle() -> dict:
    """Be the first to see when the stock is gone: reshuffle, then turn the tiplu."""
    writer = LogWriter(CLASSIC | {"turn_cap": 113}, [READY, JUNK]).idle(112)
    last = "draw KS; show sequence 3C 4C 5C / 6H 6H 6H / 8D 9D 10D; reshuffle; tiplu QH; throw KS"
    return writer.play(last).log("turn-cap", [{}, {}], [], [], [])


def identical_throw() -> dict:
    """Throw the older of two identical cards, one of them just picked up."""
    writer = LogWriter(CLASSIC | {"turn_cap": 2}, [READY, JUNK])
    writer.play("draw 4H; throw 4H").play("pick 4H; throw 2C")
    event = writer.events[-1]
    event["ids"], event["cards"] = [writer.own[1][11]], ["4H"]
    return writer.log("turn-cap", [{}, {}], [], [], [])


def superman_pick(top: str, hand: str) -> dict:
    """Pick for a run that the superman completes, in a meld-only house with printed jokers."""
    rules = HIDDEN | {"man_cards": 3, "superman": 1, "turn_cap": 1}
    writer = LogWriter(rules, [hand, JUNK], top).set_aside("QC").play(f"pick {top}; throw KS")
    return writer.log("turn-cap", [{}, {}], [], [], [])


EDGES: dict[str, Callable[[], dict]] = {
    "eight dublees at once, two of an exposed tunnela": lambda: eight_at_once(PRINTED),
    "superman in a trial of an unseen finish": superman_in_trial,
    "marriage round the corner": lambda: cornered_marriage(
        CLASSIC | {"marriage_meld": True, "all_wild_meld": False}
    ),
    "four exposed tunnelas": four_exposed,
    "tiplu after a reshuffle": tiplu_after_reshuffle,
    "identical copy thrown": identical_throw,
    "superman picked for a run": lambda: superman_pick(
        "SUPER", JUNK.replace("4S 7S", "9S 7S").replace("AC", "6D")
    ),
    "run with the superman in hand": lambda: superman_pick("6H", JUNK.replace("2C", "SUPER")),
    "wild cards alone": lambda: all_wild(CLASSIC),
    "run of four": lambda: hidden_four(HIDDEN),
    "wild pick of a seen seat in a dublee-seen house": lambda: wild_pick(
        CLASSIC | {"wild_pickup_barred": "dublee-seen"}
    ),
    "natural pick on the dublee route": lambda: dublee_pick(
        "KH", CLASSIC | {"dublee_pickup": "any-natural"}
    ),
    "show before the draw": lambda: printed_late(
        f"show sequence {SHOW}; tiplu QH; draw 9C; throw 9C"
    ),
    "show and finish around one draw": lambda: printed_late(
        "draw 9C; throw 9C",
        third=f"show sequence {SHOW}; tiplu QH; draw 9H; "
        f"finish sequence {SHOW} / {DIRTY}; throw 9H",
    ),
    "optional house, nothing exposed": lambda: printed_unseen(
        rules=PRINTED | {"tunnela_exposure": "optional"}
    ),
    "pick for a trial while unseen": lambda: edited(
        hidden_pick("pick 9H; throw 5S", "9H", rules=HIDDEN | {"turn_cap": 1}),
        "ended",
        to="turn-cap",
    ),
}
