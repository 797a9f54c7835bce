"""House rules: what each change of a house's own rules does to payments and stakes."""

from collections.abc import Sequence

import polars as pl

from marriage_stats.compare.plan import COUPLED, FIXED
from marriage_stats.rules import PRESETS
from marriage_stats.study import Check, Frames, Study, Task, words_list
from marriage_stats.study.shifts import (
    BASES,
    PARTS,
    PRICES,
    SUMS,
    clear_rows,
    other_tables,
    printed_jokers,
    rule_sets_of,
    shift_frame,
    shift_rows,
    who_is_paid,
    with_interval,
)

ONE_IN = dict(zip(PARTS, (1, 5, 20), strict=True))
"""Coupled play repeats every deal per rule, so it gets one deal for so many of fixed play."""
NAMED = 3
KIDNAP = "Kidnap for murder, in classic for normal"


def run(task: Task) -> Frames:
    """Return shifts from every house's base, its own figures, and the sums of all payments."""
    shifts, bases, sums = [], [], []
    for house in PRESETS:
        for part, one_in in ONE_IN.items():
            found = shift_rows(task, house, part, task.n // one_in)
            shifts += found[0]
            bases += found[1] if part == PRICES else []
            sums += found[2]
            if task.progress is not None:
                task.progress(1)
    told = pl.DataFrame(bases, BASES, orient="row"), pl.DataFrame(sums, SUMS, orient="row")
    return {"shifts": shift_frame(shifts), "bases": told[0], "sums": told[1]}


def _stakes(frames: Frames, house: str) -> str:
    rows = frames["shifts"].filter(house=house, statistic="mean_abs")
    clear = clear_rows(rows)
    own = frames["bases"].filter(rules=house, statistic="mean_abs").row(0, named=True)
    parts = [
        "; ".join(
            f"{r['change']} {with_interval(r)}" for r in part.head(NAMED).iter_rows(named=True)
        )
        for part in (clear.filter(~other_tables()), clear.filter(other_tables()))
    ]
    told = ". Other tables: ".join(part or "none clearly" for part in parts)
    return (
        f"{house}, where a player wins or loses {own['value']:.1f} points a round on average "
        f"({own['low']:.1f} to {own['high']:.1f}), changes most by: {told}. {len(clear)} of "
        f"{len(rows)} changes move it beyond chance (Holm); the rest are not told from no change."
    )


def findings(frames: Frames) -> Sequence[str]:
    """Return what the numbers say, worded by what the intervals support."""
    reached = [
        f"{frames['shifts'].filter(play=play)['reached'].sum()} of "
        f"{len(frames['shifts'].filter(play=play))} under {play} play"
        for play in (FIXED, COUPLED)
    ]
    return [
        *(_stakes(frames, house) for house in PRESETS),
        who_is_paid(frames, "alter 0", "Alter to 0, points per member of a group (fixed play)"),
        who_is_paid(frames, "unseen maal: kidnap", f"{KIDNAP} (fixed play)"),
        printed_jokers(frames),
        f"Of all shifts, the aimed-at half-width is reached by {words_list(reached)}; the table "
        "marks each.",
    ]


def checks(frames: Frames) -> Sequence[Check]:
    """Return whether every round sums to zero, and whether the dublee-seen fee moves by itself."""
    sums = frames["sums"]
    of_fee = pl.col("change").str.starts_with("dublee-seen fee")
    fee = frames["shifts"].filter(of_fee, group="dublee_seen_loser")
    gap = max((abs(abs(value) - 3) for value in fee["value"]), default=0.0)
    return [
        Check(
            "Payments sum to zero in every round",
            max(sums["squares"].to_list()) == 0,
            f"{int(sums['n'].sum()):,} rounds settled under {len(sums)} rule sets.",
        ),
        Check(
            "A dublee-seen fee of 3 for 0 moves each dublee-seen loser by exactly 3 points",
            gap < 1e-9,
            f"{len(fee)} houses had such losers; largest gap {gap:.1e}.",
        ),
    ]


RULE_SETS = [rule_set for house in PRESETS for rule_set in rule_sets_of(house)]

STUDY = Study(
    name="house-rules",
    order=5,
    title="Which house rule changes your game most?",
    question="Alter at 5 or 0, murder, kidnap or normal, man cards, superman, prices, fees, "
    "pick-up, players: by how many points does each shift what finishers and losers are paid, and "
    "how much is at stake in a round?",
    design=(
        "Each change is compared with the house's own rules on the same deals, all seats "
        "adaptive. Rules that only settle are priced on the same rounds (fixed play); others are "
        "played again by the same policy (coupled play: a fifth of the deals for man cards and "
        "superman, a twentieth for the rest).",
        "Stakes (mean absolute payment, standard deviation) are causal. What a finisher, a "
        "sequence-seen, dublee-seen or unseen loser is paid is descriptive: under coupled play "
        "the members of these groups change too. Changes are ranked by the shift of the mean "
        "absolute payment; p-values are Holm's over all shifts of the study.",
    ),
    precision="Aim: 95% half-widths of at most 0.05 points under fixed play for groups of at "
    "least a tenth of the seats (0.25 for rarer ones), and 0.25 under coupled play (1.0). The "
    "sample is fixed beforehand by what a minute and a half of two cores can play; each shift "
    "tells whether its aim is reached.",
    limits=(
        "The policy is held still: players who adapt to a rule may shift more or less.",
        "In classic, whose alter is worth 0 already, the change asked is to 5/15/25.",
        "Group means describe who ended up there. Groups of fewer than 25 are left out.",
    ),
    rule_sets=RULE_SETS,
    n=40_000,
    unit="rounds",
    seed=20261130,
    run=run,
    findings=findings,
    checks=checks,
    charts=tuple(f"house-rules-{house}" for house in PRESETS),
    steps=3 * len(PRESETS),
    quick=0.02,
    policies=("adaptive",),
)
