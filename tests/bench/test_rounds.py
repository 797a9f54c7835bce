"""Timings of whole rounds by house; medians are printed, nothing fails."""

import pytest

from marriage_stats.engine import play_block
from marriage_stats.rules import PRESETS
from tests.played import Game, table_of

pytestmark = pytest.mark.bench


@pytest.mark.parametrize("house", PRESETS)
def test_play_a_block_of_novices(benchmark, house: str) -> None:
    table = table_of(Game(house, ("novice",) * 4))
    play_block(table, 1, 0, 1)
    benchmark(play_block, table, 1, 0, 512)
