"""Write round logs by hand, in card notation, for the referee's own tests.

A `LogWriter` turns names into physical cards and remembers who has which. It knows no rules of
play, so illegal rounds can be written as easily as legal ones.
"""

from __future__ import annotations

from tests.reference.ref_cards import FAMILY, TUNNELA_CLASSES, kind_named, kind_of, name_of, pack

CLASSIC = {
    "players": 2,
    "man_cards": 0,
    "superman": 0,
    "sequence_length": "exactly-3",
    "trial_size": "3",
    "all_wild_meld": True,
    "marriage_meld": False,
    "dublee_route": True,
    "dublee_min_players": 2,
    "see_moment": "after-draw",
    "tiplu_from": "stock-blind",
    "tunnela_exposure": "optional",
    "tunnela_premium": "sequence-seen",
    "pickup": "any",
    "wild_pickup_barred": "seen",
    "dublee_pickup": "last-pair",
    "stock_out": "reshuffle",
    "no_winner": "maal-only",
    "turn_cap": 400,
    "unseen_maal": "normal",
    "maal_count": "best-split",
    "tiplu": [3, 7],
    "poplu": [2, 5, 10],
    "jhiplu": [2, 5, 10],
    "alter": [0, 0, 0],
    "man": [5, 15, 25],
    "marriage": [10, 30],
    "superman_value": 10,
    "tunnela.ordinary": 5,
    "tunnela.joker": 10,
    "tunnela.neighbour": 20,
    "tunnela.alter": 10,
    "tunnela.tiplu": 0,
    "tunnela.man": 35,
    "fee_seen": 3,
    "fee_dublee_seen": 3,
    "fee_unseen": 10,
    "dublee_bonus": 5,
    "dublee_bonus_mode": "add",
}
PRINTED = CLASSIC | {
    "man_cards": 3,
    "superman": 1,
    "sequence_length": "3-or-more",
    "trial_size": "3-or-4",
    "marriage_meld": True,
    "see_moment": "before-draw-or-after-throw",
    "tiplu_from": "stock-top",
    "tunnela_exposure": "forced",
    "tunnela_premium": "seen",
    "wild_pickup_barred": "dublee-seen",
    "dublee_pickup": "any-natural",
    "unseen_maal": "murder",
    "tiplu": [3, 8],
    "alter": [5, 15, 25],
    "tunnela.alter": 35,
}
HIDDEN = CLASSIC | {
    "sequence_length": "3-or-more",
    "dublee_route": False,
    "tiplu_from": "set-aside",
    "tunnela_exposure": "none",
    "tunnela_premium": "never",
    "pickup": "meld-only",
    "wild_pickup_barred": "nobody",
    "stock_out": "end",
    "unseen_maal": "murder",
    "alter": [5, 10, 15],
}
JUNK = "AC 4C 7C 10C KC AD 4D 7D 10D KD AH 4H 7H 10H KH AS 4S 7S 10S KS 2C"


def blank_facts() -> dict:
    """Return the facts of a seat that did nothing and holds no maal."""
    return {
        "seen": False,
        "route": None,
        "seen_turn": None,
        "qualified_sequence": None,
        "qualified_dublee": None,
        "finished": False,
        "held": dict.fromkeys(FAMILY, 0),
        "dealt_tunnelas": dict.fromkeys(TUNNELA_CLASSES, 0),
        "exposed_tunnelas": dict.fromkeys(TUNNELA_CLASSES, 0),
        "pickups": 0,
    }


