"""Random holdings for comparing kernels with their slow twins."""

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cards import pack_copies


def random_hands(
    rng: np.random.Generator, n: int, size: int, man_cards: int, superman: int, narrow: int = 0
) -> NDArray[np.int64]:
    """Return int64[n, 54] hands dealt from the pack, or from `narrow` neighbouring ranks of it.

    Narrow packs make long runs, triples and aces at both ends common; the window wraps at the ace.
    """
    copies = pack_copies(man_cards, superman)
    hands = np.zeros((n, 54), np.int64)
    for row in hands:
        allowed = copies.copy()
        if narrow:
            ranks = (rng.integers(13) + np.arange(narrow)) % 13
            outside = ~np.isin(np.arange(52) % 13, ranks)
            allowed[:52][outside] = 0
            if rng.integers(2):
                allowed[13 * rng.integers(4) :][:13] = 0
        deck = np.repeat(np.arange(54), allowed)
        np.add.at(row, rng.choice(deck, min(size, len(deck)), replace=False), 1)
    return hands
