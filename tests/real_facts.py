"""Facts of rounds that real hands could have: every maal card has one owner or none."""

import numpy as np
from numpy.typing import NDArray

from marriage_stats.facts import (
    DUBLEE,
    EXPOSED_AT,
    HELD,
    HELD_AT,
    ROUND_COLUMNS,
    ROUTES,
    SEAT_COLUMNS,
    SEQUENCE,
    TUNNELA_CLASSES,
    UNSEEN,
    Rounds,
)
from marriage_stats.rules import Rules

COPIES = {"tiplu": 2, "poplu": 3, "jhiplu": 3, "alter": 3, "joker": 6, "man": 3, "superman": 1}
CARD_ROLES = np.array([role for role, n in COPIES.items() for _ in range(n)])
N_CARDS = len(CARD_ROLES)
TRIPLES = {"poplu": [2], "jhiplu": [5], "alter": [8], "joker": [11, 14], "man": [17]}
"""Class -> place of the first of three identical cards in CARD_ROLES."""
N_TRIPLES = 6


def facts_of_owners(
    owners: NDArray[np.int64],
    laid: NDArray[np.bool_],
    plain: NDArray[np.int64],
    route: NDArray[np.int64],
    finisher: NDArray[np.int64],
) -> Rounds:
    """Return facts; tiplu is 7H.

    Parameters
    ----------
    owners : int64[n, 21]   seat that holds each maal card, any other number for nobody
    laid : bool[n, 6]   whether whoever holds all three of a face was dealt and exposed them
    plain : int64[n, players]   exposed tunnelas of plain cards
    route : int64[n, players];  finisher : int64[n]   seat or -1
    """
    n, players = route.shape
    per_round = np.zeros((n, len(ROUND_COLUMNS)), dtype=np.int16)
    per_round[:, ROUND_COLUMNS.index("tiplu")] = 32
    per_round[:, ROUND_COLUMNS.index("finisher")] = finisher
    per_seat = np.zeros((n, players, len(SEAT_COLUMNS)), dtype=np.int16)
    per_seat[:, :, SEAT_COLUMNS.index("route")] = route
    mine = owners[:, None, :] == np.arange(players)[None, :, None]
    for place, role in enumerate(HELD):
        per_seat[:, :, HELD_AT + place] = mine[:, :, role == CARD_ROLES].sum(axis=2)
    number = iter(range(N_TRIPLES))
    for name, places in TRIPLES.items():
        for first in places:
            whole = mine[:, :, first : first + 3].all(axis=2) & laid[:, [next(number)]]
            if name == "man":
                whole &= route == SEQUENCE
            per_seat[:, :, EXPOSED_AT + TUNNELA_CLASSES.index(name)] += whole
    per_seat[:, :, EXPOSED_AT] = plain
    return Rounds(per_round, per_seat)


def random_facts(n: int, rules: Rules, seed: int, players: int = 4) -> Rounds:
    """Return facts of n random rounds of a house; a lucky seat holds about half of the maal."""
    rng = np.random.default_rng(seed)
    owners = rng.integers(0, players + 1, (n, N_CARDS))
    lucky = rng.integers(0, players, (n, 1))
    owners = np.where(rng.random((n, N_CARDS)) < rng.random((n, 1)), lucky, owners)
    owners[:, N_CARDS - 4 + rules.number("man_cards") : N_CARDS - 1] = -1
    if not rules.number("superman"):
        owners[:, -1] = -1
    exposes = rules["tunnela_exposure"] != "none"
    laid = (rng.random((n, N_TRIPLES)) < 0.7) & exposes
    plain = rng.integers(0, 2, (n, players)) * exposes
    route = rng.integers(UNSEEN, DUBLEE + int(rules.has_dublee_route), (n, players))
    finisher = rng.integers(-1, players, n)
    rows = np.flatnonzero(finisher >= 0)
    route[rows, finisher[rows]] = np.maximum(route[rows, finisher[rows]], SEQUENCE)
    return facts_of_owners(owners, laid, plain, route, finisher)


def twin_seats(rounds: Rounds, row: int) -> list[dict[str, object]]:
    """Return one round's seats in the form the slow twin reads."""
    one = Rounds(rounds.per_round[row : row + 1], rounds.per_seat[row : row + 1])
    held, exposed = one.held[0], one.exposed_tunnelas[0]
    route, finisher = one.by_seat("route")[0], one.by_round("finisher")[0]
    return [
        {
            "seen": bool(route[seat] != UNSEEN),
            "route": ROUTES[route[seat]] if route[seat] else None,
            "held": dict(zip(HELD, held[seat].tolist(), strict=True)),
            "exposed": dict(zip(TUNNELA_CLASSES, exposed[seat].tolist(), strict=True)),
            "finished": bool(seat == finisher),
        }
        for seat in range(rounds.players)
    ]
