"""Strategy switches: what each decision of `adaptive` gains, turned off or on alone."""

from collections.abc import Sequence

import polars as pl

from marriage_stats.cards import MAN
from marriage_stats.charts.switches import THREE_MEN, switch_words, switches_data
from marriage_stats.charts.tuning import parameter_words
from marriage_stats.rules import PRESETS
from marriage_stats.study import Check, Frames, Question, RuleSet, Study, Task
from marriage_stats.study.finding import Finding, tabled
from marriage_stats.study.paired import FIGURE, mean_figure, told, with_holm
from marriage_stats.study.switch_play import WEIGHTS, Edge, Switch, play_dealt, play_switches
from marriage_stats.study.switch_words import counts_words, dearest_change, over_houses

MEN = (MAN,) * 3


def run(task: Task) -> Frames:
    """Return the gain of every changed switch in every house."""
    rows, balance = [], []
    for label, rules in task.rule_sets.items():
        edges = play_switches(rules, task.n, task.seed, task.threads)
        for switch, edge in edges.items():
            figure = mean_figure(edge.gains, rules.number("players"))
            rows.append(_row(label, switch.name, switch, edge, figure))
        if rules.number("man_cards") == len(MEN):
            # Dealt once in 500 hands: too rare to wait for.
            switch, edge = play_dealt(rules, "lay_man", MEN, task.n, task.seed, task.threads)
            rows.append(_row(label, THREE_MEN, switch, edge, mean_figure(edge.gains)))
        balance.append([label, all(edge.balanced for edge in edges.values()), task.n])
        if task.progress is not None:
            task.progress(1)
    rows = [row for row in rows if row]
    text = {"rules": pl.String, "switch": pl.String}
    change = {"usual": pl.Float64, "tried": pl.Float64, "deals_changed": pl.Int64}
    table = pl.DataFrame(rows, {**text, **change, **FIGURE}, orient="row")
    played = table.filter(pl.col("deals_changed") > 0)
    p_values = with_holm(played).select("rules", "switch", "p_holm")
    check = {"rules": pl.String, "balanced": pl.Boolean, "n": pl.Int64}
    return {
        "switches": table.join(p_values, ["rules", "switch"], "left", maintain_order="left"),
        "balance": pl.DataFrame(balance, check, orient="row"),
    }


def _row(
    label: str, name: str, switch: Switch, edge: Edge, figure: list[float | int] | None
) -> list[object]:
    """Return a row of the table, or nothing for a figure with too few deals."""
    change = [label, name, switch.usual, switch.tried, edge.changed]
    return [*change, *figure] if figure is not None else []


def findings(frames: Frames) -> Sequence[Finding | str]:
    """Return what the numbers say."""
    rows = switches_data(frames)
    sure = rows.filter(told(rows))
    cost, gain = sure.filter(pl.col("value") < 0), sure.filter(pl.col("value") > 0)
    sentences: list[Finding | str] = [dearest_change(rows, cost, gain)]
    if len(cost):
        sentences.append(counts_words(rows, cost, gain))
    if len(gain):
        sentences.append(tabled("Changes that gain points a round:", over_houses(gain), "change"))
    rest = rows.filter(~told(rows)).group_by("change", maintain_order=True).agg("rules")
    if len(rest):
        names = [f"{change} ({_where(houses)})" for change, houses in rest.iter_rows()]
        sentences.append(f"Not told from 0: {'; '.join(names)}.")
    idle = frames["switches"].filter(deals_changed=0).group_by("switch", maintain_order=True)
    silent = [f"{switch_words(n)} ({_where(h)})" for n, h in idle.agg("rules").iter_rows()]
    if silent:
        sentences.append(f"Decisions that never mattered on these deals: {'; '.join(silent)}.")
    return sentences


def _where(houses: Sequence[str]) -> str:
    return "all houses" if len(houses) == len(PRESETS) else ", ".join(houses)


def checks(frames: Frames) -> Sequence[Check]:
    """Return whether payments sum to zero and a switch without effect has no gain."""
    balance = frames["balance"]
    idle = frames["switches"].filter(deals_changed=0)
    deals = f"{balance['n'][0]:,} deals in each of {len(balance)} houses."
    return [
        Check("Payments of every round sum to 0", all(balance["balanced"]), deals),
        Check(
            "No gain where no payment changed",
            not (idle["value"] != 0).any(),
            f"{len(idle)} switches without effect in a house, {deals}",
        ),
    ]


STUDY = Study(
    name="switches",
    order=9,
    title="Which decisions of a good player matter?",
    question="How many points a round does each decision of `adaptive` bring: pile or stock, "
    "dublees or sequences, three man cards as tunnela or wilds, show at once or wait, finish at "
    "once or hold, what to throw to whom?",
    design=(
        "Each switch alone: one player has it turned off, or on where `adaptive` leaves it off; "
        "the others play `adaptive`. That player takes every seat in turn on the same deals, so "
        "that seats favour nobody. With nothing changed the payments over all seats of a deal sum "
        "to 0 exactly; what they sum to is the gain, paired with the unchanged deal by itself.",
        "Three man cards are so seldom dealt that the first player is given them in deals of their "
        "own, with and without the switch. "
        "Coupled play, causal. Settings that only tune a switch "
        f"({'; '.join(sorted(map(parameter_words, WEIGHTS)))}) are not switches.",
    ),
    precision="95% half-width of at most 0.5 points a round for every switch at full size; "
    "narrower where a switch seldom matters. Holm over all switches and houses.",
    limits=(
        "One switch at a time against players who have it: two changes together may do otherwise.",
        "`adaptive` looks only at what its switches say; a decision it does not know of is not "
        "measured, and one that is off may gain at another value than the one tried.",
        "A gain not told from 0 is no proof of none: the interval says how large it may be.",
    ),
    rule_sets=[RuleSet(name, name) for name in PRESETS],
    n=4_000,
    unit="deals",
    seed=20261208,
    run=run,
    findings=findings,
    checks=checks,
    charts=("switches",),
    steps=len(PRESETS),
    quick=0.0075,
    policies=("adaptive",),
    asked=(Question("player", "Show at once or wait, pile or stock?", "switches"),),
)
