"""Tables over suit keys for finishing: wilds that cover a suit, cards that lie in blocks."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cache import stored_array
from marriage_stats.finish import kernels, table_kernels
from marriage_stats.melds.tables import N_KEYS

_SOURCES = [Path(kernels.__file__), Path(table_kernels.__file__)]


@cache
def finish_tables(long_sequence: bool) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return (cost, cover), each uint8[4**13]; see `table_kernels.fill_cost` and `fill_cover`."""
    name = "cost_long" if long_sequence else "cost_exact"
    cost = _stored(name, lambda out: table_kernels.fill_cost(int(long_sequence), out))
    return cost, _stored("cover", table_kernels.fill_cover)


def _stored(name: str, fill: Callable[[NDArray[np.uint8]], None]) -> NDArray[np.uint8]:
    def build() -> NDArray[np.uint8]:
        table = np.zeros(N_KEYS, np.uint8)
        fill(table)
        return table

    return stored_array(name, _SOURCES, (N_KEYS,), build)
