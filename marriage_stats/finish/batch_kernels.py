"""Loops of the finish search over many hands."""

import numpy as np

from marriage_stats._jit import njit
from marriage_stats.finish.hand_kernels import arrange_seen, arrange_unseen
from marriage_stats.finish.kernels import NOBODY, STACK_ROWS, STACK_WIDTH


@njit
def arrange(rules, stack, counts, tiplu, replaced, throws, barred, melds, laid):
    """Return the depth of a finish of a hand, seen (tiplu >= 0) or unseen, or -1."""
    if tiplu >= 0:
        return arrange_seen(rules, stack, counts, tiplu, replaced, throws, barred, melds, laid)
    laid[0] = -1
    return arrange_unseen(rules, stack, counts, replaced, throws, barred, 3)


@njit
def finish_hands(rules, counts, tiplus, out):
    """Fill out (bool[n]): whether all but one card of each hand can be melded."""
    stack = np.zeros((STACK_ROWS, STACK_WIDTH), np.int64)
    melds = np.empty((13, 4), np.int64)
    laid = np.empty(8, np.int64)
    for hand in range(counts.shape[0]):
        depth = arrange(rules, stack, counts[hand], tiplus[hand], 0, 1, NOBODY, melds, laid)
        out[hand] = depth >= 0


@njit
def throwable_kinds(rules, counts, tiplus, out):
    """Fill out (bool[n, 54]): kinds whose throw leaves every other card melded."""
    stack = np.zeros((STACK_ROWS, STACK_WIDTH), np.int64)
    melds = np.empty((13, 4), np.int64)
    laid = np.empty(8, np.int64)
    for hand in range(counts.shape[0]):
        for kind in range(54):
            if counts[hand, kind]:
                counts[hand, kind] -= 1
                out[hand, kind] = (
                    arrange(rules, stack, counts[hand], tiplus[hand], 0, 0, NOBODY, melds, laid)
                    >= 0
                )
                counts[hand, kind] += 1


@njit
def distances_to_finish(rules, counts, tiplus, out):
    """Fill out (int64[n]): fewest cards to replace so that all but one can be melded."""
    stack = np.zeros((STACK_ROWS, STACK_WIDTH), np.int64)
    melds = np.empty((13, 4), np.int64)
    laid = np.empty(8, np.int64)
    for hand in range(counts.shape[0]):
        replaced = 0
        while (
            replaced < 22
            and arrange(
                rules, stack, counts[hand], tiplus[hand], replaced, replaced + 1, NOBODY,
                melds, laid,
            ) < 0
        ):  # fmt: skip
            replaced += 1
        out[hand] = replaced
