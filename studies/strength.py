"""Strength: every policy against every other, in each house at each table size."""

from collections.abc import Sequence

import polars as pl

from marriage_stats.charts.strength import BEST, OTHER_SIZES, OTHERS, edges_of, span_words
from marriage_stats.charts.switches import switches_data
from marriage_stats.rules import PRESETS
from marriage_stats.study import Check, Frames, RuleSet, Study
from marriage_stats.study.asked import SIZES
from marriage_stats.study.paired import told
from marriage_stats.study.strength_tables import strength_tables
from marriage_stats.study.wording import points_by_house

PLACES = [(f"{house} {n}", house, n) for n in SIZES for house in PRESETS]


def findings(frames: Frames) -> Sequence[str]:
    """Return what the numbers say."""
    sentences = []
    for other in OTHERS:
        rows = edges_of(frames["pairs"], other)
        ahead = rows.filter(told(rows) & (pl.col("value") > 0))
        behind = rows.filter(told(rows) & (pl.col("value") < 0))
        words = f" and is behind at {len(behind)}" if len(behind) else ""
        sentences.append(
            f"`{BEST}` over `{other}`, points a round from 2 to 6 players: {span_words(rows)}; "
            f"ahead beyond chance (Holm) at {len(ahead)} of {len(rows)} tables{words}."
        )
    firsts = frames["ranking"].filter(rank=1)
    best = firsts.filter(policy=BEST)
    sentences.append(f"`{BEST}` ranks first at {len(best)} of {len(firsts)} tables.")
    sentences += [_switches(frames, size) for size in SIZES]
    return sentences


def _switches(frames: Frames, size: int) -> str:
    """Tell which change of a switch costs most, and which gain, at one table size."""
    rows = switches_data({"switches": frames["switches"].filter(players=size)})
    sure = rows.filter(told(rows))
    if sure.is_empty():
        return f"At {size} players no change of one switch is told from no gain (Holm)."
    dearest = sure.row(0, named=True)["change"]
    words = f"dearest is {dearest}: {points_by_house(sure.filter(change=dearest))}"
    gains = sure.filter(pl.col("value") > 0)
    for change in gains["change"].unique(maintain_order=True):
        words += f"; {change} gains {points_by_house(gains.filter(change=change))}"
    costs = sure.filter(pl.col("value") < 0)
    return (
        f"At {size} players {len(costs)} of {len(rows)} changes of one switch cost points; {words}."
    )


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
        *(f"strength-{other}" for other in OTHERS),
        *(f"strength-switches-{size}" for size in OTHER_SIZES),
    ),
    steps=len(PLACES),
    quick=0.006,
    policies=("random", "novice", "sequence", "dublee", "adaptive"),
)
