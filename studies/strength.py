"""Strength: every policy against every other, in each house at each table size."""

from collections.abc import Sequence

import polars as pl

from marriage_stats.charts.strength import (
    BEST,
    OTHER_SIZES,
    OTHERS,
    USUAL,
    earned_words,
    lone_of,
    won_words,
)
from marriage_stats.charts.switches import switches_data
from marriage_stats.rules import PRESETS
from marriage_stats.study import Check, Frames, RuleSet, Study
from marriage_stats.study.asked import SIZES
from marriage_stats.study.paired import told
from marriage_stats.study.strength_tables import strength_tables
from marriage_stats.study.wording import signed

PLACES = [(f"{house} {n}", house, n) for n in SIZES for house in PRESETS]


def findings(frames: Frames) -> Sequence[str]:
    """Return what the numbers say."""
    lone = lone_of(frames)
    weak, close, far = (lone.filter(others=other) for other in ("novice", "sequence", "dublee"))
    pairs = frames["pairs"].filter(first=BEST)
    ahead = pairs.filter(told(pairs) & (pl.col("value") > 0))
    behind = pairs.filter(told(pairs) & (pl.col("value") < 0))
    first = frames["ranking"].filter(rank=1)
    best = first.filter(policy=BEST)
    gains = weak.filter(pl.col("low") > 0)
    where = "every house" if len(gains) == len(weak) else f"{len(gains)} of {len(weak)} houses"
    return [
        f"One `{BEST}` among three `novice` players comes out ahead beyond chance in {where}, in "
        f"points a round: {earned_words(weak)}. Of the rounds, where an equal share is "
        f"{1 / USUAL:.0%}, it wins {won_words(weak)}.",
        f"Among three `sequence` players it earns, in points a round, {earned_words(close)}; "
        f"of the rounds it wins {won_words(close)}.",
        f"Among three `dublee` players it earns, in points a round, {earned_words(far)}; of the "
        f"rounds it wins {won_words(far)}.",
        f"At 2 to 6 players it is ahead of another policy beyond chance (Holm) in {len(ahead)} of "
        f"{len(pairs)} pairings and behind in {len(behind)}; it ranks first at {len(best)} of "
        f"{len(first)} tables.",
        _switches(frames),
    ]


def _switches(frames: Frames) -> str:
    """Tell which change of a switch costs most over all table sizes, and which gain."""
    rows = switches_data(frames)
    sure = rows.filter(told(rows))
    if sure.is_empty():
        return "No change of one of its decisions is told from no gain (Holm)."
    cost, gain = sure.filter(pl.col("value") < 0), sure.filter(pl.col("value") > 0)
    words = f"Of {len(rows)} changes of one of its decisions {len(cost)} cost points (Holm)"
    if len(cost):
        dearest = cost.filter(change=cost["change"][0])
        least, most = signed(float(max(dearest["value"]))), signed(float(min(dearest["value"])))
        words += f", most {dearest['change'][0]}: {least} to {most} points a round"
    named = [
        f"{change} at {players} players in {house} {signed(value)}"
        for change, players, house, value in gain.select(
            "change", "players", "rules", "value"
        ).iter_rows()
    ]
    return f"{words}; {len(gain)} gain{': ' if named else ''}{'; '.join(named)}."


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
        "Switches: one player has one decision turned off, or on where `adaptive` leaves it off, "
        "among players of `adaptive`, in every seat in turn on the same deals. "
        "Coupled play, causal; Holm's correction over all pairs and over all switches.",
    ),
    precision="At full size 95% half-widths of at most 0.4 points a round for the edge over "
    "`sequence` and `novice`.",
    limits=(
        "Strength is against these policies; people play otherwise.",
        "One switch at a time against players who have it: two changes together may do otherwise. "
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
