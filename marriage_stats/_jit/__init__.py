"""The only place that imports numba."""

from marriage_stats._jit.beside import start_beside
from marriage_stats._jit.compile import compiling, first_class, njit
from marriage_stats._jit.kept import is_kept
from marriage_stats._jit.words import byte_of, count_ones, lowest_one, or_rows, word_of

__all__ = [
    "byte_of",
    "compiling",
    "count_ones",
    "first_class",
    "is_kept",
    "lowest_one",
    "njit",
    "or_rows",
    "start_beside",
    "word_of",
]
