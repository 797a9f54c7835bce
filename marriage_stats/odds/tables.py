"""One byte per suit key that says all a dealt hand's odds need of the suit.

Keys that hold and lack the same form a class, of which there are few; what two suits lack together
is again a class, so four look-ups and three joins classify a hand.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cache import stored_array
from marriage_stats.exact import Pack
from marriage_stats.exact.distances import distance_of, join_steps
from marriage_stats.exact.suits import missing_steps
from marriage_stats.melds.tables import N_KEYS, meld_tables
from marriage_stats.odds import table_kernels

N_CODES = 2**17
GAIN_SHIFT = 8


class HandTables(NamedTuple):
    """Tables that classify a hand of one pack.

    kind : uint8[4**13]   class of a suit's holding, at 2**13 * (ranks held at least twice) + (ranks
        held once or three times), each 13 bits
    held : uint64[classes]   most melds, and from bit 8 on whether the superman adds one
    need : uint64[classes]   class of what is lacking
    join : uint8[64 * 64]   class of what two suits lack together, at 64 * first + second
    distance : uint8[64 * 8]   cards to add for three melds, at 8 * class + 2 * man + superman
    """

    kind: NDArray[np.uint8]
    held: NDArray[np.uint64]
    need: NDArray[np.uint64]
    join: NDArray[np.uint8]
    distance: NDArray[np.uint8]


@cache
def hand_tables(pack: Pack) -> HandTables:
    """Return the tables for hands of a pack."""
    codes = np.flatnonzero(_classes()[N_KEYS:])
    needs, place = np.unique(codes & 0xFFF, return_inverse=True)
    steps = np.stack([missing_steps(needs & 63), missing_steps(needs >> 6)], axis=1)
    held = (codes >> 12 & 15) | (codes >> 16) << GAIN_SHIFT
    return HandTables(
        _classes()[:N_KEYS], held.astype(np.uint64), place.astype(np.uint64), _join(steps),
        _distance(steps, pack),
    )  # fmt: skip


@cache
def _classes() -> NDArray[np.uint8]:
    """Return the class of every key, then which codes occur."""
    folder = Path(__file__).parent
    sources = [folder / "table_kernels.py", folder.parent / "melds" / "table_kernels.py"]
    return stored_array("hand_classes", sources, (N_KEYS + N_CODES,), _build_classes)


def _build_classes() -> NDArray[np.uint8]:
    seen = np.zeros(N_CODES, np.bool_)
    tables = meld_tables(True)
    table_kernels.mark_codes(tables, seen)
    class_of = (np.cumsum(seen) - 1).astype(np.uint8)
    out = np.empty(N_KEYS + N_CODES, np.uint8)
    table_kernels.fill_classes(tables, class_of, out[:N_KEYS])
    out[N_KEYS:] = seen
    return out


def _join(steps: NDArray[np.int64]) -> NDArray[np.uint8]:
    place = {tuple(row.ravel()): i for i, row in enumerate(steps)}
    out = np.zeros((64, 64), np.uint8)
    joined = join_steps(steps[:, None], steps[None, :])
    for i, j in np.ndindex(len(steps), len(steps)):
        out[i, j] = place[tuple(joined[i, j].ravel())]
    return out.ravel()


def _distance(steps: NDArray[np.int64], pack: Pack) -> NDArray[np.uint8]:
    out = np.zeros((64, 4, 2), np.uint8)
    for man in range(pack.man_cards + 1):
        for superman in range(pack.superman + 1):
            out[: len(steps), man, superman] = distance_of(steps, pack, man, superman)
    return out.ravel()