class LogWriter:
    """Write one round log turn by turn.

    Parameters
    ----------
    rules : flat rule keys; `players` is set from `hands`
    hands : one hand per seat in notation
    start : name of the start card, None for none
    """

    def __init__(self, rules: dict, hands: list[str], start: str | None = "2D") -> None:
        self.rules = rules | {"players": len(hands)}
        self.stock = sorted(pack(self.rules))
        self.own = [[self._take(name) for name in hand.split()] for hand in hands]
        self.pile = [] if start is None else [self._take(start)]
        self.deal = {
            "hands": [list(hand) for hand in self.own],
            "start": self.pile[0] if self.pile else None,
            "stock": list(self.stock),
        }
        self.events: list[dict] = []
        self.turn = 0
        self.outcome: dict = {"tiplu": None, "finisher": None, "thrown": None}

    def _take(self, name: str) -> int:
        card = next(c for c in self.stock if kind_of(c) == kind_named(name))
        self.stock.remove(card)
        return card

    def _add(self, seat: int | None, do: str, ids: list[int], **more: object) -> None:
        names = [name_of(kind_of(card)) for card in ids]
        event = {"turn": self.turn, "seat": seat, "do": do, "cards": names, "ids": ids}
        self.events.append(event | more)

    def _groups(self, seat: int, text: str) -> list[list[int]]:
        """Return the seat's own cards, in the order it got them, for groups in notation."""
        left = list(self.own[seat])
        groups: list[list[int]] = []
        for group in text.split("/"):
            groups.append([])
            for name in group.split():
                card = next(c for c in left if kind_of(c) == kind_named(name))
                left.remove(card)
                groups[-1].append(card)
        return groups

    def expose(self, seat: int, names: str) -> LogWriter:
        """Lay a dealt tunnela at the deal."""
        self._add(seat, "expose", self._groups(seat, names)[0])
        return self

    def set_aside(self, name: str) -> LogWriter:
        """Set the tiplu aside at the deal."""
        self._tiplu(None, name)
        return self

    def play(self, script: str) -> LogWriter:
        """Play the next turn, such as ``draw 9H; throw 9H``.

        Actions: draw, pick, throw, tiplu, ``show ROUTE a b c / d e f``, ``finish ROUTE ...`` and
        reshuffle. A throw takes the copy that the seat got last.
        """
        self.turn += 1
        for action in script.split(";"):
            do, _, rest = action.strip().partition(" ")
            getattr(self, "_" + do)((self.turn - 1) % len(self.own), rest)
        return self

    def idle(self, turns: int) -> LogWriter:
        """Play turns that throw the card just drawn from the stock."""
        for _ in range(turns):
            name = name_of(kind_of(self.stock[0]))
            self.play(f"draw {name}; throw {name}")
        return self

    def _draw(self, seat: int, name: str) -> None:
        self.own[seat].append(self._take(name))
        self._add(seat, "draw", self.own[seat][-1:])

    def _pick(self, seat: int, name: str) -> None:
        self.own[seat].append(self.pile.pop())
        self._add(seat, "pick", self.own[seat][-1:])

    def _throw(self, seat: int, name: str) -> None:
        card = next(c for c in reversed(self.own[seat]) if kind_of(c) == kind_named(name))
        self.own[seat].remove(card)
        if self.outcome["finisher"] is None:
            self.pile.append(card)
        else:
            self.outcome["thrown"] = card
        self._add(seat, "throw", [card])

    def _tiplu(self, seat: int | None, name: str) -> None:
        card = self._take(name)
        self.outcome["tiplu"] = kind_of(card)
        self._add(seat, "tiplu", [card])

    def _show(self, seat: int, text: str, do: str = "show") -> None:
        route, _, groups = text.partition(" ")
        melds = self._groups(seat, groups)
        self._add(seat, do, [c for meld in melds for c in meld], route=route, melds=melds)

    def _finish(self, seat: int, text: str) -> None:
        self._show(seat, text, "finish")
        self.outcome["finisher"] = seat

    def _reshuffle(self, seat: int, text: str) -> None:
        self.stock, self.pile = sorted(self.stock + self.pile[:-1]), self.pile[-1:]
        self._add(seat, "reshuffle", list(self.stock))

    def log(
        self, ended: str, facts: list[dict], raw: list[int], maal: list[int], net: list[int]
    ) -> dict:
        """Return the log; `facts` holds for each seat what differs from `blank_facts`."""
        told = []
        for differs in facts:
            entry = blank_facts()
            for name, value in differs.items():
                entry[name] = entry[name] | value if isinstance(value, dict) else value
            told.append(entry)
        return {
            "rules": self.rules,
            "players": len(self.own),
            "seed": 0,
            "round": 0,
            "policies": ["by hand"] * len(self.own),
            "deal": self.deal,
            "events": self.events,
            "ended": ended,
            **self.outcome,
            "facts": told,
            "settlement": {"raw_maal": raw, "maal": maal, "net": net},
        }
