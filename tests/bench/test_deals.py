"""Timings of dealing and classifying; medians are printed, nothing fails."""

import numpy as np
import pytest

from marriage_stats.deals import kernels
from marriage_stats.deals.hand_kernels import chunk_planes
from marriage_stats.exact import pack_of
from marriage_stats.odds.kernels import count_hands, count_pairs_and_tunnelas
from marriage_stats.odds.tables import hand_tables
from marriage_stats.rules import compile_rules, preset

pytestmark = pytest.mark.bench
HOUSE = preset("dashain")
RULES = compile_rules(HOUSE)


def test_deal_a_chunk(benchmark) -> None:
    hands, out = np.empty((4096, 3), np.uint64), np.zeros((64, 64), np.int64)

    def deal() -> None:
        chunk_planes(1, 0, RULES, 21, hands)
        count_pairs_and_tunnelas(hands, out)

    benchmark(deal)


def test_classify_a_chunk(benchmark) -> None:
    hands = np.empty((4096, 3), np.uint64)
    chunk_planes(1, 0, RULES, 21, hands)
    joint, rest = np.zeros((64, 64), np.int64), np.zeros((4, 64), np.int64)
    benchmark(count_hands, hand_tables(pack_of(HOUSE)), RULES, hands, joint, rest)


def test_deal_keyed_packs(benchmark) -> None:
    orders = np.empty((4096, 160), np.int32)
    benchmark(kernels.keyed_orders, 1, 0, 3, 1, orders)
