"""Opening hands: what they hold, and how often they can see the maal at once."""

from collections.abc import Sequence

import polars as pl

from marriage_stats.charts.seeing import half_seen
from marriage_stats.odds import compute_odds
from marriage_stats.rules import PRESETS
from marriage_stats.study import Check, Frames, Question, RuleSet, Study, Task, one_in, percent
from marriage_stats.study.asked import PACK_SETS, PACKS, pack_label
from marriage_stats.study.finding import Finding, spread, tabled
from marriage_stats.study.odds_tables import odds_tables
from marriage_stats.study.wording import by_house

RULE_SETS = [RuleSet(name, name) for name in PRESETS] + PACK_SETS


def run(task: Task) -> Frames:
    """Return the odds of every house and pack, exact and simulated, and the checks between them."""
    odds = {}
    for label, rules in task.rule_sets.items():
        odds[label] = compute_odds(rules, n_hands=task.n, seed=task.seed, threads=task.threads)
        if task.progress is not None:
            task.progress(1)
    packs = [(pack_label(*pack), *pack) for pack in PACKS]
    return {**odds_tables(odds), "packs": pl.DataFrame(packs, PACK_COLUMNS, orient="row")}


PACK_COLUMNS = {"rules": pl.String, "man_cards": pl.Int64, "superman": pl.Int64}


def _figures(frame: pl.DataFrame, **where: object) -> list[tuple[str, float]]:
    """Return (house, exact figure) of the rows that match, houses only."""
    rows = frame.filter(pl.col("rules").is_in(PRESETS), **where)
    return list(rows.select("rules", "exact").iter_rows())


def findings(frames: Frames) -> Sequence[Finding | str]:
    """Return what the numbers say."""
    see, floor, draws = frames["see"], frames["floor"], frames["draws"]
    at_once = dict(_figures(see, route="either"))
    hand = dict(_figures(frames["tunnela"], cards="all", players=1))
    table = [p for _, p in _figures(frames["tunnela"], cards="all", players=4)]
    melds = _commonest(frames["pure_melds"], "melds", "pure meld")
    pairs = _commonest(frames["dublees"], "pairs", "dublee")
    half = by_house(
        (house, str(half_seen(floor.filter(rules=house, route="either")))) for house in PRESETS
    )
    means = draws.filter(rules="classic", start="from_pairs").select("pairs", "exact")
    spent = dict(means.iter_rows())
    return [
        tabled(
            f"Most often {melds} and {pairs}. {spread(list(at_once.values()), percent)} can see "
            "the maal at once. Counted exactly, so without intervals.",
            {
                "sees at once": {h: percent(p) for h, p in at_once.items()},
                "holds a tunnela": {h: one_in(p) for h, p in hand.items()},
                "seven dublees": {h: one_in(p) for h, p in _figures(see, route="dublee")},
            },
        ),
        f"At a table of four somebody is dealt a tunnela in {spread(table, percent)} of deals.",
        _jokers(frames),
        f"Chasing dublees from the deal is slow: from three dublees it takes {spent[3]:.0f} draws "
        f"on average, from five still {spent[5]:.0f} (classic).",
        f"Even a player who keeps every card drawn from the stock needs some draws until half of "
        f"all hands can see: {half}. Nobody who draws from the stock only can be faster; who takes "
        "discards too can.",
    ]


def _commonest(frame: pl.DataFrame, column: str, word: str) -> str:
    """Return what hands hold most often, and how often, as a phrase."""
    rows = frame.filter(pl.col("rules").is_in(PRESETS)).sort("exact", descending=True)
    top = rows.unique("rules", keep="first", maintain_order=True)
    counts = sorted(set(top[column].to_list()))
    many = " or ".join(map(str, counts))
    return (
        f"{many} {word}{'s' * (counts != [1])} ({spread(top['exact'].to_list(), percent)} of hands)"
    )


def _jokers(frames: Frames) -> str:
    both = frames["packs"].join(frames["see"].filter(route="either"), on="rules")
    share = {(man, sup): p for man, sup, p in both["man_cards", "superman", "exact"].iter_rows()}
    return (
        f"A superman lifts seeing from the deal from {percent(share[0, 0])} to "
        f"{percent(share[0, 1])}; three man cards, which are not wild before seeing, lower it to "
        f"{percent(share[3, 0])}."
    )


def checks(frames: Frames) -> Sequence[Check]:
    """Return whether shares add up and whether simulation agrees with the exact laws."""
    sums = [
        frames[name].group_by("rules").agg(pl.col("exact").sum())["exact"]
        for name in ("dublees", "pure_melds")
    ]
    worst = max(abs(total - 1) for group in sums for total in group)
    held = frames["checks"]
    least = min(held["p"])
    return [
        Check("Exact distributions sum to 1", worst < 1e-9, f"Largest gap {worst:.1e}."),
        Check(
            "Simulated figures agree with their exact laws",
            all(held["passed"]),
            f"{len(held):,} figures compared; p below 1e-6 is a fault, the least is {least:.1e}.",
        ),
    ]


STUDY = Study(
    name="opening-hands",
    order=1,
    title="What does an opening hand hold?",
    question="What is in 21 dealt cards: tunnelas, dublees, pure melds? How often can a player see "
    "the maal before the first draw, and how fast could anybody see at best?",
    design=(
        "Every figure is computed twice. Exactly: the laws of one suit from a table over all "
        "its holdings, four suits and the printed jokers joined by counting. And by dealing "
        "hands from a shuffled pack and looking. The table shows both.",
        "Opening hands depend on the pack and the routes of a house, not on its prices, so houses "
        "with the same pack share a line.",
    ),
    precision="Exact figures to 1e-12. Simulated shares of hands have a 95% half-width of at most "
    "0.0004 at full size, of tables 0.0007, of growing hands 0.001; they check the exact ones.",
    limits=(
        "A hand that can see need not: whether showing at once is wise is a question of play.",
        "Man cards count only as three together or as a pair before seeing; once the maal is seen "
        "they are wild, which this page leaves out.",
        "The draws to seven dublees are those of a player who goes for nothing else.",
    ),
    rule_sets=RULE_SETS,
    n=10_000_000,
    unit="hands",
    seed=20261130,
    run=run,
    findings=findings,
    checks=checks,
    charts=("see-from-deal", "printed-jokers", "tunnela-by-table", "pure-melds-dealt",
            "dublees-dealt", "draws-to-dublees", "floor"),
    steps=len(RULE_SETS),
    quick=0.01,
    asked=(
        Question("writer", "How likely is a tunnela?", "tunnela-by-table"),
        Question("writer", "How many dublees are dealt?", "dublees-dealt"),
        Question("writer", "How long from five pairs to seven?", "draws-to-dublees"),
    ),
)  # fmt: skip
