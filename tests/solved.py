"""The solver of the engine, tables first, on many hands: what it says of each throw."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from marriage_stats._jit import njit
from marriage_stats.engine.state import new_state
from marriage_stats.finish.solve_kernels import melds_all
from marriage_stats.finish.tables import finish_tables
from marriage_stats.melds.kernels import fill_keys
from marriage_stats.rules import Rules, compile_rules
from marriage_stats.views import rule_record


@njit
def solve(rules, costs, search, counts, tiplus, throws, whole):
    """Fill throws (bool[n, 54]) and whole (bool[n]): by each kind thrown, by any throw.

    The solver is called in one place: at each it is compiled once more.
    """
    keys = np.empty(4, np.int64)
    for row in range(counts.shape[0]):
        free = counts[row]
        for kind in range(-1, 54):
            if kind >= 0:
                if free[kind] == 0:
                    continue
                free[kind] -= 1
            fill_keys(free, keys)
            spare = 1 if kind < 0 else 0
            found = melds_all(rules, costs, search, keys, free, tiplus[row], spare)
            if kind < 0:
                whole[row] = found
            else:
                throws[row, kind] = found
                free[kind] += 1


def solved(
    counts: NDArray[np.integer], tiplus: NDArray[np.integer], rules: Rules
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return bool[n, 54], bool[n] for seen hands: kinds whose throw finishes, whether any does."""
    throws, whole = np.zeros(counts.shape, np.bool_), np.zeros(len(counts), np.bool_)
    costs = finish_tables(rules["sequence_length"] == "3-or-more")[0]
    solve(
        rule_record(compile_rules(rules)),
        costs,
        new_state().search,
        counts.astype(np.int64),
        tiplus.astype(np.int64),
        throws,
        whole,
    )
    return throws, whole
