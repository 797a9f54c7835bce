"""Control variates of a table: what its seats are dealt, whose exact means are known."""

from collections.abc import Sequence
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cards import HAND_SIZE
from marriage_stats.estimators import LEVEL
from marriage_stats.estimators.control import controlled_mean
from marriage_stats.exact import pack_of
from marriage_stats.exact.melds import joint_distribution
from marriage_stats.exact.tunnelas import tunnela_distribution
from marriage_stats.facts import TUNNELA_CLASSES, Rounds
from marriage_stats.rules import Rules
from marriage_stats.summary.tally import Moments

DEALT = ("pairs", "melds", "tunnelas", "man_tunnelas", "printed")
"""What each seat is dealt: dublees, pure melds, ordinary tunnelas, three man cards, jokers."""
WORTH = 1.02
"""Controls that gain less are not told."""
MIN_UNITS = 1000
"""Deals from which weights can be fitted without a bias to speak of."""


class Adjusted(TypedDict):
    """A mean adjusted by controls; gain: how many times more deals the plain one would need."""

    value: float
    se: float
    low: float
    high: float
    n: int
    gain: float


def dealt_columns(rounds: Rounds) -> NDArray[np.int64]:
    """Return int64[n, seats, DEALT], the controls of every seat."""
    tunnelas = rounds.dealt_tunnelas
    man = tunnelas[:, :, TUNNELA_CLASSES.index("man")]
    ordinary = tunnelas.sum(axis=2) - man
    plain = [rounds.by_seat(f"dealt_{name}") for name in ("pairs", "melds", "printed")]
    return np.stack([*plain[:2], ordinary, man, plain[2]], axis=2)


def dealt_means(rules: Rules) -> list[float]:
    """Return the exact mean of each of DEALT."""
    pack = pack_of(rules)
    joint = joint_distribution(pack, HAND_SIZE)
    melds, pairs = np.indices(joint.shape)
    ordinary, every = (
        float(sum(k * p for k, p in enumerate(tunnela_distribution(pack, HAND_SIZE, with_man))))
        for with_man in (False, True)
    )
    printed = HAND_SIZE * (pack.man_cards + pack.superman) / pack.size
    return [
        float((pairs * joint).sum()),
        float((melds * joint).sum()),
        ordinary,
        every - ordinary,
        printed,
    ]


def adjusted_means(
    moments: Moments,
    names: Sequence[str],
    divisors: Sequence[int],
    exact: Sequence[float],
    level: float = LEVEL,
) -> list[Adjusted]:
    """Return means adjusted by controls.

    Parameters
    ----------
    moments : sums of the figures' features and, after them, of the controls
    names, divisors : features to tell, and the values that each sums in a unit
    exact : means of the controls, in their order
    """
    controls = list(range(len(moments.names) - len(exact), len(moments.names)))
    out = []
    for name, divisor in zip(names, divisors, strict=True):
        places = [moments.names.index(name), *controls]
        sums = np.array([moments.sums[i] for i in places])
        products = np.array([[moments.products[i][j] for j in places] for i in places])
        found = controlled_mean(moments.n, sums, products, exact, level)
        figure = found["adjusted"]
        value, se, low, high = (figure[k] / divisor for k in ("value", "se", "low", "high"))
        out.append(
            Adjusted(value=value, se=se, low=low, high=high, n=moments.n, gain=found["gain"])
        )
    return out
