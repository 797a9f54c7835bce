"""Drive the engine turn by turn from Python: copies of states, and states with cards moved."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cards import card_kind
from marriage_stats.engine import Table
from marriage_stats.engine.deal_kernels import deal_round, fix_tiplu
from marriage_stats.engine.round_kernels import expose_tunnelas, note_dealt
from marriage_stats.engine.see_kernels import qualify
from marriage_stats.engine.state import (
    DECK,
    IN_PILE,
    IN_STOCK,
    IS_TIPLU,
    LOG_WIDTH,
    ON_TABLE,
    SEARCH,
    SHOW_EVENT,
    RoundState,
)
from marriage_stats.engine.turn_kernels import GOES_ON, play_turn
from marriage_stats.views import BOARD, HAND, WORK

DTYPES = (DECK, BOARD, HAND, SEARCH, WORK)


@dataclass
class Driven:
    """A round under way at a table, stopped between two turns."""

    table: Table
    arrays: list[NDArray[Any]] = field(default_factory=list)
    turn: int = 0
    parts: Any = None

    def __post_init__(self) -> None:
        self.parts = self.parts or self.table.compiled()
        self.rules, self.tables, calls, self.params = self.parts
        self.policies, self.players = calls.seats, self.table.players
        sizes = (1, 1, 6, 1, 1)
        if not self.arrays:
            self.arrays = [np.zeros(n, d) for n, d in zip(sizes, DTYPES, strict=True)]
        deck, board, hands, search, work = self.arrays
        self.state = RoundState(deck[0], board[0], hands, search[0], work[0])
        self.log = np.zeros((64, LOG_WIDTH), np.int16)
        # Straight into the machine code: numba would look at the types of six functions each turn.
        self._turn = play_turn.overloads[play_turn.signatures[0]].entry_point

    @property
    def seat(self) -> int:
        """Seat that plays next."""
        return self.turn % self.players

    def copy(self) -> "Driven":
        """Return the same round in arrays of its own."""
        arrays = [array.copy() for array in self.arrays]
        return Driven(self.table, arrays, self.turn, self.parts)

    def deal(self, seed: int, index: int) -> "Driven":
        """Deal a round."""
        deal_round(self.rules, self.state, seed, index, self.table.fixed_cards())
        note_dealt(self.state, self.players)
        self.turn = 0
        return self

    def open(self) -> "Driven":
        """Do what comes before the first turn."""
        state = self.state
        if self.table.rules["tiplu_from"] == "set-aside":
            fix_tiplu(state, -1, self.log)
        expose_tunnelas(self.rules, self.tables, state, self.policies, self.params, self.log)
        for seat in range(self.players):
            qualify(self.rules, self.tables, state, seat)
        return self

    def play(self) -> tuple[int, NDArray[np.int16]]:
        """Play the next turn; return how it ended and its events (int16[n, 164])."""
        seat = self.seat
        self.turn += 1
        self.state.deck["events"] = 0
        self.state.board["turn"] = self.turn
        parts = (self.rules, self.tables, self.state, seat, self.policies, self.params, self.log)
        ended = self._turn(*parts)
        return ended, self.log[: int(self.state.deck["events"])].copy()

    def turns(self) -> Iterator["Driven"]:
        """Yield the round before each turn until it ends, playing the turns in between."""
        while self.turn < self.table.rules.number("turn_cap"):
            yield self
            if self.play()[0] != GOES_ON or not self.state.board["stock_left"]:
                return


def misplaced(round_: Driven) -> list[str]:
    """Return what is wrong with the places of the cards of a round."""
    deck, board, hands = round_.state.deck, round_.state.board, round_.state.hands
    where, rules = deck["where"], round_.table.rules
    wrong = []
    pack = [*range(156 + rules.number("man_cards")), *([159] if rules.number("superman") else [])]
    in_pack = np.zeros(160, bool)
    in_pack[pack] = True
    if ((where < 20) != in_pack).any():
        wrong.append("a card of the pack is nowhere, or another card somewhere")
    piles = {IN_STOCK: deck["stock"][: int(deck["stock_size"])]}
    piles[IN_PILE] = deck["pile"][: int(board["pile_size"])]
    piles[IS_TIPLU] = deck["tiplu_card"][None]
    for place, cards in piles.items():
        if sorted(cards[cards >= 0].tolist()) != np.flatnonzero(where == place).tolist():
            wrong.append(f"place {place} does not list its cards")
    kinds = np.array([card_kind(card) for card in range(160)])
    public = np.bincount(kinds[where == IN_PILE], minlength=54)
    if (board["pile"] != public).any():
        wrong.append("pile is not counted")
    for seat in range(round_.players):
        free = np.bincount(kinds[where == seat], minlength=54)
        table = np.bincount(kinds[where == ON_TABLE + seat], minlength=54)
        keys = [int((free[13 * s : 13 * s + 13] << 2 * np.arange(13)).sum()) for s in range(4)]
        if (hands[seat]["free"] != free).any() or hands[seat]["keys"].tolist() != keys:
            wrong.append(f"seat {seat}: free cards are not counted")
        if (board["table"][seat] != table).any() or free.sum() + table.sum() != 21:
            wrong.append(f"seat {seat}: table not counted, or not 21 cards")
        public += table + board["known"][seat]
        if (board["known"][seat] > free).any():
            wrong.append(f"seat {seat}: known cards that it does not hold")
    if (board["public"] != public).any() or board["stock_left"] != (where == IN_STOCK).sum():
        wrong.append("public cards or stock are not counted")
    return wrong


def hidden_cards(round_: Driven, seat: int, kept: set[int]) -> NDArray[np.int64]:
    """Return the cards whose places a seat cannot know, `kept` left out.

    They are the stock, the free cards of others but for those taken from the pile, and the tiplu
    as long as the seat has not seen.
    """
    state = round_.state
    where = state.deck["where"]
    known = state.board["known"].copy()
    cards = []
    for card in range(160):
        place = int(where[card])
        other = place < round_.players and place != seat
        if other and known[place, card_kind(card)]:
            known[place, card_kind(card)] -= 1
        elif other or place == IN_STOCK or (place == IS_TIPLU and not state.board["routes"][seat]):
            if card not in kept:
                cards.append(card)
    return np.array(cards)


def permute(round_: Driven, rng: np.random.Generator, cards: NDArray[np.int64]) -> None:
    """Let cards change places among themselves, and fill every scratch array with noise."""
    state = round_.state
    deck, hands = state.deck, state.hands
    moved = rng.permutation(cards)
    tiplu = int(deck["tiplu_card"])
    if tiplu in cards:
        at = int(np.flatnonzero(cards == tiplu)[0])
        ordinary = int(rng.choice(np.flatnonzero(moved < 156)))
        moved[[at, ordinary]] = moved[[ordinary, at]]
    goes_to = dict(zip(cards.tolist(), moved.tolist(), strict=True))
    before = deck["where"].copy()
    for old, new in goes_to.items():
        place = int(before[old])
        deck["where"][new] = place
        if place < 6:
            move_count(hands[place], old, -1)
            move_count(hands[place], new, 1)
    stock = deck["stock"][: int(deck["stock_size"])]
    stock[:] = [goes_to.get(card, card) for card in stock.tolist()]
    if tiplu >= 0:
        deck["tiplu_card"] = goes_to.get(tiplu, tiplu)
        deck["tiplu"] = card_kind(int(deck["tiplu_card"]))
    for name in ("search", "wild_melds", "laid", "trials"):
        state.search[name][...] = rng.integers(-999, 999, state.search[name].shape)
    scratch = state.work["scratch"]
    scratch[:] = rng.integers(-999, 999, scratch.shape)
    state.work["plan"][...] = rng.integers(-9, 60, (8, 3))


def move_count(hand: Any, card: int, sign: int) -> None:
    """Add or take a card in a seat's own counts."""
    kind = card_kind(card)
    hand["free"][kind] += sign
    if kind < 52:
        hand["keys"][kind // 13] += sign << (2 * (kind % 13))


def until_shown(events: NDArray[np.int16]) -> list[list[int]]:
    """Return events as lists, up to the show that reveals the tiplu."""
    shows = np.flatnonzero(events[:, 2] == SHOW_EVENT)
    return events[: shows[0] + 1 if len(shows) else len(events)].tolist()
