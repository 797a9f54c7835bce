"""Times to an event among competing ends, from counts by turn; intervals by block jackknife.

Counts are int64[blocks, causes, turns]: how many seats ended by each cause at each turn. Turn t is
the number of own draws; what ends at t without an event was still watched at t, so it is at risk
there. Blocks are those of `jackknife`: seats of one round share a block, whatever they share else.
"""

from collections.abc import Callable, Sequence
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from marriage_stats.estimators.holm import student_p
from marriage_stats.estimators.intervals import LEVEL
from marriage_stats.estimators.jackknife import student_quantile
from marriage_stats.estimators.proportion import clopper_pearson

Counts = NDArray[np.int64]
Curve = NDArray[np.float64]


class LogRank(TypedDict):
    """Comparison of two groups: events of the first, those expected if both were alike, z and p."""

    observed: float
    expected: float
    z: float | None
    p: float
    n: int


def at_risk(counts: Counts) -> Counts:
    """Return int64[..., turns], seats not ended before each turn (counts[..., causes, turns])."""
    ends = counts.sum(axis=-2)
    return np.asarray(np.cumsum(ends[..., ::-1], axis=-1)[..., ::-1])


def incidence(counts: Counts, causes: Sequence[int]) -> Curve:
    """Return float64[..., turns], share of all seats that ended by these causes by each turn.

    Other causes compete: who ended by them has not ended by these. That is what 1 - Kaplan-Meier
    would overstate.
    """
    total = counts.sum(axis=(-1, -2))[..., None]
    return np.asarray(np.cumsum(counts[..., list(causes), :].sum(axis=-2), axis=-1) / total)


def hazard(counts: Counts, causes: Sequence[int]) -> Curve:
    """Return float64[..., turns], share of the seats still waiting that end by these causes now."""
    waiting = at_risk(counts)
    return np.asarray(counts[..., list(causes), :].sum(axis=-2) / np.maximum(waiting, 1))


def survival(counts: Counts, causes: Sequence[int]) -> Curve:
    """Return float64[..., turns], Kaplan and Meier's share still waiting, other causes censoring.

    It is the share one would see if the other causes did not exist and had nothing to do with the
    waiting: at a table, who is slow is also overtaken, so read it with that in mind.
    """
    return np.asarray(np.cumprod(1 - hazard(counts, causes), axis=-1))


def curve_with_interval(
    counts: Counts,
    curve: Callable[[Counts], Curve],
    level: float = LEVEL,
    cases: Counts | None = None,
) -> dict[str, Curve]:
    """Return value, se, low and high of a curve of shares, each float64[turns].

    Parameters
    ----------
    cases : int64[turns], seats that each share is out of, where not all: nan where there are none

    Notes
    -----
    The interval is symmetric in log(-log share), which keeps it within 0 and 1 (Kalbfleisch and
    Prentice 1980); where all blocks agree on 0 or 1 it is Clopper and Pearson's for as many cases
    as there are seats in the scarcest block, over all blocks, or for `cases`.
    """
    whole = counts.sum(axis=0)
    value, left_out = curve(whole), curve(whole - counts)
    blocks = len(counts)
    se = np.sqrt((blocks - 1) / blocks * ((left_out - left_out.mean(axis=0)) ** 2).sum(axis=0))
    low, high = value.copy(), value.copy()
    inside = (value > 0) & (value < 1) & (se > 0)
    share, spread = value[inside], se[inside]
    with np.errstate(over="ignore"):
        width = student_quantile(level, blocks - 1) * spread / (share * np.abs(np.log(share)))
        low[inside], high[inside] = share ** np.exp(width), share ** np.exp(-width)
    every = blocks * int(counts.sum(axis=(1, 2)).min())
    for turn in np.flatnonzero(~inside):
        n = every if cases is None else int(cases[turn])
        if n == 0:
            value[turn] = se[turn] = low[turn] = high[turn] = np.nan
            continue
        edges = clopper_pearson(round(float(value[turn]) * n), n, level)
        low[turn], high[turn] = min(edges[0], value[turn]), max(edges[1], value[turn])
    return {"value": value, "se": se, "low": low, "high": high}


def median_turn(found: dict[str, Curve], rising: bool) -> dict[str, int | None]:
    """Return the first turn at which half is reached, and where the interval puts it.

    Parameters
    ----------
    found : a curve with its interval
    rising : the curve is an incidence; otherwise it is a survival
    """

    def first(curve: Curve) -> int | None:
        reached = np.flatnonzero(curve >= 0.5 if rising else curve <= 0.5)
        return int(reached[0]) if len(reached) else None

    early, late = ("high", "low") if rising else ("low", "high")
    return {"value": first(found["value"]), "low": first(found[early]), "high": first(found[late])}


def log_rank(first: Counts, second: Counts, causes: Sequence[int]) -> LogRank:
    """Compare two groups' hazards of these causes; a positive z means that the first is sooner.

    Both must be cut in the same blocks: the groups may come from the same rounds or deals. The
    variance is the jackknife's, as that of independent groups would be wrong for them.
    """
    both = np.stack([first, second])
    whole = both.sum(axis=1)
    events, expected = _observed_expected(whole, causes)
    left = [_observed_expected(whole - both[:, block], causes) for block in range(first.shape[0])]
    sizes = whole.sum() - both.sum(axis=(0, 2, 3))
    excess = np.array([o - e for o, e in left]) / sizes
    blocks = len(excess)
    se = float(np.sqrt((blocks - 1) / blocks * ((excess - excess.mean()) ** 2).sum()))
    value = (events - expected) / float(whole.sum())
    z, p = value / se if se > 0 else None, student_p(value, se, blocks - 1)
    return LogRank(observed=events, expected=expected, z=z, p=p, n=int(whole.sum()))


def _observed_expected(groups: Counts, causes: Sequence[int]) -> tuple[float, float]:
    """Return events of group 0 and their expectation, from counts[2, causes, turns]."""
    events = groups[:, list(causes), :].sum(axis=1)
    waiting = at_risk(groups)
    share = waiting[0] / np.maximum(waiting.sum(axis=0), 1)
    return float(events[0].sum()), float((events.sum(axis=0) * share).sum())
