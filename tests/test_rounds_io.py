"""Rounds as Parquet: what the columns hold."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from marriage_stats.cards import kind_text
from marriage_stats.engine import Table
from marriage_stats.facts import ROUND_COLUMNS, SEAT_COLUMNS
from marriage_stats.policies.registry import load_policies
from marriage_stats.rounds_io import COLUMNS, Batch, frame_of, read_rounds
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


def test_other_files_are_refused(tmp_path: Path) -> None:
    text, other = tmp_path / "text", tmp_path / "other.parquet"
    text.write_text("no parquet")
    pl.DataFrame({"a": [1]}).write_parquet(other)
    for path in (text, other):
        with pytest.raises(ValueError, match="is no file of rounds"):
            read_rounds(path)
