"""Settle simulated rounds from their facts, whole arrays at a time."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from marriage_stats.facts import (
    EXPOSED_AT,
    HELD_AT,
    ROUND_COLUMNS,
    ROUTES,
    SEAT_COLUMNS,
    TUNNELA_CLASSES,
    UNSEEN,
    Rounds,
)
from marriage_stats.maal import PriceTables, price_tables
from marriage_stats.rules import Rules
from marriage_stats.settlement.payments import Settlement, net_from_maal

BLOCK = 8192
"""Rounds priced at once: their working arrays stay in the processor's cache."""
TIPLU_AT, ROUTE_AT = ROUND_COLUMNS.index("tiplu"), SEAT_COLUMNS.index("route")
_ORDINARY, _JOKER, _POPLU, _JHIPLU, _ALTER, _MAN = range(len(TUNNELA_CLASSES))
_MOST_HELD = np.array([3, 3, 3, 3, 6, 3, 1], dtype=np.int16)


def settle(rounds: Rounds, rules: Rules, *, dealt_as_exposed: bool = False) -> Settlement:
    """Return the points of every round and seat under a house.

    Parameters
    ----------
    dealt_as_exposed : price dealt tunnelas as laid face up, for facts from a house that lays none;
        those of poplu, jhiplu and alter only where all three cards are still held, three man cards
        only where they were laid

    Raises
    ------
    ValueError   if the facts hold more copies of a card than there are, or an unseen finisher
    """
    shape = (len(rounds), rounds.players)
    out = Settlement(*(np.empty(shape, dtype=np.int64) for _ in range(5)))
    for part, block in _blocks(rounds):
        finisher, route = block.by_round("finisher"), block.by_seat("route")
        maal = raw_maal(block, rules, dealt_as_exposed=dealt_as_exposed)
        seat = np.maximum(finisher, 0)[:, None]
        finish_route = np.take_along_axis(route, seat, axis=1)[:, 0]
        settled = net_from_maal(maal, route, finisher, finish_route, rules)
        for name, values in vars(settled).items():
            getattr(out, name)[part] = values
    return out


def raw_maal(rounds: Rounds, rules: Rules, *, dealt_as_exposed: bool = False) -> NDArray[np.int64]:
    """Return int64[n, players], maal before murder or kidnap.

    Raises
    ------
    ValueError   if the facts hold more copies of a card than there are
    """
    tables = price_tables(rules)
    out = np.empty((len(rounds), rounds.players), dtype=np.int64)
    for part, block in _blocks(rounds):
        out[part] = _block_maal(block, tables, dealt_as_exposed)
    return out


def _blocks(rounds: Rounds) -> Iterator[tuple[slice, Rounds]]:
    for start in range(0, len(rounds), BLOCK):
        part = slice(start, start + BLOCK)
        yield part, Rounds(rounds.per_round[part], rounds.per_seat[part], rounds.first + start)


def _block_maal(rounds: Rounds, tables: PriceTables, dealt_as_exposed: bool) -> NDArray[np.int64]:
    seats = rounds.per_seat
    held = [seats[:, :, HELD_AT + i] for i in range(len(_MOST_HELD))]
    tiplu, poplu, jhiplu, alter, _, man, superman = held
    _check_held(seats)
    laid = _laid(rounds, dealt_as_exposed)
    route = rounds.by_seat("route")
    # Before a tiplu is fixed there is no maal but the printed jokers, so no premium either.
    turned = (rounds.per_round[:, TIPLU_AT] >= 0)[:, None]
    earns, earns_man = (tables.earns[:, i].astype(np.int16)[route] * turned for i in range(2))
    family = ((tiplu * 4 + poplu) * 4 + jhiplu) * 4 + earns * (2 * laid[_POPLU] + laid[_JHIPLU])
    maal = tables.family.take(family)
    maal += tables.alter.take(2 * alter + earns * laid[_ALTER])
    maal += tables.man.take(2 * man + earns_man * laid[_MAN])
    maal += tables.superman * superman.astype(np.int64)
    maal += earns * (tables.ordinary * laid[_ORDINARY] + tables.joker * laid[_JOKER])
    return maal


def _laid(rounds: Rounds, dealt_as_exposed: bool) -> list[NDArray[np.int16]]:
    """Return the tunnelas to price, int16[n, players] per class of TUNNELA_CLASSES."""
    seats = rounds.per_seat
    exposed = [seats[:, :, EXPOSED_AT + i] for i in range(len(TUNNELA_CLASSES))]
    if not dealt_as_exposed:
        return exposed
    dealt = np.moveaxis(rounds.dealt_tunnelas, 2, 0).astype(np.int16)
    held = np.moveaxis(rounds.held, 2, 0).astype(np.int16)
    whole = [dealt[_ORDINARY], np.minimum(dealt[_JOKER], held[4] // 3)]
    whole += [dealt[_POPLU + i] * (held[1 + i] == 3) for i in range(3)]
    return [np.maximum(e, w) for e, w in zip(exposed, [*whole, exposed[_MAN]], strict=True)]


def _check_held(seats: NDArray[np.int16]) -> None:
    held = seats[:, :, HELD_AT : HELD_AT + len(_MOST_HELD)]
    laid = seats[:, :, EXPOSED_AT : EXPOSED_AT + len(TUNNELA_CLASSES)]
    most = held.max(axis=(0, 1), initial=0)
    lowest = min(held.min(initial=0), laid.min(initial=0))
    if (most > _MOST_HELD).any() or lowest < 0:
        raise ValueError(f"held must be at most {_MOST_HELD.tolist()} copies, got {most.tolist()}")
    if laid[:, :, _POPLU:].max(initial=0) > 1:
        raise ValueError("exposed must be at most one tunnela of poplu, jhiplu, alter and man")
    route = seats[:, :, ROUTE_AT]
    if route.min(initial=UNSEEN) < UNSEEN or route.max(initial=UNSEEN) >= len(ROUTES):
        raise ValueError(f"route must be 0..{len(ROUTES) - 1}")
