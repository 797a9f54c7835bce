"""The four houses side by side: the same deals under each, all headline figures."""

from collections.abc import Sequence
from functools import partial

import polars as pl

from marriage_stats.charts.four_houses import points, seats_title
from marriage_stats.estimators.holm import normal_p
from marriage_stats.odds import compute_odds
from marriage_stats.rules import PRESETS
from marriage_stats.study import Check, Frames, RuleSet, Study, Task, percent
from marriage_stats.study.house_figures import (
    FIGURES,
    difference_frame,
    figure_rows,
    play_houses,
    zero_sum_gaps,
)
from marriage_stats.study.paired import SURE

START = "classic"
RARE_P = 1e-6


def run(task: Task) -> Frames:
    """Return figures of every house, differences from classic, and what the checks need."""
    sums = play_houses(task, PRESETS)
    figures = pl.DataFrame(figure_rows(sums, PRESETS), FIGURES, orient="row")
    exact = [
        compute_odds(task.rule_sets[house], n_hands=0, seed=task.seed)["exact"]["dublee"]["mean"]
        for house in PRESETS
    ]
    held = {"rules": PRESETS, "squares": zero_sum_gaps(sums), "mean_pairs": exact}
    return {
        "figures": figures,
        "differences": difference_frame(sums, PRESETS, START),
        "checks": pl.DataFrame(held),
    }


def _told(frames: Frames, figure: str, shares: bool = False) -> str:
    """Return a figure of every house with its interval."""
    words = percent if shares else partial(points, sign="")
    rows = frames["figures"].filter(figure=figure).select("rules", "value", "low", "high")
    return "; ".join(
        f"{house} {words(value)} ({words(low)} to {words(high)})"
        for house, value, low, high in rows.iter_rows()
    )


def findings(frames: Frames) -> Sequence[str]:
    """Return what the numbers say, worded by what the intervals support."""
    differences = frames["differences"]
    money = differences.filter(figure="mean_abs").iter_rows(named=True)
    against = [
        f"{row['to']} {points(row['value'])} ({points(row['low'])} to {points(row['high'])})"
        + ("" if row["p_holm"] < SURE else ", not told from 0")
        for row in money
    ]
    clear = differences.filter(pl.col("p_holm") < SURE)
    return [
        f"A player wins or loses in a round, in points on average: {_told(frames, 'mean_abs')}.",
        f"Against {START} on the same deals: {'; '.join(against)} points.",
        f"An unseen loser is paid on average: {_told(frames, 'unseen_loser')} points; a finisher: "
        f"{_told(frames, 'finisher')}.",
        f"Seats that see the maal before the round ends: {_told(frames, 'seen', True)}.",
        f"Finishers who still lose points: {_told(frames, 'finisher_pays', True)}.",
        f"A round takes seat-turns: {_told(frames, 'turns')}.",
        f"{seats_title(frames['figures'])}.",
        f"{len(clear)} of {len(differences)} differences from {START} stand after Holm's "
        "correction over all of them; the others are not told from no difference.",
    ]


def checks(frames: Frames) -> Sequence[Check]:
    """Return whether rounds sum to zero, and whether dealt dublees follow their exact law."""
    held = frames["checks"]
    pairs = frames["figures"].filter(figure="dealt_pairs").join(held, on="rules")
    p_values = [
        normal_p(value - exact, se)
        for value, exact, se in pairs.select("value", "mean_pairs", "se").iter_rows()
    ]
    n = frames["figures"]["n"][0]
    return [
        Check(
            "Payments sum to zero in every round",
            not any(held["squares"].to_list()),
            f"{n:,} rounds in each of {len(held)} houses.",
        ),
        Check(
            "Dublees dealt follow their exact law",
            min(p_values) >= RARE_P,
            f"Mean of {4 * n:,} hands in each house against the exact mean; least p "
            f"{min(p_values):.2g}, below {RARE_P:.0e} is a fault.",
        ),
    ]


STUDY = Study(
    name="four-houses",
    order=12,
    version=2,
    title="How do the four houses differ in play?",
    question="The same cards are dealt in four houses. What is at stake in a round, what are "
    "finishers and losers paid, how many see the maal, how long does a round take, and what is the "
    "seat after the dealer worth?",
    design=(
        "Every deal is played under each house's own rules by four adaptive players (coupled "
        "play): packs differ only in the printed jokers put into the same shuffle. Differences "
        f"from {START} are paired by deal.",
        "Stakes, shares and seats are causal effects of the house with this policy; mean payments "
        "of finishers and losers are descriptive, for each house makes other people finish.",
    ),
    precision="Aim: 95% half-widths of 0.1 points for mean absolute payments, 0.25 for seats and "
    "for what finishers and losers are paid (1.2 where a group is below a tenth of the seats), "
    "and 0.2 percentage points for shares, at a sample fixed beforehand.",
    limits=(
        "The houses differ in many rules at once; what one rule does is told by the study of house "
        "rules.",
        "Players are one policy, the strongest here, and it is the same in every house.",
        "hidden-maal has no dublee route, so its dublee figures are absent or zero.",
    ),
    rule_sets=[RuleSet(house, house) for house in PRESETS],
    n=150_000,
    unit="rounds",
    seed=20261130,
    run=run,
    findings=findings,
    checks=checks,
    charts=("houses-stakes", "houses-paid", "houses-seeing", "houses-length", "houses-seats"),
    steps=150_000,
    quick=0.013,
    policies=("adaptive",),
)
