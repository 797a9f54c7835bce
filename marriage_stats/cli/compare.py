"""`compare`: the shift between rule sets on the same deals."""

from dataclasses import replace
from typing import Annotated, Any

import typer

from marriage_stats.cli.options import (
    BlockSizeOption,
    JsonOption,
    PlayersOption,
    PoliciesOption,
    PrecisionOption,
    RulesOption,
    SeedOption,
    SetOption,
    ThreadsOption,
    find_rules,
)
from marriage_stats.cli.output import p_text, print_table
from marriage_stats.cli.progress import progress_bar
from marriage_stats.cli.runs import BackendOption, OutOption, ResumeOption, ready, tell

SHARES = ("seen", "finished", "no_winner")
NAMES = {
    "mean": "mean payment",
    "mean_abs": "mean absolute payment",
    "sd": "sd of a payment",
    "p05": "5% point of payments",
    "p95": "95% point of payments",
    "seen": "share of seats that see",
    "finished": "share of seats that finish",
    "no_winner": "share of rounds nobody finishes",
    "turns": "seat-turns a round",
}


def compare(
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", metavar="KEY=A,B", help="Compare values of a rule key; repeatable."),
    ] = None,
    rules: RulesOption = "dashain",
    settings: SetOption = None,
    players: PlayersOption = None,
    policies: PoliciesOption = None,
    play: Annotated[
        str | None, typer.Option("--play", help="fixed, coupled or adapted; omitted = what fits.")
    ] = None,
    given: Annotated[
        list[str] | None,
        typer.Option("--given", help="Tell by what was dealt: pairs, melds, tunnela or printed."),
    ] = None,
    interaction: Annotated[
        bool, typer.Option("--interaction", help="How one key's effect depends on another's.")
    ] = False,
    adapt_deals: Annotated[
        int, typer.Option("--adapt-deals", help="Most deals to try each deviation on, adapted.")
    ] = 2048,
    rounds: Annotated[int, typer.Option("--rounds", help="Deals to play.")] = 100_000,
    precision: PrecisionOption = None,
    seed: SeedOption = None,
    threads: ThreadsOption = None,
    block_size: BlockSizeOption = None,
    backend: BackendOption = "threads",
    out: OutOption = None,
    resume: ResumeOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show how rule sets shift payments and stakes on the same deals.

    Several --vary make the full grid; every rule set is compared with the first. Rules that only
    settle are priced on one set of rounds (fixed play); rules that change play are played again on
    the same deals (coupled play). --play adapted first tunes the players of every rule set: all of
    them take up the change of one parameter that gains one of them most, until none is found to
    gain more than 0.1 points a round, at most six times; it prints what was changed.

    Each difference has its 95% interval, a p-value after Holm's correction over all of them, and
    its variance-reduction factor: how many times fewer rounds it took than separate deals would
    have. Figures of groups made by play are marked descriptive.
    --precision takes the place of --rounds: it plays until every difference is known that closely.
    """
    from marriage_stats.compare import compare as run_comparison
    from marriage_stats.compare import parse_vary, plan_comparison
    from marriage_stats.runs import Sampling

    house, varied = find_rules(rules, settings, players), parse_vary(vary or [])
    sampling = Sampling(rounds, seed, threads, block_size, precision, backend=backend)
    ready(sampling, out, resume)
    plan = plan_comparison(house, varied, policies, play, given or [], adapt_deals)
    if interaction and len(plan.varied) < 2:
        raise ValueError("--interaction needs two or more --vary keys")
    with progress_bar("playing", 0 if precision else rounds) as progress:
        result = run_comparison(
            plan, replace(sampling, progress=progress), interaction, out, resume
        )
    tell(result, as_json, _print)


def _print(result: dict[str, Any]) -> None:
    house = result["rules"]
    policies = ", ".join(dict.fromkeys(result["policies"]))
    stopped = " (interrupted)" if result["interrupted"] else ""
    print(
        f"{house['name']} (digest {house['digest']}), {result['play']} play by {policies}; "
        f"{result['rounds']:,} deals{stopped}, seed {result['seed']}"
    )
    if result["adapted"]:
        heading = ["rule set", "changed", "steps", "largest deviation left", "gain", "rounds"]
        lines = [_adapted(row) for row in result["adapted"]]
        print_table(heading, lines, "adapted players (points a round)", numbers=heading[4:])
    columns = ["figure", "group", *(variant["label"] for variant in result["variants"])]
    print_table(columns, _levels(result["variants"]), "each rule set", numbers=columns[2:])
    heading = ["figure", "group", "shift", "95% interval", "p (Holm)", "vrf"]
    for variant in result["variants"][1:]:
        rows = [row for row in result["differences"] if row["to"] == variant["label"]]
        title = f"from {rows[0]['from']} to {variant['label']}"
        print_table(
            heading, [_row(row) for row in rows if _has_width(row)], title, numbers=heading[2:]
        )
        _print_alike(rows)
    for of in dict.fromkeys(tuple(row["of"]) for row in result["interactions"]):
        rows = [row for row in result["interactions"] if tuple(row["of"]) == of]
        title = f"interaction of {' and '.join(of)}"
        shown = [_row(row)[:-1] for row in rows if _has_width(row)]
        print_table(heading[:-1], shown, title, numbers=heading[2:-1])
        _print_alike(rows)
    for note in ["* descriptive group: made by play, not fixed by the deal", *result["notes"]]:
        print(note)


def _adapted(row: dict[str, Any]) -> list[str]:
    """Return what adapting to a rule set changed, and what the best deviation from it gains."""
    changed = [f"{name} {old:g} to {new:g}" for name, (old, new) in row["changed"].items()]
    left = row["largest_deviation"]
    gain = f"{left['value']:+.3f} ({left['low']:+.3f} .. {left['high']:+.3f})"
    steps = f"{row['steps']}{'' if row['settled'] else ', not settled'}"
    words = ", ".join(changed) or "nothing"
    return [row["label"], words, steps, left["change"], gain, f"{row['rounds']:,}"]


def _levels(variants: list[dict[str, Any]]) -> list[list[str]]:
    """Return each variant's own figures, one row per figure and group."""
    cells: dict[tuple[str, str], dict[str, Any]] = {}
    kinds = {}
    for variant in variants:
        for found in variant["estimates"]:
            cell = (found["statistic"], found["group"])
            kinds[cell] = found["kind"]
            cells.setdefault(cell, {})[variant["label"]] = found
    return [
        [
            NAMES[cell[0]],
            _group(cell[1], kinds[cell]),
            *(_level(found.get(v["label"]), cell[0]) for v in variants),
        ]
        for cell, found in cells.items()
        if cell != ("mean", "all")
    ]


