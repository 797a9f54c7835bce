"""Shifts from a house's own rules: which rules are changed, how they are played, and the tables."""

from collections.abc import Iterable, Sequence
from functools import partial, reduce
from typing import Any

import numpy as np
import polars as pl

from marriage_stats.compare.figures import Figures
from marriage_stats.compare.groups import Cell, group_kind
from marriage_stats.compare.plan import COUPLED, FIXED, Plan, Variant
from marriage_stats.compare.tally import Tally, tally_block
from marriage_stats.engine.simulate import Table, play_block
from marriage_stats.estimators.holm import holm
from marriage_stats.parallel import run_blocks
from marriage_stats.policies.registry import load_policies
from marriage_stats.rules import KEYS, Rules, load_rules
from marriage_stats.study.paired import SURE
from marriage_stats.study.spec import RuleSet, Task

GROUPS = ("finisher", "sequence_seen_loser", "dublee_seen_loser", "unseen_loser")
STAKES = ("mean_abs", "sd")
CELLS = [Cell("mean", group) for group in GROUPS] + [Cell(name, "all") for name in STAKES]
COMMON_GROUP = 0.1
"""Share of seats from which a group counts as common."""
TARGETS = {FIXED: (0.05, 0.25), COUPLED: (0.25, 1.0)}
"""Play -> half-width in points aimed at: figures of common groups, of rarer ones."""
PRICES, PACKS, OTHER = PARTS = ("prices", "packs", "other")
"""What is played together: changes that only settle, of the printed jokers, all others."""
PACK_KEYS = ("man_cards", "superman")
BLOCK = 512
LEAST_MEMBERS = 25
"""Groups with fewer members in either rule set have no interval worth telling."""
LEAST = 16
"""Fewest rounds that a standard deviation's interval can be made from."""

SHIFTS = {
    "rules": pl.String,
    "house": pl.String,
    "change": pl.String,
    "play": pl.String,
    "statistic": pl.String,
    "group": pl.String,
    "kind": pl.String,
    "value": pl.Float64,
    "se": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "n": pl.Int64,
    "p_holm": pl.Float64,
    "vrf": pl.Float64,
    "share": pl.Float64,
    "target": pl.Float64,
    "reached": pl.Boolean,
}
BASES = {name: SHIFTS[name] for name in ("rules", "statistic", "group", "value", "se")} | {
    name: SHIFTS[name] for name in ("low", "high", "n", "share")
}
SUMS = {"rules": pl.String, "play": pl.String, "n": pl.Int64, "squares": pl.Float64}
"""squares: over rounds, the square of the sum of all payments; 0 where each round sums to zero."""
ALIKE = {"rules": pl.String, "n": pl.Int64, "alike": pl.Boolean}
PLAYED_AGAIN = 64
"""Rounds that show whether a change that only settles leaves play alone."""


def changes_of(base: Rules) -> list[tuple[str, tuple[str, ...]]]:
    """Return (words, settings) of every change asked of a house; the house's own value is none."""
    kind = "alter=0" if any(base.totals("alter")) else "alter=5/15/25"
    asked: list[tuple[str, tuple[str, ...]]] = [(kind.replace("=", " "), (kind,))]
    asked += [(f"unseen maal: {m}", (f"unseen_maal={m}",)) for m in KEYS["unseen_maal"].choices]
    asked += [(f"tiplu {price}", (f"tiplu={price}",)) for price in ("3/7", "3/8")]
    if base.number("man_cards"):
        prices = ("0", "2/5/10", "5/15/30")
        asked += [(f"man price {price}", (f"man={price}",)) for price in prices]
    if base.has_dublee_route:
        asked += [(f"dublee-seen fee {fee}", (f"fee_dublee_seen={fee}",)) for fee in (0, 3)]
        asked += [("no dublee bonus", ("dublee_bonus=0",))]
        asked += [("bonus replaces fee", ("dublee_bonus_mode=replace",))]
    asked += [(f"{k} man card{'s' * (k != 1)}", (f"man_cards={k}",)) for k in range(4)]
    asked += [("no superman", ("superman=0",)), ("a superman", ("superman=1",))]
    asked += [
        (f"sequences {v}", (f"sequence_length={v}",)) for v in KEYS["sequence_length"].choices
    ]
    asked += [(f"pick-up: {v}", (f"pickup={v}",)) for v in KEYS["pickup"].choices]
    asked += [(f"empty stock: {v}", (f"stock_out={v}",)) for v in KEYS["stock_out"].choices]
    asked += [(f"{k} players", (f"players={k}",)) for k in range(2, 7)]
    asked += [("dublees off", ("dublee_route=false",)), ("dublees on", ("dublee_route=true",))]
    if base.has_dublee_route:
        gate = "dublee_min_players=4"
        asked += [(f"{k} players without dublees", (f"players={k}", gate)) for k in (2, 3)]
    return [(words, what) for words, what in asked if _moves(base, what)]


def _moves(base: Rules, settings: tuple[str, ...]) -> bool:
    """Return whether settings change a price or rule that can be reached in a house."""
    changed = load_rules(base.name, settings)
    # One tiplu is turned up, so that nobody holds a third.
    return any(
        key != "tiplu" or base.totals(key)[:2] != changed.totals(key)[:2]
        for key in base.differences(changed)
    )


def rule_sets_of(house: str) -> list[RuleSet]:
    """Return a house and its changes, labelled `house` and `house: change`."""
    base = load_rules(house, ())
    changed = [RuleSet(f"{house}: {words}", house, what) for words, what in changes_of(base)]
    return [RuleSet(house, house), *changed]


