"""Run a study into a folder of CSV tables and a manifest, then read back what was written."""

import json
import re
import time
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path

import polars as pl

from marriage_stats.files import ready_folder, write_atomic
from marriage_stats.parallel import Progress, thread_count
from marriage_stats.rng import root_seed
from marriage_stats.study.dealt import DEALT, dealt_check, dealt_table
from marriage_stats.study.manifest import MANIFEST_NAME, Manifest, build_manifest, read_manifest
from marriage_stats.study.spec import Check, Frames, Study, Task

DATA = "data"
LIST = re.compile(r"\[[^\[\]{}]*\]")
DIGITS, EXACT_DIGITS = 8, 13


@dataclass(frozen=True, slots=True)
class Result:
    """A study that has run: its tables as they stand in the folder, and their manifest."""

    study: Study
    folder: Path
    frames: Frames
    manifest: Manifest

    @property
    def checks(self) -> list[Check]:
        """The study's internal checks, and that of its deals if it plays them as they come."""
        deals = [dealt_check(self.frames[DEALT])] if DEALT in self.frames else []
        return [*self.study.checks(self.frames), *deals]


def run_study(
    study: Study,
    folder: Path,
    scale: float = 1.0,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Run a study and write its tables and manifest; the manifest comes last and seals the folder.

    Raises
    ------
    ValueError   for a bad scale, seed or thread count, or a folder that cannot be written
    """
    task = _task(study, scale, seed, threads)
    ready_folder(folder)
    data = ready_folder(folder / DATA)
    start = time.perf_counter()
    frames = dict(study.run(replace(task, progress=progress)))
    if study.policies and study.as_dealt:
        frames[DEALT] = dealt_table(task)
    manifest = build_manifest(study, task, time.perf_counter() - start)
    (folder / MANIFEST_NAME).unlink(missing_ok=True)
    for name, frame in frames.items():
        write_frame(data / f"{name}.csv", frame)
    write_atomic(folder / MANIFEST_NAME, manifest_text(manifest))
    return Result(study, folder, read_frames(data), manifest)


def read_result(
    study: Study, folder: Path, scale: float = 1.0, seed: int | None = None
) -> Result | None:
    """Return the result that stands in a folder if it is that of exactly this run, else None."""
    found = read_manifest(folder)
    if found is None:
        return None
    wanted = build_manifest(study, _task(study, scale, seed, None), 0)
    if found.digest != wanted.digest:
        return None
    return Result(study, folder, read_frames(folder / DATA), found)


def write_frame(path: Path, frame: pl.DataFrame) -> None:
    """Write a table as CSV: sampled numbers with 8 significant digits, exact ones with 13."""
    shorter = [
        pl.col(name).round_sig_figs(EXACT_DIGITS if name == "exact" else DIGITS)
        for name, kind in frame.schema.items()
        if kind == pl.Float64
    ]
    buffer = BytesIO()
    frame.with_columns(shorter).write_csv(buffer)
    write_atomic(path, buffer.getvalue())


def read_frames(folder: Path) -> Frames:
    """Return every CSV of a folder by name; pages are drawn from the files, so both agree."""
    return {
        path.stem: pl.read_csv(path, infer_schema_length=None)
        for path in sorted(folder.glob("*.csv"))
    }


def manifest_text(manifest: Manifest) -> str:
    """Return a manifest as its file's text; lists of values stand in one line."""
    text = json.dumps(manifest.as_json(), indent=1)
    return LIST.sub(lambda found: " ".join(found[0].split()), text) + "\n"


def _task(study: Study, scale: float, seed: int | None, threads: int | None) -> Task:
    return Task(
        n=study.size_at(scale),
        seed=root_seed(study.seed if seed is None else seed),
        threads=thread_count(threads),
        rule_sets={rule_set.label: rule_set.rules for rule_set in study.rule_sets},
    )
