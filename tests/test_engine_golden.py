"""Rounds of every house are byte for byte those of the golden files."""

import pytest

from marriage_stats.rules import PRESETS
from tests.golden.write import FOLDER, SEED, game_of, golden_text
from tests.played import full_log, table_of
from tests.reference.referee import check_round


def _body(house: str) -> str:
    lines = (FOLDER / f"{house}.txt").read_text().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("# "))


def _indexes(house: str) -> list[int]:
    words = [line.split() for line in _body(house).splitlines() if line.startswith("round ")]
    return [int(index) for _, index in words]


@pytest.mark.parametrize("house", PRESETS)
def test_rounds_are_unchanged(house: str) -> None:
    assert golden_text(house, _indexes(house)) == _body(house)


@pytest.mark.parametrize("house", PRESETS)
def test_golden_rounds_pass_the_referee(house: str) -> None:
    assert len(_indexes(house)) == 3
    for index in _indexes(house):
        assert check_round(full_log(table_of(game_of(house)), SEED, index)) == []
