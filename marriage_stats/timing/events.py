"""How each seat's wait to see ended, counted by turn: for hazards, medians and comparisons."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats.estimators.jackknife import N_BLOCKS
from marriage_stats.estimators.survival import (
    at_risk,
    curve_with_interval,
    hazard,
    incidence,
    median_turn,
    survival,
)
from marriage_stats.exact.floor import LAST_TURN
from marriage_stats.facts import ENDED_FINISH, Rounds

CAUSES = ("sequence", "dublee", "overtaken", "no_winner")
"""How the wait ends: three pure melds or seven dublees are held; another seat finishes first; the
round ends without a winner (end of the stock, turn cap)."""
SEQUENCE, DUBLEE, OVERTAKEN, NO_WINNER = range(4)
SEEN = (SEQUENCE, DUBLEE)


def event_counts(rounds: Rounds, seats: NDArray[np.bool_] | None = None) -> NDArray[np.int64]:
    """Return int64[N_BLOCKS, causes, 62], waits ended by cause and own draws.

    Parameters
    ----------
    seats : bool[n, players], whose waits count (a policy, what was dealt); None takes all

    Notes
    -----
    A hand that first holds both counts as seen by sequences, as play would have it. The last
    column holds all that ended later than 60 draws.
    """
    sequence, dublee = rounds.by_seat("qualified_sequence"), rounds.by_seat("qualified_dublee")
    never = np.iinfo(np.int64).max
    sequence, dublee = (np.where(x < 0, never, x) for x in (sequence, dublee))
    seen = np.minimum(sequence, dublee)
    won = (rounds.by_round("ended") == ENDED_FINISH)[:, None]
    cause = np.where(sequence <= dublee, SEQUENCE, DUBLEE)
    cause = np.where(seen == never, np.where(won, OVERTAKEN, NO_WINNER), cause)
    turn = np.minimum(np.where(seen == never, rounds.by_seat("draws"), seen), LAST_TURN + 1)
    block = np.broadcast_to(
        ((rounds.first + np.arange(len(rounds))) % N_BLOCKS)[:, None], turn.shape
    )
    width = LAST_TURN + 2
    place = (block * len(CAUSES) + cause) * width + turn
    if seats is not None:
        place = place[seats]
    counts = np.bincount(place.ravel(), minlength=N_BLOCKS * len(CAUSES) * width)
    return counts.reshape(N_BLOCKS, len(CAUSES), width)


def waits(counts: NDArray[np.int64]) -> dict[str, Any]:
    """Return what is to be told about waits, ready for JSON.

    Returns
    -------
    dict   `n` seats; rows of turns 0..60 under `incidence` (by cause and seen by any route),
        `hazard` (of seeing) and `waiting` (Kaplan-Meier, the round's end censoring), each with se,
        low and high, None where nobody waits any more; `median` of both
    """
    waiting = at_risk(counts.sum(axis=0))
    seen = curve_with_interval(counts, lambda c: incidence(c, SEEN))
    alone = curve_with_interval(counts, lambda c: survival(c, SEEN))
    causes = {name: _cause_rows(counts, place) for place, name in enumerate(CAUSES)}
    return {
        "n": int(counts.sum()),
        "incidence": {"seen": _rows(seen), **causes},
        "hazard": _rows(curve_with_interval(counts, lambda c: hazard(c, SEEN), cases=waiting)),
        "waiting": _rows(alone),
        "median": {"of_all": median_turn(seen, True), "if_unhindered": median_turn(alone, False)},
    }


def _cause_rows(counts: NDArray[np.int64], place: int) -> list[dict[str, float | None]]:
    return _rows(curve_with_interval(counts, lambda c: incidence(c, [place])))


def _rows(found: dict[str, NDArray[np.float64]]) -> list[dict[str, float | None]]:
    return [
        {"turn": turn, **{name: _number(curve[turn]) for name, curve in found.items()}}
        for turn in range(LAST_TURN + 1)
    ]


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
