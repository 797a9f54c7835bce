"""Tuning: the parameters that make `adaptive` strongest, and what is left to gain."""

from collections.abc import Sequence
from functools import partial

import polars as pl

from marriage_stats.charts.tuning import change_words, hundredths
from marriage_stats.estimators import LEVEL
from marriage_stats.rules import PRESETS
from marriage_stats.study import Check, Frames, RuleSet, Study, Task
from marriage_stats.study.asked import SIZES
from marriage_stats.study.best_response import best_response_words, gaining
from marriage_stats.study.finding import Finding, cells_by, spread, tabled
from marriage_stats.study.tuning_tables import CONFIRM, tuning_tables
from marriage_stats.study.wording import count_words
from marriage_stats.tuning import TOLERANCE
from marriage_stats.tuning.confirm import SPENT
from marriage_stats.tuning.race import RARE, SURE
from marriage_stats.tuning.search import GENERATIONS, SWEEPS

USUAL = 4
SHARES = [(1 - LEVEL) * share for share in SPENT]
PLACES = [(f"{house} {n}", house, n) for n in SIZES for house in PRESETS]


def run(task: Task) -> Frames:
    """Return the searches, their confirmation and the best-response check."""
    return tuning_tables(task, [label for label, _, n in PLACES if n == USUAL])


def findings(frames: Frames) -> Sequence[Finding | str]:
    """Return what the numbers say."""
    words = partial(change_words, most=1)
    found = best_response_words(frames["deviations"], USUAL, words)
    return [*found, _held_out(frames["held_out"])]


def _held_out(held: pl.DataFrame) -> Finding:
    """Tell what searches found, and whether it gains on fresh deals."""
    clear, worse = held.filter(pl.col("low") > 0), held.filter(pl.col("high") < 0)
    adopted, values = held.filter(pl.col("adopted")), held["value"].to_list()
    text = (
        f"Of {len(held)} searches, one for every house and table size, "
        f"{count_words(len(adopted))} took up a change. What each found best gains "
        f"{spread(values, hundredths)} points a round on fresh deals: shown to gain at "
        f"{count_words(len(clear))}, to lose at {count_words(len(worse))}"
    )
    rows = clear.select("rules", "players", "change").iter_rows()
    names = [f"{house}, {size} players: {change_words(change)}" for house, size, change in rows]
    named = clear.with_columns(pl.Series("rules", names, pl.String))
    cells = cells_by(named, words="{:+.3f}".format)
    columns = {"points a round": cells} if cells else {}
    return tabled(f"{text}{', each by its own interval:' if cells else '.'}", columns, "change")


def checks(frames: Frames) -> Sequence[Check]:
    """Return whether payments balance, and whether the committed parameters are a best response."""
    held, alone = frames["checks"], frames["deviations"].filter(kind="alone")
    more = gaining(alone)
    return [
        Check(
            "Payments of every round sum to 0",
            all(held["balanced"]),
            f"{sum(held['rounds']):,} rounds at {len(held)} tables.",
        ),
        Check(
            f"No single change is shown to gain more than {TOLERANCE} points a round",
            more.is_empty(),
            f"{len(alone)} changes in {alone['rules'].n_unique()} houses.",
        ),
    ]


STUDY = Study(
    name="tuning",
    order=11,
    title="Can our strongest player be made stronger?",
    question="Which parameters of `adaptive` earn most in each house and at each table size, and "
    "does any change of them gain more than 0.1 points a round over those committed?",
    design=(
        "One player with changed parameters sits among players with the usual ones, in every seat "
        "in turn on the same deals. With nothing changed its payments over all seats of a deal sum "
        "to 0 exactly; what they sum to is the gain, paired with the unchanged deal by itself.",
        "What may change: switches, on or off, as in the study of switches, and weights. Dublee "
        "handicap: by how many cards dublees must be nearer than sequences to be followed; in all, "
        "more per live card of sequences above 24, more per own draw; a card missing by dublees "
        "may weigh more or less than one by sequences. A live card, an out, is one not seen yet "
        "that brings the player nearer. To mind the next seat: the live cards given up for a throw "
        "that it takes a hundredth less often. To keep pairs, or cards for the finish: the live "
        "cards given up for each live card that pairs a single, or makes a meld of any kind. To "
        "take discards for outs alone: the growth of live cards asked; 0 is never. "
        "To wait or hold: own draws. A dealt tunnela is laid never (0), where it costs no pure "
        "meld (1), always (2).",
        "Search: up to two rungs up and down from every parameter, switches flipped, race by "
        "successive halving; the best half goes on to four times the deals. Changes more than "
        f"{SURE:g} standard errors above 0 are taken up, together or the best alone, whichever "
        f"gains more on fresh deals; at most {SWEEPS} sweeps. At {USUAL} players differential "
        f"evolution then moves all weights at once for {GENERATIONS} generations; its find must "
        "gain on fresh deals too. Every table starts from the committed parameters.",
        "Held out: what a search took up, or liked best where it took up nothing, plays against "
        "the committed parameters on deals no search has seen. A table gets parameters of its own "
        "where that gains, clear of 0 and beyond what the best of so many gains by chance.",
        f"Best response: at {USUAL} players every single change, and what the search of all "
        "weights liked best, plays until its interval lies on one side of "
        f"{TOLERANCE}, or {CONFIRM} times "
        f"the deals of a search. A change whose upper bound is then above {TOLERANCE} is measured "
        f"again, up to {len(SPENT) - 1} times, on fresh common deals that alone count: as many as "
        "bring the bound there in nine of ten cases if it gains what was measured, though no stage "
        "plays more than the first could. The stages spend "
        f"{', '.join(f'{share:.1%}' for share in SHARES)} of error, each split over its changes "
        "and looks: intervals of a house hold together with probability 95%. Coupled play, causal.",
    ),
    precision="At full size every change that in truth gains 0.05 points a round or less has an "
    f"upper bound of at most {TOLERANCE}, whatever else it does; one that gains more than "
    f"{TOLERANCE} has so low a bound in any house with probability 5% at most.",
    limits=(
        "Only what the parameters can say is tried; better play outside them is not looked for.",
        "A deviation faces players who all keep to the committed parameters.",
        f"A change that makes a difference on fewer than {RARE} deals has an interval by a law "
        "that is not yet normal; on how many it does is shown.",
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
    version=2,
    policies=("adaptive",),
)
