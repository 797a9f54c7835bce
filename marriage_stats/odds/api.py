"""Opening-hand odds of a house, exact and simulated, as plain data."""

from typing import Any

from marriage_stats.exact import exact_odds, notes_on
from marriage_stats.manifest import run_identity, run_manifest
from marriage_stats.parallel import Progress
from marriage_stats.rules import Rules

N_HANDS, MAX_HANDS = 1_000_000, 10**12
FINEST, COARSEST = 1e-5, 0.5
"""Half-widths that can be asked for; a finer one would take hours."""


def compute_odds(
    rules: Rules,
    hand_size: int = 21,
    n_hands: int = N_HANDS,
    seed: int | None = None,
    threads: int | None = None,
    block_size: int | None = None,
    precision: float | None = None,
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
    precision : half-width to which the odds of a tunnela and of seeing are to be known; then hands
        are dealt until it is reached, in place of n_hands. The intervals of these figures hold
        together at 95% although they decide when to stop; all others are those of a fixed n
    progress : called with the hands and rounds just dealt

    Returns
    -------
    dict with `rules`, `hand_size`, `n_hands`, `seed`, `precision`, `notes` (lines that say how to
    read the figures), `exact`, `simulated` (None without hands), `checks`, one for each simulated
    figure, and `manifest`. Where dealt tunnelas are laid open at once, `see` counts each as one
    meld whole; `pure_melds`, `joint`, `distance` and `floor` leave their cards free

    Raises
    ------
    ValueError   for a hand the pack cannot deal, or a bad n_hands, seed, threads, block_size
        or precision
    """
    if not 0 <= n_hands <= MAX_HANDS:
        raise ValueError(f"hands must be 0..{MAX_HANDS}, got {n_hands}")
    if precision is not None:
        if not n_hands:
            raise ValueError("precision needs hands to deal, got 0")
        if not FINEST <= precision <= COARSEST:
            raise ValueError(f"precision must be {FINEST:g}..{COARSEST:g}, got {precision:g}")
    odds: dict[str, Any] = {
        "rules": {"name": rules.name, "digest": rules.digest},
        "hand_size": hand_size,
        "n_hands": n_hands,
        "seed": seed,
        "precision": None,
        "notes": notes_on(rules),
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
        found = simulate_odds(sampler, odds["exact"], n_hands, precision)
        odds["n_hands"], odds["simulated"], odds["checks"] = (
            found.n_hands, found.figures, found.checks
        )  # fmt: skip
        if precision is not None:
            odds["precision"] = {"half_width": precision, "looks": found.looks}
    own = run_identity(rules, [], hand_size=hand_size)
    root = odds["seed"] if n_hands else None
    return odds | {"manifest": run_manifest(own, root, odds["n_hands"])}
