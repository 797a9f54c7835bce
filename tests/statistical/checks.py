"""The one gate of statistical checks: a fixed level, and a limit on how many a run may make."""

FAULT = 1e-6
LIMIT = 100
"""Checks in one run, each seed counting: false alarms stay below 2e-4 for a new random stream."""
SEEDS = (1, 2, 3)

_made: set[str] = set()


def check_p(name: str, p: float, continuous: bool = False) -> None:
    """Fail if p is below 1e-6, or too good for a continuous statistic; count the check once."""
    _made.add(name)
    assert len(_made) <= LIMIT, f"{len(_made)} statistical checks, at most {LIMIT} are budgeted"
    assert p >= FAULT, f"{name}: p = {p:.3g}"
    assert not continuous or p <= 1 - FAULT, f"{name}: p = {p:.9f} is too good"
