"""The committed parameters are a best response to themselves, within the family, at four players.

Every change of one parameter and what a new search of all weights likes best, on deals that no
search has seen, in stages until the upper bound is at the tolerance or below. Intervals of a house
hold together with probability 95%, over all changes, looks and stages: were a change to gain more
than 0.1 points a round, this would pass with probability 5% at most, however small the excess.
Seed and size were chosen beforehand. A deal's gain has a spread of 3 points a round at most in
what is not settled at once, so that a stage of 40,000 deals for each of four changes has standard
errors of 0.015: a change that gains 0.04 or less is settled there in nine of ten cases.
"""

import pytest

from marriage_stats.rules import PRESETS, preset
from marriage_stats.tuning import TOLERANCE, Effort, Setting, best_response, research

DEALS, SEED = 4096, 1
pytestmark = [pytest.mark.long, pytest.mark.stat]


@pytest.mark.parametrize("house", PRESETS)
def test_no_deviation_gains_more_than_the_tolerance(house):
    setting = Setting.of(preset(house))
    again, _ = research(setting, Effort(DEALS // 4, SEED))
    gains = best_response(setting, [again.change], Effort(DEALS, SEED).fresh(2))
    assert len(gains) > 15
    left = [gain for gain in gains if gain.high > TOLERANCE]
    assert left == []


def test_a_spoilt_parameter_is_told():
    setting = Setting.of(preset("classic")).at({"expose": 0.0})
    gains = best_response(setting, [], Effort(1024, SEED))
    told = [g.change.label for g in gains if g.low > 0 and g.value > TOLERANCE]
    assert told == ["expose=1", "expose=2"]
