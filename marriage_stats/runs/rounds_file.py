"""A file of rounds in the making: blocks are kept as they come, and a stopped run goes on."""

import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import polars as pl
from numpy.typing import NDArray

from marriage_stats.files import write_atomic
from marriage_stats.rounds_io import Batch, frame_of, read_rounds
from marriage_stats.runs.sampling import Sampling
from marriage_stats.runs.state import STATE, Arrays, RunFolder

PART_ROWS = 1 << 16
"""Rows of a part and of a row group, at most: so bytes do not depend on the block size."""
SUFFIX = ".run"


class Played(Protocol):
    """What is played: rotations of the policies of one table."""

    @property
    def policies(self) -> Sequence[Sequence[str]]:
        """Names by rotation and seat."""

    @property
    def deal_rows(self) -> int:
        """Rows of each deal: rotations times seats."""

    def identity(self) -> dict[str, Any]:
        """Return what decides the numbers, but for the seed and the number of rounds."""


class RoundsFile(RunFolder):
    """A Parquet file of rounds, and beside it, until it is whole, a folder with its parts.

    Parts hold a fixed number of deals, the last one what there is; each is written whole or not at
    all, and may be read as it is. The sums in the folder say how many deals count. Memory is flat:
    the parts are streamed into the file, which appears whole.

    Raises
    ------
    ValueError   as `RunFolder`
    """

    def __init__(self, target: Path, played: Played, seed: int | None, resume: bool) -> None:
        super().__init__(run_folder(target), played.identity(), seed, resume)
        self._target, self._played = target, played
        self._deals = max(1, PART_ROWS // played.deal_rows)
        self._waiting: list[pl.DataFrame] = []
        self._parts = 0

    def take(self, part: Any) -> None:
        """Take the next block, which carries its rounds as `batch`."""
        batch: Batch = part.batch
        self._waiting.append(frame_of(batch, self._played.policies))
        rows = self._deals * self._played.deal_rows
        while sum(frame.height for frame in self._waiting) >= rows:
            joined = pl.concat(self._waiting)
            self._write_part(joined.head(rows))
            self._parts += 1
            self._waiting = [joined.slice(rows)]

    def load(self) -> Arrays | None:
        """Return the saved sums, and take up the parts where they end; None at the start.

        Raises
        ------
        ValueError   if a part is missing or damaged
        """
        arrays = super().load()
        n = int(arrays["n"]) if arrays else 0
        self._parts, rest = divmod(n, self._deals)
        kept = list(range(self._parts + (rest > 0)))
        for place in kept:
            deals = rest if place == self._parts else self._deals
            _check_part(self._part(place), deals * self._played.deal_rows)
        for path in self._part_files()[len(kept) :]:
            path.unlink()
        if rest:
            part = pl.scan_parquet(self._part(self._parts), glob=False)
            self._waiting = [part.head(rest * self._played.deal_rows).collect()]
        return arrays

    def save(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Keep what was taken, then the sums that count it."""
        self._write_rest()
        super().save(arrays)

    def finish(self, result: Mapping[str, Any]) -> Path:
        """Join the parts into the file, remove them, and return where it is."""
        self._write_rest()
        told = {"manifest": json.dumps(result["manifest"]), "summary": json.dumps(result)}
        whole = self.path / "whole"
        last = self._parts + any(frame.height for frame in self._waiting)
        parts = [self._part(place) for place in range(last)]
        pl.scan_parquet(parts, glob=False).sink_parquet(
            whole, row_group_size=self._deals * self._played.deal_rows, metadata=told
        )
        whole.chmod(0o644)
        whole.replace(self._target)
        _clear(self.path)
        return self._target

    def _write_rest(self) -> None:
        if any(frame.height for frame in self._waiting):
            self._waiting = [pl.concat(self._waiting)]
            self._write_part(self._waiting[0])

    def _write_part(self, frame: pl.DataFrame) -> None:
        buffer = io.BytesIO()
        frame.write_parquet(buffer, row_group_size=PART_ROWS)
        write_atomic(self._part(self._parts), buffer.getvalue())

    def _part(self, place: int) -> Path:
        return self.path / f"{place:06d}.parquet"

    def _part_files(self) -> list[Path]:
        return _part_files(self.path)

    def _clear_leavings(self) -> None:
        super()._clear_leavings()
        for leaving in [*self.path.glob(".[0-9]*.parquet.*"), self.path / "whole"]:
            leaving.unlink(missing_ok=True)


def _check_part(path: Path, rows: int) -> None:
    """Refuse a part that is missing, or that does not hold the rows which the sums count."""
    if not path.exists():
        raise ValueError(f"{path} is missing: pass --force to start anew")
    try:
        found = pl.scan_parquet(path, glob=False).select(pl.len()).collect().item()
    except pl.exceptions.ComputeError:
        found = 0
    if found < rows:
        raise ValueError(f"{path} is damaged: pass --force to start anew")


def _part_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("[0-9]*.parquet"))


def _clear(folder: Path) -> None:
    """Remove the folder of a file that is whole, the sums first: without them no part counts."""
    for path in [folder / STATE, *_part_files(folder)]:
        path.unlink(missing_ok=True)
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


def run_folder(target: Path) -> Path:
    """Return the folder that keeps the run of a file until it is whole."""
    return target.with_name(target.name + SUFFIX)


def open_file(
    target: Path, played: Played, sampling: Sampling, resume: bool, force: bool
) -> RoundsFile | dict[str, Any]:
    """Return the file to write, or the summary that a whole one carries when it is resumed.

    Raises
    ------
    ValueError   if the folder cannot be written, the path is a folder, a device or a pipe, a file
        or an unfinished run is there and may not be touched, or it is one of another run
    """
    check_target(target, resume, force)
    folder = run_folder(target)
    unfinished = (folder / STATE).exists()
    if target.exists() and not unfinished and resume:
        summary = _whole(target, played, sampling)
        _clear(folder)
        return summary
    if unfinished and force:
        (folder / STATE).unlink()
    return RoundsFile(target, played, sampling.seed, resume)


def check_target(target: Path, resume: bool, force: bool) -> None:
    """Refuse a file that cannot be written, or may not be.

    Raises
    ------
    ValueError   as `open_file`, but for what depends on the run
    """
    if resume and force:
        raise ValueError("--resume goes on with a run, --force starts it anew: give one of them")
    if target.is_dir():
        raise ValueError(f"--out must be a file, {target} is a folder")
    if target.exists() and not target.is_file():  # renaming over a device would do away with it
        raise ValueError(f"--out must be a file, {target} is a device or a pipe")
    if resume or force:
        return
    if target.exists():
        raise ValueError(f"file {target} is there already: pass --force to write over it")
    folder = run_folder(target)
    if (folder / STATE).exists():
        raise ValueError(f"folder {folder} holds a run: --resume goes on with it, --force drops it")


def _whole(target: Path, played: Played, sampling: Sampling) -> dict[str, Any]:
    """Return the summary in a whole file, if it is the one of this run."""
    read_rounds(target)
    metadata = pl.read_parquet_metadata(target)
    if "summary" not in metadata:
        raise ValueError(f"file {target} tells no run to go on with: pass --force to write over it")
    summary: dict[str, Any] = json.loads(metadata["summary"])
    asked = played.identity()
    if sampling.seed is not None:
        asked["seed"] = sampling.seed
    found = summary["manifest"]["identity"]
    changed = [key for key, value in asked.items() if found.get(key) != value]
    half_width = (summary["precision"] or {}).get("half_width")
    if half_width != sampling.precision:
        changed.append("precision")
    elif sampling.precision is None and summary["deals"] != sampling.rounds:
        changed.append("number of rounds")
    if changed:
        raise ValueError(f"file {target} is whole and of another run: its {changed[0]} differs")
    return summary
