"""The state of one round in play: records that are allocated once and used for many rounds."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from marriage_stats.facts import ROUND_COLUMNS, SEAT_COLUMNS
from marriage_stats.views import BOARD, HAND, WORK

MAX_SEATS = 6
N_CARDS = 160
NO_CARD = np.int64(-1)
ON_TABLE = 8
IN_PILE, IN_STOCK, IS_TIPLU, FACE_DOWN, NOWHERE = 16, 17, 18, 19, 20
"""Places in `where`: 0..5 a seat's free cards, 8..13 on its table, then these."""

DECK = np.dtype(
    [
        ("order", np.int32, N_CARDS),
        ("places", np.uint64, N_CARDS),
        ("stock", np.int16, N_CARDS),
        ("pile", np.int16, N_CARDS),
        ("where", np.int8, N_CARDS),
        ("stock_size", np.int64),
        ("first_free", np.int64),
        ("tiplu", np.int64),
        ("tiplu_card", np.int64),
        ("picked", np.int64),
        ("finisher", np.int64),
        ("thrown", np.int64),
        ("ended", np.int64),
        ("reshuffles", np.int64),
        ("events", np.int64),
        ("seed", np.int64),
        ("index", np.int64),
    ],
    align=True,
)
"""What no seat may see as such.

order, places : the pack as shuffled, then scratch
stock : cards by slot, -1 where taken; stock_size slots, those below first_free taken
pile : discards, the top last; where : place of each physical card
tiplu, tiplu_card, picked : kind and card of the tiplu, card taken from the pile this turn; or -1
finisher, thrown, ended, reshuffles : as in `facts`; events : rows of the log in use
"""

SEARCH = np.dtype(
    [
        ("search", np.int64, (24, 13)),
        ("wild_melds", np.int64, (13, 4)),
        ("laid", np.int64, 8),
        ("trials", np.int64, 512),
    ],
    align=True,
)
"""Scratch of the finish search."""


class RoundState(NamedTuple):
    """Where every card of the round is, and what has happened (records, see their dtypes)."""

    deck: Any
    board: Any
    hands: NDArray[Any]
    search: Any
    work: Any


class SeatCalls(NamedTuple):
    """Functions that a turn calls by pointer, so that each is compiled once and by itself.

    choose : the policies of six seats; finish : (`finish_kernels.finish_throw`,)
    """

    choose: tuple[Any, ...]
    finish: tuple[Any]


class RoundCalls(NamedTuple):
    """Functions that a round calls by pointer: those of its seats, (`turn_kernels.play_turn`,)."""

    seats: SeatCalls
    turn: tuple[Any]


def new_state() -> RoundState:
    """Return an empty state."""
    return RoundState(
        np.zeros(1, DECK)[0],
        np.zeros(1, BOARD)[0],
        np.zeros(MAX_SEATS, HAND),
        np.zeros(1, SEARCH)[0],
        np.zeros(1, WORK)[0],
    )


# Events of a log: int16[n, 4 + 160] rows of turn, seat, what, number of cards, cards.
LOG_WIDTH = 4 + N_CARDS
EXPOSE_EVENT, DRAW_EVENT, PICK_EVENT, SHOW_EVENT = 0, 1, 2, 3
TIPLU_EVENT, THROW_EVENT, FINISH_EVENT, RESHUFFLE_EVENT = 4, 5, 6, 7
EVENT_NAMES = ("expose", "draw", "pick", "show", "tiplu", "throw", "finish", "reshuffle")


def blank_facts(n: int, players: int) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return room for the facts of n rounds: by round, and by round and seat."""
    return (
        np.zeros((n, len(ROUND_COLUMNS)), np.int16),
        np.zeros((n, players, len(SEAT_COLUMNS)), np.int16),
    )


def blank_log(n: int = 0) -> NDArray[np.int16]:
    """Return a log with room for n events."""
    return np.zeros((n, LOG_WIDTH), np.int16)
