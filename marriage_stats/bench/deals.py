"""Speed of dealing: hands from chunks, hands classified for seeing, packs of keyed rounds."""

import statistics
import time
from collections.abc import Callable

import numpy as np

from marriage_stats.cards import HAND_SIZE
from marriage_stats.deals.hand_kernels import CHUNK_HANDS, chunk_planes
from marriage_stats.deals.kernels import keyed_orders
from marriage_stats.exact import pack_of
from marriage_stats.odds import kernels
from marriage_stats.odds.tables import hand_tables
from marriage_stats.rules import compile_rules, preset

REPEATS = 5
N_CHUNKS = 500
N_PACKS = 100_000


def measure_deals() -> dict[str, float]:
    """Return figures of one core, medians of 5 warm runs, all for the largest pack.

    deal_per_core_s : hands dealt from chunks, their dublees and tunnelas counted
    distance_per_core_s : hands dealt beforehand, all different, with pure melds, pairs and the
    distances by both routes counted
    keyed_deal_per_core_s : packs of 160 cards shuffled by round key
    """
    house = preset("dashain")
    rules, tables = compile_rules(house), hand_tables(pack_of(house))
    hands = np.empty((CHUNK_HANDS, 3), np.uint64)
    dealt = np.empty((N_CHUNKS * CHUNK_HANDS, 3), np.uint64)
    pairs, rest = np.zeros((64, 64), np.int64), np.zeros((4, 64), np.int64)
    orders = np.empty((N_PACKS, 160), np.int32)

    def deal() -> None:
        for chunk in range(N_CHUNKS):
            chunk_planes(1, chunk, rules, HAND_SIZE, hands)
            kernels.count_pairs_and_tunnelas(hands, pairs)

    for chunk in range(N_CHUNKS):
        block = dealt[chunk * CHUNK_HANDS : (chunk + 1) * CHUNK_HANDS]
        chunk_planes(1, chunk, rules, HAND_SIZE, block)
    return {
        "deal_per_core_s": _rate(N_CHUNKS * CHUNK_HANDS, deal),
        "distance_per_core_s": _rate(
            len(dealt), lambda: kernels.count_hands(tables, rules, dealt, pairs, rest)
        ),
        "keyed_deal_per_core_s": _rate(N_PACKS, lambda: keyed_orders(1, 0, 3, 1, orders)),
    }


def _rate(units: int, work: Callable[[], None]) -> float:
    """Return units per second of one thread's own time."""
    work()
    seconds = []
    for _ in range(REPEATS):
        start = time.thread_time()
        work()
        seconds.append(time.thread_time() - start)
    return units / statistics.median(seconds)
