"""What a card is worth: the same deals with it and without it, played again."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from marriage_stats.engine.simulate import Table, play_block
from marriage_stats.estimators.ratio import RatioSums
from marriage_stats.parallel import run_blocks
from marriage_stats.policies.registry import load_policy
from marriage_stats.rules import PRESETS, Rules
from marriage_stats.study import Check, Frames, Question, RuleSet, Study, Task
from marriage_stats.study.card_swaps import ACTS, act_gains, play_swaps
from marriage_stats.study.card_words import dearest_words, unsure_words
from marriage_stats.study.finding import Finding, cells_by, tabled
from marriage_stats.study.paired import FIGURE, mean_figure, ratio_figures, with_holm

BLOCK = 512
PARTS = ("net", "maal part", "fee part")


def run(task: Task) -> Frames:
    """Return what cards and acts are worth in every house."""
    cards, acts, balance = [], [], []
    for label, rules in task.rule_sets.items():
        policy = load_policy("adaptive", rules)
        swaps = play_swaps(rules, policy, task.n, task.seed, task.threads)
        for card, gains in swaps.gains.items():
            figure = mean_figure(gains[:, 0])
            if figure is not None:
                cards.append([label, card, *gains.mean(axis=0)[1:].tolist(), *figure])
        acts += _acts(task, label, rules)
        balance.append([label, swaps.balanced, task.n])
        if task.progress is not None:
            task.progress(1)
    text = {"rules": pl.String}
    worth = {**text, "card": pl.String, "maal": pl.Float64, "fees": pl.Float64, **FIGURE}
    act = {**text, "act": pl.String, "part": pl.String, **FIGURE}
    check = {**text, "balanced": pl.Boolean, "n": pl.Int64}
    return {
        "cards": with_holm(pl.DataFrame(cards, worth, orient="row")),
        "acts": pl.DataFrame(acts, act, orient="row"),
        "balance": pl.DataFrame(balance, check, orient="row"),
    }


def _acts(task: Task, label: str, rules: Rules) -> list[list[object]]:
    """Return the figures of seeing and finishing, by part."""
    table = Table(rules, (load_policy("adaptive", rules),) * rules.number("players"))
    sums = None

    def block(first: int, count: int) -> RatioSums:
        gains = act_gains(play_block(table, task.seed, first, count), rules)
        maal, fees, cases = np.moveaxis(gains, 2, 0)
        columns = np.stack([np.stack([x, cases], axis=2) for x in (maal + fees, maal, fees)], 1)
        return RatioSums.of(columns.reshape(-1, count, 2).astype(np.float64))

    for part in run_blocks(block, task.n, BLOCK, task.threads):
        sums = sums.plus(part) if sums else part
    assert sums is not None
    names = [(act, part) for act in ACTS for part in PARTS]
    found = zip(names, ratio_figures(sums), strict=True)
    return [[label, *name, *figure] for name, figure in found if figure is not None]


def findings(frames: Frames) -> Sequence[Finding | str]:
    """Return what the numbers say."""
    cards, acts = frames["cards"], frames["acts"].filter(part="net")
    groups = cards.group_by("rules", maintain_order=True)
    dearest = groups.map_groups(
        lambda rows: rows.sort("value", descending=True, maintain_order=True).head(1)
    )
    acted = {act: cells_by(acts.filter(act=act)) for act in acts["act"].unique(maintain_order=True)}
    named = {"tiplu": "tiplu", "dealt tunnela": "tunnela"}
    men = cells_by(cards.filter(card="man card")).items()
    dealt = {word: cells_by(rows) for c, word in named.items() if len(rows := cards.filter(card=c))}
    return [
        tabled(
            f"The dearest card to be dealt is {dearest_words(cards)}. Points a round that it "
            "brings, against a random card in its place:",
            {
                "card": dict(dearest.select("rules", "card").iter_rows()),
                "points a round": cells_by(dearest),
            },
        ),
        tabled(
            "With the same cards: what it brings to have seen rather than not, and to finish "
            "rather than let the next player who has seen do it (points, fixed play).",
            acted,
        ),
        tabled("Points a round that other cards in the dealt hand bring:", dealt),
        *(f"A man card brings {worth} in {house}." for house, worth in men),
        *unsure_words(cards),
    ]


def checks(frames: Frames) -> Sequence[Check]:
    """Return whether payments sum to zero and parts to the whole."""
    balance, cards, acts = frames["balance"], frames["cards"], frames["acts"]
    gap = max(abs(cards["maal"] + cards["fees"] - cards["value"]), default=0.0)
    for _, rows in acts.group_by("rules", "act"):
        net = rows.filter(part="net")["value"][0]
        gap = max(gap, abs(rows.filter(pl.col("part") != "net")["value"].sum() - net))
    deals = f"{balance['n'][0]:,} deals in each of {len(balance)} houses."
    return [
        Check("Payments of every round sum to 0", all(balance["balanced"]), deals),
        Check("Maal and fees add up to the whole", gap < 1e-6, f"Largest gap {gap:.1e} points."),
    ]


STUDY = Study(
    name="card-worth",
    order=5,
    title="What is a card worth?",
    question="How many points a round does a dealt tiplu, poplu, alter, joker, man card, superman "
    "or tunnela bring, and what are seeing and finishing worth?",
    design=(
        "Cards, coupled play, causal: each deal is played as dealt and again with the card in the "
        "first player's hand, where it has changed places with a random card of that hand (three "
        "for a tunnela). All else lies as it did; all four play `adaptive`, who knows only "
        "what a player may know. The deals are those in which that hand held none of the kind. "
        "The worth is the difference of that player's payment: price, melds and speed together.",
        "Seeing and finishing, fixed play: rounds of the same players are settled again, each "
        "loser who never saw as if that player had seen by sequences; each finish as if the next "
        "player who had seen had made it. Nobody plays otherwise for it: this is what the "
        "settlement pays.",
    ),
    precision="95% half-width of at most 1.3 points for every card at full size, 0.7 for seeing "
    "and finishing. Holm over all cards and houses.",
    limits=(
        "The worth of a first copy in the hand of the first of four players; second and third "
        "copies cost and bring other amounts.",
        "The tunnela is an ordinary one, of the tiplu's suit and six ranks away from it.",
        "Other players than `adaptive` would make more or less of the same card.",
    ),
    rule_sets=[RuleSet(name, name) for name in PRESETS],
    n=6_000,
    unit="deals",
    seed=20261204,
    run=run,
    findings=findings,
    checks=checks,
    charts=("card-worth", "act-worth"),
    steps=len(PRESETS),
    quick=0.017,
    policies=("adaptive",),
    asked=(Question("player", "What is a dealt tiplu worth?", "card-worth"),),
)
