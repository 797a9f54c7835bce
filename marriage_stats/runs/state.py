"""Where a long run stands: one file, replaced whole, from which the run goes on to the same end."""

import hashlib
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from marriage_stats.files import ready_folder, write_atomic
from marriage_stats.rng import root_seed

STATE, RESULT = "state.npz", "result.json"
NOTHING_TO_RESUME = "--resume needs --out FOLDER, the folder that holds the run"
Arrays = dict[str, NDArray[np.int64]]


class RunFolder:
    """A folder with the state of one run, and its result once it has ended.

    Parameters
    ----------
    path : the folder; made if absent
    identity : what decides the numbers; not the number of rounds, so that a run can be made longer
    seed : root seed; None takes that of the run in the folder, or makes one
    resume : go on from the state in the folder, if there is one

    Raises
    ------
    ValueError   if the folder cannot be written, holds a run and `resume` is not given, or holds
        a different run
    """

    def __init__(
        self, path: Path, identity: Mapping[str, Any], seed: int | None, resume: bool
    ) -> None:
        self.path = path
        saved = saved_run(path, resume)
        found = saved[1] if saved else {}
        self.seed = root_seed(found.get("seed") if seed is None else seed)
        self._identity = {**identity, "seed": self.seed}
        own: dict[str, Any] = json.loads(json.dumps(self._identity))
        changed = [key for key in {**own, **found} if found and own.get(key) != found.get(key)]
        if changed:
            raise ValueError(f"folder {path} holds another run: its {changed[0]} differs")
        ready_folder(path)
        self._clear_leavings()

    def take(self, part: Any) -> None:
        """Take the sums of the next block before they are added; nothing more is kept of them."""

    def load(self) -> Arrays | None:
        """Return the saved sums, or None at the start of a run."""
        saved = saved_run(self.path, resume=True)
        return saved[0] if saved else None

    def save(self, arrays: Mapping[str, NDArray[np.int64]]) -> None:
        """Replace the saved sums."""
        buffer = io.BytesIO()
        text = json.dumps(self._identity, sort_keys=True)
        members: dict[str, Any] = {"identity": np.frombuffer(text.encode(), np.uint8), **arrays}
        np.savez_compressed(buffer, **members)
        content = buffer.getvalue()
        write_atomic(self.path / STATE, hashlib.sha256(content).digest() + content)

    def finish(self, result: Mapping[str, Any]) -> Path:
        """Write the result, and return where it is."""
        text = json.dumps(result, indent=2, ensure_ascii=False, allow_nan=False)
        write_atomic(self.path / RESULT, text + "\n")
        return self.path / RESULT

    def _clear_leavings(self) -> None:
        """Remove what a killed run was writing: it was never read."""
        for name in (STATE, RESULT):
            for leaving in self.path.glob(f".{name}.*"):
                leaving.unlink(missing_ok=True)


def saved_run(path: Path, resume: bool) -> tuple[Arrays, dict[str, Any]] | None:
    """Return the saved sums and the identity of the run in a folder, or None where there is none.

    Raises
    ------
    ValueError   if there is one and `resume` is not given, or it cannot be read
    """
    state = path / STATE
    if not state.exists():
        return None
    if not resume:
        raise ValueError(f"folder {path} holds a run: pass --resume to go on with it")
    content = state.read_bytes()
    digest, body = content[:32], content[32:]
    try:
        if hashlib.sha256(body).digest() != digest:
            raise ValueError
        with np.load(io.BytesIO(body)) as saved:
            arrays = {name: saved[name] for name in saved.files}
        identity = json.loads(arrays.pop("identity").tobytes())
    except (ValueError, BadZipFile, KeyError, EOFError):
        raise ValueError(f"{state} is damaged: remove it to start anew") from None
    return arrays, identity


def open_run(
    path: Path | None, identity: Mapping[str, Any], seed: int | None, resume: bool
) -> RunFolder | None:
    """Return the folder that keeps a run, or None where none is named.

    Raises
    ------
    ValueError   as `RunFolder`, or if there is nothing to resume
    """
    if path is None:
        if resume:
            raise ValueError(NOTHING_TO_RESUME)
        return None
    return RunFolder(path, identity, seed, resume)
