"""One set of compile options for every kernel, and one folder for what was compiled.

numba's disk cache does not notice edits in modules whose kernels or constants a kernel takes, so
the cache directory is keyed by a digest of all such sources: an edit anywhere starts a fresh cache.
"""

import os
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning

from marriage_stats._jit.addresses import keep_addresses
from marriage_stats._jit.kept import KeptCode
from marriage_stats._jit.lowering import PACKAGE
from marriage_stats._jit.parts import PartCompiler, TopCompiler, calls_itself
from marriage_stats.cache import cache_folder, source_digest

_PACKAGE = Path(__file__).parent.parent
_OTHER_SOURCES = ("marriage_stats/rng.py", "marriage_stats/views.py", "engine/state.py")


def is_kernel_source(path: Path) -> bool:
    """Return whether kernels are made of what a source file says."""
    return (
        path.name.endswith("kernels.py")
        or path.parent.name in ("policies", "_jit")
        or "/".join(path.parts[-2:]) in _OTHER_SOURCES
    )


def cache_directory() -> Path:
    """Return the folder for compiled kernels of exactly these sources (made if absent)."""
    return cache_folder(source_digest(filter(is_kernel_source, _PACKAGE.rglob("*.py"))))


numba.config.CACHE_DIR = str(  # type: ignore[attr-defined]
    os.environ.get("NUMBA_CACHE_DIR") or cache_directory()
)

# Functions as arguments are old and stable enough; the notice would greet every user.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

_COMPILING = threading.RLock()
_CLOSED: set[Any] = set()
"""Functions that are compiled for one type of arguments and take no other."""
_ARRAY_MAKERS = frozenset({"empty", "zeros"})
"""How kernels make arrays; numba refuses any other way where it does not count their uses."""


def njit(function: Any) -> Any:
    """Compile a kernel: no object mode, no interpreter lock, cached on disk.

    Other kernels get it as a part of theirs, unless it calls itself, which numba does by the
    address of code that is ready to run.
    """
    makes_arrays = _makes_arrays(function)
    options: dict[str, Any] = {"nogil": True, "_nrt": makes_arrays}
    kernel = numba.njit(pipeline_class=TopCompiler, **options)(function)
    kernel._cache = KeptCode(function, plain=not makes_arrays)
    if not calls_itself(function):
        _give_part(kernel, options)
    return kernel


def _makes_arrays(function: Any) -> bool:
    """Return whether a function may make arrays, which numba then counts the uses of.

    It would count them of every array in every argument, at each call: an atomic step twice.
    """
    makes = not _ARRAY_MAKERS.isdisjoint(function.__code__.co_names)
    return makes or not function.__module__.startswith(PACKAGE)


def _give_part(kernel: Any, options: dict[str, Any]) -> None:
    """Make kernels that call this one take its part, which is made at the first such call.

    numba gives every literal argument a type of its own; kernels call each other with the plain
    type, so that none is compiled again for each number it is called with.
    """

    @cache
    def part() -> Any:
        made: Any = numba.njit(pipeline_class=PartCompiler, **options)(kernel.py_func)

        def add_overload(result: Any) -> None:  # without the entry for Python, which a part has not
            made.overloads[tuple(result.signature.args)] = result

        made.add_overload = add_overload
        return made

    def plain_template(args: Any, kws: Any) -> Any:
        plain = tuple(types.unliteral(arg) for arg in args)
        named = {name: types.unliteral(arg) for name, arg in kws.items()}
        return part().get_call_template(plain, named)

    kernel.get_call_template = plain_template
    kernel.get_overload = lambda signature: part().get_overload(signature)


@contextmanager
def compiling() -> Iterator[None]:
    """Compile in one thread at a time."""
    with _COMPILING:
        yield


def _shortened(line: str) -> str:
    """Return a line of an error without the middle, where types of records are told at length."""
    return line if len(line) <= 200 else f"{line[:120]} ... {line[-60:]}"


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
                keep_addresses(function)
                _CLOSED.add(function)
    except NumbaError as error:
        lines = [_shortened(line.strip()) for line in str(error).splitlines() if line.strip()]
        raise TypeError(f"does not compile: {' '.join(lines[:3])}") from None
    result = function.overloads[function.signatures[0]].signature.return_type
    if result != numba.int64:
        raise TypeError(f"must return a whole number, returns {result}")
    return function
