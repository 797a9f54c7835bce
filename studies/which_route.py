"""Which route: what going for dublees earns more, or less, than going for sequences."""

from collections.abc import Sequence

import polars as pl

from marriage_stats.charts.routes import lines_by_house
from marriage_stats.rules import PRESETS, load_rules
from marriage_stats.study import Check, Frames, RuleSet, Study, Task, one_in
from marriage_stats.study.route_tables import (
    ALL_MELDS,
    MOST_MELDS,
    NEVER,
    RouteCase,
    break_even,
    route_tables,
)

HOUSES = [name for name in PRESETS if load_rules(name, ()).has_dublee_route]
OTHER_SIZES = (2, 3, 5, 6)
SMALL_PART = 0.2
RULE_SETS = [
    *(RuleSet(name, name) for name in HOUSES),
    *(
        RuleSet(f"{name} {n} players", name, (f"players={n}",))
        for name in HOUSES
        for n in OTHER_SIZES
    ),
]
CASES = [
    *(RouteCase(name, name, 4, 1.0) for name in HOUSES),
    *(
        RouteCase(f"{name} {n} players", name, n, SMALL_PART)
        for name in HOUSES
        for n in OTHER_SIZES
    ),
]


def run(task: Task) -> Frames:
    """Return what each route is worth, and how often it sees and finishes."""
    return route_tables(task, CASES)


def findings(frames: Frames) -> Sequence[str]:
    """Return what the numbers say."""
    worth = frames["worth"].filter(players=4)
    whole = worth.filter(melds=ALL_MELDS)
    out = [
        "At a table of four, go for dublees from so many dealt on, with fewer for sequences (in "
        f"brackets what the intervals allow): {lines_by_house(whole)}. {_how_rare(frames, whole)}",
        *(
            f"With {_melds(melds)} in the deal: {lines_by_house(rows)}."
            for melds in range(MOST_MELDS + 1)
            if len(rows := worth.filter(melds=melds))
        ),
    ]
    points = []  # around the line, where the choice is hard
    for house in HOUSES:
        for pairs in (4, 5):
            row = whole.filter(house=house, pairs=pairs).row(0, named=True)
            points.append(
                f"{row['value']:+.1f} ({row['low']:+.1f} to {row['high']:+.1f}) {house} {pairs}"
            )
    out.append(
        "Points that dublees earn more, house and dublees dealt: " + "; ".join(points) + ". "
        "An interval with 0 in it leaves the choice open."
    )
    return out


def _melds(melds: int) -> str:
    return "two or more pure melds" if melds == MOST_MELDS else f"{('no', 'one')[melds]} pure meld"


def _how_rare(frames: Frames, worth: pl.DataFrame) -> str:
    """Return how often a hand with enough dublees is dealt, exactly."""
    words = []
    for house in HOUSES:
        line = break_even(worth.filter(house=house))["value"]
        if line == NEVER:
            continue
        rows = frames["share"].filter(pl.col("pairs") >= line, rules=house)
        words.append(f"{one_in(float(rows['exact'].sum()))} hands in {house}")
    return f"So many are dealt to {', '.join(words)}." if words else ""


def checks(frames: Frames) -> Sequence[Check]:
    """Return whether payments balance, deals are those asked for, and shares are a law."""
    held = frames["checks"]
    total = frames["share"].group_by("rules").agg(pl.col("exact").sum())["exact"]
    worst = max(abs(x - 1) for x in total)
    rounds = 2 * int(held["n"].sum())
    return [
        Check("Payments of every round sum to zero", all(held["balanced"]), f"{rounds:,} rounds."),
        Check("Every deal holds the dublees asked for, on both routes", all(held["dealt"]),
              f"{len(held)} groups, {min(held['n']):,} to {max(held['n']):,} deals each."),
        Check("Exact shares of deals sum to 1", worst < 1e-9, f"Largest gap {worst:.1e}."),
    ]  # fmt: skip


STUDY = Study(
    name="which-route",
    order=3,
    title="Should I go for dublees or sequences?",
    question="Given the dublees and pure melds in my 21 cards, which route earns more, by how many "
    "points, and from how many dublees on are dublees the better choice?",
    design=(
        "Causal, coupled play. The first seat after the dealer plays each deal twice: once with "
        "the policy `sequence`, once with `dublee`. All others play `adaptive`.",
        "Deals are conditional: for each number of dublees from 0 to 7 (seven or more) the same "
        "number of deals is drawn by rejection, so that rare hands are as well measured as common "
        "ones. Groups by pure melds dealt are what those deals hold, with their own n.",
        "The break-even line is the fewest dublees from which on the mean difference stays above "
        "0; its brackets are where the ends of the intervals do.",
        "Verdicts (D, S, open) use Holm's correction over all groups of one table, at 5%.",
    ),
    precision="At full size 95% half-widths for the difference given the dublees of at most 0.7 "
    "points in classic, 1 in everestbuzz and 1.4 in dashain at a table of four; 2.5, 3.5 and 4.5 "
    "at other sizes.",
    limits=(
        "A forced route is kept to the end. What it is worth to change over on the way is not "
        "measured here.",
        "The value is that of our policies; the first seat is not every seat.",
        "hidden-maal has no dublees and is left out.",
    ),
    rule_sets=RULE_SETS, n=8_000, unit="deals per number of dublees", seed=20261202, run=run,
    findings=findings, checks=checks,
    charts=("route-guide", "route-worth", "route-sizes", "route-seen", "route-finish"),
    steps=len(CASES) * 8, quick=0.013, policies=("sequence", "dublee", "adaptive"),
    as_dealt=False,
)  # fmt: skip
