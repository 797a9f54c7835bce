"""What a comparison plays and prices: the grid of variants, and how few rounds serve them all."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from marriage_stats.engine.simulate import MAX_ROUNDS, Table
from marriage_stats.policies.registry import load_policies
from marriage_stats.rules import Rules, RulesError, Value, compile_rules, nearest, parse_value
from marriage_stats.rules import value_text as full_text
from marriage_stats.rules.keys import find_key
from marriage_stats.runs import MIN_ROUNDS
from marriage_stats.summary import STRONGEST

FIXED, COUPLED, ADAPTED = PLAYS = ("fixed", "coupled", "adapted")
GIVEN = ("pairs", "melds", "tunnela", "printed")
MAX_VARIANTS = 64
ADAPT_DEALS = 2048
TUNED = STRONGEST
"""The policy whose parameters adapted play searches."""
PLAY_NOTES = {
    FIXED: "fixed play: the same rounds are priced under every rule set, so the members of a "
    "group are the same in all of them",
    COUPLED: "coupled play: the same deals are played again under every rule set by the same "
    "policies, so the members of a descriptive group change with it",
    ADAPTED: "adapted play: the same deals are played again under every rule set, each by players "
    "whose parameters are a best response to themselves there: no single change is found to gain "
    "more than 0.1 points a round; the members of a descriptive group change with it",
}


@dataclass(frozen=True)
class Variant:
    """One rule set of the grid.

    Parameters
    ----------
    values : varied key -> value
    rules : the house that prices the rounds
    table : which of the plan's tables plays them
    """

    label: str
    values: Mapping[str, Value]
    rules: Rules
    table: int


@dataclass(frozen=True)
class Plan:
    """A comparison: variants, the first of which is what the others are compared with.

    Parameters
    ----------
    play : fixed (the same rounds priced again), coupled (the same deals played again) or adapted
        (coupled, by players tuned to each rule set)
    tables : the different ways to play; variants that play alike share one
    dealt_as_exposed : price dealt tunnelas as laid face up, in a house that lays none
    given : what of the deal the payments are also told by
    adapt_deals : most deals that adapted play tries a deviation on
    """

    base: Rules
    play: str
    varied: tuple[str, ...]
    variants: tuple[Variant, ...]
    tables: tuple[Table, ...]
    dealt_as_exposed: bool
    given: tuple[str, ...]
    adapt_deals: int = ADAPT_DEALS

    @property
    def seats(self) -> int:
        """Most seats at any of the tables."""
        return max(table.players for table in self.tables)

    @property
    def notes(self) -> list[str]:
        """What a reader must know to read the figures."""
        notes = [PLAY_NOTES[self.play]]
        notes.append(
            "p05 and p95 are interpolated between whole points (mid-distribution); their errors "
            "come from drawing 64 blocks of rounds again, that of sd from leaving each out"
        )
        if self.dealt_as_exposed:
            notes.append(
                "this house lays no tunnelas face up: dealt ones are priced as laid, although "
                "nobody played for it"
            )
        return notes


def parse_vary(texts: Iterable[str]) -> dict[str, list[Value]]:
    """Read `key=a,b` settings of `--vary`.

    Raises
    ------
    RulesError   for an unknown key, a wrong value, a value or key given twice, or a single value

    >>> parse_vary(["tiplu=3/7,3/8"])
    {'tiplu': [(3, 7), (3, 8)]}
    """
    varied: dict[str, list[Value]] = {}
    for text in texts:
        key, sign, rest = (part.strip() for part in text.partition("="))
        words = rest.split(",")
        if not sign or len(words) < 2 or not all(word.strip() for word in words):
            raise RulesError(f"--vary must be key=a,b with two or more values, got {text!r}")
        find_key(key)
        if key in varied:
            raise RulesError(f"--vary {key} is given twice; put all its values in one")
        values = [parse_value(key, word) for word in words]
        if len(set(values)) < len(values):
            raise RulesError(f"--vary {key} names a value twice: {rest}")
        varied[key] = values
    return varied


def plan_comparison(
    base: Rules,
    vary: Mapping[str, Sequence[Value]],
    policies: str | None = None,
    play: str | None = None,
    given: Sequence[str] = (),
    adapt_deals: int = ADAPT_DEALS,
) -> Plan:
    """Return the plan of a full grid over varied keys.

    Parameters
    ----------
    vary : rule key -> values; the first of each is the one compared with
    policies : as in `load_policies`; None takes the strongest there is for every seat
    play : `fixed`, `coupled` or `adapted`; None takes fixed where every varied key only settles
    given : names of `GIVEN`
    adapt_deals : most deals on which adapted play tries a deviation

    Raises
    ------
    ValueError   if nothing is varied, the grid is too large, or the play cannot answer it
    """
    if not vary:
        raise ValueError("nothing to compare: give at least one --vary key=a,b")
    for name in given:
        if name not in GIVEN:
            raise ValueError(f"unknown --given {name!r}; {nearest(name, list(GIVEN))}")
    grid = list(product(*vary.values()))
    if len(grid) > MAX_VARIANTS:
        raise ValueError(f"--vary must give at most {MAX_VARIANTS} rule sets, got {len(grid)}")
    chosen = _choose_play(vary, play)
    if not MIN_ROUNDS <= adapt_deals <= MAX_ROUNDS:
        raise ValueError(f"adapt_deals must be {MIN_ROUNDS}..{MAX_ROUNDS}, got {adapt_deals}")
    names = STRONGEST if policies is None else policies
    if chosen == ADAPTED and set(names.split(",")) != {TUNED}:
        raise ValueError(f"--play adapted tunes the policy {TUNED} for every seat, got {names!r}")
    sets = [dict(zip(vary, values, strict=True)) for values in grid]
    as_exposed = chosen == FIXED and base["tunnela_exposure"] == "none"
    if as_exposed:
        as_exposed = any(_premium(base, values) != "never" for values in sets)
    tables, variants = [], []
    for values in sets:
        label = " ".join(f"{key}={short_text(key, value)}" for key, value in values.items())
        try:
            # A premium contradicts a house that lays no tunnelas, except as a price on paper.
            laid = {"tunnela_exposure": "optional"} if as_exposed else {}
            rules = base.replace({**laid, **values})
            played = base if chosen == FIXED else rules
            table = Table(played, load_policies(names, played))
        except ValueError as error:
            raise ValueError(f"{label}: {error}") from None
        tables.append(table)
        variants.append(Variant(label, values, rules, 0))
    distinct, places = distinct_tables(tables)
    placed = tuple(replace(v, table=i) for v, i in zip(variants, places, strict=True))
    return Plan(base, chosen, tuple(vary), placed, distinct, as_exposed, tuple(given), adapt_deals)


def distinct_tables(tables: Sequence[Table]) -> tuple[tuple[Table, ...], list[int]]:
    """Return the tables that play differently, and for each table its place among them."""
    marks = [_signature(table) for table in tables]
    first = dict(zip(reversed(marks), reversed(tables), strict=True))
    order = list(dict.fromkeys(marks))
    return tuple(first[mark] for mark in order), [order.index(mark) for mark in marks]


def short_text(key: str, value: Value) -> str:
    """Return a value as one would type it: n where the totals are n, 2n, 3n.

    >>> short_text("alter", (5, 10, 15)), short_text("tiplu", (3, 8))
    ('5', '3/8')
    """
    full = find_key(key).kind == "totals" and isinstance(value, tuple) and len(value) == 3
    if full and isinstance(value, tuple) and value == tuple(value[0] * n for n in (1, 2, 3)):
        return str(value[0])
    return full_text(value)


def _choose_play(vary: Mapping[str, Sequence[Value]], play: str | None) -> str:
    playing = [key for key in vary if find_key(key).play]
    if play is None:
        return COUPLED if playing else FIXED
    if play not in PLAYS:
        raise ValueError(f"--play must be {', '.join(PLAYS)}, got {play!r}")
    if play == FIXED and playing:
        raise ValueError(
            f"--play fixed prices one set of rounds, but {playing[0]} changes the play; "
            "allowed: coupled"
        )
    return play


def _premium(base: Rules, values: Mapping[str, Value]) -> Value:
    return values.get("tunnela_premium", base["tunnela_premium"])


def _signature(table: Table) -> Any:
    policies = tuple((id(p.choose), p.name, p.params.tobytes()) for p in table.policies)
    return compile_rules(table.rules), policies
