"""Tables over all suit keys: most pure melds held, fewest cards missing; kept on disk."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cache import stored_array
from marriage_stats.melds import table_kernels

N_KEYS = 4**13


class MeldTables(NamedTuple):
    """Tables indexed by a suit key: 13 ranks, two bits each, ace lowest.

    most, need : uint8[4**13]   most disjoint pure melds; packed cards missing for 1, 2, 3 melds
    most_super, need_super : the same when the superman may stand in one run (length 1 without one)
    """

    most: NDArray[np.uint8]
    need: NDArray[np.uint8]
    most_super: NDArray[np.uint8]
    need_super: NDArray[np.uint8]


def meld_tables(superman: bool) -> MeldTables:
    """Return the tables, with those of the superman if the pack holds one."""
    most = _most()
    if not superman:
        empty = np.zeros(1, np.uint8)
        empty.flags.writeable = False
        return MeldTables(most, _need(), empty, empty)
    return MeldTables(most, _need(), _most_superman(), _need_superman())


def _stored(name: str, fill: Callable[[NDArray[np.uint8]], None]) -> NDArray[np.uint8]:
    """Return a table from the cache folder, filling and storing it first if it is not there."""

    def build() -> NDArray[np.uint8]:
        table = np.zeros(N_KEYS, np.uint8)
        fill(table)
        return table

    return stored_array(name, [Path(table_kernels.__file__)], (N_KEYS,), build)


@cache
def _most() -> NDArray[np.uint8]:
    return _stored("most", table_kernels.fill_most)


@cache
def _need() -> NDArray[np.uint8]:
    return _stored("need", lambda out: table_kernels.fill_need(_most(), out))


@cache
def _most_superman() -> NDArray[np.uint8]:
    return _stored("most_super", lambda out: table_kernels.fill_most_superman(_most(), out))


@cache
def _need_superman() -> NDArray[np.uint8]:
    return _stored("need_super", lambda out: table_kernels.fill_need(_most_superman(), out))
