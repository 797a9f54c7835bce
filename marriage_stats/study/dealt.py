"""The deals that a study plays, against their exact law: dublees in the first hand."""

import numpy as np
import polars as pl

from marriage_stats.cards import HAND_SIZE, SUPERMAN, SUPERMAN_CARD
from marriage_stats.deals import deal_packs
from marriage_stats.estimators.check import check_law
from marriage_stats.exact import pack_of
from marriage_stats.exact.pairs import dublee_distribution
from marriage_stats.rules import Rules
from marriage_stats.study.spec import Check, Task

DEALT = "dealt"
"""Name of the table."""
MOST = 50_000
"""Deals compared; all rounds of a seed come from one generator."""
COLUMNS = {"rules": pl.String, "dublees": pl.Int64, "hands": pl.Int64, "exact": pl.Float64}


def dealt_table(task: Task) -> pl.DataFrame:
    """Return how many first hands hold 0, 1, ... dublees, and the exact share, for every pack.

    The deals are rounds 0, 1, ... of the study's seed, each pack under the first rules that use it.
    """
    packs: dict[object, tuple[str, Rules]] = {}
    for label, rules in task.rule_sets.items():
        packs.setdefault(pack_of(rules), (label, rules))
    rows = []
    for label, rules in packs.values():
        law = dublee_distribution(pack_of(rules), HAND_SIZE)
        counts = _dublees(rules, min(task.n, MOST), task.seed)
        for dublees, (count, exact) in enumerate(zip(counts, law, strict=True)):
            rows.append([label, dublees, count, float(exact)])
    return pl.DataFrame(rows, COLUMNS, orient="row")


def _dublees(rules: Rules, n: int, seed: int) -> list[int]:
    """Return how many of n first hands hold 0, 1, ..., 10 dublees."""
    hands = deal_packs(rules, n, seed)[:, :HAND_SIZE]
    kinds = np.where(hands == SUPERMAN_CARD, SUPERMAN, hands // 3).astype(np.int64)
    places = kinds + (SUPERMAN + 1) * np.arange(n)[:, None]
    held = np.bincount(places.ravel(), minlength=n * (SUPERMAN + 1)).reshape(n, -1)
    pairs = np.bincount((held >= 2).sum(axis=1), minlength=HAND_SIZE // 2 + 1)
    return [int(count) for count in pairs]


def dealt_check(table: pl.DataFrame) -> Check:
    """Return whether the deals follow their exact law: chi-square, p below 1e-6 is a fault."""
    found = [
        check_law("dublees", rows["hands"].to_list(), rows["exact"].to_list())
        for rows in table.partition_by("rules", maintain_order=True)
    ]
    least = min(check["p"] for check in found)
    return Check(
        "Dublees dealt agree with their exact law",
        all(check["passed"] for check in found),
        f"First hands of {found[0]['n']:,} deals of this seed with each of {len(found)} packs; "
        f"least p {least:.2g}, below 1e-6 is a fault.",
    )
