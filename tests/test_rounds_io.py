"""Rounds as Parquet: what the columns hold, whole files only, in flat memory."""

import os
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from marriage_stats import rounds_io
from marriage_stats.cards import kind_text
from marriage_stats.engine import Table
from marriage_stats.facts import ROUND_COLUMNS, SEAT_COLUMNS
from marriage_stats.policies.registry import load_policies
from marriage_stats.rounds_io import COLUMNS, Batch, RoundsFile, frame_of, read_rounds
from marriage_stats.rules import preset
from marriage_stats.summary.play import play_batch

NAMES = (("novice", "random", "random"), ("random", "novice", "random"))


@pytest.fixture
def batch() -> Batch:
    rules = preset("dashain").replace({"players": 3})
    table = Table(rules, load_policies("novice,random,random", rules))
    return play_batch([table, table.rotated(1)], 1, 5, 40)


def test_every_column_is_there_in_order_and_has_a_meaning(batch: Batch) -> None:
    frame = frame_of(batch, NAMES)
    assert frame.columns == list(COLUMNS)
    assert frame.height == 40 * 2 * 3
    assert all(column.meaning for column in COLUMNS.values())
    for name, dtype in frame.schema.items():
        assert dtype == COLUMNS[name].dtype, name


def test_rows_hold_the_facts_and_the_points(batch: Batch) -> None:
    frame = frame_of(batch, NAMES)
    keys = frame.select("round", "rotation", "seat").rows()
    assert keys == [(5 + i, r, s) for i in range(40) for r in range(2) for s in range(3)]
    assert frame["policy"].to_list()[:6] == [*NAMES[0], *NAMES[1]]
    for rotation, (rounds, settled) in enumerate(zip(batch.rounds, batch.settled, strict=True)):
        part = frame.filter(pl.col("rotation") == rotation)
        assert (part["net"].to_numpy() == settled.net.ravel()).all()
        for name in SEAT_COLUMNS:
            if name != "route":
                filled = part[name].fill_null(-1).to_numpy()
                assert (filled == rounds.by_seat(name).ravel()).all(), name
        for name in set(ROUND_COLUMNS) - {"tiplu", "thrown", "ended"}:
            filled = part[name].fill_null(-1).to_numpy()
            assert (filled == np.repeat(rounds.by_round(name), 3)).all(), name
        tiplus = [kind_text(kind) if kind >= 0 else None for kind in rounds.by_round("tiplu")]
        assert part["tiplu"].to_list()[::3] == tiplus
    assert (frame.group_by("round", "rotation").agg(pl.col("net").sum())["net"] == 0).all()


def test_a_file_carries_its_manifest(batch: Batch, tmp_path: Path) -> None:
    path = tmp_path / "rounds.parquet"
    with RoundsFile(path, NAMES) as file:
        file.add(batch)
        file.finish({"digest": "abc"})
    frame, manifest = read_rounds(path)
    assert manifest == {"digest": "abc"}
    assert frame.collect().equals(frame_of(batch, NAMES))
    assert [p.name for p in tmp_path.iterdir()] == ["rounds.parquet"]


def test_parts_have_a_fixed_size_whatever_the_batches(
    batch: Batch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds_io, "PART_ROWS", 100)
    path = tmp_path / "rounds.parquet"
    with RoundsFile(path, NAMES) as file:
        for _ in range(3):
            file.add(batch)
        folder = next(tmp_path.iterdir())
        assert [pl.read_parquet(p).height for p in sorted(folder.iterdir())] == [100] * 7
        file.finish({})
    assert pl.read_parquet(path).height == 3 * 240
    assert pl.read_parquet(path).head(240).equals(frame_of(batch, NAMES))


def test_a_file_that_is_not_finished_leaves_nothing(batch: Batch, tmp_path: Path) -> None:
    path = tmp_path / "rounds.parquet"
    path.write_text("old")
    with RoundsFile(path, NAMES) as file:
        file.add(batch)
    assert [p.name for p in tmp_path.iterdir()] == ["rounds.parquet"]
    assert path.read_text() == "old"


def test_other_files_are_refused(tmp_path: Path) -> None:
    text, other = tmp_path / "text", tmp_path / "other.parquet"
    text.write_text("no parquet")
    pl.DataFrame({"a": [1]}).write_parquet(other)
    for path in (text, other):
        with pytest.raises(ValueError, match="is no file of rounds"):
            read_rounds(path)


def test_a_pipe_or_device_is_refused_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(ValueError, match=r"--out must be a file, .*pipe is a device or a pipe"):
        RoundsFile(path, NAMES)
    assert path.is_fifo()
    assert list(tmp_path.iterdir()) == [path]