def _level(found: dict[str, Any] | None, statistic: str) -> str:
    if found is None:
        return "-"
    half = (found["high"] - found["low"]) / 2
    return f"{_text(found['value'], statistic)} ± {_text(half, statistic)}"


def _has_width(row: dict[str, Any]) -> bool:
    """Return whether rounds told a difference, or a bound on it."""
    return bool(row["high"] > row["low"])


def _print_alike(rows: list[dict[str, Any]]) -> None:
    """Print in which figures no round differed, and how many of all rounds may yet do so."""
    alike = [row for row in rows if row["rounds_differ"] and not _has_width(row)]
    if alike:
        found = alike[0]["rounds_differ"]
        names = [f"{NAMES[r['statistic']]} ({_group(r['group'], r['kind'])})" for r in alike]
        print(
            f"no round of {found['n']:,} differed (95% interval: at most "
            f"{100 * found['high']:.2g}% of rounds do) in: {', '.join(names)}\n"
        )


def _row(row: dict[str, Any]) -> list[str]:
    low, high = (_text(row[end], row["statistic"], "+") for end in ("low", "high"))
    return [
        NAMES[row["statistic"]],
        _group(row["group"], row["kind"]),
        _text(row["value"], row["statistic"], "+"),
        f"{low} .. {high}",
        p_text(row["p_holm"]),
        f"{row['vrf']:.1f}" if row.get("vrf") else "-",
    ]


def _text(value: float, statistic: str, sign: str = "") -> str:
    return f"{100 * value:{sign}.2f}%" if statistic in SHARES else f"{value:{sign}.3f}"


def _group(group: str, kind: str) -> str:
    return group.replace("_", " ") + (" *" if kind == "descriptive" else "")
