"""Compile kernels anew with a trap at every index out of range, and play with them.

python -m tests.trapped ROUNDS plays every house, table size and policy; 0 rounds reads beyond the
end of an array. Set NUMBA_CACHE_DIR to an empty folder, so that nothing compiled is taken or kept.
"""

import sys
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils

from marriage_stats._jit.lowering import PlainLower
from marriage_stats.engine import calls
from marriage_stats.engine.simulate import Table, play_block
from marriage_stats.melds.kernels import fill_keys
from marriage_stats.policies.registry import POLICIES, load_policies
from marriage_stats.rules import PRESETS, load_rules

straight_offset = PlainLower._offset


def trapped_offset(self: PlainLower, steps: list[Any], sizes: list[Any]) -> Any:
    """Return how many elements lie before one, after a look at each step on both sides."""
    trap = ir.FunctionType(ir.VoidType(), [])
    for step, size in zip(steps, sizes, strict=True):
        with self.builder.if_then(self.builder.icmp_unsigned(">=", step, size), likely=False):
            function = cgutils.get_or_insert_function(self.builder.module, trap, "llvm.trap")
            self.builder.call(function, [])
    return straight_offset(self, steps, sizes)


def play(rounds: int) -> None:
    """Play rounds of every house, at every table size, by every policy."""
    for house in PRESETS:
        for players in range(2, 7):
            rules = load_rules(house, [f"players={players}"])
            for name in POLICIES:
                if name != "dublee" or rules.has_dublee_route:
                    table = Table(rules, load_policies(name, rules))
                    play_block(table, 90 + players, 0, rounds)
                    play_block(Table(rules, table.policies[:1], solitaire=True), 90, 0, rounds)


if __name__ == "__main__":
    PlainLower._offset = trapped_offset  # type: ignore[method-assign]
    calls._compile_beside = lambda policies: None  # type: ignore[assignment]
    if rounds := int(sys.argv[1]):
        play(rounds)
    else:
        fill_keys(np.zeros(3, np.int64), np.zeros(4, np.int64))
