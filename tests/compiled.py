"""Compile beforehand what most tests play: `python -m tests.compiled`, or as pytest starts.

Two processes compile side by side, forked where that can be, so that modules load once.
"""

import multiprocessing
import sys
from collections.abc import Callable
from pathlib import Path

from marriage_stats._jit.compile import cache_directory
from marriage_stats.cache import source_digest
from marriage_stats.engine.simulate import Table, play_block, play_logged
from marriage_stats.odds import compute_odds
from marriage_stats.policies.registry import load_policies
from marriage_stats.rules import preset

METHOD = "fork" if sys.platform == "linux" else "spawn"


def compile_odds() -> None:
    """Compute odds of dealt hands."""
    compute_odds(preset("dashain"), n_hands=5000, seed=1)


def compile_play() -> None:
    """Play and log a round."""
    rules = preset("classic")
    table = Table(rules, load_policies("adaptive,novice,random,novice", rules))
    play_block(table, 1, 0, 1)
    play_logged(table, 1, 0)


PARTS: tuple[Callable[[], None], ...] = (compile_odds, compile_play)


def compile_all() -> bool:
    """Return whether everything compiles; what did is not done again for the same sources."""
    done = cache_directory() / f"tests-{source_digest([Path(__file__)])}"
    if not done.exists():
        context = multiprocessing.get_context(METHOD)
        processes = [context.Process(target=part) for part in PARTS]
        for process in processes:
            process.start()
        for process in processes:
            process.join()
        if any(process.exitcode for process in processes):
            return False
        done.touch()
    return True


if __name__ == "__main__":
    sys.exit(not compile_all())
