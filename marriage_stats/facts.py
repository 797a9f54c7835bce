"""The compact record of simulated rounds: what settlement and statistics read, and nothing else.

A round is settled from these facts alone, so that one played round is priced under many rule sets.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

UNSEEN, SEQUENCE, DUBLEE = 0, 1, 2
ROUTES = ("unseen", "sequence", "dublee")
ENDED_FINISH, ENDED_STOCK_OUT, ENDED_TURN_CAP = 0, 1, 2
ENDINGS = ("finish", "stock-out", "turn-cap")

HELD = ("tiplu", "poplu", "jhiplu", "alter", "joker", "man", "superman")
"""Maal cards a seat holds at the end, the finisher's thrown card left out."""
TUNNELA_CLASSES = ("ordinary", "joker", "poplu", "jhiplu", "alter", "man")

ROUND_COLUMNS = ("tiplu", "turns", "reshuffles", "ended", "finisher", "thrown")
"""tiplu, thrown: kind or -1; turns: seat-turns; ended: place in ENDINGS; finisher: seat or -1."""
SEAT_COLUMNS = (
    "route",
    "seen_turn",
    "qualified_sequence",
    "qualified_dublee",
    "draws",
    "pickups",
    *(f"held_{name}" for name in HELD),
    *(f"dealt_{name}_tunnela" for name in TUNNELA_CLASSES),
    *(f"exposed_{name}_tunnela" for name in TUNNELA_CLASSES),
    "dealt_pairs",
    "dealt_melds",
    "dealt_useful",
    "dealt_printed",
)
"""route: place in ROUTES; seen_turn, qualified_*: own draws made by then or -1; the rest counts."""
HELD_AT = SEAT_COLUMNS.index("held_tiplu")
DEALT_AT = SEAT_COLUMNS.index("dealt_ordinary_tunnela")
EXPOSED_AT = SEAT_COLUMNS.index("exposed_ordinary_tunnela")


@dataclass(frozen=True)
class Rounds:
    """Facts of n rounds at one table size.

    Parameters
    ----------
    per_round : int16[n, len(ROUND_COLUMNS)]
    per_seat : int16[n, players, len(SEAT_COLUMNS)]
    first : index of the first round
    """

    per_round: NDArray[np.int16]
    per_seat: NDArray[np.int16]
    first: int = 0

    def __len__(self) -> int:
        return len(self.per_round)

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(self.per_seat.shape[1])

    def by_round(self, column: str) -> NDArray[np.int64]:
        """Return int64[n], one column of ROUND_COLUMNS."""
        return self.per_round[:, ROUND_COLUMNS.index(column)].astype(np.int64)

    def by_seat(self, column: str) -> NDArray[np.int64]:
        """Return int64[n, players], one column of SEAT_COLUMNS."""
        return self.per_seat[:, :, SEAT_COLUMNS.index(column)].astype(np.int64)

    @property
    def held(self) -> NDArray[np.int64]:
        """int64[n, players, 7]   copies held, in the order of HELD."""
        return self.per_seat[:, :, HELD_AT : HELD_AT + len(HELD)].astype(np.int64)

    @property
    def exposed_tunnelas(self) -> NDArray[np.int64]:
        """int64[n, players, 6]   dealt tunnelas laid face up, in the order of TUNNELA_CLASSES."""
        end = EXPOSED_AT + len(TUNNELA_CLASSES)
        return self.per_seat[:, :, EXPOSED_AT:end].astype(np.int64)

    @property
    def dealt_tunnelas(self) -> NDArray[np.int64]:
        """int64[n, players, 6]   tunnelas in the dealt hands, in the order of TUNNELA_CLASSES."""
        end = DEALT_AT + len(TUNNELA_CLASSES)
        return self.per_seat[:, :, DEALT_AT:end].astype(np.int64)


def join_rounds(parts: Sequence[Rounds]) -> Rounds:
    """Return consecutive blocks of rounds as one."""
    return Rounds(
        np.concatenate([part.per_round for part in parts]),
        np.concatenate([part.per_seat for part in parts]),
        parts[0].first,
    )
