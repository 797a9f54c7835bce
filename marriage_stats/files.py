"""Write files whole or not at all."""

import os
import tempfile
from pathlib import Path


def write_atomic(path: Path, data: bytes | str) -> None:
    """Write a file beside its place, then rename it: a reader sees old or new, never half.

    Raises
    ------
    OSError   if the folder cannot be written
    """
    content = data.encode() if isinstance(data, str) else data
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def ready_folder(path: Path) -> Path:
    """Make a folder if absent and prove that it can be written, before any work is spent on it.

    Raises
    ------
    ValueError   naming the folder and why it cannot be used
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as error:
        reason = error.strerror or str(error)
        raise ValueError(f"folder {path} cannot be written: {reason}") from None
    return path
