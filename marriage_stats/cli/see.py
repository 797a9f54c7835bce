"""`see`: the time to see by route and policy, against the exact floor."""

import sys
from typing import Annotated, Any

import typer

from marriage_stats.cli.options import (
    BlockSizeOption,
    JsonOption,
    PoliciesOption,
    RulesOption,
    SeedOption,
    SetOption,
    ThreadsOption,
)
from marriage_stats.cli.progress import progress_bar
from marriage_stats.cli.tables import HandOption, find_table

INTERRUPTED = 130
SHOWN_TURNS = (*range(11), 12, 14, 16, 18, 20, 25, 30, 40, 50, 60)
COLUMNS = ["own draws", "could see", "95% interval", "has shown", "by sequences", "by dublees"]


def see(
    rules: RulesOption = "classic",
    settings: SetOption = None,
    players: Annotated[
        int | None, typer.Option("--players", help="Seats at the table, 2..6; 1 = solitaire.")
    ] = None,
    policies: PoliciesOption = None,
    rounds: Annotated[int, typer.Option("--rounds", help="Rounds to play.")] = 100_000,
    hand: HandOption = None,
    seed: SeedOption = None,
    threads: ThreadsOption = None,
    block_size: BlockSizeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show how many own draws it takes to see the maal.

    "could see" is the share of seats that have held three pure melds or seven dublees within so
    many own draws, 0 being the deal; "has shown" those that have laid them down. A seat whose
    round ends first has not seen. Intervals take the round as the unit. The floor is exact: nobody
    who only draws from the stock can be faster, even without ever throwing. With --players 1 it
    bounds the curve; at a table, where discards can be picked up, it is a reference. With --hand
    the curve is that of seat 0, which holds the hand, and there is no floor.
    """
    from marriage_stats.rng import root_seed
    from marriage_stats.timing import play_timing

    table = find_table(rules, settings, players, policies, hand, may_be_alone=True)
    with progress_bar("playing", rounds) as progress:
        result = play_timing(table, rounds, root_seed(seed), threads, block_size, progress)
    n, seconds = result["rounds"], result["seconds"]
    rate = f", {n / seconds:,.0f} a second" if seconds else ""
    print(f"played {n:,} rounds in {seconds:.1f} s{rate}", file=sys.stderr)
    if as_json:
        from marriage_stats.cli.output import print_json

        print_json(result)
    else:
        _print(result)
    if result["interrupted"]:
        raise typer.Exit(INTERRUPTED)


def _print(result: dict[str, Any]) -> None:
    house, players = result["rules"], result["players"]
    table = "solitaire" if players == 1 else f"{players} seats"
    title = f"{house['name']} (digest {house['digest']}), {table}, "
    title += f"{', '.join(dict.fromkeys(result['policies']))}, seed {result['seed']}: "
    title += f"{result['rounds']:,} rounds"
    if result["conditional"]:
        title += f"\nconditional: seat 0, always dealt {result['hand']}"
    _print_curve(title, result, result["floor"])
    for part in result.get("by_policy", []):
        seats = ", ".join(map(str, part["seats"]))
        _print_curve(f"{part['policy']}, seats {seats}", part, result["floor"])


def _print_curve(title: str, figures: dict[str, Any], floor: dict[str, Any]) -> None:
    from marriage_stats.cli.output import print_table

    curve = figures["curve"]
    keys = ["p_seen", "", "p_shown", "p_sequence", "p_dublee", "p_over", "floor"]
    columns = [*COLUMNS, "round over first", "floor" if floor["is_bound"] else "floor (reference)"]
    kept = [place for place, key in enumerate(keys) if not key or curve[0][key] is not None]
    rows = []
    for turn in SHOWN_TURNS:
        row = curve[turn]
        cells = [_percent(row[key]) if key else _interval(row) for key in keys]
        rows.append([str(turn), *(cells[place] for place in kept)])
    columns = [columns[0], *(columns[place + 1] for place in kept)]
    print_table(columns, rows, title, numbers=columns)
    _print_middle(figures, floor)


def _print_middle(figures: dict[str, Any], floor: dict[str, Any]) -> None:
    found = figures["estimates"]
    mean, of_seen, median = (found[k] for k in ("mean_draws", "mean_draws_of_seen", "median"))
    print(f"median: {_turn(median['value'])} ({_turn(median['low'])} .. {_turn(median['high'])})")
    print(f"mean draws of the seats that came to see: {_mean(of_seen)}")
    print(f"mean draws, those that did not within 60 counted as 61: {_mean(mean)}")
    if floor["is_bound"]:
        ratio = mean["value"] / floor["mean_draws"]
        print(f"the same of the floor: {floor['mean_draws']:.3f}, the ratio {ratio:.3f}")
    print()


def _mean(figure: dict[str, Any]) -> str:
    if figure["value"] is None:
        return "there were none"
    interval = "" if figure["low"] is None else f" ({figure['low']:.3f} .. {figure['high']:.3f})"
    return f"{figure['value']:.3f}{interval}"


def _turn(turn: int | None) -> str:
    return "never" if turn is None else str(turn)


def _interval(row: dict[str, Any]) -> str:
    return "" if row["low"] is None else f"{_percent(row['low'])} .. {_percent(row['high'])}"


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.2f}%"
