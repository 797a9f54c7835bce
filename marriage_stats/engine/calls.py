"""The functions a table is played with, compiled once and kept for later runs.

In a first run policies are compiled in a process of their own, while this one compiles turns.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats._jit import first_class, is_kept, start_beside
from marriage_stats.engine import finish_kernels, turn_kernels
from marriage_stats.engine.state import LOG_WIDTH, RoundCalls, SeatCalls, new_state
from marriage_stats.policies.registry import Policy, built_in, compile_choice

_READY: dict[tuple[Any, ...], RoundCalls] = {}
"""By the choices of all seats: what was made ready in this process."""


def round_calls(
    rules: Any, tables: Any, params: NDArray[np.float64], policies: Sequence[Policy]
) -> RoundCalls:
    """Return the functions of a round between these policies, one per seat of `params`."""
    key = tuple(policy.choose for policy in policies)
    if key not in _READY:
        _READY[key] = _made_ready(rules, tables, params, policies)
    return _READY[key]


def straight(kernel: Any) -> Any:
    """Return the machine code of a kernel that is called with the same types at all times.

    numba looks at the types of all arguments at each call; for a state and the functions of six
    seats that takes longer than a round. A kernel not compiled yet is returned as it is.
    """
    compiled = list(kernel.overloads.values())
    return compiled[0].entry_point if len(compiled) == 1 else kernel


def _made_ready(
    rules: Any, tables: Any, params: NDArray[np.float64], policies: Sequence[Policy]
) -> RoundCalls:
    state, log = new_state(), np.zeros((0, LOG_WIDTH), np.int16)
    beside = _compile_beside(policies)
    finish = first_class(finish_kernels.finish_throw, rules, tables, state, 0)
    any_choice = compile_choice(built_in("random_legal"))  # turns know a choice by its type alone
    seats = SeatCalls((any_choice,) * len(policies), (finish,))
    turn = first_class(turn_kernels.play_turn, rules, tables, state, 0, seats, params, log)
    if beside:
        beside.wait()
    choices = tuple(compile_choice(policy.choose) for policy in policies)
    return RoundCalls(SeatCalls(choices, (finish,)), (turn,))


def _compile_beside(policies: Sequence[Policy]) -> Any:
    """Start compiling built-in policies if neither they nor turns are kept from an earlier run."""
    if is_kept(turn_kernels.play_turn):
        return None
    missing = {policy.module for policy in policies if policy.module and not is_kept(policy.choose)}
    if not missing:
        return None
    return start_beside("marriage_stats.policies.registry", "compile_built_in", *sorted(missing))
