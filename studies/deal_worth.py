"""What a deal is worth: expected payment given dublees, melds, tunnelas, printed jokers."""

from collections.abc import Sequence
from functools import partial

import numpy as np
import polars as pl
from numpy.typing import NDArray

from marriage_stats.engine.simulate import Table, play_block
from marriage_stats.estimators.ratio import RatioSums
from marriage_stats.facts import Rounds
from marriage_stats.parallel import run_blocks
from marriage_stats.policies.registry import load_policy
from marriage_stats.rules import PRESETS
from marriage_stats.settlement import settle
from marriage_stats.study import Check, Frames, RuleSet, Study, Task
from marriage_stats.study.deal_groups import FEATURES, GROUPS, MOST
from marriage_stats.study.finding import Finding, cells_by, spread, tabled
from marriage_stats.study.paired import FIGURE, ratio_figures

BLOCK = 512
TOLD = ("melds", "tunnelas", "printed", "pairs")
"""Features in the order of the findings: what moves payments in every house comes first."""


def _dealt(rounds: Rounds) -> dict[str, NDArray[np.int64]]:
    """Return int64[n, seats] per feature, held to its largest group."""
    found = {
        "pairs": rounds.by_seat("dealt_pairs"),
        "melds": rounds.by_seat("dealt_melds"),
        "tunnelas": rounds.dealt_tunnelas.sum(axis=2),
        "printed": rounds.by_seat("dealt_printed"),
    }
    return {name: np.minimum(counts, MOST[name]) for name, counts in found.items()}


def _block(table: Table, seed: int, first: int, count: int) -> RatioSums:
    rounds = play_block(table, seed, first, count)
    net, dealt = settle(rounds, table.rules).net, _dealt(rounds)
    columns = np.empty((len(GROUPS), count, 2))
    for family, (feature, k) in enumerate(GROUPS):
        inside = dealt[feature] == k
        columns[family] = np.stack([(net * inside).sum(axis=1), inside.sum(axis=1)], axis=1)
    return RatioSums.of(columns)


def run(task: Task) -> Frames:
    """Return mean payments by what was dealt, in every house."""
    rows, balance = [], []
    for label, rules in task.rule_sets.items():
        table = Table(rules, (load_policy("adaptive", rules),) * rules.number("players"))
        sums = None
        for part in run_blocks(partial(_block, table, task.seed), task.n, BLOCK, task.threads):
            sums = sums.plus(part) if sums else part
        assert sums is not None
        for group, figure in zip(GROUPS, ratio_figures(sums), strict=True):
            if figure is not None:
                rows.append([label, *group, *figure])
        for feature in MOST:
            inside = [i for i, group in enumerate(GROUPS) if group[0] == feature]
            points, hands = (int(sums.sums[inside, column].sum()) for column in range(2))
            balance.append([label, feature, points, hands, task.n * table.players])
        if task.progress is not None:
            task.progress(1)
    text = {"rules": pl.String, "feature": pl.String}
    totals = {**text, "points": pl.Int64, "hands": pl.Int64, "dealt": pl.Int64}
    return {
        "deals": pl.DataFrame(rows, {**text, "count": pl.Int64, **FIGURE}, orient="row"),
        "balance": pl.DataFrame(balance, totals, orient="row"),
    }


def findings(frames: Frames) -> Sequence[Finding | str]:
    """Return what the numbers say: the ends of every feature, and how many differ from 0."""
    deals = frames["deals"]
    found = [f for feature in TOLD if (f := _ends(deals.filter(feature=feature), feature))]
    drawn = deals.filter(pl.col("count").max().over("rules", "feature") > 0)
    sure = len(drawn.filter((pl.col("low") > 0) | (pl.col("high") < 0)))
    return [
        *found,
        f"Of {len(drawn)} mean payments in the charts, {sure} have an interval clear of 0.",
    ]


def _ends(rows: pl.DataFrame, feature: str) -> Finding | None:
    """Tell what the least and the most of a thing are worth, where a house deals any."""
    varied = rows.filter(pl.col("count") > 0)["rules"].unique().to_list()
    found = rows.filter(pl.col("rules").is_in(varied))
    if found.is_empty():
        return None
    last = max(map(int, found["count"]))
    none, most = (found.filter(count=k) for k in (0, last))
    words = FEATURES[feature][1]
    many = f"{last} or more" if last == MOST[feature] else str(last)
    text = f"By {words} dealt, points a round:"
    if len(none) and len(most) and max(none["high"]) < 0 < min(most["low"]):
        text = (
            f"With {many} {words} dealt a player wins {spread(most['value'].to_list())} points a "
            f"round; with none the player loses {spread((-none['value']).to_list())}."
        )
    return tabled(text, {"with none": cells_by(none), f"with {many}": cells_by(most)})


def checks(frames: Frames) -> Sequence[Check]:
    """Return whether groups hold all hands and all points, which sum to zero."""
    balance = frames["balance"]
    points, gap = balance["points"].abs().max(), (balance["hands"] - balance["dealt"]).abs().max()
    total = f"{balance['dealt'][0]:,} hands in each house, every feature."
    return [
        Check("Payments of all groups sum to 0", points == 0, total),
        Check("Every hand is in one group of each feature", gap == 0, total),
    ]


STUDY = Study(
    name="deal-worth",
    order=2,
    title="What is an opening hand worth?",
    question="How many points a round does a player win or lose on average, given the dublees, "
    "pure melds, tunnelas and printed jokers in the dealt hand?",
    design=(
        "Full rounds of four players who all play `adaptive`, settled by each house. Payments are "
        "averaged over all hands dealt so many of a thing, all seats together; the round is the "
        "unit, and the interval is that of a ratio over rounds.",
        "The deal is chance, so a difference between groups is caused by the deal; but a deal with "
        "more dublees or melds is another hand in other ways too, and the figure is the worth of "
        "all of it.",
    ),
    precision="95% half-width of at most 0.45 points at full size for groups of a tenth of all "
    "hands or more, 2.5 points for the rarest.",
    limits=(
        "Mean payments over a whole table are 0: what one group wins the others pay.",
        "These are payments of `adaptive` among equals; other players make more or less of a hand.",
        "Melds and dublees overlap: a tunnela counts as a pure meld and as a dublee.",
    ),
    rule_sets=[RuleSet(name, name) for name in PRESETS],
    n=150_000,
    unit="rounds",
    seed=20261205,
    run=run,
    findings=findings,
    checks=checks,
    charts=("worth-of-melds", "worth-of-tunnelas", "worth-of-printed", "worth-of-dublees"),
    steps=len(PRESETS),
    quick=0.011,
    policies=("adaptive",),
)
