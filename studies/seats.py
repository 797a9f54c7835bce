"""Seats: whether the seat after the dealer is better, and what a full circle evens out."""

from collections.abc import Sequence

import polars as pl

from marriage_stats.rules import PRESETS
from marriage_stats.study import Check, Frames, RuleSet, Study, Task, percent
from marriage_stats.study.asked import SIZES
from marriage_stats.study.finding import Finding, cells_by, spread, tabled
from marriage_stats.study.paired import SURE
from marriage_stats.study.seat_tables import FIRST_LESS_LAST, SeatCase, seat_tables

CASES = [
    SeatCase(name if players == 4 else f"{name} {players} players", name, players)
    for name in PRESETS
    for players in SIZES
]
RULE_SETS = [
    RuleSet(case.label, case.house, () if case.players == 4 else (f"players={case.players}",))
    for case in CASES
]


def run(task: Task) -> Frames:
    """Return what every seat earns at every table."""
    return seat_tables(task, CASES)


def findings(frames: Frames) -> Sequence[Finding | str]:
    """Return what the numbers say."""
    edges = frames["seats"].filter(seat=FIRST_LESS_LAST)
    four = edges.filter(players=4)
    text = "Points a round of the first seat after the dealer less those of the dealer, of four:"
    if min(four["low"]) > 0:
        text = (
            "Yes: at a table of four the player after the dealer earns "
            f"{spread(four['value'].to_list())} points a round more than the dealer, who plays "
            "last."
        )
    return [
        tabled(text, {"first less last, points a round": cells_by(four, "house")}),
        _shown(edges),
        _finishes(frames),
        _circle(frames),
    ]


def _shown(edges: pl.DataFrame) -> str:
    sure = edges.filter(pl.col("p_holm") < SURE)
    more, less = (len(sure.filter(pl.col("value") * sign > 0)) for sign in (1, -1))
    open_ = len(edges) - len(sure)
    if more == len(edges):
        return (
            f"The first seat is shown to earn more than the last at all {more} tables (four "
            "houses, 2 to 6 players; Holm's correction, 5%)."
        )
    words = f"Of {len(edges)} tables (four houses, 2 to 6 players) the first seat is shown to earn "
    words += f"more than the last at {more} and less at {less}"
    return f"{words}; at {open_} these rounds show no difference (Holm's correction, 5%)."


def _finishes(frames: Frames) -> Finding:
    rows = frames["shares"].filter(players=4, figure="finished")
    cells = {k: cells_by(rows.filter(seat=k), "house", percent) for k in (0, 3)}
    return tabled(
        "Rounds finished by the first seat of four and by the last:",
        {"first seat": cells[0], "dealer": cells[3]},
    )


def _circle(frames: Frames) -> Finding:
    """Tell what seats are worth when a circle is broken off at its worst, against luck."""
    four = frames["circle"].filter(players=4)
    worst = four.sort(pl.col("value").abs()).group_by("house", maintain_order=True).last()
    by_name = worst.select("house", "deals", "luck").iter_rows()
    luck = {house: f"\u00b1{luck:.0f} (after {deals} of 4 deals)" for house, deals, luck in by_name}
    return tabled(
        "A full circle of deals puts every player once in every seat: seats cancel exactly and "
        "only luck is left. Broken off at the worst moment, seats have given the circle's first "
        "player so many points, beside so much luck (one standard deviation).",
        {"by seats": cells_by(worst, "house"), "by luck": {h: luck[h] for h in PRESETS}},
    )


def checks(frames: Frames) -> Sequence[Check]:
    """Return whether payments balance and a circle evens out."""
    held = frames["checks"]
    full = frames["circle"].filter(pl.col("deals") == pl.col("players"))
    left = max(abs(x) for x in full["value"])
    rounds = int(held["n"].sum())
    return [
        Check("Payments over all seats sum to zero at every table",
              all(total == 0 for total in held["total"]),
              f"{rounds:,} rounds at {len(held)} tables."),
        Check("A full circle of seats sums to zero", left < 1e-6, f"Largest rest {left:.1e}."),
    ]  # fmt: skip


STUDY = Study(
    name="seats",
    order=7,
    title="Is the seat after the dealer the better one?",
    question="How many points a round is each seat worth among equal players, in each house and at "
    "each table size, and does a full circle of deals make up for it?",
    design=(
        "Every seat plays `adaptive`, so that nothing but the seat tells them apart: the figures "
        "are causal. Coupled play: table sizes and houses use the same deals where packs agree.",
        "The first seat is the player after the dealer, who plays first; the last is the dealer. "
        "Their difference is taken within each round.",
        "In a circle the deal passes to the next player each time: who sat first deals next. The "
        "expected total of the circle's first player is the sum of the means of the seats held.",
        "Whether first and last seat differ is judged with Holm's correction over all 20 tables.",
    ),
    precision="At full size 95% half-widths of the first seat's edge over the last of at most 0.35 "
    "points in classic and 0.7 in dashain at a table of four, 1 at six.",
    limits=(
        "The seats are those of our policy; what they are worth to slower players is not measured.",
        "Luck within a circle takes its deals as independent of each other.",
    ),
    rule_sets=RULE_SETS, n=60_000, unit="rounds", seed=20261206, run=run, findings=findings,
    checks=checks, charts=("seat-edge", "seat-points", "seat-circle"), steps=len(CASES),
    quick=0.017, policies=("adaptive",),
)  # fmt: skip
