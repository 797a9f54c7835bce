"""Legal rounds written by hand, with facts and points worked out on paper.

Each function returns a fresh `LogWriter` or log; faults are made from them in the tests.
"""

from __future__ import annotations

from tests.reference.referee_logs import CLASSIC, HIDDEN, JUNK, PRINTED, LogWriter

SHOW = "3C 4C 5C / 6H 6H 6H / 8D 9D 10D"
REST = "2S 3S 4S / 7S 8S 9S / JD QD KD / 5H 5C 5S"
READY = (SHOW + " " + REST).replace(" /", "")
PAIRS = "2C 2C / 3D 3D / 5H 5H / 6S 6S / 8C 8C / 9D 9D / JH JH"
SEVEN = PAIRS.replace(" /", "") + " 9H 3S 5D 6C 8H QD QS"
NATURAL = "MAN MAN MAN / 6H 6H 6H / 3C 4C SUPER / 7S 8S 9S 10S / 2D 2H 2S 2C / JD QD KD AD"
ALMOST = NATURAL.replace(" /", "").replace(" 2C", "") + " QH"
DIRTY = "2S 3S 4S / 7S 8S QH / JD QD KD / 5H 5C 5S"

SEQUENCE_FACTS = {
    "seen": True,
    "route": "sequence",
    "seen_turn": 1,
    "qualified_sequence": 0,
    "finished": True,
    "dealt_tunnelas": {"ordinary": 1},
    "exposed_tunnelas": {"ordinary": 1},
}


def classic_table(rules: dict | None = None) -> LogWriter:
    """Deal a hand that can show and finish at once against a hopeless one."""
    return LogWriter(rules or CLASSIC, [READY, JUNK])


def classic_sequence(
    script: str | None = None, rules: dict | None = None, exposed: str | None = "6H 6H 6H"
) -> dict:
    """Finish by sequences in the first turn: tunnela 5 against a poplu 2 that counts unseen."""
    writer = classic_table(rules)
    if exposed:
        writer.expose(0, exposed)
    default = f"draw 9H; show sequence {SHOW}; tiplu QH; finish sequence {SHOW} / {REST}; throw 9H"
    writer.play(script or default)
    facts = [SEQUENCE_FACTS | {"held": {"alter": 1}}, {"held": {"poplu": 1}}]
    return writer.log("finish", facts, [5, 2], [5, 2], [13, -13])


def classic_dublee(
    last: str | None = None, middle: str = "draw 9H; throw 9H", rules: dict | None = None
) -> dict:
    """Show seven dublees, take the eighth (a wild card) from the pile and finish."""
    writer = LogWriter(rules or CLASSIC, [SEVEN, JUNK])
    writer.play(f"draw KD; show dublee {PAIRS}; tiplu 9S; throw KD")
    writer.play(middle)
    writer.play(last or f"pick 9H; finish dublee {PAIRS} / 9H 9H; throw QS")
    facts = [
        {
            "seen": True,
            "route": "dublee",
            "seen_turn": 1,
            "qualified_dublee": 0,
            "finished": True,
            "held": {"joker": 4},
            "pickups": 1,
        },
        {"held": {"poplu": 1}},
    ]
    return writer.log("finish", facts, [0, 2], [0, 2], [13, -13])


def printed_unseen(script: str | None = None, rules: dict | None = None) -> dict:
    """Finish without having seen: poplu tunnela 20, man tunnela 35 and superman 10 under murder."""
    writer = LogWriter(rules or PRINTED, [ALMOST, JUNK]).expose(0, "6H 6H 6H")
    writer.play(script or f"draw 2C; finish sequence {NATURAL}; tiplu 5H; throw QH")
    tunnelas = {"poplu": 1, "man": 1}
    held = {"poplu": 3, "man": 3, "superman": 1}
    first = SEQUENCE_FACTS | {"dealt_tunnelas": tunnelas, "exposed_tunnelas": tunnelas}
    facts = [first | {"held": held}, {"held": {"jhiplu": 1}}]
    return writer.log("finish", facts, [65, 2], [65, 0], [75, -75])


def printed_late(
    first: str | None = None,
    second: str = "pick 9C; throw 2C",
    third: str | None = None,
    rules: dict | None = None,
) -> dict:
    """Show after the throw, finish two turns later with a wild card: 3 + 5 + tunnela 5."""
    hand = READY.replace(" 9S", " QH")
    writer = LogWriter(rules or PRINTED, [hand, JUNK]).expose(0, "6H 6H 6H")
    writer.play(first or f"draw 9C; throw 9C; show sequence {SHOW}; tiplu QH")
    writer.play(second)
    writer.play(third or f"draw 9H; finish sequence {SHOW} / {DIRTY}; throw 9H")
    facts = [SEQUENCE_FACTS | {"held": {"tiplu": 1, "alter": 1}}]
    facts.append({"held": {"poplu": 1}, "pickups": 1})
    return writer.log("finish", facts, [13, 2], [13, 0], [23, -23])


def hidden_pick(
    script: str | None = None, start: str = "6S", aside: str = "QC", rules: dict | None = None
) -> dict:
    """Pick the start card for a run, show and finish in one step; no tunnela premium."""
    writer = LogWriter(rules or HIDDEN, [READY, JUNK], start)
    if aside:
        writer.set_aside(aside)
    groups = f"{SHOW} / {REST.replace('7S 8S 9S', '6S 7S 8S')}"
    default = f"pick 6S; show sequence {SHOW}; finish sequence {groups}; throw 9S"
    writer.play(script or default)
    first = SEQUENCE_FACTS | {"exposed_tunnelas": {}, "pickups": 1, "held": {"joker": 1}}
    return writer.log("finish", [first, {"held": {"poplu": 1}}], [0, 2], [0, 0], [10, -10])


def hidden_stock_out(turns: int = 112, ended: str = "stock-out") -> dict:
    """Nobody sees before the stock is gone; nothing is paid."""
    writer = LogWriter(HIDDEN, [JUNK, JUNK]).set_aside("9H").idle(turns)
    facts = [{"held": {"poplu": 1}}] * 2
    return writer.log(ended, facts, [2, 2], [0, 0], [0, 0])


def classic_reshuffle(idle: int = 113, cap: int = 114, last: str | None = None) -> dict:
    """Reshuffle for the last turn before the cap; no tiplu is ever fixed."""
    writer = LogWriter(CLASSIC | {"turn_cap": cap}, [JUNK, JUNK]).idle(idle)
    writer.play(last or "reshuffle; draw 9H; throw 9H")
    return writer.log("turn-cap", [{}, {}], [0, 0], [0, 0], [0, 0])


def solitaire() -> dict:
    """Play three turns alone: no start card, stock only."""
    writer = LogWriter(CLASSIC | {"turn_cap": 3}, [JUNK], None).idle(3)
    return writer.log("turn-cap", [{}], [0], [0], [0])
