"""The folder for what is worked out once per machine: compiled kernels and large tables.

Folders are named by a digest of the sources that made their contents, so an edit starts afresh.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray


def source_digest(paths: Iterable[Path]) -> str:
    """Return 16 hex digits of a hash over the names and contents of source files."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder(name: str) -> Path:
    """Return the folder of that name under the user's cache folder, else under a temporary one."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    for root in (Path(home), Path(tempfile.gettempdir())):
        path = root / "marriage_stats" / name
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(path, os.W_OK):
            return path
    return Path(tempfile.mkdtemp(prefix="marriage_stats"))


def stored_array(
    name: str, sources: Iterable[Path], shape: tuple[int, ...], build: Callable[[], "NDArray[Any]"]
) -> "NDArray[Any]":
    """Return a read-only array from the cache, building and storing it first if it is not there.

    Parameters
    ----------
    name : file name without ending
    sources : source files that decide the contents
    shape : the array's shape; a stored one of another shape is built again
    build : makes the array
    """
    import numpy as np

    path = cache_folder(f"tables-{source_digest(sources)}") / f"{name}.npy"
    try:
        table: NDArray[Any] = np.load(path, mmap_mode="r")
        if table.shape == shape:
            return table
    except (OSError, ValueError):
        pass
    table = build()
    part = path.with_suffix(f".{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            np.save(file, table)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
    table.flags.writeable = False
    return table
