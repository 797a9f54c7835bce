"""Deals as arrays of physical cards."""

import numpy as np
from numpy.typing import NDArray

from marriage_stats.deals import kernels
from marriage_stats.rules import Rules


def deal_packs(rules: Rules, n_rounds: int, seed: int, first: int = 0) -> NDArray[np.int16]:
    """Return the shuffled packs of consecutive rounds.

    Returns
    -------
    int16[n_rounds, pack size]   places 0..20 are seat 0's hand, and so on for six seats; place
    126 is the start card; the rest is the stock, after which come the blocks of absent seats
    """
    out = np.empty((n_rounds, 160), np.int16)
    man_cards, superman = rules.number("man_cards"), rules.number("superman")
    kernels.keyed_orders(seed, first, man_cards, superman, out)
    return out[:, : 156 + man_cards + superman]


def deal_hands(
    rules: Rules, n_hands: int, seed: int, chunk: int = 0, hand_size: int = 21
) -> NDArray[np.int16]:
    """Return the first hands of one chunk of independent deals.

    Returns
    -------
    int16[n_hands, hand_size]   physical cards

    Raises
    ------
    ValueError   if n_hands exceeds a chunk or hand_size the pack
    """
    man_cards, superman = rules.number("man_cards"), rules.number("superman")
    if not 0 <= n_hands <= kernels.CHUNK_HANDS:
        raise ValueError(f"n_hands must be 0..{kernels.CHUNK_HANDS} in a chunk, got {n_hands}")
    if not 1 <= hand_size <= 156 + man_cards + superman:
        raise ValueError(f"hand_size must be 1..{156 + man_cards + superman}, got {hand_size}")
    out = np.empty((n_hands, hand_size), np.int16)
    kernels.chunk_hands(seed, chunk, man_cards, superman, out)
    return out
