"""The only place that imports numba: one set of compile options for every kernel.

numba's disk cache does not notice edits in modules a kernel calls, so the cache directory is keyed
by a digest of all kernel sources: an edit anywhere starts a fresh cache.
"""

import gc
import os
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from marriage_stats.cache import cache_folder, source_digest

_PACKAGE = Path(__file__).parent


def _is_kernel_source(path: Path) -> bool:
    return (
        path.name.endswith("kernels.py")
        or path.parent.name == "policies"
        or path.name in ("rng.py", "_jit.py")
    )


def cache_directory() -> Path:
    """Return the folder for compiled kernels of exactly these sources (made if absent)."""
    return cache_folder(source_digest(filter(_is_kernel_source, _PACKAGE.rglob("*.py"))))


os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_directory()))

import numba  # noqa: E402  (the cache directory must be set first)
import numpy as np  # noqa: E402
from numba import extending, types  # noqa: E402
from numba.core import cgutils  # noqa: E402
from numba.core.errors import (  # noqa: E402
    NumbaError,
    NumbaExperimentalFeatureWarning,
)

# Functions as arguments are old and stable enough; the notice would greet every user.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

_BYTES = types.CPointer(types.uint8)
_WORDS = types.CPointer(types.int64)
_COMPILING = threading.RLock()
_CLOSED: set[Any] = set()
"""Functions that are compiled for one type of arguments and take no other."""


def njit(function: Any) -> Any:
    """Compile a kernel: no object mode, no interpreter lock, cached on disk.

    numba gives every literal argument a type of its own; kernels call each other with the plain
    type, so that none is compiled again for each number it is called with.
    """
    kernel = numba.njit(cache=True, nogil=True)(function)
    template = kernel.get_call_template

    def plain_template(args: Any, kws: Any) -> Any:
        plain = tuple(types.unliteral(arg) for arg in args)
        return template(plain, {name: types.unliteral(arg) for name, arg in kws.items()})

    kernel.get_call_template = plain_template  # type: ignore[method-assign]
    return kernel


@contextmanager
def compiling() -> Iterator[None]:
    """Compile in one thread at a time and without collecting garbage, which takes a tenth of it."""
    with _COMPILING:
        collects = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if collects:
                gc.enable()


def first_class(function: Any, *examples: Any) -> Any:
    """Compile a jitted function for the types of example arguments and close it.

    A closed function in a tuple is passed to kernels as a pointer: they need no compiling for it,
    and it is optimised once, not again inside each caller.

    Raises
    ------
    TypeError   if it cannot be compiled, or does not return a whole number
    """
    try:
        with compiling():
            if function not in _CLOSED:
                function.compile(numba.int64(*(numba.typeof(example) for example in examples)))
                function.disable_compile()
                _CLOSED.add(function)
    except NumbaError as error:
        lines = [line for line in str(error).splitlines() if line.strip()]
        raise TypeError(f"does not compile: {' '.join(lines[:3])}") from None
    result = function.overloads[function.signatures[0]].signature.return_type
    if result != numba.int64:
        raise TypeError(f"must return a whole number, returns {result}")
    return function


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
