"""Skill and luck: how much of a payment is luck, and how soon the better player is ahead.

One player of a table is compared with the others. Every deal is played with the players in each
rotation of the seats, so that no seat favours anybody; the deal is the unit.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats import ENGINE_VERSION
from marriage_stats.engine.simulate import Table, play_block, policy_names
from marriage_stats.estimators.block_counts import BlockCounts
from marriage_stats.estimators.jackknife import N_BLOCKS, fold_blocks, jackknife_interval, n_blocks
from marriage_stats.rng import root_seed
from marriage_stats.runs import Sampling, accumulate
from marriage_stats.settlement import settle

SURE = 0.95
SESSIONS = (1, 5, 10, 20, 50, 100, 200, 500, 1000)
MOST_CELLS = 1 << 22
LONGEST = 1 << 20
LEAST_WEIGHT = 1e-30
"""Parts of a spectrum below this weigh nothing in a sum of a few million of them."""
NEAR = 0.004
"""By how much the rounds to lead may differ from their second guess before a wider search."""


@dataclass(frozen=True)
class SkillSums:
    """Sums over deals, each played in every rotation of one table.

    Parameters
    ----------
    deals : int64[N_BLOCKS]
    cells : int64[N_BLOCKS, rotations, seats]   payments of each seat in each rotation
    squares : int64[N_BLOCKS, rotations, seats]   of payments
    leads : payments of the player in seat 0 of the table less those of each other player
    """

    deals: NDArray[np.int64]
    cells: NDArray[np.int64]
    squares: NDArray[np.int64]
    leads: BlockCounts

    @property
    def n(self) -> int:
        """Deals."""
        return int(self.deals.sum())

    def plus(self, other: "SkillSums") -> "SkillSums":
        """Return the sums over the deals of both."""
        return SkillSums(
            self.deals + other.deals,
            self.cells + other.cells,
            self.squares + other.squares,
            self.leads.plus(other.leads),
        )

    def arrays(self) -> dict[str, NDArray[np.int64]]:
        """Return the sums as named arrays."""
        leads = {"low": np.array(self.leads.low), "leads": self.leads.counts}
        return {"deals": self.deals, "cells": self.cells, "squares": self.squares, **leads}

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[np.int64]]) -> "SkillSums":
        """Return the sums that `arrays` told."""
        leads = BlockCounts(int(arrays["low"]), arrays["leads"])
        return cls(arrays["deals"], arrays["cells"], arrays["squares"], leads)


def play_skill(table: Table, sampling: Sampling) -> dict[str, Any]:
    """Return luck's share and the lead of seat 0's player over the others, ready for JSON.

    `sampling.rounds` are deals, each played once per rotation.

    Returns
    -------
    dict   `lead`: points a round that the first player gains on another; `luck`: luck's share of
        the variance of a payment; `rounds_to_lead`: rounds after which the first is ahead of
        another with probability 95% (None: not known to be better), `low` and `high` by the
        interval of the lead; `p_ahead`: rows of `{rounds, p_ahead}`

    Raises
    ------
    ValueError   if the sampling asks for a precision
    """
    if sampling.precision is not None:
        raise ValueError("skill is told from a number of deals, not to a precision")
    seed = root_seed(sampling.seed)
    play_block(table, seed, 0, 1)  # compiles once, ahead of threads
    sums: SkillSums | None = None
    for sums_so_far, _ in accumulate(partial(skill_block, table, seed), sampling, SkillSums):
        sums = sums_so_far
    assert sums is not None
    return {
        "rules": {"name": table.rules.name, "digest": table.rules.digest},
        "engine_version": ENGINE_VERSION,
        "policies": policy_names(table.policies),
        "seed": seed,
        "deals": sums.n,
        **report_skill(sums),
    }


def report_skill(sums: SkillSums) -> dict[str, Any]:
    """Return lead, luck's share, rounds to lead and chances to be ahead; see `play_skill`.

    Raises
    ------
    ValueError   for too few deals to tell an error from
    """
    lead = _lead(sums)
    values, law = _law(sums)
    return {
        "lead": lead,
        "luck": _luck(sums),
        "rounds_to_lead": {
            "value": rounds_to_lead(values, law),
            "low": rounds_to_lead(values, law, lead["high"] - lead["value"]),
            "high": rounds_to_lead(values, law, lead["low"] - lead["value"]),
            "n": sums.n,
        },
        "p_ahead": [{"rounds": n, "p_ahead": p_ahead(values, law, n)} for n in SESSIONS],
    }


def skill_block(table: Table, seed: int, first: int, count: int) -> SkillSums:
    """Play deals first .. first + count - 1 in every rotation, and add up."""
    turned = (table.rotated(steps) for steps in range(table.players))
    return skill_sums(
        [settle(play_block(t, seed, first, count), t.rules).net for t in turned], first
    )


def skill_sums(nets: Sequence[NDArray[np.int64]], first: int) -> SkillSums:
    """Return the sums over deals from `first` on.

    Parameters
    ----------
    nets : int64[deals, seats] of each rotation, in which the first player has moved on one seat
    """
    count, players = nets[0].shape
    block = (first + np.arange(count)) % N_BLOCKS
    cells = np.zeros((N_BLOCKS, players, players), np.int64)
    squares, leads = np.zeros_like(cells), None
    for steps, net in enumerate(nets):
        np.add.at(cells[:, steps], block, net)
        np.add.at(squares[:, steps], block, net * net)
        others = np.delete(net, steps, axis=1)
        part = BlockCounts.of(net[:, [steps]] - others, first)
        leads = leads.plus(part) if leads else part
    assert leads is not None
    return SkillSums(np.bincount(block, minlength=N_BLOCKS), cells, squares, leads)


def luck_share(cells: NDArray[np.int64], squares: NDArray[np.int64], deals: int) -> float:
    """Return 1 - Var(E[payment | policies, seat]) / Var(payment).

    Parameters
    ----------
    cells, squares : int64[rotations, seats], sums of payments and of their squares over deals

    Notes
    -----
    The square of an estimated mean is too large by its variance, which is taken off.
    """
    means, seconds = cells / deals, squares / deals
    noise = (seconds - means * means) / max(deals - 1, 1)
    return float(1 - (means * means - noise).mean() / seconds.mean())


def p_ahead(values: NDArray[np.int64], law: NDArray[np.float64], rounds: int) -> float:
    """Return P(sum of `rounds` independent leads > 0), a tie counting half.

    Parameters
    ----------
    values, law : int64[k], float64[k]   consecutive leads of one round and their probabilities

    Notes
    -----
    Exact by Fourier transform while the law of the sum fits; beyond that its normal limit.
    """
    width = (len(values) - 1) * rounds + 1
    if width > MOST_CELLS:
        from scipy.special import ndtr

        mean, sd = _moments(values, law)
        return float(ndtr(mean / sd * rounds**0.5)) if sd else float(mean > 0)
    from scipy.fft import irfft, next_fast_len, rfft

    size = next_fast_len(width, real=True)
    spectrum = rfft(law, size)
    told = np.abs(spectrum) > LEAST_WEIGHT ** (1 / rounds)
    spectrum[told] **= rounds
    spectrum[~told] = 0
    total = irfft(spectrum, size)[:width]
    at_zero = -int(values[0]) * rounds
    if not 0 <= at_zero < width:
        return float(at_zero < 0)
    above = float(np.clip(total[at_zero + 1 :], 0, None).sum())
    return min(1.0, above + max(float(total[at_zero]), 0.0) / 2)


def rounds_to_lead(
    values: NDArray[np.int64], law: NDArray[np.float64], shift: float = 0.0
) -> int | None:
    """Return the fewest rounds after which the lead is above 0 with probability 95%.

    Parameters
    ----------
    shift : added to the mean lead, to see what its interval means in rounds

    Notes
    -----
    The normal limit places the answer; without a shift it is then searched for in the exact law.
    None if the mean is not above 0, or the answer is beyond a million rounds.
    """
    from scipy.special import ndtri

    mean, sd = _moments(values, law)
    if mean + shift <= 0:
        return None
    limit = (float(ndtri(SURE)) * sd / (mean + shift)) ** 2
    if limit > LONGEST:
        return None
    if shift:
        return max(1, ceil(limit))
    # Once more from where the exact law stands there; what is left is a narrow search.
    reached = float(ndtri(p_ahead(values, law, ceil(limit))))
    if reached > 0:
        limit = ceil(limit) * (float(ndtri(SURE)) / reached) ** 2
    low, high = max(0, int(limit * (1 - NEAR)) - 1), ceil(limit * (1 + NEAR)) + 1
    if low and p_ahead(values, law, low) >= SURE:
        low, high = 0, low
    while p_ahead(values, law, high) < SURE:
        low, high = high, 2 * high
        if high > LONGEST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if p_ahead(values, law, middle) >= SURE else (middle, high)
    return high


def _moments(values: NDArray[np.int64], law: NDArray[np.float64]) -> tuple[float, float]:
    mean = float(values @ law)
    return mean, float(((values - mean) ** 2 @ law) ** 0.5)


def _law(sums: SkillSums) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    counts = sums.leads.counts.sum(axis=0)
    return sums.leads.low + np.arange(len(counts)), counts / counts.sum()


def _lead(sums: SkillSums) -> dict[str, Any]:
    values = sums.leads.low + np.arange(sums.leads.counts.shape[1])
    totals = sums.leads.counts @ values, sums.leads.counts.sum(axis=1)
    return _by_blocks(sums.n, lambda total, count: float(total.sum() / count.sum()), *totals)


def _luck(sums: SkillSums) -> dict[str, Any]:
    return _by_blocks(
        sums.n,
        lambda cells, squares, deals: luck_share(
            cells.sum(axis=0), squares.sum(axis=0), int(deals.sum())
        ),
        sums.cells,
        sums.squares,
        sums.deals,
    )


def _by_blocks(n: int, figure: Any, *parts: NDArray[np.int64]) -> dict[str, Any]:
    """Return a figure of sums by block with its jackknife interval."""
    blocks = n_blocks(n)
    folded = [fold_blocks(part, blocks) for part in parts]
    left_out = [
        figure(*(np.delete(part, block, axis=0) for part in folded)) for block in range(blocks)
    ]
    value = figure(*folded)
    se, low, high = jackknife_interval(value, np.array(left_out))
    return {"value": value, "se": se, "low": low, "high": high, "n": n}
