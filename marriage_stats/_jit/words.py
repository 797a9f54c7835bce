"""What kernels do with words and tables that numba has no name for."""

from typing import Any

import numpy as np
from numba import extending, types
from numba.core import cgutils

_BYTES = types.CPointer(types.uint8)
_WORDS = types.CPointer(types.int64)


@extending.intrinsic
def count_ones(context: Any, word: Any) -> Any:
    """Return the number of one bits of an int64."""

    def code(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


@extending.intrinsic
def lowest_one(context: Any, word: Any) -> Any:
    """Return the place of the lowest one bit of an int64, 64 for none."""

    def code(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], cgutils.false_bit)

    return types.int64(types.int64), code


@extending.intrinsic
def _load_byte(context: Any, address: Any, index: Any) -> Any:
    """Return the byte at address + index as int64."""

    def code(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], target.get_value_type(_BYTES))
        return builder.zext(
            builder.load(builder.gep(pointer, [args[1]])), target.get_value_type(types.int64)
        )

    return types.int64(types.int64, types.int64), code


@extending.intrinsic
def _load_word(context: Any, address: Any, index: Any) -> Any:
    """Return the int64 at address + 8 * index."""

    def code(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], target.get_value_type(_WORDS))
        return builder.load(builder.gep(pointer, [args[1]]))

    return types.int64(types.int64, types.int64), code


def byte_of(table: Any, key: int) -> int:
    """Return the entry of a table (uint8 array or its address) at a key, as a plain integer."""
    raise TypeError("byte_of is for kernels")


@extending.overload(byte_of, inline="always")
def _byte_of(table, key):  # type: ignore[no-untyped-def]
    if isinstance(table, types.Array):
        return lambda table, key: np.int64(table[key])
    return lambda table, key: _load_byte(table, np.int64(key))  # type: ignore[call-arg]


def word_of(table: Any, key: int) -> int:
    """Return the entry of a table (int64 array or its address) at a key."""
    raise TypeError("word_of is for kernels")


@extending.overload(word_of, inline="always")
def _word_of(table, key):  # type: ignore[no-untyped-def]
    if isinstance(table, types.Array):
        return lambda table, key: table[key]
    return lambda table, key: _load_word(table, np.int64(key))  # type: ignore[call-arg]
