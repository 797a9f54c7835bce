"""Play rounds the literal way: shuffle, deal card by card, draw the top of the stock.

Plain Python on the referee's table. Every seat plays as `plain_policy`; nothing is shared with the
engine but that description. `play` returns what a round came to.
"""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import numpy as np

from tests.reference.brute_finish import throwable_by_brute_force
from tests.reference.ref_cards import MAN, SUPERMAN, family, is_ordinary, kind_of, pack
from tests.reference.ref_melds_legal import count_pure
from tests.reference.ref_settlement import settle
from tests.reference.referee_facts import own_facts
from tests.reference.referee_melding import mark_seen, pick_refusal
from tests.reference.referee_table import Seat, Table

DEAR = {"superman": 7, "man": 6, "alter": 5, "tiplu": 4, "poplu": 3, "jhiplu": 3, "joker": 1}


class Round:
    """One round: the referee's table, a stock whose top is its end, and a random source."""

    def __init__(self, rules: dict, source: random.Random) -> None:
        self.rules, self.source = rules, source
        n = rules["players"]
        self.table = Table({"rules": rules, "players": n})
        cards = sorted(pack(rules))
        source.shuffle(cards)
        hands: list[list[int]] = [[] for _ in range(n)]
        for place in range(21 * n):
            hands[place % n].append(cards.pop())
        self.table.seats = [Seat(hand) for hand in hands]
        self.table.pile = [cards.pop()]
        self.stock = cards
        self.ended = "turn-cap"
        if rules["tiplu_from"] == "set-aside":
            self.turn_tiplu()
        for seat in self.table.seats:
            for kind in seat.dealt_triples():
                if rules["tunnela_exposure"] == "forced" and kind < MAN:
                    seat.expose(frozenset(c for c in seat.dealt if kind_of(c) == kind))
            seat.note_qualification(self.table.has_dublee_route)

    def turn_tiplu(self) -> None:
        """Turn a card of the stock as the house says; printed jokers go under it."""
        if not any(is_ordinary(card) for card in self.stock):
            self.reshuffle()
        while True:
            blind = self.rules["tiplu_from"] == "stock-blind"
            card = self.stock.pop(self.source.randrange(len(self.stock)) if blind else -1)
            if is_ordinary(card):
                break
            self.stock.insert(0, card)
        self.table.stock = {card}
        self.table.set_tiplu(card)

    def reshuffle(self) -> None:
        """Shuffle all discards but the top one into the stock."""
        self.stock += self.table.pile[:-1]
        self.table.pile = self.table.pile[-1:]
        self.source.shuffle(self.stock)

    def play(self) -> None:
        """Play turns until the round ends."""
        for turn in range(1, self.rules["turn_cap"] + 1):
            self.table.turn = turn
            seat = self.table.seats[self.table.active]
            early = self.rules["see_moment"] == "before-draw-or-after-throw"
            if early:
                self.show(seat)
            if not self.take(seat):
                self.ended = "stock-out"
                return
            if not early:
                self.show(seat)
            if self.finish(seat):
                self.ended = "finish"
                return
            self.throw(seat, self.worst(seat))
            if early:
                self.show(seat)
            if self.rules["stock_out"] == "end" and not self.stock:
                self.ended = "stock-out"
                return

    def free(self, seat: Seat) -> list[int]:
        """Return the copies of each kind in the hand."""
        free = [0] * 54
        for card in seat.hand:
            free[kind_of(card)] += 1
        return free

    def worst(self, seat: Seat) -> int:
        """Return the kind to throw: that with least company, the lowest of equals."""
        free = self.free(seat)
        return min(self.may_throw(seat), key=lambda kind: (self.worth(seat, kind, free, -1), kind))

    def worth(self, seat: Seat, kind: int, free: list[int], more: int = 0) -> int:
        """Return how much company a kind has in a hand, with `more` copies of it."""
        if kind >= MAN or (seat.seen and kind in self.table.wilds):
            return 50
        score = 4 * (free[kind] + more)
        if seat.route == "dublee":
            return score
        for step in (-2, -1, 1, 2):
            if 0 <= kind % 13 + step <= 12 and free[kind + step]:
                score += 3 - abs(step)
        if seat.route == "sequence":
            others = [13 * suit + kind % 13 for suit in range(4) if suit != kind // 13]
            score += sum(free[other] > 0 for other in others)
        return score

    def take(self, seat: Seat) -> bool:
        """Pick the top discard or draw; return whether either could be done."""
        table = self.table
        table.picked = None
        may = bool(table.pile) and pick_refusal(table, seat) is None
        stock = bool(self.stock) or len(table.pile) > 1
        if may and (not stock or self.worth(seat, kind_of(table.pile[-1]), self.free(seat)) >= 4):
            table.picked = table.pile.pop()
            seat.pickups += 1
            seat.gain(table.picked)
        elif stock:
            if not self.stock:
                self.reshuffle()
            seat.gain(self.stock.pop())
        else:
            return False
        seat.draws += 1
        seat.note_qualification(table.has_dublee_route)
        return True

    def show(self, seat: Seat) -> None:
        """Show at once: three melds, else seven dublees."""
        if seat.seen:
            return
        free, exposed = self.free(seat), [sorted(cards) for cards in seat.exposed]
        melds = first_melds(free, 3 - len(exposed))
        if melds is not None:
            route, groups = "sequence", melds
        elif self.table.has_dublee_route and seat.n_pairs >= 7:
            pairs = [[kind] * 2 for kind in range(MAN + 1) if free[kind] >= 2]
            route, groups = "dublee", pairs[: 7 - len(exposed)]
            exposed = [cards[:2] for cards in exposed]
        else:
            return
        laid = exposed
        for group in groups:
            laid.append(take_kinds(seat.hand, group))
            seat.lay(laid[-1])
        seat.shown = [frozenset(meld) for meld in laid]
        mark_seen(seat, route, laid)
        if self.table.tiplu is None:
            self.turn_tiplu()

    def may_throw(self, seat: Seat) -> list[int]:
        """Return the kinds with a card in the hand that was not just picked up."""
        return sorted({kind_of(card) for card in seat.hand if card != self.table.picked})

    def throw(self, seat: Seat, kind: int, final: bool = False) -> None:
        """Throw a card of a kind."""
        cards = [c for c in seat.hand if kind_of(c) == kind and c != self.table.picked]
        card = min(cards)
        seat.lose(card)
        if final:
            self.table.thrown = card
        else:
            self.table.pile.append(card)

    def finish(self, seat: Seat) -> bool:
        """Finish if possible, with the throw that costs least."""
        if not seat.seen:
            return False
        free, names = self.free(seat), family(self.table.tiplu)
        kinds = self.may_throw(seat)
        if seat.route == "sequence":
            hand, tiplu = np.array([free]), np.array([self.table.tiplu])
            fits = throwable_by_brute_force(hand, tiplu, self.rules)[0]
            kinds = [kind for kind in kinds if fits[kind]]
        elif seat.n_pairs < 8:
            return False
        else:
            kinds = [k for k in kinds if free[k] % 2 or k == SUPERMAN] or kinds
        if not kinds:
            return False
        thrown = min(kinds, key=lambda kind: (DEAR.get(names.get(kind), 0), kind))
        self.table.finisher = self.table.active
        self.throw(seat, thrown, final=True)
        return True


def take_kinds(hand: set[int], kinds: list[int]) -> list[int]:
    """Return cards of the hand of these kinds."""
    left = sorted(hand)
    cards = []
    for kind in kinds:
        card = next(card for card in left if kind_of(card) == kind)
        left.remove(card)
        cards.append(card)
    return cards


def all_groups() -> list[list[int]]:
    """Return the pure melds of the pack in the order in which they are laid."""
    found = [[MAN] * 3]
    for suit in range(4):
        line = [13 * suit + rank % 13 for rank in range(14)]
        runs = [line[low : low + 3] for low in range(12)]
        found += runs + [[kind] * 3 for kind in line[:13]]
        helped = [(run, gap) for run in runs for gap in range(3)]
        found += [[*run[:gap], SUPERMAN, *run[gap + 1 :]] for run, gap in helped]
    return found


GROUPS = [(meld, [(kind, meld.count(kind)) for kind in set(meld)]) for meld in all_groups()]


def pure_groups(free: list[int]) -> list[list[int]]:
    """Return the pure melds of a hand in the order in which they are laid."""
    return [meld for meld, needs in GROUPS if all(free[kind] >= n for kind, n in needs)]


def first_melds(free: list[int], wanted: int) -> list[list[int]] | None:
    """Return the first `wanted` disjoint pure melds, or None if the hand does not hold them."""
    keys = [sum(free[13 * s + r] << 2 * r for r in range(13)) for s in range(4)]
    if count_pure(keys, free[MAN], free[SUPERMAN] > 0) < wanted:
        return None
    for melds in combinations_with_replacement(pure_groups(free), max(wanted, 0)):
        used = [kind for meld in melds for kind in meld]
        if all(used.count(kind) <= free[kind] for kind in used):
            return list(melds)
    return None


def play(rules: dict, seed: int, index: int) -> dict:
    """Play one round; return turns, ended, finisher (-1 for nobody), routes, qualified and net."""
    round_ = Round(rules, random.Random(1_000_003 * seed + index))
    round_.play()
    table = round_.table
    facts = [own_facts(table, seat) for seat in range(table.n_seats)]
    seats = [{**fact, "exposed": fact["exposed_tunnelas"]} for fact in facts]
    finisher = -1 if round_.table.finisher is None else round_.table.finisher
    return {
        "turns": table.turn,
        "finisher": finisher,
        "routes": [{None: 0, "sequence": 1, "dublee": 2}[seat.route] for seat in table.seats],
        "seen_turn": [-1 if s.seen_turn is None else s.seen_turn for s in table.seats],
        "pickups": [seat.pickups for seat in table.seats],
        "net": settle(rules, table.tiplu, seats)["net"],
    }
