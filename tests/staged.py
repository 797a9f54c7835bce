"""Rounds staged by hand: cards put where a test wants them, decisions dictated."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cards import SUPERMAN, SUPERMAN_CARD, cards_text, parse_cards, parse_kind
from marriage_stats.engine import Table
from marriage_stats.engine.card_kernels import add_free, set_route, to_pile
from marriage_stats.engine.deal_kernels import clear, fill_stock
from marriage_stats.engine.finish_kernels import finish_throw
from marriage_stats.engine.legal_kernels import may_pick
from marriage_stats.engine.round_kernels import note_seat
from marriage_stats.engine.see_kernels import note_dealt
from marriage_stats.engine.state import EVENT_NAMES, IS_TIPLU, LOG_WIDTH, new_state
from marriage_stats.engine.turn_kernels import play_turn
from marriage_stats.facts import SEAT_COLUMNS
from marriage_stats.melds.kernels import count_melds
from marriage_stats.policies.registry import load_policy
from marriage_stats.rules import Rules, preset

OBEDIENT = Path(__file__).parent / "reference" / "obedient.py"


def house(name: str, **settings: Any) -> Rules:
    """Return a preset with settings; `tunnela__man` stands for `tunnela.man`."""
    return preset(name).replace({key.replace("__", "."): v for key, v in settings.items()})


class Stage:
    """A round between two turns.

    Parameters
    ----------
    rules : the house; hands : one text of cards a seat, which are what it was dealt
    pile : discards, the top last; stock : cards in slot order (slot k is seat k's next draw)
    """

    def __init__(self, rules: Rules, *hands: str, pile: str = "", stock: str = "") -> None:
        self.rules = rules.replace({"players": max(2, len(hands))})
        players = self.rules.number("players")
        seats = (load_policy(str(OBEDIENT), self.rules),) * players
        self.table, self.tables, calls, self.params = Table(self.rules, seats).compiled()
        self.policies = calls.seats
        self.state = new_state()
        self.log = np.zeros((64, LOG_WIDTH), np.int16)
        clear(self.state, 1, 0)
        self.used = [0] * 54
        for seat, hand in enumerate(hands):
            for kind in parse_cards(hand):
                add_free(self.state, seat, self.card(kind))
        note_dealt(self.state, players)
        for kind in parse_cards(pile):
            to_pile(self.state, self.card(kind))
        cards = [self.card(kind) for kind in parse_cards(stock)]
        self.state.deck["stock"][: len(cards)] = cards
        fill_stock(self.state, len(cards))

    def card(self, kind: int) -> int:
        """Return the next physical card of a kind."""
        self.used[kind] += 1
        return SUPERMAN_CARD if kind == SUPERMAN else 3 * kind + self.used[kind] - 1

    def tiplu(self, text: str) -> "Stage":
        """Fix the tiplu."""
        kind = parse_kind(text)
        card = 3 * kind + 2
        self.state.deck["where"][card] = IS_TIPLU
        self.state.deck["tiplu"], self.state.deck["tiplu_card"] = kind, card
        return self

    def seen(self, seat: int, route: int) -> "Stage":
        """Let a seat have seen."""
        set_route(self.state, seat, route)
        return self

    def turn(self, seat: int, throw: str = "", plan: str = "", **answers: int) -> int:
        """Play a seat's turn; answers: expose, draw (1 picks), show (route), finish (1 yes)."""
        params = self.params[seat]
        params[:] = 0
        for name, value in answers.items():
            params[("expose", "draw", "show", "throw", "finish").index(name)] = value
        if throw:
            params[3] = parse_kind(throw)
        for place, kind in enumerate(parse_cards(plan)):
            params[8 + place] = kind + 1
        self.state.deck["events"] = 0
        self.state.board["turn"] += 1
        parts = (self.table, self.tables, self.state, seat, self.policies, self.params, self.log)
        return play_turn(*parts)

    def events(self) -> list[tuple[str, str]]:
        """Return the last turn's events as (what, cards)."""
        found = []
        for row in self.log[: int(self.state.deck["events"])]:
            cards = [min(int(card) // 3, 53) for card in row[4 : 4 + row[3]]]
            found.append((EVENT_NAMES[row[2]], cards_text(cards)))
        return found

    def did(self) -> list[str]:
        """Return what happened in the last turn, without cards."""
        return [what for what, _ in self.events()]

    def facts(self, seat: int) -> dict[str, int]:
        """Return a seat's facts as they are now."""
        row: NDArray[np.int16] = np.zeros(len(SEAT_COLUMNS), np.int16)
        note_seat(self.state, seat, row)
        return dict(zip(SEAT_COLUMNS, row.tolist(), strict=True))

    def pure_melds(self, seat: int = 0) -> int:
        """Return the pure melds among a seat's free cards."""
        hand = self.state.hands[seat]
        free = hand["free"]
        return int(count_melds(self.tables, hand["keys"], free[52], free[53]))

    def may_pick(self, seat: int = 0) -> bool:
        """Return whether a seat may take the top discard."""
        return bool(may_pick(self.table, self.state, seat))

    def final_throw(self, seat: int = 0) -> str | None:
        """Return the card a seat would throw to finish now, or None."""
        kind = int(finish_throw(self.table, self.tables, self.state, seat))
        return None if kind < 0 else cards_text([kind])


def finishes(rules: Rules, cards: str, tiplu: str) -> bool:
    """Return whether a seat that has shown sequences finishes with these free cards."""
    return Stage(rules, cards).tiplu(tiplu).seen(0, 1).final_throw() is not None
