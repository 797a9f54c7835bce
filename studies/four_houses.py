"""The four houses side by side: the same deals under each, all headline figures."""

from collections.abc import Sequence

import polars as pl

from marriage_stats.estimators.holm import normal_p
from marriage_stats.odds import compute_odds
from marriage_stats.rules import PRESETS
from marriage_stats.study import Check, Frames, RuleSet, Study, Task, percent
from marriage_stats.study.finding import Finding, cells_by, tabled
from marriage_stats.study.house_figures import (
    FIGURES,
    difference_frame,
    figure_rows,
    play_houses,
    zero_sum_gaps,
)
from marriage_stats.study.paired import SURE
from marriage_stats.study.shift_words import differences_told

START = "classic"
RARE_P = 1e-6
PAID = {"finisher": "finisher", "unseen": "unseen_loser"}
"""Heading -> figure of what those are paid who end a round so."""


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


def _cells(frames: Frames, figure: str, shares: bool = False) -> dict[str, str]:
    """Return a figure of every house with its interval, by house."""
    words = percent if shares else "{:.1f}".format
    return cells_by(frames["figures"].filter(figure=figure), words=words)


def findings(frames: Frames) -> Sequence[Finding | str]:
    """Return what the numbers say, worded by what the intervals support."""
    differences, figures = frames["differences"], frames["figures"]
    money = differences.filter(figure="mean_abs")
    more = cells_by(money, "to")
    for house in money.filter(pl.col("p_holm") >= SURE)["to"]:
        more[house] += ", not told from 0"
    stakes = figures.filter(figure="mean_abs").sort("value", maintain_order=True)
    own = dict(stakes.select("rules", "value").iter_rows())
    low, high = stakes["rules"][0], stakes["rules"][-1]
    seats = {
        name: cells_by(figures.filter(figure=f"seat_{k}"))
        for k, name in ((0, "first seat"), (3, "dealer"))
    }
    text = "What a player wins or loses in a round on average, in points:"
    if (money["p_holm"] < SURE).any():
        text = (
            f"Above all in the stakes: on the same deals a player wins or loses {own[low]:.0f} "
            f"points in a round of {low} on average, and {own[high]:.0f} in {high}."
        )
    return [
        tabled(text, {"points a round": _cells(frames, "mean_abs"), f"more than {START}": more}),
        tabled(
            "Mean payment in points of those who finish, and of losers who have not seen:",
            {name: cells_by(figures.filter(figure=figure)) for name, figure in PAID.items()},
        ),
        tabled(
            "Seats that see the maal before the round ends, and finishers who still lose points:",
            {
                "see the maal": _cells(frames, "seen", True),
                "finish, yet lose": _cells(frames, "finisher_pays", True),
            },
        ),
        tabled("How long a round is, all seats together:", {"turns": _cells(frames, "turns")}),
        tabled("The seat after the dealer and the dealer's, points a round:", seats),
        differences_told(differences, START),
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
    version=3,
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
