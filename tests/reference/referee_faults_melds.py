"""Illegal rounds for the referee's negative controls: rules of laying cards down and of the tiplu.

`MELD_FAULTS` maps what is wrong to the words that the referee must say and to a maker of the log.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.reference.referee_faults_play import edited, shown_and_thrown, unscored, without_event
from tests.reference.referee_logs import CLASSIC, HIDDEN, JUNK, PRINTED, LogWriter
from tests.reference.referee_rounds import (
    ALMOST,
    NATURAL,
    PAIRS,
    READY,
    REST,
    SEVEN,
    SHOW,
    classic_dublee,
    classic_sequence,
    hidden_pick,
    printed_late,
    printed_unseen,
)

EIGHT = PAIRS + " / MAN MAN"
ALL_WILD = f"sequence {SHOW} / 2S 3S 4S / 7S 8S 9S / 5H 5C 5S / QH KH QD"
WILD_HAND = READY.replace("JD QD KD", "QH KH QD")


def finished(groups: str, throw: str = "9H", rules: dict | None = None) -> dict:
    """Return the classic first turn with this finishing arrangement."""
    script = f"draw 9H; show sequence {SHOW}; tiplu QH; finish {groups}; throw {throw}"
    return classic_sequence(script, rules)


def locked_show(rules: dict) -> dict:
    """Show three other pure melds while a tunnela lies exposed."""
    show = "3C 4C 5C / 2S 3S 4S / 8D 9D 10D"
    return shown_and_thrown(f"sequence {show}", rules=rules)


def printed_tiplu() -> dict:
    """Turn a man card over as tiplu."""
    melds = NATURAL.replace("MAN MAN MAN", "QS KS AS")
    hand = ALMOST.replace("MAN MAN MAN", "QS KS AS")
    writer = LogWriter(PRINTED, [hand, JUNK]).expose(0, "6H 6H 6H")
    return unscored(writer.play(f"draw 2C; finish sequence {melds}; tiplu MAN; throw QH"))


def all_wild(rules: dict, throw: str = "9H") -> dict:
    writer = LogWriter(rules, [WILD_HAND, JUNK]).expose(0, "6H 6H 6H")
    writer.play(f"draw 9H; show sequence {SHOW}; tiplu QH; finish {ALL_WILD}; throw {throw}")
    return unscored(writer)


def printed_unseen_trials() -> dict:
    """Finish unseen with trials where pure melds should lead."""
    groups = "3C 4C 5C / 6H 6S 6D / 2D 2H 2S / 9C 9D 9H / JC JD JH / QC QD QH / 8H 8D 8C"
    writer = LogWriter(PRINTED, [groups.replace(" /", ""), JUNK])
    writer.play(f"draw 5D; finish sequence {groups}; tiplu 5H; throw 5D")
    return unscored(writer)


def printed_unseen_wild() -> dict:
    """Finish unseen with a man card as wild, which only the seen may do."""
    groups = "3C 4C 5C / 6H 6H 6H / 9C 10C JC / QD QH MAN / 2D 2H 2S / 3S 4S 5S / 8H 8D 8C"
    writer = LogWriter(PRINTED, [groups.replace(" /", ""), JUNK]).expose(0, "6H 6H 6H")
    writer.play(f"draw 5D; finish sequence {groups}; tiplu 5H; throw 5D")
    return unscored(writer)


def hidden_four(rules: dict) -> dict:
    """Finish with three runs of four beside the show."""
    long = "6S 7S 8S 9S / 2S 3S 4S 5S / JD QD KD AD"
    hand = f"{SHOW} {long} 5H".replace(" /", "").replace("6S ", "")
    writer = LogWriter(rules, [hand, JUNK], "6S").set_aside("QC")
    writer.play(f"pick 6S; show sequence {SHOW}; finish sequence {SHOW} / {long}; throw 5H")
    return unscored(writer)


def shown_with_wrong_ids() -> dict:
    log = classic_sequence()
    show = log["events"][2]
    show["ids"], show["cards"] = show["ids"][:-1], show["cards"][:-1]
    return log


def eight_at_once(rules: dict) -> dict:
    """Draw and finish unseen with eight pairs; the exposed tunnela gives one of them."""
    groups = EIGHT.replace("2C", "2S")
    hand = groups.replace(" /", "") + " 2S 3S 5D 6C 8H"
    writer = LogWriter(rules, [hand, JUNK]).expose(0, "2S 2S 2S")
    return unscored(writer.play(f"draw KC; finish dublee {groups}; tiplu 9S; throw KC"))


def printed_unseen_regrouped() -> dict:
    """Finish unseen with the exposed sixes in three runs."""
    groups = "4H 5H 6H / 5H 6H 7H / 6H 7H 8H / 9C 10C JC / QD QH QS / 2D 2H 2S / 8H 8D 8C"
    writer = LogWriter(PRINTED, [groups.replace(" /", ""), JUNK]).expose(0, "6H 6H 6H")
    return unscored(writer.play(f"draw 5D; finish sequence {groups}; tiplu 5H; throw 5D"))


MELD_FAULTS: dict[str, tuple[str, Callable[[], dict]]] = {
    "expose where none is": (
        "expose: the house exposes no",
        lambda: classic_sequence(rules=CLASSIC | {"tunnela_exposure": "none"}),
    ),
    "expose a run": (
        "expose: not three identical",
        lambda: classic_sequence(exposed="3C 4C 5C"),
    ),
    "expose man cards": (
        "expose: man cards are never",
        lambda: (
            LogWriter(PRINTED, [NATURAL.replace(" /", ""), JUNK])
            .expose(0, "MAN MAN MAN")
            .log("finish", [{}, {}], [], [], [])
        ),
    ),
    "expose after the deal": (
        "expose: only at the deal",
        lambda: edited(classic_sequence(), "events", 0, "turn", to=1),
    ),
    "forced and hidden": (
        "expose: seat 0 must lay every dealt tunnela",
        lambda: classic_sequence(rules=CLASSIC | {"tunnela_exposure": "forced"}, exposed=None),
    ),
    "play at the deal": (
        "draw: not a thing to do at the deal",
        lambda: edited(classic_sequence(), "events", 1, "turn", to=0),
    ),
    "show before the draw": (
        "show: not at the house's moment",
        lambda: classic_sequence(
            f"show sequence {SHOW}; tiplu QH; draw 9H; finish sequence {SHOW} / {REST}; throw 9H"
        ),
    ),
    "show between draw and throw": (
        "show: not at the house's moment",
        lambda: printed_late(f"draw 9C; show sequence {SHOW}; tiplu QH; throw 9C"),
    ),
    "show of a trial": (
        "show: a meld is not pure",
        lambda: shown_and_thrown("sequence 3C 4C 5C / 6H 6H 6H / 5H 5C 5S"),
    ),
    "show of two melds": (
        "show: not three melds",
        lambda: shown_and_thrown("sequence 6H 6H 6H / 8D 9D 10D"),
    ),
    "show without the exposed tunnela": (
        "show: an exposed tunnela is not among",
        lambda: locked_show(CLASSIC),
    ),
    "show twice": (
        "show: the seat has already shown",
        lambda: classic_sequence(
            f"draw 9H; show sequence {SHOW}; tiplu QH; show sequence {SHOW}; throw 9H"
        ),
    ),
    "show of a card twice": (
        "show: a card is used twice",
        lambda: edited(classic_sequence(), "events", 2, "melds", 0, to=[6, 9, 6]),
    ),
    "show of another's card": (
        "show: a card is not the seat's own",
        lambda: edited(classic_sequence(), "events", 2, "melds", 0, 0, to=8),
    ),
    "show without the route": (
        "show: the house has no dublee route",
        lambda: classic_dublee(rules=CLASSIC | {"dublee_route": False}),
    ),
    "dublee at a small table": (
        "show: the house has no dublee route",
        lambda: classic_dublee(rules=CLASSIC | {"dublee_min_players": 3}),
    ),
    "show of six dublees": (
        "show: not seven dublees",
        lambda: unscored(
            LogWriter(CLASSIC, [SEVEN, JUNK]).play(
                f"draw KD; show dublee {PAIRS[:-8]}; tiplu 9S; throw KD"
            )
        ),
    ),
    "no tiplu after the show": (
        "tiplu: it must be turned right after",
        lambda: without_event(classic_sequence(), "tiplu"),
    ),
    "second tiplu": (
        "tiplu: it is fixed already",
        lambda: classic_sequence(
            f"draw 9H; show sequence {SHOW}; tiplu QH; tiplu QC; throw 9H",
        ),
    ),
    "tiplu before anybody sees": (
        "tiplu: nobody has just seen",
        lambda: classic_sequence("draw 9H; tiplu QH; throw 9H"),
    ),
    "tiplu from a hand": (
        "tiplu: the card is not in the stock",
        lambda: edited(
            edited(classic_sequence(), "events", 3, "ids", to=[72]), "events", 3, "cards", to=["QD"]
        ),
    ),
    "printed joker as tiplu": ("tiplu: a printed joker cannot", printed_tiplu),
    "nothing set aside": ("tiplu: none was set aside", lambda: hidden_pick(aside="")),
    "set aside in a classic house": (
        "tiplu: the house does not set it aside",
        lambda: hidden_pick(rules=HIDDEN | {"tiplu_from": "stock-blind"}),
    ),
    "finish unseen after the draw": (
        "finish: the seat has not seen",
        lambda: classic_sequence(f"draw 9H; finish sequence {SHOW} / {REST}; tiplu QH; throw 9H"),
    ),
    "finish unseen with two pure melds": (
        "finish: not three pure melds",
        printed_unseen_trials,
    ),
    "finish by the other route": (
        "finish: not by the route",
        lambda: classic_dublee("draw 9H; finish sequence " + PAIRS + "; throw QS"),
    ),
    "finish with regrouped show": (
        "finish: the shown melds are not kept",
        lambda: finished("sequence 3C 4C 5S / " + SHOW[11:] + " / " + REST.replace("5S", "5C")),
    ),
    "finish with 18 cards": (
        "finish: not 21 cards",
        lambda: finished(f"sequence {SHOW} / 2S 3S 4S / 7S 8S 9S / JD QD KD", "5S"),
    ),
    "finish with a false meld": (
        "finish: a group is not a meld",
        lambda: finished(f"sequence {SHOW} / {REST.replace('7S 8S 9S', '7S 8S 9H')}", "9S"),
    ),
    "finish with a run of four": (
        "finish: a group is not a meld",
        lambda: hidden_four(HIDDEN | {"sequence_length": "exactly-3"}),
    ),
    "finish with a trial of four": (
        "finish: a group is not a meld",
        lambda: printed_unseen(rules=PRINTED | {"trial_size": "3"}),
    ),
    "finish with wild cards alone": (
        "finish: a group is not a meld",
        lambda: all_wild(CLASSIC | {"all_wild_meld": False, "trial_size": "3"}),
    ),
    "finish with two wilds unseen": (
        "finish: a group is not a meld",
        printed_unseen_wild,
    ),
    "finish with seven dublees": (
        "finish: not eight dublees",
        lambda: classic_dublee(f"draw KS; finish dublee {PAIRS}; throw QS"),
    ),
    "finishing throw of a melded card": (
        "throw: the card is one of the finishing melds",
        lambda: finished(f"sequence {SHOW} / {REST}", "5S"),
    ),
    "expose of another's card": (
        "expose: a card is not in the hand",
        lambda: edited(classic_sequence(), "events", 0, "seat", to=1),
    ),
    "show by an unknown route": (
        "show: no route is called 'trial'",
        lambda: edited(classic_sequence(), "events", 2, "route", to="trial"),
    ),
    "show of other ids": (
        "show: ids are not the cards",
        shown_with_wrong_ids,
    ),
    "finish by an unknown route": (
        "finish: no route is called 'trial'",
        lambda: edited(classic_sequence(), "events", 4, "route", to="trial"),
    ),
    "finish unseen without the route": (
        "finish: the house has no dublee route",
        lambda: eight_at_once(PRINTED | {"dublee_min_players": 4}),
    ),
    "finish unseen without the exposed tunnela": (
        "finish: an exposed tunnela is not among",
        printed_unseen_regrouped,
    ),
}
