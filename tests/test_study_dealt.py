"""The deals a study plays, against their exact law: the same deals, and a fault that is seen."""

import numpy as np
import polars as pl
import pytest

from marriage_stats.engine.simulate import Table, play_block
from marriage_stats.policies.registry import load_policies
from marriage_stats.rules import preset
from marriage_stats.study import Task, load_study, run_study
from marriage_stats.study.dealt import DEALT, dealt_check, dealt_table

N, SEED = 20_000, 3


@pytest.fixture(scope="module")
def table() -> pl.DataFrame:
    houses = ("dashain", "classic", "everestbuzz")
    return dealt_table(Task(N, SEED, 1, {name: preset(name) for name in houses}))


def test_one_row_set_per_pack(table: pl.DataFrame) -> None:
    assert table["rules"].unique(maintain_order=True).to_list() == ["dashain", "classic"]
    assert table.group_by("rules").agg(pl.col("hands").sum())["hands"].to_list() == [N, N]
    assert dealt_check(table).passed


@pytest.mark.parametrize("house", ["dashain", "classic"])
def test_they_are_the_deals_that_are_played(house: str) -> None:
    rules = preset(house)
    counted = dealt_table(Task(300, SEED, 1, {house: rules}))["hands"].to_list()
    rounds = play_block(Table(rules, load_policies("adaptive", rules)), SEED, 0, 300)
    pairs = rounds.by_seat("dealt_pairs")[:, 0]
    assert counted == np.bincount(pairs, minlength=11).tolist()


def test_deals_with_a_pair_too_many_are_caught(table: pl.DataFrame) -> None:
    """Power: 8% of 20,000 hands moved up by one are a non-centrality of 98; 40 is a fault."""
    moved = table.with_columns((pl.col("hands") * 0.08).round().cast(pl.Int64).alias("up"))
    faulty = moved.with_columns(
        pl.col("hands") - pl.col("up") + pl.col("up").shift(1, fill_value=0).over("rules")
    )
    assert not dealt_check(faulty).passed


def test_studies_print_it_where_they_play_deals_as_they_come(tmp_path) -> None:
    seats = run_study(load_study("seats"), tmp_path / "seats", scale=0.0005, threads=1)
    assert DEALT in seats.frames
    assert seats.checks[-1].name == "Dublees dealt agree with their exact law"
    assert not load_study("which-route").as_dealt
