"""House rules: what each change of a house's own rules does to payments and stakes."""

from collections.abc import Sequence

import polars as pl

from marriage_stats.rules import PRESETS
from marriage_stats.study import Check, Frames, Question, Study, Task
from marriage_stats.study.finding import Finding
from marriage_stats.study.shift_words import (
    aims_reached,
    moves_most,
    moves_next,
    printed_jokers,
    who_is_paid,
)
from marriage_stats.study.shifts import (
    ALIKE,
    BASES,
    OTHER,
    PARTS,
    PRICES,
    SUMS,
    alike_rows,
    rule_sets_of,
    shift_frame,
    shift_rows,
)

ONE_IN = dict(zip(PARTS, (1, 10, 20), strict=True))
"""Coupled play repeats every deal per rule, so it gets one deal for so many of fixed play."""
WIDER = {"dashain": 3.3}
"""Houses whose payments spread wider get so many times the deals for the same half-width."""
KIDNAP = "Kidnap for murder, in classic for normal"
BY_GROUP = (
    "what it gives (+) or takes, in points, by how a player's round ends (fixed play; a dash: "
    "nothing clear, or nobody)."
)


def run(task: Task) -> Frames:
    """Return shifts from every house's base, its own figures, and the sums of all payments."""
    shifts, bases, sums, alike = [], [], [], []
    for house in PRESETS:
        alike += alike_rows(task, house)
        for part, one_in in ONE_IN.items():
            wider = 1.0 if part == OTHER else WIDER.get(house, 1.0)
            found = shift_rows(task, house, part, round(task.n / one_in * wider))
            shifts += found[0]
            bases += found[1] if part == PRICES else []
            sums += found[2]
            if task.progress is not None:
                task.progress(1)
    told = pl.DataFrame(bases, BASES, orient="row"), pl.DataFrame(sums, SUMS, orient="row")
    again = pl.DataFrame(alike, ALIKE, orient="row")
    return {"shifts": shift_frame(shifts), "bases": told[0], "sums": told[1], "alike": again}


def findings(frames: Frames) -> Sequence[Finding | str]:
    """Return what the numbers say, worded by what the intervals support."""
    return [
        moves_most(frames),
        *moves_next(frames),
        who_is_paid(frames, "alter 0", f"Alter to 0, as it is in classic: {BY_GROUP}", "alter"),
        who_is_paid(frames, "unseen maal: kidnap", f"{KIDNAP}: {BY_GROUP}", "kidnap"),
        printed_jokers(frames),
        aims_reached(frames),
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
            "Rules that only settle change no play, so coupled play shifts by the same",
            all(frames["alike"]["alike"]),
            f"{len(frames['alike'])} changes, {frames['alike']['n'][0]} rounds each, played again.",
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
    order=6,
    title="Which house rule changes your game most?",
    question="Alter at 5 or 0, murder, kidnap or normal, man cards, superman, prices, fees, "
    "pick-up, players: by how many points does each shift what finishers and losers are paid, and "
    "how much is at stake in a round?",
    design=(
        "Each change is compared with the house's own rules on the same deals, all seats "
        "adaptive. Rules that only settle are priced on the same rounds (fixed play; played again, "
        "they leave `adaptive` to the same rounds, as a check below shows); others are "
        "played again by the same policy (coupled play: a tenth of the deals for man cards and "
        "superman, a twentieth for the rest). dashain, whose payments spread wider, has 3.3 times "
        "the deals, but not for the rest.",
        "Stakes (mean absolute payment, standard deviation) are causal. What a finisher, a "
        "sequence-seen, dublee-seen or unseen loser is paid is descriptive: under coupled play "
        "the members of these groups change too. Changes are ranked by the shift of the mean "
        "absolute payment; p-values are Holm's over all shifts of the study.",
    ),
    precision="95% half-widths of at most 0.05 points under fixed play for groups of at least a "
    "tenth of the seats (0.25 for rarer ones) must be reached for alter and kidnap at full size; "
    "elsewhere, and for 0.25 under coupled play (1.0), they are aims. Each shift tells whether it "
    "is reached.",
    limits=(
        "The policy is held still: players who adapt to a rule may shift more or less.",
        "In classic, whose alter is worth 0 already, the change asked is to 5/15/25.",
        "Group means describe who ended up there. Groups of fewer than 25 are left out.",
    ),
    rule_sets=RULE_SETS,
    n=600_000,
    unit="rounds",
    seed=20261130,
    run=run,
    findings=findings,
    checks=checks,
    charts=tuple(f"house-rules-{house}" for house in PRESETS),
    steps=3 * len(PRESETS),
    quick=0.0013,
    policies=("adaptive",),
    asked=(
        Question("host", "Alter at 0: who pays more, who less?", "alter"),
        Question("host", "Kidnap: who pays more, who less?", "kidnap"),
        Question("host", "What do man cards and a superman do?", "printed-jokers"),
    ),
)
