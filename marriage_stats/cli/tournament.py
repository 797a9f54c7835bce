"""`tournament`: policies against each other, seats rotated, deals shared."""

from dataclasses import replace
from typing import Annotated, Any

import typer

from marriage_stats.cli.options import (
    BlockSizeOption,
    JsonOption,
    PlayersOption,
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


def tournament(
    rules: RulesOption = "dashain",
    settings: SetOption = None,
    players: PlayersOption = None,
    policies: Annotated[
        str | None,
        typer.Option("--policies", metavar="NAME,...", help="Who plays; omitted = all but random."),
    ] = None,
    rounds: Annotated[int, typer.Option("--rounds", help="Rounds to play for each pair.")] = 10_000,
    precision: PrecisionOption = None,
    seed: SeedOption = None,
    threads: ThreadsOption = None,
    block_size: BlockSizeOption = None,
    backend: BackendOption = "threads",
    out: OutOption = None,
    resume: ResumeOption = False,
    as_json: JsonOption = False,
) -> None:
    """Rank policies by what they earn from each other.

    Every pair plays the same deals: one of the pair alone among players of the other, in every
    seat, and the other way round. The edge is half the difference between what either earns when
    alone, in points a round; the score of a policy is its mean edge over all opponents. Luck is its
    share of the variance of payments, rounds to lead how soon the better is ahead with 95%.
    --precision takes the place of --rounds: it plays until every edge is known that closely.
    """
    from marriage_stats.runs import MIN_ROUNDS, Sampling
    from marriage_stats.tournament import choose_field, play_tournament, rounds_per_deal

    house = find_rules(rules, settings, players)
    each = rounds_per_deal(house)
    deals = -(-rounds // each)
    if deals < MIN_ROUNDS:
        raise ValueError(
            f"rounds must be {MIN_ROUNDS * each} or more, {MIN_ROUNDS} deals of {each} rounds for "
            f"each pair of policies, got {rounds}"
        )
    sampling = Sampling(deals, seed, threads, block_size, precision, backend=backend)
    ready(sampling, out, resume)
    field = choose_field(house, policies)
    with progress_bar("deals", 0 if precision else deals) as progress:
        result = play_tournament(field, replace(sampling, progress=progress), out, resume)
    tell(result, as_json, _print)


def _print(result: dict[str, Any]) -> None:
    house = result["rules"]
    stopped = " (interrupted)" if result["interrupted"] else ""
    print(
        f"{house['name']} (digest {house['digest']}), {result['players']} players; "
        f"{result['deals']:,} deals{stopped}, {result['rounds']:,} rounds, seed {result['seed']}"
    )
    columns = ["", "policy", "score", "95% interval", "finishes", "sees"]
    rows = [
        [
            str(row["rank"]),
            row["policy"],
            f"{row['value']:+.3f}",
            f"{row['low']:+.3f} .. {row['high']:+.3f}",
            _share(row["finished"]),
            _share(row["seen"]),
        ]
        for row in result["ranking"]
    ]
    print_table(columns, rows, "ranking (points a round)", numbers=columns[2:])
    columns = ["first", "second", "edge", "interval", "p (Holm)", "first alone", "second alone"]
    rows = [
        [
            row["first"],
            row["second"],
            f"{row['value']:+.3f}",
            f"{row['low']:+.3f} .. {row['high']:+.3f}",
            p_text(row["p_holm"]),
            *(_alone(row[who]) for who in ("first_alone", "second_alone")),
        ]
        for row in result["pairs"]
    ]
    print_table(columns, rows, "pairs (points a round)", numbers=columns[2:])
    columns = ["first", "second", "better", "leads by", "luck", "rounds to lead", "interval"]
    rows = [[row["first"], row["second"], *_skill(row["skill"])] for row in result["pairs"]]
    title = "skill and luck (the better alone among the others)"
    print_table(columns, rows, title, numbers=columns[3:])
    for note in result["notes"]:
        print(note)


def _skill(found: dict[str, Any]) -> list[str]:
    lead, luck, rounds = found["lead"], found["luck"], found["rounds_to_lead"]
    return [
        found["better"],
        f"{lead['value']:+.3f} ± {lead['high'] - lead['value']:.3f}",
        f"{100 * luck['value']:.1f}% ± {100 * (luck['high'] - luck['value']):.1f}%",
        _rounds(rounds["value"]),
        f"{_rounds(rounds['low'])} .. {_rounds(rounds['high'])}",
    ]


def _rounds(count: int | None) -> str:
    return "never" if count is None else f"{count:,}"


def _share(found: dict[str, Any]) -> str:
    return f"{100 * found['value']:.1f}% ± {100 * (found['high'] - found['value']):.1f}%"


def _alone(found: dict[str, Any]) -> str:
    return f"{found['value']:+.3f} ± {found['high'] - found['value']:.3f}"
