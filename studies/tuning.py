"""Tuning: the parameters that make `adaptive` strongest, and what is left to gain."""

from collections.abc import Sequence

import polars as pl

from marriage_stats.charts.tuning import best_response_data, figures_words, hundredths
from marriage_stats.rules import PRESETS
from marriage_stats.study import Check, Frames, RuleSet, Study, Task
from marriage_stats.study.asked import SIZES
from marriage_stats.study.tuning_tables import CONFIRM, tuning_tables
from marriage_stats.tuning import TOLERANCE
from marriage_stats.tuning.race import SURE
from marriage_stats.tuning.search import GENERATIONS, SWEEPS

USUAL, NAMED = 4, 4
PLACES = [(f"{house} {n}", house, n) for n in SIZES for house in PRESETS]


def run(task: Task) -> Frames:
    """Return the searches, their confirmation and the best-response check."""
    return tuning_tables(task, [label for label, _, n in PLACES if n == USUAL])


def findings(frames: Frames) -> Sequence[str]:
    """Return what the numbers say."""
    best = best_response_data(frames)
    told = best.filter((pl.col("low") > 0) & (pl.col("value") > TOLERANCE))
    open_ = best.filter((pl.col("high") > TOLERANCE) & ~pl.col("change").is_in(told["change"]))
    sentences = []
    if told.is_empty():
        sentences.append(
            f"At {USUAL} players no change of one parameter and no search of all weights at once "
            f"is told to gain more than {TOLERANCE} points a round over the committed parameters."
        )
    else:
        figures = [f"{c} in {h} {hundredths(v)}" for h, c, v in _named(told)]
        sentences.append(f"Told to gain more than {TOLERANCE} points: {'; '.join(figures)}.")
    if len(open_):
        widest = open_.sort("high", descending=True, maintain_order=True).head(NAMED)
        figures = [f"{c} in {h} (up to {hundredths(v)})" for h, c, v in _named(widest, "high")]
        sentences.append(
            f"Of the best changes of every parameter {len(open_)} of {len(best)} are not ruled out "
            f"to gain as much: the widest intervals are {'; '.join(figures)}."
        )
    sentences += _held_out(frames["held_out"])
    return sentences


def _held_out(held: pl.DataFrame) -> list[str]:
    """Tell what searches found, and whether it gains on fresh deals."""
    clear = held.filter(pl.col("low") > 0)
    adopted, values = held.filter(pl.col("adopted")), held["value"]
    least, most = hundredths(float(min(values))), hundredths(float(max(values)))
    sentences = [
        f"Of {len(held)} searches, one for every house and table size, {len(adopted)} took up a "
        f"change. What each found best gains {least} to {most} points a round on fresh deals, "
        f"clear of 0 at {len(clear)} tables."
    ]
    for size in clear["players"].unique(maintain_order=True):
        rows = clear.filter(players=size)
        figures = [f"{h}: {c}" for h, c in rows.select("rules", "change").iter_rows()]
        sentences.append(
            f"Clear of 0 at {size} players, each by its own interval: {'; '.join(figures)}: "
            f"{figures_words(rows)}."
        )
    return sentences


def _named(rows: pl.DataFrame, figure: str = "value") -> list[tuple[str, str, float]]:
    return rows.select("rules", "change", figure).rows()


def checks(frames: Frames) -> Sequence[Check]:
    """Return whether payments balance, and whether the committed parameters are a best response."""
    held, alone = frames["checks"], frames["deviations"].filter(kind="alone")
    told = alone.filter((pl.col("low") > 0) & (pl.col("value") > TOLERANCE))
    return [
        Check(
            "Payments of every round sum to 0",
            all(held["balanced"]),
            f"{sum(held['rounds']):,} rounds at {len(held)} tables.",
        ),
        Check(
            f"No single change is told to gain more than {TOLERANCE} points a round",
            told.is_empty(),
            f"{len(alone)} changes in {alone['rules'].n_unique()} houses.",
        ),
    ]


STUDY = Study(
    name="tuning",
    order=11,
    title="Is there a better way to play within the family?",
    question="Which parameters of `adaptive` earn most in each house and at each table size, and "
    "does any change of them gain more than 0.1 points a round over those committed?",
    design=(
        "One player with changed parameters sits among players with the usual ones, in every seat "
        "in turn on the same deals. With nothing changed his payments over all seats of a deal sum "
        "to 0 exactly; what they sum to is the gain, paired with the unchanged deal by itself.",
        "Search: up to two rungs up and down from every parameter, switches flipped, race by "
        "successive halving; the best half goes on to four times the deals. Changes more than "
        f"{SURE:g} standard errors above 0 are taken up, together or the best alone, whichever "
        f"gains more on fresh deals; at most {SWEEPS} sweeps. At {USUAL} players differential "
        f"evolution then moves all weights at once for {GENERATIONS} generations; its find must "
        "gain on fresh deals too. Every table starts from the committed parameters.",
        "Held out: what a search took up, or liked best where it took up nothing, plays against "
        "the committed parameters on deals no search has seen. A table gets parameters of its own "
        "where that gains, clear of 0 and beyond what the best of so many gains by chance.",
        f"Best response: at {USUAL} players every single change plays until its interval lies on "
        f"one side of {TOLERANCE}, or {CONFIRM} times the deals of a search; intervals of a house "
        "hold together over all changes and looks with probability 95%. Then all weights are "
        "searched again from the committed ones. Coupled play, causal.",
    ),
    precision="At full size simultaneous half-widths of at most 0.2 points a round in classic and "
    "0.4 elsewhere for single changes that are not far below 0, less where they seldom matter.",
    limits=(
        "The family is what the parameters can say; better play outside it is not looked for.",
        "A deviation faces players who all keep to the committed parameters.",
        "A parameter that seldom matters has an interval that rests on few deals; how many is "
        "shown.",
    ),
    rule_sets=[RuleSet(label, house, (f"players={n}",)) for label, house, n in PLACES],
    n=768,
    unit="deals",
    seed=20261210,
    run=run,
    findings=findings,
    checks=checks,
    charts=("best-response", "tuning-held-out", "tuning-trace"),
    steps=len(PLACES),
    quick=0.005,
    policies=("adaptive",),
)
