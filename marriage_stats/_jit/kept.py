"""Compiled kernels on disk, loaded without what numba loads for compiling.

numba knows hundreds of functions of Python and numpy, and finds them all, with parts of scipy,
before it loads anything: that takes longer than all else in a later start. Code that is ready to
run needs none of them.
"""

from functools import cached_property
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache


class KeptCode:
    """A kernel's forms on disk, looked up when the first is asked for.

    plain : whether they count no uses of arrays, and so call nothing that numba sets up at run time
    """

    def __init__(self, function: Any, plain: bool) -> None:
        self._function = function
        self._plain = plain

    @cached_property
    def _forms(self) -> FunctionCache:
        return FunctionCache(self._function)

    @property
    def cache_path(self) -> str:
        """The folder of the forms."""
        return str(self._forms.cache_path)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the compiled form for a signature, None if the disk holds none."""
        if self._plain:
            return self._forms._load_overload(signature, context)
        return self._forms.load_overload(signature, context)

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a compiled form."""
        self._forms.save_overload(signature, result)


def is_kept(kernel: Any) -> bool:
    """Return whether the disk holds a compiled form of a kernel."""
    name = f"{kernel.__module__.rpartition('.')[2]}.{kernel.__qualname__}"
    return any(Path(kernel.stats.cache_path).glob(f"{name}-*.nbi"))
