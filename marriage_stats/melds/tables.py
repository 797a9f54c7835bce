"""Tables over all suit keys: most pure melds held, fewest cards missing; kept on disk."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cache import stored_array
from marriage_stats.melds import table_kernels, word_kernels

N_KEYS = 4**13


def _kept_keys() -> int:
    """Return how many suit keys have at most so many cards as are kept."""
    ways = np.array([1])
    for _ in range(13):
        ways = np.convolve(ways, np.ones(4, np.int64))
    return int(ways[: word_kernels.MOST_KEPT + 1].sum())


N_WORDS = _kept_keys()


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


class WordTables(NamedTuple):
    """What `word_kernels` keeps of usual suits.

    places : int64[4**7 + 4**6]   where a suit key lies in the others
    words, words_super : int64[n]   words of the keys, without and with the superman (length 1
        without one)
    """

    places: NDArray[np.int64]
    words: NDArray[np.int64]
    words_super: NDArray[np.int64]


@cache
def word_tables(superman: bool) -> WordTables:
    """Return the words of usual suits, with those of the superman if the pack holds one."""
    empty = np.zeros(1, np.int64)
    empty.flags.writeable = False
    words = _words("words", _need())
    helped = _words("words_super", _need_superman()) if superman else empty
    return WordTables(_places(), words, helped)


@cache
def _places() -> NDArray[np.int64]:
    places = np.zeros(word_kernels.N_PLACES, np.int64)
    fits = np.zeros(word_kernels.MOST_KEPT + 1, np.int64)
    if word_kernels.fill_places(fits, places) != N_WORDS:
        raise AssertionError("places and their number disagree")
    return places


def _words(name: str, need: NDArray[np.uint8]) -> NDArray[np.int64]:
    def build() -> NDArray[np.int64]:
        words = np.zeros(N_WORDS, np.int64)
        word_kernels.fill_words(need, _places(), words)
        return words

    sources = [Path(table_kernels.__file__), Path(word_kernels.__file__)]
    return stored_array(name, sources, (N_WORDS,), build)


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