def shift_rows(task: Task, house: str, part: str, n: int) -> tuple[list[Any], list[Any], list[Any]]:
    """Play one house its own way and changed, and return rows of SHIFTS, BASES and SUMS.

    Parameters
    ----------
    part : one of PARTS; PRICES are fixed play, the others coupled
    """
    plan = _plan(task, house, part)
    for table in plan.tables:
        play_block(table, task.seed, 0, 1)  # compiles once, ahead of threads
    block = partial(tally_block, plan, task.seed)
    tally = reduce(Tally.plus, run_blocks(block, max(n, LEAST), BLOCK, task.threads))
    figures = Figures(plan, tally)
    shifts, bases = [], []
    for cell in CELLS:
        own = figures.own(cell, 0) if _members(figures, cell, 0) >= LEAST_MEMBERS else None
        if own is None:
            continue
        share = own["cases"] / (tally.n * plan.tables[0].players) if cell.group != "all" else 1.0
        told = [own[name] for name in ("value", "se", "low", "high", "n")]
        bases.append([house, *cell, *told, share])
        for end in range(1, len(plan.variants)):
            row = figures.shift(cell, 0, end)
            if row is not None and _members(figures, cell, end) >= LEAST_MEMBERS:
                shifts.append(_shift_row(house, plan, row, share))
    totals = tally.ratios.products[figures.cells.index(Cell("mean", "all"))]
    sums = [
        [variant.label, plan.play, tally.n, float(totals[2 * i, 2 * i])]
        for i, variant in enumerate(plan.variants)
    ]
    return shifts, bases, sums


def _members(figures: Figures, cell: Cell, variant: int) -> int:
    return figures.tally.ratios.cases(figures.cells.index(Cell("mean", cell.group)), variant)


def part_of(base: Rules, rules: Rules) -> str:
    """Return the part of PARTS that a changed house is played in."""
    changed = base.differences(rules)
    if not any(KEYS[key].play for key in changed):
        return PRICES
    return PACKS if set(changed) <= set(PACK_KEYS) else OTHER


def alike_rows(task: Task, house: str) -> list[list[Any]]:
    """Play rounds again under every change that only settles, and return rows of ALIKE."""
    base = play_block(_table(task.rule_sets[house]), task.seed, 0, PLAYED_AGAIN)
    rows: list[list[Any]] = []
    for variant in _plan(task, house, PRICES).variants[1:]:
        again = play_block(_table(variant.rules), task.seed, 0, PLAYED_AGAIN)
        same = np.array_equal(base.per_round, again.per_round)
        rows.append(
            [variant.label, PLAYED_AGAIN, same and np.array_equal(base.per_seat, again.per_seat)]
        )
    return rows


def _plan(task: Task, house: str, part: str) -> Plan:
    base = task.rule_sets[house]
    variants, tables = [Variant(house, {}, base, 0)], [_table(base)]
    for label, rules in task.rule_sets.items():
        if label.startswith(f"{house}: ") and part_of(base, rules) == part:
            if part != PRICES:
                tables.append(_table(rules))
            variants.append(Variant(label, {}, rules, len(tables) - 1))
    play = FIXED if part == PRICES else COUPLED
    return Plan(base, play, (), tuple(variants), tuple(tables), False, ())


def _table(rules: Rules) -> Table:
    return Table(rules, load_policies("adaptive", rules))


def _shift_row(house: str, plan: Plan, row: dict[str, Any], share: float) -> list[Any]:
    target = TARGETS[plan.play][share < COMMON_GROUP]
    label = str(row["to"])
    told = [row[name] for name in ("value", "se", "low", "high", "n", "p", "vrf")]
    reached = (row["high"] - row["low"]) / 2 <= target
    kind = group_kind(row["group"])
    words = label.removeprefix(f"{house}: ")
    return [
        label, house, words, plan.play, row["statistic"], row["group"], kind,
        *told, share, target, reached,
    ]  # fmt: skip


def shift_frame(rows: Sequence[Sequence[Any]]) -> pl.DataFrame:
    """Return rows of SHIFTS with Holm's p-values over all of them that can move."""
    frame = pl.DataFrame(rows, SHIFTS, orient="row")
    moves = ((pl.col("se") > 0) | (pl.col("value") != 0)).alias("moves")
    able = frame.select(moves)["moves"].to_list()
    adjusted = iter(holm([p for p, can in zip(frame["p_holm"], able, strict=True) if can]))
    column = [next(adjusted) if can else 1.0 for can in able]
    return frame.with_columns(pl.Series("p_holm", column, dtype=pl.Float64))


def clear_rows(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the shifts that Holm's correction leaves standing, largest first."""
    told = frame.filter(pl.col("p_holm") < SURE)
    return told.sort(pl.col("value").abs(), descending=True, maintain_order=True)


def other_tables() -> pl.Expr:
    """Return whether a change is one of the number of players."""
    return pl.col("change").str.contains("players")


def _signed(values: Iterable[float]) -> list[str]:
    """Return points with their sign.

    >>> _signed([1.234, -0.5])
    ['+1.23', '\u22120.50']
    """
    return [f"{value:+.2f}".replace("-", "\u2212") for value in values]


def with_interval(row: dict[str, Any]) -> str:
    """Return a shift in words: `+1.2 (+1.0 to +1.4)`."""
    value, low, high = _signed([row["value"], row["low"], row["high"]])
    return f"{value} ({low} to {high})"
