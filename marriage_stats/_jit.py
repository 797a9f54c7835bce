"""The only place that imports numba: one set of compile options for every kernel.

numba's disk cache does not notice edits in modules a kernel calls, so the cache directory is keyed
by a digest of all kernel sources: an edit anywhere starts a fresh cache.
"""

import os
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

prange = numba.prange


def njit(function: Any) -> Any:
    """Compile a kernel: no object mode, no interpreter lock, cached on disk."""
    return numba.njit(cache=True, nogil=True)(function)


def inline_njit(function: Any) -> Any:
    """Compile a small helper that is pasted into each caller."""
    return numba.njit(cache=True, nogil=True, inline="always")(function)
