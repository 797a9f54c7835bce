"""Opening-hand odds of a house, exact and simulated, as plain data."""

from typing import Any

from marriage_stats.exact import exact_odds
from marriage_stats.parallel import Progress
from marriage_stats.rules import Rules

N_HANDS = 1_000_000


def compute_odds(
    rules: Rules,
    hand_size: int = 21,
    n_hands: int = N_HANDS,
    seed: int | None = None,
    threads: int | None = None,
    block_size: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Return the odds of a dealt hand, ready for JSON.

    Parameters
    ----------
    rules : the house; its pack and routes decide
    hand_size : cards in a hand
    n_hands : hands to deal; 0 leaves the simulated part out. Tables of six are dealt a quarter as
        often, hands that grow and draws to seven dublees less again; each figure says its own n
    seed : root seed; None makes one, which the result records
    threads, block_size : how the work is split; they change no figure
    progress : called with the hands and rounds just dealt

    Returns
    -------
    dict with `rules`, `hand_size`, `n_hands`, `seed`, `exact`, `simulated` (None without hands) and
    `checks`, one for each simulated figure

    Raises
    ------
    ValueError   for a hand the pack cannot deal, or a bad n_hands, seed, threads or block_size
    """
    if n_hands < 0:
        raise ValueError(f"n_hands must be 0 or more, got {n_hands}")
    odds: dict[str, Any] = {
        "rules": {"name": rules.name, "digest": rules.digest},
        "hand_size": hand_size,
        "n_hands": n_hands,
        "seed": seed,
        "exact": exact_odds(rules, hand_size),
        "simulated": None,
        "checks": [],
    }
    if n_hands:
        # Imported late: exact odds alone need no compiled code.
        from marriage_stats.odds.sample import Sampler
        from marriage_stats.odds.simulated import simulate_odds
        from marriage_stats.rng import root_seed

        odds["seed"] = root_seed(seed)
        sampler = Sampler(rules, hand_size, odds["seed"], threads, block_size, progress)
        odds["simulated"], odds["checks"] = simulate_odds(sampler, odds["exact"], n_hands)
    return odds
