"""Which route: what going for dublees earns more, or less, than going for sequences."""

from collections.abc import Sequence

import polars as pl

from marriage_stats.charts.routes import from_words, line_cells
from marriage_stats.rules import PRESETS, load_rules
from marriage_stats.study import Check, Frames, Question, RuleSet, Study, Task, one_in
from marriage_stats.study.finding import Finding, cells_by, tabled
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
NEAR = (4, 5)
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


def findings(frames: Frames) -> Sequence[Finding | str]:
    """Return what the numbers say."""
    worth = frames["worth"].filter(players=4)
    whole = worth.filter(melds=ALL_MELDS)
    lines = line_cells(whole)
    by_melds = {
        _melds(melds): line_cells(rows)
        for melds in range(MOST_MELDS + 1)
        if len(rows := worth.filter(melds=melds))
    }
    near = whole.filter(pl.col("pairs").is_in(NEAR))  # around the line, where the choice is hard
    points = {f"with {k}": cells_by(near.filter(pairs=k), "house") for k in NEAR}
    return [
        tabled(
            "Go for dublees when at least so many are dealt (four players): "
            f"{from_words(lines)}. With fewer, sequences earn more on average. (hidden-maal has no "
            "dublees.)",
            {"dublees from": lines, "so many are dealt": _how_rare(frames, whole)},
        ),
        tabled(
            "Around that line, points a round that dublees earn more than sequences, by dublees "
            "dealt. An interval with 0 in it leaves the choice open.",
            points,
            name="near",
        ),
        tabled(
            "To remember: dublees pay from so many dealt on, by how many pure melds are dealt.",
            by_melds,
            name="by-melds",
        ),
    ]


def _melds(melds: int) -> str:
    return "two or more" if melds == MOST_MELDS else f"{('no', 'one')[melds]} meld"


def _how_rare(frames: Frames, worth: pl.DataFrame) -> dict[str, str]:
    """Return how often a hand with enough dublees is dealt, exactly, by house."""
    words = {}
    for house in HOUSES:
        line = break_even(worth.filter(house=house))["value"]
        if line != NEVER:
            rows = frames["share"].filter(pl.col("pairs") >= line, rules=house)
            words[house] = one_in(float(rows["exact"].sum()))
    return words


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
    as_dealt=False, asked=(Question("player", "Dublees or not, from five pairs?", "near"),),
)  # fmt: skip
