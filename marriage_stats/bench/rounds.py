"""Speed of play: rounds by house and policy, threads, exact finish solves, first compile."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from marriage_stats.bench.solve_kernels import solve_hands
from marriage_stats.cards import pack_copies
from marriage_stats.engine import Table, simulate
from marriage_stats.engine.state import new_state
from marriage_stats.finish.tables import finish_tables
from marriage_stats.policies.registry import POLICIES, load_policies
from marriage_stats.rules import PRESETS, compile_rules, preset
from marriage_stats.views import rule_record

REPEATS = 5
N_ROUNDS = 16_384
"""Rounds of a run: enough that starting threads, some 10 ms, counts for little."""
N_HANDS = 200_000
REST = 13
STRONGEST = "adaptive"
SHOWN_POLICIES = ("novice", STRONGEST)
FIRST_RUN = (
    "from marriage_stats.bench.rounds import play_everything; play_everything()",
    "from marriage_stats.odds import compute_odds; from marriage_stats.rules import preset; "
    "compute_odds(preset('dashain'), n_hands=5000, seed=1)",
)


def measure_rounds() -> dict[str, float]:
    """Return rounds per second of four equal players, medians of 5 warm runs.

    `HOUSE_POLICY_rounds_per_s` : on all threads
    rounds_per_s : classic, the strongest policy there is
    threads_ratio : the same on two threads over one, median of ratios of runs by turns
    """
    figures = {
        f"{house}_{policy}_rounds_per_s": _rounds_per_second(house, policy)
        for house in PRESETS
        for policy in SHOWN_POLICIES
    }
    figures["threads_ratio"] = _threads_ratio("classic", STRONGEST)
    figures["rounds_per_s"] = figures[f"classic_{STRONGEST}_rounds_per_s"]
    return figures


def measure_finish() -> dict[str, float]:
    """Return exact finish solves per second of one core, for the house with most kinds of meld.

    finish_per_core_s : 13 cards dealt from the pack, a random card the tiplu
    """
    house = preset("dashain")
    counts, keys, tiplus = _dealt_rests(house.number("man_cards"), house.number("superman"))
    rules, cost = rule_record(compile_rules(house)), finish_tables(True)[0]
    search, out = new_state().search, np.zeros(N_HANDS, np.bool_)

    def solve() -> None:
        solve_hands(rules, cost, keys, counts, tiplus, search, out)

    return {"finish_per_core_s": N_HANDS / _median_seconds(solve, time.thread_time)}


def measure_compile() -> dict[str, float]:
    """Return seconds of a first run that compiles all of play and odds, and of later first rounds.

    compile_s : once, in processes whose caches are empty; first_round_s : median of 5 starts. What
    Python makes of modules that it imports is kept, as it is in a usual installation.
    """
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_CACHE_HOME": folder}
        for name in ("NUMBA_CACHE_DIR", "PYTHONDONTWRITEBYTECODE"):
            environment.pop(name, None)

        def start(program: str) -> Callable[[], None]:
            command = [sys.executable, "-c", program]
            return lambda: _run(command, environment)

        first = sum(_seconds(start(program), time.perf_counter) for program in FIRST_RUN)
        later = "from marriage_stats.bench.rounds import play_one; play_one()"
        return {
            "compile_s": first,
            "first_round_s": _median_seconds(start(later), time.perf_counter),
        }


def play_everything() -> None:
    """Play a round of every house with every policy it has."""
    for house in PRESETS:
        for policy in reversed(POLICIES):  # the one that takes longest to compile comes first
            if policy != "dublee" or preset(house).has_dublee_route:
                _play(house, policy, 1, 1)


def play_one() -> None:
    """Play one round."""
    _play("classic", "novice", 1, 1)


def _play(house: str, policy: str, n: int, threads: int | None) -> None:
    rules = preset(house)
    table = Table(rules, load_policies(policy, rules))
    for _ in simulate(table, n, 1, threads=threads):
        pass


def _rounds_per_second(house: str, policy: str) -> float:
    seconds = _median_seconds(lambda: _play(house, policy, N_ROUNDS, None), time.perf_counter)
    return N_ROUNDS / seconds


def _threads_ratio(house: str, policy: str) -> float:
    ratios = []
    for _ in range(REPEATS):
        one, two = (
            _seconds(partial(_play, house, policy, 2 * N_ROUNDS, threads), time.perf_counter)
            for threads in (1, 2)
        )
        ratios.append(one / two)
    return statistics.median(ratios)


def _dealt_rests(man_cards: int, superman: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return int64 counts[n, 54], keys[n, 4], tiplus[n] of hands dealt from the pack."""
    rng = np.random.default_rng(1)
    pack = np.repeat(np.arange(54), pack_copies(man_cards, superman))
    cards = pack[rng.random((N_HANDS, len(pack))).argpartition(REST + 1, axis=1)[:, : REST + 1]]
    tiplus = np.where(cards[:, REST] < 52, cards[:, REST], 0)
    counts = np.zeros((N_HANDS, 54), np.int64)
    np.add.at(counts, (np.arange(N_HANDS)[:, None], cards[:, :REST]), 1)
    shifted = counts[:, :52].reshape(-1, 4, 13) << (2 * np.arange(13))
    return counts, shifted.sum(axis=2), tiplus


def _run(command: list[str], environment: dict[str, str]) -> None:
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)


def _seconds(work: Callable[[], None], clock: Callable[[], float]) -> float:
    start = clock()
    work()
    return clock() - start


def _median_seconds(work: Callable[[], None], clock: Callable[[], float]) -> float:
    work()
    return statistics.median(_seconds(work, clock) for _ in range(REPEATS))
