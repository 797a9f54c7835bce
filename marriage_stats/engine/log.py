"""The log of one round as events of text and physical cards, for transcripts and the referee."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cards import HAND_SIZE, card_kind, kind_text
from marriage_stats.deals import deal_packs
from marriage_stats.engine.simulate import Table, play_logged, policy_names
from marriage_stats.engine.state import (
    EVENT_NAMES,
    EXPOSE_EVENT,
    FINISH_EVENT,
    SHOW_EVENT,
    THROW_EVENT,
)
from marriage_stats.facts import (
    DUBLEE,
    ENDINGS,
    HELD,
    ROUTES,
    SEQUENCE,
    TUNNELA_CLASSES,
    UNSEEN,
    Rounds,
)
from marriage_stats.finish import arrange_finish

N_PAIRS_SHOWN = 14


def round_log(table: Table, seed: int, index: int) -> dict[str, Any]:
    """Return everything that happened in the round of (seed, index), JSON-ready.

    Keys: rules, players, policies, seed, round, deal {hands, start, stock}, events, ended, tiplu,
    finisher, thrown, facts. Cards are physical numbers, in events also text (`cards`).
    """
    rounds, rows = play_logged(table, seed, index)
    deal = deal_of(table, seed, index)
    tiplu, finisher = int(rounds.by_round("tiplu")[0]), int(rounds.by_round("finisher")[0])
    events = _events(table, rows, deal, tiplu)
    thrown = events[-1]["ids"][0] if finisher >= 0 else None
    return {
        "rules": table.rules.plain_values,
        "players": table.players,
        "policies": policy_names(table.policies),
        "seed": seed,
        "round": index,
        "deal": deal,
        "events": events,
        "ended": ENDINGS[int(rounds.by_round("ended")[0])],
        "tiplu": tiplu if tiplu >= 0 else None,
        "finisher": finisher if finisher >= 0 else None,
        "thrown": thrown,
        "facts": [_seat_facts(rounds, seat) for seat in range(table.players)],
    }


def deal_of(table: Table, seed: int, index: int) -> dict[str, Any]:
    """Return the physical cards dealt: hands by seat, start card, stock by slot."""
    players = table.players
    order = deal_packs(table.rules, 1, seed, index)[0].tolist()
    for place, card in enumerate(table.fixed_cards().tolist()):
        at = order.index(card)
        order[at], order[place] = order[place], card
    start = 6 * HAND_SIZE
    stock = order[start + 1 :] + order[HAND_SIZE * players : start]
    hands = [order[HAND_SIZE * seat : HAND_SIZE * (seat + 1)] for seat in range(players)]
    if players == 1:
        return {"hands": hands, "start": None, "stock": [*stock, order[start]]}
    return {"hands": hands, "start": order[start], "stock": stock}


def _events(
    table: Table, rows: NDArray[np.int16], deal: dict[str, Any], tiplu: int
) -> list[dict[str, Any]]:
    hands = [set(hand) for hand in deal["hands"]]
    tabled: list[list[list[int]]] = [[] for _ in hands]
    routes = [UNSEEN] * len(hands)
    events: list[dict[str, Any]] = []
    for place, row in enumerate(rows):
        turn, seat, what, n = (int(v) for v in row[:4])
        ids = [int(card) for card in row[4 : 4 + n]]
        event: dict[str, Any] = {"turn": turn, "seat": seat if seat >= 0 else None}
        event["do"] = EVENT_NAMES[what]
        if EVENT_NAMES[what] in ("draw", "pick"):
            hands[seat].add(ids[0])
        elif what == THROW_EVENT:
            hands[seat].discard(ids[0])
        elif what == EXPOSE_EVENT:
            tabled[seat].append(ids)
        elif what == SHOW_EVENT:
            size = 2 if n == N_PAIRS_SHOWN else 3
            routes[seat] = DUBLEE if size == 2 else SEQUENCE
            melds = [ids[i : i + size] for i in range(0, n, size)]
            tabled[seat] = melds if size == 3 else tabled[seat] + melds
            event |= {"route": ROUTES[routes[seat]], "melds": melds}
        elif what == FINISH_EVENT:
            event |= _finish(table, hands[seat], tabled[seat], routes[seat], tiplu, rows[place:])
            ids = [card for meld in event["melds"] for card in meld]
        event |= {"cards": [kind_text(card_kind(card)) for card in ids], "ids": ids}
        events.append(event)
    return events


def _finish(
    table: Table,
    hand: set[int],
    tabled: list[list[int]],
    route: int,
    tiplu: int,
    rest: NDArray[np.int16],
) -> dict[str, Any]:
    """Return the route and melds of a finish, whose throw is among the rows that follow."""
    thrown = int(next(row[4] for row in rest if row[2] == THROW_EVENT))
    free = hand - {card for meld in tabled for card in meld}
    if route == DUBLEE or (route == UNSEEN and _pairs_of(free, tabled, thrown)):
        return {"route": "dublee", "melds": _pairs_of(free, tabled, thrown)}
    known = tiplu if route != UNSEEN else None
    kinds = sorted(card_kind(card) for card in free)
    arranged = arrange_finish(kinds, known, card_kind(thrown), table.rules)
    assert arranged is not None, "a finish the solver found must arrange"
    left = sorted(free - {thrown})
    melds = [list(meld) for meld in tabled]
    for meld in arranged.melds:
        cards = []
        for kind in meld:
            card = next(card for card in left if card_kind(card) == kind)
            left.remove(card)
            cards.append(card)
        melds.append(cards)
    return {"route": "sequence", "melds": melds}


def _pairs_of(free: set[int], tabled: list[list[int]], thrown: int) -> list[list[int]]:
    """Return eight dublees of a hand, or none if it does not hold them."""
    pairs = [meld[:2] for meld in tabled if len({card_kind(card) for card in meld}) == 1]
    unique = [pair for place, pair in enumerate(pairs) if pair not in pairs[:place]]
    by_kind: dict[int, list[int]] = {}
    for card in sorted(free - {thrown}):
        by_kind.setdefault(card_kind(card), []).append(card)
    unique += [cards[:2] for cards in by_kind.values() if len(cards) >= 2]
    return unique[:8] if len(unique) >= 8 else []


def _seat_facts(rounds: Rounds, seat: int) -> dict[str, Any]:
    def fact(column: str) -> int:
        return int(rounds.by_seat(column)[0, seat])

    def draw(column: str) -> int | None:
        return fact(column) if fact(column) >= 0 else None

    route = fact("route")
    return {
        "seen": route != UNSEEN,
        "route": ROUTES[route] if route else None,
        "seen_turn": draw("seen_turn"),
        "qualified_sequence": draw("qualified_sequence"),
        "qualified_dublee": draw("qualified_dublee"),
        "draws": fact("draws"),
        "finished": int(rounds.by_round("finisher")[0]) == seat,
        "held": {name: fact(f"held_{name}") for name in HELD},
        "dealt_tunnelas": {name: fact(f"dealt_{name}_tunnela") for name in TUNNELA_CLASSES},
        "exposed_tunnelas": {name: fact(f"exposed_{name}_tunnela") for name in TUNNELA_CLASSES},
        "pickups": fact("pickups"),
    }
