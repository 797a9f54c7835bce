"""Deals as arrays: packs of physical cards in order, and hands as counts."""

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cards import N_ORDINARY
from marriage_stats.deals import hand_kernels, kernels
from marriage_stats.rules import Rules, compile_rules


def deal_packs(rules: Rules, n_rounds: int, seed: int, first: int = 0) -> NDArray[np.int32]:
    """Return the shuffled packs of consecutive rounds.

    Returns
    -------
    int32[n_rounds, pack size]   places 0..20 are seat 0's hand, and so on for six seats; place
    126 is the start card; the rest is the stock, after which come the blocks of absent seats
    """
    out = np.empty((n_rounds, 160), np.int32)
    man_cards, superman = rules.number("man_cards"), rules.number("superman")
    kernels.keyed_orders(seed, first, man_cards, superman, out)
    return out[:, : N_ORDINARY + man_cards + superman]


def deal_hands(
    rules: Rules, n_hands: int, seed: int, chunk: int = 0, hand_size: int = 21
) -> NDArray[np.int64]:
    """Return the first hands of one chunk of independent deals.

    Returns
    -------
    int64[n_hands, 54]   copies of each kind

    Raises
    ------
    ValueError   if n_hands exceeds a chunk or hand_size the pack
    """
    size = N_ORDINARY + rules.number("man_cards") + rules.number("superman")
    if not 0 <= n_hands <= hand_kernels.CHUNK_HANDS:
        raise ValueError(f"n_hands must be 0..{hand_kernels.CHUNK_HANDS}, got {n_hands}")
    if not 1 <= hand_size <= size:
        raise ValueError(f"hand_size must be 1..{size}, got {hand_size}")
    planes = np.empty((n_hands, 3), np.uint64)
    hand_kernels.chunk_planes(seed, chunk, compile_rules(rules), hand_size, planes)
    bits = planes[:, :, None] >> np.arange(54, dtype=np.uint64) & np.uint64(1)
    return np.asarray(bits.sum(axis=1), np.int64)
