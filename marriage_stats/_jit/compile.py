"""One set of compile options for every kernel, and one folder for what was compiled.

numba's disk cache does not notice edits in modules a kernel calls, so the cache directory is keyed
by a digest of all kernel sources: an edit anywhere starts a fresh cache.
"""

import os
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning

from marriage_stats._jit.lowering import PACKAGE
from marriage_stats._jit.parts import PartCompiler, TopCompiler
from marriage_stats.cache import cache_folder, source_digest

_PACKAGE = Path(__file__).parent.parent


def _is_kernel_source(path: Path) -> bool:
    return (
        path.name.endswith("kernels.py")
        or path.parent.name in ("policies", "_jit")
        or path.name == "rng.py"
    )


def cache_directory() -> Path:
    """Return the folder for compiled kernels of exactly these sources (made if absent)."""
    return cache_folder(source_digest(filter(_is_kernel_source, _PACKAGE.rglob("*.py"))))


numba.config.CACHE_DIR = str(  # type: ignore[attr-defined]
    os.environ.get("NUMBA_CACHE_DIR") or cache_directory()
)

# Functions as arguments are old and stable enough; the notice would greet every user.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

_COMPILING = threading.RLock()
_CLOSED: set[Any] = set()
"""Functions that are compiled for one type of arguments and take no other."""


def njit(function: Any) -> Any:
    """Compile a kernel: no object mode, no interpreter lock, cached on disk.

    Other kernels get it as a part of theirs, unless it calls itself, which numba does by the
    address of code that is ready to run.
    """
    options: dict[str, Any] = {"nogil": True, "_nrt": _makes_arrays(function)}
    kernel = numba.njit(cache=True, pipeline_class=TopCompiler, **options)(function)
    if function.__name__ not in function.__code__.co_names:
        _give_part(kernel, options)
    return kernel


def _makes_arrays(function: Any) -> bool:
    """Return whether a function may make arrays, which numba then counts the uses of.

    It would count them of every array in every argument, at each call: an atomic step twice.
    """
    return "np" in function.__code__.co_names or not function.__module__.startswith(PACKAGE)


def _give_part(kernel: Any, options: dict[str, Any]) -> None:
    """Make kernels that call this one take its part.

    numba gives every literal argument a type of its own; kernels call each other with the plain
    type, so that none is compiled again for each number it is called with.
    """
    part: Any = numba.njit(pipeline_class=PartCompiler, **options)(kernel.py_func)
    template = part.get_call_template

    def plain_template(args: Any, kws: Any) -> Any:
        plain = tuple(types.unliteral(arg) for arg in args)
        return template(plain, {name: types.unliteral(arg) for name, arg in kws.items()})

    def add_overload(result: Any) -> None:  # without the entry for Python, which a part has not
        part.overloads[tuple(result.signature.args)] = result

    part.add_overload = add_overload
    kernel.get_call_template = plain_template
    kernel.get_overload = part.get_overload


def is_kept(kernel: Any) -> bool:
    """Return whether the disk holds a compiled form of a kernel."""
    name = f"{kernel.__module__.rpartition('.')[2]}.{kernel.__qualname__}"
    return any(Path(kernel.stats.cache_path).glob(f"{name}-*.nbi"))


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
                _CLOSED.add(function)
    except NumbaError as error:
        lines = [_shortened(line.strip()) for line in str(error).splitlines() if line.strip()]
        raise TypeError(f"does not compile: {' '.join(lines[:3])}") from None
    result = function.overloads[function.signatures[0]].signature.return_type
    if result != numba.int64:
        raise TypeError(f"must return a whole number, returns {result}")
    return function
