"""Rounds that each have a root seed of their own, such as deals found by rejection."""

from marriage_stats._jit import njit
from marriage_stats.engine.round_kernels import play_round


@njit
def play_seeded(
    rules, tables, state, seeds, first, fixed, calls, params, round_rows, seat_rows, log
):
    """Play round first + i of root seed seeds[i] into row i of the facts; see `play_rounds`."""
    for row in range(seeds.shape[0]):
        play_round(
            rules, tables, state, seeds[row], first + row, fixed, calls, params, round_rows[row],
            seat_rows[row], log,
        )  # fmt: skip
