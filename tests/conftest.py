"""Compiling once: with several test processes, the first plays a round before the others start."""

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the round engine into the cache, so that the test processes need not each do it."""
    if not session.config.getoption("numprocesses", None):
        return
    from marriage_stats.engine import Table, play_block
    from marriage_stats.policies.registry import load_policies
    from marriage_stats.rules import preset

    rules = preset("dashain")
    play_block(Table(rules, load_policies("adaptive,novice,random,random", rules)), 1, 0, 1)
