"""Simulated odds agree with the exact laws: a million hands always, ten million in the long run."""

import pytest

from marriage_stats.odds import compute_odds
from marriage_stats.rules import PRESETS, Rules, preset
from tests.statistical.checks import FAULT, SEEDS, check_p

pytestmark = pytest.mark.stat
PACKS = [(man, superman) for man in range(4) for superman in range(2)]


def worst_p(rules: Rules, n_hands: int, seed: int) -> float:
    """Return the smallest p-value of all figures of a run, times their number.

    Power at a million hands: a share of 10% that is off by 0.0023 is found with 99%.
    """
    checks = compute_odds(rules, n_hands=n_hands, seed=seed)["checks"]
    return min(1.0, len(checks) * min(check["p"] for check in checks))


@pytest.mark.parametrize("name", ["dashain", "hidden-maal"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_million_hands_agree(name: str, seed: int) -> None:
    check_p(f"odds {name} {seed}", worst_p(preset(name), 1_000_000, seed))


@pytest.mark.long
@pytest.mark.parametrize(
    "rules",
    [
        *(preset("dashain").replace({"man_cards": m, "superman": s}) for m, s in PACKS),
        *(preset(name) for name in PRESETS[1:]),
    ],
    ids=[f"dashain-{m}-{s}" for m, s in PACKS] + list(PRESETS[1:]),
)
def test_ten_million_hands_agree(rules: Rules) -> None:
    checks = compute_odds(rules, n_hands=10_000_000, seed=1)["checks"]
    worst = min(checks, key=lambda check: check["p"])
    assert worst["p"] >= FAULT, worst
