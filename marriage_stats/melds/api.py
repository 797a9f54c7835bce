"""Melds of hands given as counts: arrays in, arrays out."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cards import N_KINDS, pack_copies
from marriage_stats.melds import batch_kernels
from marriage_stats.melds.tables import meld_tables
from marriage_stats.rules import Rules, compile_rules


@dataclass(frozen=True)
class Holding:
    """What each hand holds before seeing; every array is int64[n_hands].

    pure_melds : most disjoint pure melds
    dublees : pairs of one face
    distance_sequence, distance_dublee : fewest cards to add to see by that route
    """

    pure_melds: NDArray[np.int64]
    dublees: NDArray[np.int64]
    distance_sequence: NDArray[np.int64]
    distance_dublee: NDArray[np.int64]


def _checked(hand_counts: NDArray[np.integer]) -> NDArray[np.int64]:
    counts = np.ascontiguousarray(np.atleast_2d(hand_counts), dtype=np.int64)
    if counts.shape[1] != N_KINDS:
        raise ValueError(f"hand_counts must have {N_KINDS} columns, got {counts.shape[1]}")
    if (counts < 0).any() or (counts > pack_copies(3, 1)).any():
        raise ValueError("hand_counts must be 0..3 copies of each kind (superman 0..1)")
    return counts


def classify_hands(hand_counts: NDArray[np.integer], rules: Rules) -> Holding:
    """Return melds, dublees and distances to see of each hand.

    Parameters
    ----------
    hand_counts : int[n_hands, 54]   copies held of each kind
    rules : the house; its pack decides what may still be added

    Raises
    ------
    ValueError   if a row is no hand of three packs
    """
    counts = _checked(hand_counts)
    out = np.empty((len(counts), 4), np.int64)
    tables = meld_tables(True)
    batch_kernels.classify_hands(tables, compile_rules(rules), counts, out)
    return Holding(*np.ascontiguousarray(out.T))


def improving_kinds(hand_counts: NDArray[np.integer], rules: Rules) -> NDArray[np.bool_]:
    """Return bool[n_hands, 2, 54]: kinds whose addition lowers the distance by sequences, dublees.

    Raises
    ------
    ValueError   if a row is no hand of three packs
    """
    counts = _checked(hand_counts)
    out = np.zeros((len(counts), 2, N_KINDS), np.bool_)
    limits = pack_copies(rules.number("man_cards"), rules.number("superman"))
    batch_kernels.improving_kinds(meld_tables(True), compile_rules(rules), counts, limits, out)
    return out
