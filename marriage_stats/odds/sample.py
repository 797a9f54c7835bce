"""Deal in blocks of chunks over threads and add up histograms: equal for any threads and blocks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats._jit import is_kept, start_beside
from marriage_stats.cards import HAND_SIZE
from marriage_stats.deals.hand_kernels import CHUNK_HANDS, chunk_planes
from marriage_stats.exact import Pack, locks_tunnelas, pack_of
from marriage_stats.exact.floor import LAST_TURN
from marriage_stats.melds import meld_tables
from marriage_stats.melds.tables import MeldTables
from marriage_stats.odds import kernels, path_kernels
from marriage_stats.odds.counts import HandCounts
from marriage_stats.odds.tables import hand_tables
from marriage_stats.parallel import Progress, check_block_size, run_blocks
from marriage_stats.rules import Rules, RuleTable, compile_rules, preset

Counts = NDArray[np.int64]
N_DRAWS = 161
BLOCK_HANDS = 64 * CHUNK_HANDS


@dataclass(frozen=True)
class Sampler:
    """Deals of one house from one seed.

    block_size : hands or rounds per block of work, rounded up to whole chunks

    Raises
    ------
    ValueError   if block_size is below 1
    """

    rules: Rules
    hand_size: int
    seed: int
    threads: int | None = None
    block_size: int | None = None
    progress: Progress | None = None

    def __post_init__(self) -> None:
        if self.block_size is not None:
            check_block_size(self.block_size)

    @property
    def pack(self) -> Pack:
        """The pack dealt from."""
        return pack_of(self.rules)

    @property
    def compiled(self) -> RuleTable:
        """The rules as the kernels take them."""
        return compile_rules(self.rules)

    def hands(self, n: int, first_chunk: int = 0) -> HandCounts:
        """Return what n hands from a chunk on hold and lack."""
        tables, rules, locked = hand_tables(self.pack), self.compiled, locks_tunnelas(self.rules)

        def count(chunk: int, n_hands: int, out: Counts) -> None:
            hands = np.empty((n_hands, 3), np.uint64)
            chunk_planes(self.seed, first_chunk + chunk, rules, self.hand_size, hands)
            joint, rest, moved = _parts(out)
            kernels.count_hands(tables, rules, hands, joint, rest)
            if locked:
                kernels.move_locked(tables, hands, moved)

        return _parts(self._sum(count, n, (64 + 4 + 64) * 64))

    def tables(self, n: int) -> Counts:
        """Return int64[7, 2]: of n keyed rounds, those where one of the first s seats has one.

        Column 0 counts ordinary tunnelas, column 1 all of them.
        """

        def count(chunk: int, n_rounds: int, out: Counts) -> None:
            path_kernels.count_tables(
                self.seed, chunk * CHUNK_HANDS, n_rounds, self.compiled, self.hand_size,
                out.reshape(7, 2),
            )  # fmt: skip

        return self._sum(count, n, 14).reshape(7, 2)

    def first_turns(self, n: int) -> Counts:
        """Return int64[3, turns + 2]: first turn at which n growing hands could see, by route."""
        turns = min(LAST_TURN, self.pack.size - self.hand_size)
        tables = meld_tables(True)

        def count(chunk: int, n_hands: int, out: Counts) -> None:
            path_kernels.count_first_turns(
                tables, self.seed, chunk, n_hands, self.compiled, self.hand_size,
                out.reshape(3, turns + 2),
            )  # fmt: skip

        return self._sum(count, n, 3 * (turns + 2)).reshape(3, turns + 2)

    def draws_from_deal(self, n: int) -> Counts:
        """Return int64[8, 161]: draws to seven dublees of n dealt hands by pairs dealt."""

        def count(chunk: int, n_hands: int, out: Counts) -> None:
            path_kernels.count_draws_from_deal(
                self.seed, chunk, n_hands, self.compiled, self.hand_size, out.reshape(8, N_DRAWS)
            )

        return self._sum(count, n, 8 * N_DRAWS).reshape(8, N_DRAWS)

    def draws_from_pairs(self, n: int, pairs: int) -> Counts:
        """Return int64[161]: draws to seven dublees of n races from so many pairs."""

        def count(chunk: int, n_hands: int, out: Counts) -> None:
            path_kernels.count_draws_from_pairs(
                self.seed, chunk, n_hands, self.compiled, self.hand_size, pairs, out
            )

        return self._sum(count, n, N_DRAWS)

    def _sum(self, count: Callable[[int, int, Counts], None], n: int, size: int) -> Counts:
        """Return the sum over all chunks of n units of what `count(chunk, units, out)` adds."""
        n_chunks = -(-n // CHUNK_HANDS)
        per_block = -(-(self.block_size or BLOCK_HANDS) // CHUNK_HANDS)

        def task(first: int, n_in_block: int) -> Counts:
            out = np.zeros(size, np.int64)
            for chunk in range(first, first + n_in_block):
                count(chunk, min(CHUNK_HANDS, n - chunk * CHUNK_HANDS), out)
            return out

        def report(n_in_block: int) -> None:
            if self.progress is not None:
                self.progress(n_in_block * CHUNK_HANDS)

        total = np.zeros(size, np.int64)
        for part in run_blocks(task, n_chunks, per_block, self.threads, report):
            total += part
        return total


def _parts(cells: Counts) -> HandCounts:
    """Return the histograms of hands that lie in a row, as views."""
    joint, rest, moved = np.split(cells.reshape(-1, 64), (64, 64 + 4))
    return HandCounts(joint, rest, moved)


def compile_beside() -> Any:
    """Start compiling what grows hands and deals whole tables, if no earlier run has kept it."""
    if is_kept(path_kernels.count_tables):
        return None
    return start_beside(__name__, compile_paths.__name__)


def compile_paths() -> None:
    """Compile the kernels of whole tables and of hands that grow, dealing as little as they can."""
    sampler = Sampler(preset("classic"), HAND_SIZE, 0, threads=1)
    sampler.tables(1)
    sampler.draws_from_deal(1)
    sampler.draws_from_pairs(1, 0)
    blank = np.zeros(1, np.uint8)
    blank.flags.writeable = False
    path_kernels.count_first_turns(
        MeldTables(blank, blank, blank, blank), 0, 0, 0, sampler.compiled, HAND_SIZE,
        np.zeros((3, 2), np.int64),
    )  # fmt: skip
