"""`see`: the time to see by route and policy, against the exact floor."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from marriage_stats.cli.curves import print_timing
from marriage_stats.cli.options import (
    BlockSizeOption,
    JsonOption,
    PoliciesOption,
    PrecisionOption,
    RoundsOption,
    RulesOption,
    SeedOption,
    SetOption,
    ThreadsOption,
)
from marriage_stats.cli.progress import progress_bar
from marriage_stats.cli.runs import BackendOption, OutOption, ResumeOption, print_rate, ready, tell
from marriage_stats.cli.tables import HandOption, find_table

if TYPE_CHECKING:
    from marriage_stats.deals.condition import Condition
    from marriage_stats.engine import Table
    from marriage_stats.rules import Rules

RULES, POLICIES = "rules", "policies"
MOST = {"pairs": 10, "melds": 7}
"""What a hand of 21 cards can hold."""


def see(
    rules: RulesOption = "classic",
    settings: SetOption = None,
    players: Annotated[
        int | None, typer.Option("--players", help="Seats at the table, 2..6; 1 = solitaire.")
    ] = None,
    policies: PoliciesOption = None,
    rounds: RoundsOption = 100_000,
    hand: HandOption = None,
    given: Annotated[
        list[str] | None,
        typer.Option(
            "--given",
            metavar="WHAT=N|A..B",
            help="Deal seat 0 so many pairs, melds or printed jokers; repeatable.",
        ),
    ] = None,
    vary: Annotated[
        str | None,
        typer.Option(
            "--vary",
            metavar="KEY=A,B",
            help="Compare houses (rules=A,B), policies (policies=A,B) or values of a rule key.",
        ),
    ] = None,
    precision: PrecisionOption = None,
    seed: SeedOption = None,
    threads: ThreadsOption = None,
    block_size: BlockSizeOption = None,
    backend: BackendOption = "threads",
    out: OutOption = None,
    resume: ResumeOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show how many own draws it takes to see the maal.

    "could see" is the share of seats that have held three pure melds or seven dublees within so
    many own draws, 0 being the deal; "has shown" those that have laid them down. A seat whose
    round ends first has not seen. Intervals take the round as the unit; "corrected" is the same
    share by what the seats were dealt, where the exact laws of the deal make it sharper, and the
    gain is how many times the rounds that would have taken. The floor is exact: nobody who only
    draws from the stock can be faster, even without ever throwing. With --players 1 it bounds the
    curve; at a table, where discards can be picked up, it is a reference.

    With --hand or --given the curve is that of seat 0 on condition of its deal, and there is no
    floor. --vary plays the same deals in other houses or by other policies, and tells by log-rank
    who sees sooner. --precision takes the place of --rounds: it plays until "could see" is known
    that closely at every turn.
    """
    from marriage_stats.runs import Sampling
    from marriage_stats.timing import Watch, play_timing

    sampling = Sampling(rounds, seed, threads, block_size, precision, backend=backend, least=1)
    ready(sampling, out, resume)
    labels, tables = _tables(vary, rules, settings, players, policies, hand)
    if hand and given:
        raise ValueError("--hand and --given both say what seat 0 is dealt: give one of them")
    condition = read_given(given, [table.rules for table in tables]) if given else None
    watch = Watch(tables, labels, condition)
    with progress_bar("playing", 0 if precision else rounds) as progress:
        result = play_timing(watch, replace(sampling, progress=progress), out, resume)
    print_rate(result)
    tell(result, as_json, print_timing)


def _tables(
    vary: str | None,
    rules: str,
    settings: list[str] | None,
    players: int | None,
    policies: str | None,
    hand: str | None,
) -> tuple[tuple[str, ...], tuple["Table", ...]]:
    """Return labels and tables: one without `--vary`, else one for each of its values."""
    if vary is None:
        return ("",), (find_table(rules, settings, players, policies, hand, may_be_alone=True),)
    key, sign, rest = (part.strip() for part in vary.partition("="))
    words = [word.strip() for word in rest.split(",") if word.strip()]
    if not sign or len(words) < 2:
        raise ValueError(f"--vary must be KEY=A,B with two or more values, got {vary!r}")
    if len(set(words)) < len(words):
        raise ValueError(f"--vary {key} names a value twice: {rest}")
    if key == POLICIES and policies is not None:
        raise ValueError("--vary policies=A,B and --policies both say who plays: give one of them")
    tables = []
    for word in words:
        changed = [*(settings or []), *([] if key in (RULES, POLICIES) else [f"{key}={word}"])]
        house, names = word if key == RULES else rules, word if key == POLICIES else policies
        tables.append(find_table(house, changed, players, names, hand, may_be_alone=True))
    return tuple(f"{key}={word}" for word in words), tuple(tables)


def read_given(texts: list[str], houses: list["Rules"]) -> "Condition":
    """Return the condition that `--given WHAT=N` or `WHAT=A..B` describe.

    Raises
    ------
    ValueError   for an unknown word, or numbers that a hand cannot hold in one of the houses
    """
    from marriage_stats.deals.condition import Condition
    from marriage_stats.rules import nearest

    printed = min(house.number("man_cards") + house.number("superman") for house in houses)
    most = {**MOST, "printed": printed}
    limits: dict[str, tuple[int, int]] = {}
    for text in texts:
        name, _, rest = (part.strip() for part in text.partition("="))
        if name not in most:
            raise ValueError(f"unknown --given {name!r}; {nearest(name, list(most))}")
        if name in limits:
            raise ValueError(f"--given {name} is given twice")
        low, dots, high = rest.partition("..")
        try:
            limits[name] = int(low), int(high if dots else low)
        except ValueError:
            raise ValueError(f"--given must be {name}=N or {name}=A..B, got {text!r}") from None
        if not 0 <= limits[name][0] <= limits[name][1] <= most[name]:
            raise ValueError(f"--given {name} must be within 0..{most[name]} here, got {rest}")
    return Condition(**limits)
