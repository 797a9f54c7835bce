"""From every seat's maal to what it receives or pays."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from marriage_stats.facts import DUBLEE, ROUTES, SEQUENCE, UNSEEN
from marriage_stats.rules import Rules


@dataclass(frozen=True)
class Settlement:
    """Points of n rounds, each int64[n, players].

    Parameters
    ----------
    raw_maal : maal before murder or kidnap; an exposed tunnela whose premium does not hold is in
        it at the loose value of its cards, which is also what a kidnap moves
    maal : maal that counts, after murder or kidnap
    maal_part : players * maal - the table's maal
    fee : points paid to the finisher; 0 for the finisher and in a round without one
    net : points received, or paid where negative; each row sums to 0
    """

    raw_maal: NDArray[np.int64]
    maal: NDArray[np.int64]
    maal_part: NDArray[np.int64]
    fee: NDArray[np.int64]
    net: NDArray[np.int64]


def fee_table(rules: Rules) -> NDArray[np.int64]:
    """Return int64[3, 3], the fee by (route of the finish, route of the loser).

    Row UNSEEN stands for a round without a finisher: no fees.

    Notes
    -----
    `dublee_bonus_mode`: `add` puts the bonus on top of every fee. `replace` is the calculators' "5
    instead of 3": a loser who saw by sequences pays the bonus in place of that fee, the others
    pay what they pay after an ordinary finish.
    """
    fees = np.zeros((len(ROUTES), len(ROUTES)), dtype=np.int64)
    base = [rules.number(key) for key in ("fee_unseen", "fee_seen", "fee_dublee_seen")]
    bonus = rules.number("dublee_bonus")
    fees[SEQUENCE] = base
    if rules["dublee_bonus_mode"] == "add":
        fees[DUBLEE] = fees[SEQUENCE] + bonus
    else:
        fees[DUBLEE] = fees[SEQUENCE]
        fees[DUBLEE, SEQUENCE] = bonus
    return fees


def net_from_maal(
    maal: NDArray[np.int64],
    route: NDArray[np.int64],
    finisher: NDArray[np.int64],
    finish_route: NDArray[np.int64],
    rules: Rules,
) -> Settlement:
    """Settle rounds whose maal is known.

    Parameters
    ----------
    maal : int64[n, players]   raw, before murder or kidnap
    route : int64[n, players]   UNSEEN, SEQUENCE or DUBLEE
    finisher : int64[n]   seat, or -1 for a round nobody finished
    finish_route : int64[n]   SEQUENCE or DUBLEE; any value where there is no finisher

    Raises
    ------
    ValueError   if a finisher is no seat, or has not seen

    Notes
    -----
    Without a finisher there are no fees and nobody to kidnap for; `no_winner = void` clears the
    maal too.
    """
    players = maal.shape[1]
    is_finisher = np.arange(players) == finisher[:, None]
    finished = finisher >= 0
    _check_finishers(route, finisher, finish_route, is_finisher)
    counted = _counted_maal(maal, route, is_finisher, finished, rules)
    maal_part = players * counted - counted.sum(axis=1, keepdims=True)
    row = np.where(finished, finish_route, UNSEEN)
    fee = fee_table(rules)[row[:, None], route]
    fee *= ~is_finisher
    net = maal_part - fee
    net += is_finisher * fee.sum(axis=1, keepdims=True)
    return Settlement(maal, counted, maal_part, fee, net)


def _counted_maal(
    maal: NDArray[np.int64],
    route: NDArray[np.int64],
    is_finisher: NDArray[np.bool_],
    finished: NDArray[np.bool_],
    rules: Rules,
) -> NDArray[np.int64]:
    """Return int64[n, players], the maal that counts."""
    mode = rules["unseen_maal"]
    counted = maal.copy() if mode == "normal" else maal * (route != UNSEEN)
    if mode == "kidnap":
        taken = (maal - counted).sum(axis=1, keepdims=True)
        counted += taken * is_finisher
    if rules["no_winner"] == "void":
        counted *= finished[:, None]
    return counted


def _check_finishers(
    route: NDArray[np.int64],
    finisher: NDArray[np.int64],
    finish_route: NDArray[np.int64],
    is_finisher: NDArray[np.bool_],
) -> None:
    players = route.shape[1]
    if finisher.size and (finisher.min() < -1 or finisher.max() >= players):
        raise ValueError(f"finisher must be a seat 0..{players - 1} or -1, got {finisher.tolist()}")
    if (is_finisher & (route == UNSEEN)).any():
        raise ValueError("finisher must have seen the maal, got route unseen")
    ways = finish_route[finisher >= 0]
    if ((ways != SEQUENCE) & (ways != DUBLEE)).any():
        raise ValueError("finish_route must be sequence or dublee where there is a finisher")
