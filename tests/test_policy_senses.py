"""What `adaptive` counts: distances and outs against the exact functions."""

import numpy as np
import pytest
from numpy.typing import NDArray

from marriage_stats.cards import pack_copies
from marriage_stats.finish import distance_to_finish
from marriage_stats.melds import classify_hands, improving_kinds
from marriage_stats.melds.kernels import fill_keys
from marriage_stats.policies import outs_kernels
from marriage_stats.policies.survey_kernels import FAR, survey
from marriage_stats.rules import preset
from marriage_stats.views import View, blank_view, play_tables

HANDS = 300


def deal(rng: np.random.Generator, limits: NDArray[np.int64], cards: int) -> NDArray[np.int64]:
    """Return int64[54], a random hand."""
    pack = np.repeat(np.arange(54), limits)
    return np.bincount(rng.permutation(pack)[:cards], minlength=54).astype(np.int64)


def hold(view: View, counts: NDArray[np.int64]) -> None:
    """Make the view's free cards these."""
    view.me["free"][:] = counts
    fill_keys(counts, view.me["keys"])


@pytest.mark.parametrize("house", ["classic", "dashain"])
def test_outs_are_the_improving_live_cards(house: str) -> None:
    rules = preset(house)
    limits = pack_copies(rules.number("man_cards"), rules.number("superman"))
    rng = np.random.default_rng(1)
    hands = np.array([deal(rng, limits, 21) for _ in range(HANDS)])
    distances = classify_hands(hands, rules).distance_sequence
    improving = improving_kinds(hands, rules)[:, 0]
    view = blank_view(rules)._replace(tables=play_tables(rules))
    for counts, distance, kinds in zip(hands, distances, improving, strict=True):
        hold(view, counts)
        outs_kernels.note_words(view)
        outs_kernels.note_distance(view, 3)
        found = int(view.work["scratch"][outs_kernels.DISTANCE]), outs_kernels.own_outs(view)
        expected = int(((limits - counts) * kinds).sum()) if distance else 0
        assert found == (distance, expected)


def test_survey_measures_the_distance_to_the_finish() -> None:
    rules = preset("classic")
    rng = np.random.default_rng(2)
    limits = pack_copies(0, 0)
    view = blank_view(rules)._replace(tables=play_tables(rules))
    for _ in range(HANDS):
        tiplu = int(rng.integers(52))
        counts = deal(rng, limits, 13)
        hold(view, counts)
        lies = max(0, survey(view._replace(tiplu=tiplu), 12, 1, FAR))
        assert lies == distance_to_finish(counts[None], tiplu, rules)[0]
