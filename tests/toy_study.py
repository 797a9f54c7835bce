"""A study with made-up odds: small, quick, and with numbers a test can name."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from marriage_stats.rules import PRESETS
from marriage_stats.study import (
    Check,
    Finding,
    Frames,
    Question,
    RuleSet,
    Study,
    Task,
    percent,
)
from marriage_stats.study.finding import tabled
from marriage_stats.study.odds_tables import odds_tables

PACKS = [(man, superman) for superman in (0, 1) for man in range(4)]
N = 10_000


def figure(share: float) -> dict[str, float]:
    """Return a simulated figure a little above its exact value."""
    return {
        "value": share + 0.001,
        "se": 0.002,
        "low": share - 0.003,
        "high": share + 0.005,
        "n": N,
    }


def simulated(tree: Any) -> Any:
    """Return a tree of exact shares as simulated figures."""
    if isinstance(tree, dict):
        return {name: simulated(part) for name, part in tree.items() if part is not None}
    if isinstance(tree, list):
        return [simulated(part) for part in tree]
    return figure(tree)


def toy_odds(shift: float, dublee_route: bool = True, man: bool = False) -> dict[str, Any]:
    """Return odds of the shape that `compute_odds` gives, moved by `shift`."""
    table = {str(n): 0.1 * n + shift for n in range(2, 7)}
    few = [0.9 - shift, 0.1 + shift]
    tunnela = {"at_least_one": 0.1 + shift, "distribution": few, "table": table}
    pairs = [0.1, 0.2, 0.3, 0.25, 0.1, 0.04, 0.0094 - shift, 0.0006 + shift]
    exact = {
        "tunnela": tunnela,
        "dublee": {"mean": 2.0, "distribution": pairs},
        "pure_melds": {"mean": 1.0, "distribution": [0.3, 0.4, 0.15 - shift, 0.15 + shift]},
        "see": {
            "sequence": 0.15 + shift,
            "dublee": 0.0006 + shift if dublee_route else None,
            "either": 0.1506 + shift if dublee_route else 0.15 + shift,
        },
    }
    if man:
        exact["tunnela_with_man"] = tunnela
    sampled = simulated(exact)
    exact["floor"] = [_floor_row(turn, shift, dublee_route) for turn in range(61)]
    start = [_draws_row(k, shift) for k in range(8)]
    exact["draws_to_seven_dublees"] = (
        {"from_pairs": start, "from_deal": start} if dublee_route else None
    )
    return {"exact": exact, "simulated": sampled, "checks": [CHECK]}


CHECK = {
    "name": "see.either",
    "exact": 0.15,
    "value": 0.151,
    "n": N,
    "z": 0.28,
    "p": 0.78,
    "method": "z",
    "passed": True,
}


def _draws_row(pairs: int, shift: float) -> dict[str, Any]:
    quantiles = {"p05": 4, "p25": 9, "p50": 12, "p75": 16, "p95": 30}
    mean = 20.0 - 2 * pairs - shift
    return {"pairs": pairs, "p": 0.1, "mean": mean, "quantiles": quantiles, "distribution": []}


def _floor_row(turn: int, shift: float, dublee_route: bool) -> dict[str, Any]:
    share = min(1.0, 0.15 + 0.05 * turn + shift)
    return {
        "turn": turn,
        "sequence": share,
        "dublee": turn / 60 if dublee_route else None,
        "either": share,
    }


def _label(man: int, superman: int) -> str:
    return f"{man} man + {superman} superman"


def run(task: Task) -> Frames:
    """Return tables of made-up odds; dashain differs, the other houses share a pack."""
    odds = {
        "dashain": toy_odds(0.0002, man=True),
        "classic": toy_odds(0.0),
        "everestbuzz": toy_odds(0.0),
        "hidden-maal": toy_odds(0.0, dublee_route=False),
    }
    odds |= {_label(*pack): toy_odds(0.001 * (pack[1] - 0.3 * pack[0])) for pack in PACKS}
    columns = {"rules": pl.String, "man_cards": pl.Int64, "superman": pl.Int64}
    rows = [(_label(*pack), *pack) for pack in PACKS]
    seen = pl.DataFrame({"n": [task.n], "seed": [task.seed]})
    return {**odds_tables(odds), "packs": pl.DataFrame(rows, columns, orient="row"), "task": seen}


def findings(frames: Frames) -> Sequence[Finding]:
    """Return one sentence made from a number, with a table of one row."""
    share = frames["see"].filter(rules="classic", route="either")["exact"][0]
    cells = {"dashain": "15% (14 to 16%)"}
    return [
        tabled(f"Seeing <at once>: {percent(share)}.", {"share": cells}),
        tabled("The same again.", {"share": cells}, name="share"),
    ]


def checks(frames: Frames) -> Sequence[Check]:
    """Return one check that holds and one that holds only for samples above 1."""
    return [
        Check("Always", True, "Nothing to say."),
        Check("Large enough", frames["task"]["n"][0] > 1, "The sample is one hand."),
    ]


TOY = Study(
    name="toy",
    order=1,
    title="What does a toy hold?",
    question="Which numbers were made up?",
    design=("All of them.",),
    precision="None.",
    limits=("It says nothing.",),
    rule_sets=[RuleSet(name, name) for name in PRESETS]
    + [
        RuleSet(_label(*pack), "dashain", (f"man_cards={pack[0]}", f"superman={pack[1]}"))
        for pack in PACKS
    ],
    n=N,
    unit="hands",
    seed=7,
    run=run,
    findings=findings,
    checks=checks,
    charts=(
        "see-from-deal",
        "printed-jokers",
        "tunnela-by-table",
        "pure-melds-dealt",
        "dublees-dealt",
        "draws-to-dublees",
        "floor",
    ),
    asked=(Question("player", "Seen at once?", "share"),),
)
