"""`simulate`: full rounds in numbers."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from marriage_stats.cli.options import (
    BlockSizeOption,
    JsonOption,
    PlayersOption,
    PoliciesOption,
    PrecisionOption,
    RoundsOption,
    RulesOption,
    SeedOption,
    SetOption,
    ThreadsOption,
    named_path,
)
from marriage_stats.cli.output import precision_text, print_table
from marriage_stats.cli.progress import progress_bar
from marriage_stats.cli.runs import BackendOption, print_rate, tell
from marriage_stats.cli.tables import HandOption, find_house, find_table

POINTS = [
    "points",
    "95% interval",
    "seen",
    "finished",
    "mean |points|",
    "sd",
    "5%",
    "median",
    "95%",
]


def simulate(
    rules: RulesOption = "classic",
    settings: SetOption = None,
    players: PlayersOption = None,
    policies: PoliciesOption = None,
    rounds: RoundsOption = 100_000,
    hand: HandOption = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Play every deal once per rotation of the policies.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", parser=named_path, metavar="FILE", help="Write the rounds as Parquet."
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the stopped run that was to write --out.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Write over --out, and drop a stopped run.")
    ] = False,
    precision: PrecisionOption = None,
    seed: SeedOption = None,
    threads: ThreadsOption = None,
    block_size: BlockSizeOption = None,
    backend: BackendOption = "threads",
    as_json: JsonOption = False,
) -> None:
    """Play full rounds: who sees, who finishes, who is paid.

    Seat 0 is the player after the dealer. With --rotate the policies change seats until each has
    played every deal from every seat; intervals then count deals, not rounds. --rounds is rounded
    up to whole deals. With --hand the figures are conditional on that deal. --precision takes the
    place of --rounds: it plays until the mean of every seat (with --rotate also of every policy) is
    known that closely. --out writes one row per round and seat. A run that is stopped, by Ctrl-C or
    worse, leaves its finished blocks in the folder FILE.run, as Parquet files; --resume goes on to
    the same file as if nothing had happened.
    """
    from marriage_stats.parallel import reach_backend
    from marriage_stats.runs import Sampling
    from marriage_stats.runs.early import check_file_run
    from marriage_stats.summary import Plan, play_summary
    from marriage_stats.summary.plan import deals_of

    deals = deals_of(rounds, find_house(rules, settings, players), rotate)
    sampling = Sampling(deals, seed, threads, block_size, precision, backend=backend, least=1)
    check_file_run(sampling, out, resume, force)
    reach_backend(backend)
    plan = Plan(find_table(rules, settings, players, policies, hand), rotate)
    total = 0 if precision else deals * plan.n_rotations
    with progress_bar("playing", total) as progress:
        result = play_summary(plan, replace(sampling, progress=progress), out, resume, force)
    if out and result["interrupted"]:
        print(f"the run is kept in {out}.run; --resume goes on with it", file=sys.stderr)
    elif out:
        print(f"wrote {out}", file=sys.stderr)
    print_rate(result)
    if not rotate and len(set(plan.policies[0])) > 1:
        print("seats are not alike: to compare policies, add --rotate", file=sys.stderr)
    tell(result, as_json, _print)


def _print(result: dict[str, Any]) -> None:
    house = result["rules"]
    title = f"{house['name']} (digest {house['digest']}), {result['players']} seats, "
    title += f"seed {result['seed']}: {result['rounds']:,} rounds"
    if "policies" in result:
        title += f", {result['deals']:,} deals played {result['players']} times"
    title += precision_text(result)
    if result["conditional"]:
        title += f"\nconditional: seat 0 is always dealt {result['hand']}"
    found = result["estimates"]
    rows = [
        [str(row["seat"]), row["policy"] or "every one", *_points(figures)]
        for row, figures in zip(result["seats"], found["seats"], strict=True)
    ]
    rows.append(["all", "", "", "", *_points(found["table"])[2:]])
    print_table(["seat", "policy", *POINTS], rows, title, numbers=POINTS)
    if "policies" in result:
        rows = [
            [row["policy"], str(row["seats"]), *_points(figures)]
            for row, figures in zip(result["policies"], found["policies"], strict=True)
        ]
        columns = ["policy", "seats", *POINTS]
        print_table(columns, rows, "by policy, over all seats", numbers=columns[1:])
    _print_controlled(result)
    _print_rounds(found)


def _print_controlled(result: dict[str, Any]) -> None:
    """Print the means without the luck of the deal, where that makes them sharper."""
    found = result["controlled"]
    if not found:
        return
    labels = [f"seat {row['seat']}" for row in result["seats"]]
    labels += [row["policy"] for row in result.get("policies", [])]
    rows = [
        [
            label,
            f"{row['value']:+.3f}",
            f"{row['low']:+.3f} .. {row['high']:+.3f}",
            f"{row['gain']:.2f}",
        ]
        for label, row in zip(labels, [*found["seats"], *found["policies"]], strict=True)
    ]
    columns = ["", "points", "95% interval", "gain"]
    title = "points, corrected for what was dealt (gain: as if so many times the rounds)"
    print_table(columns, rows, title, numbers=columns[1:])


def _points(figures: dict[str, Any]) -> list[str]:
    mean = figures["mean"]
    interval = "" if mean["low"] is None else f"{mean['low']:+.3f} .. {mean['high']:+.3f}"
    return [
        f"{mean['value']:+.3f}",
        interval,
        _percent(figures["seen"]["value"]),
        _percent(figures["finished"]["value"]),
        f"{figures['mean_abs']['value']:.2f}",
        f"{figures['sd']['value']:.2f}",
        *(f"{figures[name]['value']:+d}" for name in ("p05", "p50", "p95")),
    ]


def _print_rounds(found: dict[str, Any]) -> None:
    turns, routes = found["turns"], found["routes"]
    rows = [
        ["seat-turns of a round, mean", *_figure(turns["mean"], "{:.2f}")],
        ["seat-turns, standard deviation", *_figure(turns["sd"], "{:.2f}")],
        *(
            [f"seat-turns, {name}", *_figure(turns[key], "{:d}")]
            for key, name in (("p05", "5%"), ("p50", "median"), ("p95", "95%"))
        ),
        ["seats that saw by sequences", *_share(routes["sequence"])],
        ["seats that saw by dublees", *_share(routes["dublee"])],
        ["seats that never saw", *_share(routes["unseen"])],
        ["rounds without a winner", *_share(found["no_winner"])],
        ["rounds cut off by the turn cap", *_share(found["turn_cap"])],
        ["rounds whose stock was reshuffled", *_share(found["reshuffled"])],
    ]
    print_table(["figure", "value", "95% interval"], rows, numbers=["value", "95% interval"])


def _share(figure: dict[str, Any] | None) -> list[str]:
    if figure is None:
        return ["no such route", ""]
    return _figure({k: v if v is None else 100 * v for k, v in figure.items()}, "{:.3g}%")


def _figure(figure: dict[str, Any], form: str) -> list[str]:
    low, high = figure["low"], figure["high"]
    interval = "" if low is None else f"{form.format(low)} .. {form.format(high)}"
    return [form.format(figure["value"]), interval]


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"
