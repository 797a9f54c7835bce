"""Strength: every policy against every other, in each house at each table size."""

from collections.abc import Sequence

import polars as pl

from marriage_stats.charts.strength import (
    BEST,
    OTHER_SIZES,
    OTHERS,
    ahead_columns,
    lone_columns,
    lone_of,
)
from marriage_stats.charts.switches import switches_data
from marriage_stats.rules import PRESETS
from marriage_stats.study import Check, Frames, RuleSet, Study
from marriage_stats.study.asked import SIZES
from marriage_stats.study.finding import Finding, spread, tabled
from marriage_stats.study.strength_tables import strength_tables
from marriage_stats.study.strength_words import dearest_words, decisions_told
from marriage_stats.study.wording import signed

PLACES = [(f"{house} {n}", house, n) for n in SIZES for house in PRESETS]
AMONG = {
    "sequence": "who show by sequences only (`sequence`)",
    "dublee": "who show by dublees only (`dublee`)",
}
"""Other policies of the usual table, in words."""


def findings(frames: Frames) -> Sequence[Finding | str]:
    """Return what the numbers say."""
    lone, changes = lone_of(frames), switches_data(frames)
    first = frames["ranking"].filter(rank=1)
    return [
        tabled(f"{_answer(lone)}{dearest_words(changes)}", lone_columns(lone, OTHERS[0])),
        *(
            tabled(f"The same among three {words}:", lone_columns(lone, other))
            for other, words in AMONG.items()
            if other in lone["others"]
        ),
        *decisions_told(changes.filter(pl.col("players").is_in(OTHER_SIZES))),
        tabled(
            f"It ranks first at {len(first.filter(policy=BEST))} of {len(first)} tables of 2 to 6 "
            "players. Tables where it is ahead of another player beyond chance (Holm), and its "
            "edge in points a round, from least to most, with the ends of all intervals:",
            ahead_columns(frames["pairs"]),
            "player",
        ),
    ]


def _answer(lone: pl.DataFrame) -> str:
    """Tell how far one strong player is ahead of beginners."""
    weak = lone.filter(others=OTHERS[0])
    clear = weak.filter(pl.col("low") > 0)
    player = f"Our strongest player (`{BEST}`) among three beginners (`{OTHERS[0]}`)"
    if clear.is_empty():
        return f"At this sample nobody is shown to be stronger: {player.lower()} is not clear of 0."
    where = "every house" if len(clear) == len(weak) else f"{len(clear)} of {len(weak)} houses"
    points = spread(clear["value"].to_list(), signed)
    return f"{player} earns {points} points a round, above 0 in {where}."


def checks(frames: Frames) -> Sequence[Check]:
    """Return whether payments and scores balance."""
    balance = frames["balance"]
    tables = f"{len(balance)} tables, {min(balance['n']):,} deals at each."
    gap = max(abs(sum_) for sum_ in balance["edges"])
    return [
        Check("Payments of every round sum to 0", all(balance["balanced"]), tables),
        Check("Scores of all policies sum to 0 at every table", gap < 1e-9, f"Gap {gap:.1e}."),
    ]


STUDY = Study(
    name="strength",
    order=10,
    title="How strong are the players, and what makes them so?",
    question="What does each policy earn from each other in every house at tables of two to six, "
    "and how many points a round is each decision of `adaptive` worth there?",
    design=(
        "Every pair of policies plays the same deals: one of the pair alone among players of the "
        "other in each seat, and the other way round. The edge is half the difference of what "
        "either earns when alone, so that neither seat nor deal favours anybody; the score of a "
        "policy is its mean edge over all others. Where a house and size has no dublee route, "
        "`sequence` plays as `adaptive` does and `dublee` cannot play: both are left out.",
        f"What one `{BEST}` earns alone, and the share of rounds it finishes, is told by itself "
        "too, as a mean over all seats and deals.",
        "Decisions: one player has one decision turned off, or on where `adaptive` leaves it off, "
        "among players of `adaptive`, in every seat in turn on the same deals. "
        "Coupled play, causal; Holm's correction over all pairs and over all decisions.",
    ),
    precision="At full size 95% half-widths of at most 0.4 points a round for the edge over "
    "`sequence` and `novice`.",
    limits=(
        "Strength is against these policies; people play otherwise.",
        "One decision at a time against players who keep it: two together may do otherwise. "
        f"Four players are in the study of switches; here are {', '.join(map(str, OTHER_SIZES))}.",
    ),
    rule_sets=[RuleSet(label, house, (f"players={n}",)) for label, house, n in PLACES],
    n=2_000,
    unit="deals",
    seed=20261211,
    run=strength_tables,
    findings=findings,
    checks=checks,
    charts=(
        "strength-alone",
        *(f"strength-{other}" for other in OTHERS),
        *(f"strength-switches-{size}" for size in OTHER_SIZES),
    ),
    steps=len(PLACES),
    quick=0.006,
    version=2,
    policies=("random", "novice", "sequence", "dublee", "adaptive"),
)
