"""Time to see: how many draws players need, against the least that anybody could need."""

from collections.abc import Sequence

import polars as pl

from marriage_stats.charts.waiting_words import (
    first_and_last,
    half_seen_at_table,
    joker_effects,
    of_houses,
    spread_of,
)
from marriage_stats.rules import PRESETS, load_rules
from marriage_stats.study import Check, Frames, RuleSet, Study, Task, words_list
from marriage_stats.study.asked import PACK_SETS, SIZES
from marriage_stats.study.finding import Finding, tabled
from marriage_stats.study.wait_tables import ALONE, WaitCase, wait_tables

POLICIES = ("novice", "sequence", "dublee", "adaptive")
OTHER_SIZES = [players for players in SIZES if players != 4]
RULE_SETS = [
    *(RuleSet(name, name) for name in PRESETS),
    *(
        RuleSet(f"{name} {players} players", name, (f"players={players}",))
        for name in PRESETS
        for players in OTHER_SIZES
    ),
    *PACK_SETS,
]


def _cases() -> list[WaitCase]:
    """Return every policy at every house, adaptive at every size and with every pack."""
    cases = []
    for house in PRESETS:
        # Without dublees `sequence` plays as `adaptive` does, and `dublee` is refused.
        routes = load_rules(house, ()).has_dublee_route
        for policy in POLICIES if routes else ("novice", "adaptive"):
            cases += [WaitCase(house, policy, ALONE), WaitCase(house, policy, 4, True)]
        cases += [WaitCase(f"{house} {n} players", "adaptive", n) for n in OTHER_SIZES]
    packs = [rule_set.label for rule_set in PACK_SETS]
    return cases + [WaitCase(label, "adaptive", n) for label in packs for n in (ALONE, 4)]


CASES = _cases()


def run(task: Task) -> Frames:
    """Return the waits of every case."""
    return wait_tables(task, CASES, dict.fromkeys((r.label for r in PACK_SETS), PACK_SETS[0].label))


def findings(frames: Frames) -> Sequence[Finding | str]:
    """Return what the numbers say."""
    half = half_seen_at_table(frames)
    draws = words_list(sorted({cell.split(" (")[0] for cell in half.values()}))
    ever, soon = (of_houses(frames, name, "adaptive", 4) for name in ("seen", "by5"))
    return [
        tabled(
            f"At a table of four half of all seats can see within {draws} draws of their own; "
            f"{spread_of(frames, 'seen', 'adaptive', 4)} ever do, the others are overtaken.",
            {"half by draw": half, "within 5 draws": soon},
        ),
        tabled(
            "Alone with the stock, draws needed on average by our strongest player (`adaptive`) "
            "and by a beginner (`novice`):",
            {name: of_houses(frames, "mean_draws", name, ALONE) for name in ("adaptive", "novice")},
        ),
        tabled("Seats that ever see before the round ends:", {"ever": ever}),
        first_and_last(frames),
        joker_effects(frames),
    ]


def checks(frames: Frames) -> Sequence[Check]:
    """Return whether lone players keep to the floor and to the law of the deal."""
    held, curves = frames["checks"], frames["curves"].filter(turn=60)
    floor, deal = held.filter(name="floor"), held.filter(name="deal")
    over = curves.select(pl.sum_horizontal("sequence", "dublee", "overtaken", "no_winner"))
    most = max(map(float, over.to_series()))
    return [
        Check("No lone player beats the floor", all(floor["passed"]),
              f"{len(floor)} curves of 61 turns; the largest excess is {max(floor['z']):.1f} "
              "standard errors, above 4 is a fault."),
        Check("Seeing from the deal agrees with its exact law", all(deal["passed"]),
              f"{len(deal)} shares in houses that lock no dealt tunnela; p below 1e-6 is a fault."),
        Check("Ways in which a wait ends add up to at most 1", most < 1 + 1e-6,
              f"{len(curves)} cases; largest sum {most:.6f}."),
    ]  # fmt: skip


STUDY = Study(
    name="time-to-see",
    order=4,
    title="How long does it take to see the maal?",
    question="How many own draws pass until a hand holds three pure melds or seven dublees: by "
    "policy, house, table size and seat? How far is play from the least that is possible, and what "
    "do a superman and each man card buy?",
    design=(
        "Play. Every seat follows the same policy. A draw is one of the player's own turns; draw 0 "
        "is the dealt hand. A seat sees when its hand first holds what seeing takes.",
        "Four ends compete for each seat: three pure melds, seven dublees, another seat finishes "
        "first, no winner. Shares count all seats (cumulative incidence); the end of a round is "
        "not treated as if the wait had merely been cut off.",
        "A lone player draws from the stock only; for that player the floor (keeping every card "
        "drawn) is a bound. At a table with pick-ups it is a mark to compare with.",
        "Printed jokers are varied on the same deals (coupled play; the policy is not re-tuned).",
    ),
    precision="At full size 95% half-widths of at most 0.6 percentage points for shares of seats "
    "at a table of four, 1.1 for one seat or a lone player, 0.15 for a lone player's mean draws.",
    limits=(
        "These are waits of our policies, not of people; better play would be nearer the floor.",
        "Intervals are those of single figures, not adjusted for how many there are.",
        "`dublee` may hold three pure melds and not show them; it counts as seeing all the same.",
        "In dashain the floor leaves cards of a dealt tunnela free that its rule lays open.",
    ),
    rule_sets=RULE_SETS, n=16_000, unit="rounds", seed=20261201, run=run, findings=findings,
    checks=checks,
    charts=("see-curve", "see-alone", "see-policies", "see-players", "see-seats", "jokers-alone",
            "jokers-table"),
    steps=len(CASES), quick=0.0094, policies=POLICIES,
)  # fmt: skip
