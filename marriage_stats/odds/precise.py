"""Deal until the odds of a tunnela and of seeing are as precise as wanted."""

from marriage_stats.deals.hand_kernels import CHUNK_HANDS
from marriage_stats.estimators import clopper_pearson, look_level, look_sizes
from marriage_stats.odds.counts import HandCounts
from marriage_stats.odds.sample import Sampler

FIRST_LOOK = 16 * CHUNK_HANDS
Intervals = dict[str, tuple[float, float]]


def deal_to_precision(sampler: Sampler, half_width: float) -> tuple[HandCounts, Intervals, int]:
    """Deal until every declared figure's interval is that narrow.

    Returns
    -------
    counts of all hands dealt; figure -> (low, high); the number of looks
    """
    counts: HandCounts | None = None
    for look, size in enumerate(look_sizes(FIRST_LOOK, CHUNK_HANDS), start=1):
        done = counts.n if counts else 0
        more = sampler.hands(size - done, first_chunk=done // CHUNK_HANDS)
        counts = counts.plus(more) if counts else more
        cases = declared(counts, sampler)
        level = look_level(look, len(cases))
        intervals = {name: clopper_pearson(n, counts.n, level) for name, n in cases.items()}
        if all(high - low <= 2 * half_width for low, high in intervals.values()):
            return counts, intervals, look
    raise AssertionError("look sizes never end")


def declared(counts: HandCounts, sampler: Sampler) -> dict[str, int]:
    """Return the cases of each figure that `--precision` is about."""
    found = {"tunnela.at_least_one": counts.some_tunnela(False)}
    if sampler.pack.man_cards:
        found["tunnela_with_man.at_least_one"] = counts.some_tunnela(True)
    for route, n in counts.see(sampler.rules.has_dublee_route).items():
        if n is not None:
            found[f"see.{route}"] = n
    return found
