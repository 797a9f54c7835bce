"""The functions a table is played with, compiled once and kept for later runs.

In a first run rounds and policies are compiled in a process of their own, while this one compiles
turns and finishing.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats._jit import compiling, first_class, is_kept, start_beside
from marriage_stats.engine import finish_kernels, round_kernels, stand_in_kernels, turn_kernels
from marriage_stats.engine.state import (
    MAX_SEATS,
    RoundCalls,
    SeatCalls,
    blank_facts,
    blank_log,
    new_state,
)
from marriage_stats.policies.registry import Policy, compile_built_in, compile_choice
from marriage_stats.rules import preset
from marriage_stats.views import N_PARAMETERS, blank_view

_READY: dict[tuple[Any, ...], RoundCalls] = {}
"""By the choices of all seats: what was made ready in this process."""


def round_calls(
    rules: Any, tables: Any, params: NDArray[np.float64], policies: Sequence[Policy]
) -> RoundCalls:
    """Return the functions of a round between these policies, one per seat of `params`.

    Compiling is not safe in several threads at once; all of it is done here.
    """
    key = tuple(policy.choose for policy in policies)
    with compiling():
        if key not in _READY:
            calls = _compiled(rules, tables, params, policies)
            _play_none(rules, tables, params, calls)
            _READY[key] = calls
        return _READY[key]


def straight(kernel: Any) -> Any:
    """Return the machine code of a kernel that is called with the same types at all times.

    numba looks at the types of all arguments at each call; for a state and the functions of six
    seats that takes longer than a round.
    """
    (compiled,) = kernel.overloads.values()
    return compiled.entry_point


def compile_rounds(*modules: str) -> None:
    """Compile built-in policies by the names of their modules, and rounds of any players."""
    compile_built_in(*modules)
    view, params = blank_view(preset("classic")), np.zeros((MAX_SEATS, N_PARAMETERS))
    place = view.rules, view.tables, new_state(), 0
    finish = first_class(stand_in_kernels.no_finish, *place)
    seats = _any_seats(finish)
    turn = first_class(stand_in_kernels.no_turn, *place, seats, params, blank_log())
    _play_none(view.rules, view.tables, params, RoundCalls(seats, (turn,)))


def _compiled(
    rules: Any, tables: Any, params: NDArray[np.float64], policies: Sequence[Policy]
) -> RoundCalls:
    beside = _compile_beside(policies)
    place = rules, tables, new_state(), 0
    finish = first_class(finish_kernels.finish_throw, *place)
    turn = first_class(turn_kernels.play_turn, *place, _any_seats(finish), params, blank_log())
    if beside:
        beside.wait()
    choices = tuple(compile_choice(policy.choose) for policy in policies)
    return RoundCalls(SeatCalls(choices, (finish,)), (turn,))


def _any_seats(finish: Any) -> SeatCalls:
    return SeatCalls((compile_choice(stand_in_kernels.no_choice),) * MAX_SEATS, (finish,))


def _play_none(rules: Any, tables: Any, params: NDArray[np.float64], calls: RoundCalls) -> None:
    """Play no rounds, for which all of a round must be compiled."""
    seeds, fixed = np.zeros(0, np.int64), np.zeros(0, np.int16)
    round_kernels.play_rounds(
        rules, tables, new_state(), seeds, 0, fixed, calls, params, *blank_facts(0, MAX_SEATS),
        blank_log(),
    )  # fmt: skip


def _compile_beside(policies: Sequence[Policy]) -> Any:
    """Start compiling rounds and built-in policies that are not kept, unless turns are kept."""
    if is_kept(turn_kernels.play_turn):
        return None
    missing = {policy.module for policy in policies if policy.module and not is_kept(policy.choose)}
    return start_beside(__name__, compile_rounds.__name__, *sorted(missing))
