"""Skill and luck: what better play earns, and how many rounds it needs to show."""

from collections.abc import Sequence

import polars as pl

from marriage_stats.charts.skill import DUEL, to_lead_cells
from marriage_stats.rules import PRESETS, load_rules
from marriage_stats.study import Check, Frames, RuleSet, Study, Task, percent
from marriage_stats.study.finding import Finding, cells_by, spread, tabled
from marriage_stats.study.paired import SURE
from marriage_stats.study.skill_tables import Duel, skill_tables

FIVE = "hidden-maal"
PAIRS = (("adaptive", "novice"), ("adaptive", "sequence"), ("adaptive", "dublee"))


def _duels() -> list[Duel]:
    """Return every duel of every house; without dublees `sequence` plays as `adaptive` does."""
    duels = []
    for house in PRESETS:
        routes = load_rules(house, ()).has_dublee_route
        for one, others in PAIRS if routes else PAIRS[:1]:
            duels.append(Duel(house, one, others, games=house == FIVE))
        duels.append(Duel(house, "novice", "random", games=house == FIVE))
    return duels


DUELS = _duels()


def run(task: Task) -> Frames:
    """Return edges, luck's share, rounds to lead and games."""
    return skill_tables(task, DUELS)


def findings(frames: Frames) -> Sequence[Finding | str]:
    """Return what the numbers say."""
    strong = {"one": DUEL[0], "others": DUEL[1]}
    luck = frames["luck"].filter(**strong).select("value", "low", "high").rows()
    lows, highs = min(row[1] for row in luck), max(row[2] for row in luck)
    lead, edges = (frames[name].filter(**strong) for name in ("to_lead", "edges"))
    known = [rounds for rounds in lead["value"] if rounds is not None]
    many = f"About {spread(known, _hundreds)} rounds" if known else "More rounds than are known"
    return [
        tabled(
            f"{many}: then our strongest player (`{DUEL[0]}`) among three beginners (`{DUEL[1]}`) "
            "is ahead of any one of them, named beforehand, with 95% probability.",
            {"rounds": to_lead_cells(lead), "edge, points a round": cells_by(edges)},
        ),
        "Of the spread of one payment, luck is "
        f"{percent(min(row[0] for row in luck))} to {percent(max(row[0] for row in luck))} even "
        f"then (intervals from {percent(lows)} to {percent(min(highs, 1.0))}): skill shows over "
        "many rounds only.",
        _five(frames),
        _closer(frames),
    ]


def _hundreds(rounds: float) -> str:
    """Return about how many rounds, in tens where they are many."""
    return f"{10 * round(rounds / 10):,}" if rounds >= 100 else f"{rounds:,}"


def _five(frames: Frames) -> str:
    games = frames["games"].filter(rounds=5, rules=FIVE, one=DUEL[0], others=DUEL[1])
    wins, tied = (games.filter(figure=name).row(0, named=True) for name in ("wins", "tied"))
    clear = (
        "more than"
        if wins["low"] > 0.25
        else "less than"
        if wins["high"] < 0.25
        else "not clear of"
    )
    return (
        f"The five-round game of {FIVE}: that player wins {percent(wins['value'])} "
        f"({percent(wins['low'])} to {percent(wins['high'])}) of games, {clear} the 25% of equal "
        f"players; {tied['value']:.1%} end in a tie for first, which is shared."
    )


def _closer(frames: Frames) -> Finding:
    """Tell what the choice of route is worth to `adaptive`, as far as it is shown."""
    cells, clear = {}, []
    for others in ("sequence", "dublee"):
        rows = frames["edges"].filter(one="adaptive", others=others)
        cells[f"among `{others}`"] = cells_by(rows)
        shown = rows.filter(pl.col("value") > 0, pl.col("p_holm") < SURE)
        clear.append(f"among `{others}` in {len(shown)} of {len(rows)} houses")
    return tabled(
        "Points a round of one `adaptive` among three who know only one way to see, above 0 beyond "
        f"chance {' and '.join(clear)} (Holm):",
        cells,
    )


def checks(frames: Frames) -> Sequence[Check]:
    """Return whether payments balance, and two ways to sum the same rounds agree."""
    held, luck, deals = frames["checks"], frames["luck"]["low"], min(frames["edges"]["n"])
    gap = max(held["gap"])
    return [
        Check("Payments of every round of a game sum to zero", all(held["balanced"]),
              f"{sum(held['n']):,} rounds of {len(held)} duels in {FIVE}."),
        Check("Edges from leads and from payments agree", gap < 1e-9, f"Largest gap {gap:.1e}."),
        Check("Luck's share may be at most 1", all(low <= 1 for low in luck),
              f"{len(luck)} duels, {deals:,} deals each, played in 4 rotations."),
    ]  # fmt: skip


STUDY = Study(
    name="skill-and-luck",
    order=8,
    title="How many rounds until skill shows?",
    question="What does a better player earn a round, how much of a single payment is luck, after "
    "how many rounds is the better player ahead with 95% probability, and who wins a game of five "
    "rounds?",
    design=(
        "One player of one policy sits among three of another. Every deal is played four times, "
        "with the one in each seat, so that neither seat nor deal favours anybody. Causal.",
        "Luck's share is what policies and seats leave unexplained of the variance of a payment.",
        "Rounds to lead: the law of the one's lead over a given other in one round, summed over "
        "independent rounds exactly; the interval shows what that of the mean lead allows.",
        "A game of five rounds (hidden-maal) adds up whole games: the deal passes on each round, "
        "the highest total wins, a tie is shared.",
        "Edges are judged with Holm's correction over all duels.",
    ),
    precision="At full size 95% half-widths of an edge over `novice` and `sequence` of at most "
    "0.15 points, over `dublee` 0.5; 1 percentage point for wins of five-round games.",
    limits=(
        "Skill here is the gap between our policies; people's gaps are their own.",
        "At a real table opponents differ among themselves, and they learn.",
    ),
    rule_sets=[RuleSet(name, name) for name in PRESETS], n=13_500, unit="deals", seed=20261207,
    run=run, findings=findings, checks=checks,
    charts=("skill-ahead", "skill-edge", "skill-gaps", "luck-share", "skill-games"),
    steps=len(DUELS), quick=0.01, policies=("random", "novice", "sequence", "dublee", "adaptive"),
)  # fmt: skip
