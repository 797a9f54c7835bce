"""Stand-ins for the functions that turns and rounds call by pointer.

Turns and rounds know these by their types alone, so they are compiled with stand-ins while other
processes, or later lines, compile the functions themselves. None of them is ever called.
"""

from marriage_stats._jit import njit


@njit
def no_choice(view):
    """Return what a policy's `choose` returns."""
    return 0


@njit
def no_finish(rules, tables, state, seat):
    """Return what `finish_kernels.finish_throw` returns."""
    return 0


@njit
def no_turn(rules, tables, state, seat, calls, params, log):
    """Return what `turn_kernels.play_turn` returns."""
    return 0
