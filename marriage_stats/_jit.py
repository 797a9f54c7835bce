"""The only place that imports numba: one set of compile options for every kernel.

numba's disk cache does not notice edits in modules a kernel calls, so the cache directory is keyed
by a digest of all kernel sources: an edit anywhere starts a fresh cache.
"""

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).parent


def _source_digest() -> str:
    digest = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*.py")):
        if (
            path.name.endswith("kernels.py")
            or path.parent.name == "policies"
            or path.name
            in (
                "rng.py",
                "_jit.py",
            )
        ):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_directory() -> Path:
    """Return the folder for compiled kernels of exactly these sources (made if absent)."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    for root in (Path(home), Path(tempfile.gettempdir())):
        path = root / "marriage_stats" / _source_digest()
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(path, os.W_OK):
            return path
    return Path(tempfile.mkdtemp(prefix="marriage_stats"))


os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_directory()))

import numba  # noqa: E402  (the cache directory must be set first)

prange = numba.prange


def njit(function: Any) -> Any:
    """Compile a kernel: no object mode, no interpreter lock, cached on disk."""
    return numba.njit(cache=True, nogil=True)(function)


def inline_njit(function: Any) -> Any:
    """Compile a small helper that is pasted into each caller."""
    return numba.njit(cache=True, nogil=True, inline="always")(function)
