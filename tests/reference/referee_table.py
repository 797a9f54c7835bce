"""The table that the referee keeps while it replays a log: who holds what, and where it lies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.reference.ref_cards import (
    MAN,
    SUPERMAN,
    is_ordinary,
    kind_of,
    pack,
    tunnela_class,
)
from tests.reference.ref_melds_legal import ONLY_SUPERMAN, count_pure, wild_kinds


class BrokenLog(Exception):
    """The log cannot be replayed any further; what is wrong has been noted."""


@dataclass
class Seat:
    """One seat: cards in the hand, cards face up beside it, and what it has done."""

    dealt: list[int]
    hand: set[int] = field(default_factory=set)
    table: set[int] = field(default_factory=set)
    exposed: list[frozenset[int]] = field(default_factory=list)
    shown: list[frozenset[int]] = field(default_factory=list)
    route: str | None = None
    seen_turn: int | None = None
    draws: int = 0
    pickups: int = 0
    qualified: dict[str, int | None] = field(
        default_factory=lambda: {"sequence": None, "dublee": None}
    )
    copies: list[int] = field(default_factory=lambda: [0] * 54)
    free_keys: list[int] = field(default_factory=lambda: [0] * 4)
    n_pairs: int = 0
    laid_man: bool = False

    def __post_init__(self) -> None:
        for card in self.dealt:
            self.gain(card)

    @property
    def seen(self) -> bool:
        """Whether the seat has laid down what seeing takes."""
        return self.route is not None

    def gain(self, card: int) -> None:
        """Put a card into the hand."""
        self.hand.add(card)
        kind = kind_of(card)
        self.copies[kind] += 1
        self.n_pairs += kind != SUPERMAN and self.copies[kind] == 2
        if kind < MAN:
            self.free_keys[kind // 13] += 1 << 2 * (kind % 13)

    def lose(self, card: int) -> None:
        """Take a card out of the hand and away from the seat."""
        self.hand.remove(card)
        kind = kind_of(card)
        self.n_pairs -= kind != SUPERMAN and self.copies[kind] == 2
        self.copies[kind] -= 1
        if kind < MAN:
            self.free_keys[kind // 13] -= 1 << 2 * (kind % 13)

    def expose(self, cards: frozenset[int]) -> None:
        """Lay a dealt tunnela face up."""
        self.exposed.append(cards)
        self.lay(cards)
        for card in cards:
            kind = kind_of(card)
            self.free_keys[kind // 13] -= 1 << 2 * (kind % 13)

    def lay(self, cards: Iterable[int]) -> None:
        """Move cards from the hand to the seat's own place on the table."""
        cards = set(cards)
        self.hand -= cards
        self.table |= cards

    def note_qualification(self, has_dublee_route: bool) -> None:
        """Note the first draw after which the hand holds what seeing takes."""
        if self.seen:
            return
        if self.qualified["sequence"] is None:
            superman = self.copies[SUPERMAN] > 0
            pure = count_pure(self.free_keys, self.copies[MAN], superman)
            if len(self.exposed) + pure >= 3:
                self.qualified["sequence"] = self.draws
        if self.qualified["dublee"] is None and has_dublee_route and self.n_pairs >= 7:
            self.qualified["dublee"] = self.draws

    def dealt_triples(self) -> list[int]:
        """Return the kinds of which all three copies were dealt to the seat."""
        kinds = [kind_of(card) for card in self.dealt]
        return sorted(k for k in set(kinds) if kinds.count(k) == 3)

    def exposed_by_class(self, tiplu: int | None) -> dict[str, int]:
        """Count the tunnelas laid in time for a premium, by class."""
        classes = [tunnela_class(kind_of(min(cards)), tiplu) for cards in self.exposed]
        classes += ["man"] if self.laid_man else []
        return {name: classes.count(name) for name in set(classes)}


class Table:
    """The whole table: seats, stock, pile, tiplu, and the violations noted so far.

    Parameters
    ----------
    log : one round log; only `rules` and `players` are read before `deal` is called
    """

    def __init__(self, log: dict) -> None:
        self.rules: dict = log["rules"]
        self.n_seats: int = log["players"]
        self.violations: list[str] = []
        self.turn = 0
        self.phase = "done"
        self.tiplu: int | None = None
        self.wilds: frozenset[int] = ONLY_SUPERMAN
        self.tiplu_due = False
        self.draw_due = False
        self.finish_due = False
        self.picked: int | None = None
        self.finisher: int | None = None
        self.melded: set[int] = set()
        self.thrown: int | None = None
        self.over = False
        self.seats: list[Seat] = []
        self.pile: list[int] = []
        self.stock: set[int] = set()

    def deal(self, deal: dict) -> None:
        """Deal the logged hands, start card and stock, which together must be the pack."""
        start = [] if deal["start"] is None else [deal["start"]]
        cards = [c for hand in deal["hands"] for c in hand] + start + list(deal["stock"])
        if len(cards) != len(set(cards)) or set(cards) != pack(self.rules):
            self.fail("deal: the cards are not the pack, each in one place")
        if len(deal["hands"]) != self.n_seats or self.rules["players"] != self.n_seats:
            self.fail("deal: the hands are not one for each player")
        if any(len(hand) != 21 for hand in deal["hands"]):
            self.fail("deal: a hand is not 21 cards")
        if bool(start) != (self.n_seats > 1):
            self.fail("deal: there is a start card exactly when somebody else plays")
        self.seats = [Seat(list(hand)) for hand in deal["hands"]]
        self.pile = start
        self.stock = set(deal["stock"])

    def note(self, message: str) -> None:
        """Note a violation and go on."""
        self.violations.append(f"turn {self.turn}: {message}")

    def fail(self, message: str) -> None:
        """Note a violation after which the log cannot be replayed."""
        self.note(message)
        raise BrokenLog

    @property
    def has_dublee_route(self) -> bool:
        """Whether the house allows the dublee route at this table."""
        rules = self.rules
        return rules["dublee_route"] and self.n_seats >= rules["dublee_min_players"]

    @property
    def active(self) -> int:
        """Seat that plays the current turn."""
        return (self.turn - 1) % self.n_seats

    def stock_has_ordinary(self) -> bool:
        """Tell whether the stock holds a card that can become the tiplu."""
        return any(is_ordinary(card) for card in self.stock)

    def set_tiplu(self, card: int) -> None:
        """Take the tiplu out of play; its family is wild for the seats that see."""
        self.stock.remove(card)
        self.tiplu = kind_of(card)
        self.wilds = wild_kinds(self.tiplu)
        self.tiplu_due = False
