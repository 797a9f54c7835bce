"""Options that several commands share, and how a house is put together from them."""

from pathlib import Path
from typing import Annotated

import typer

from marriage_stats.rules import Rules, load_rules

RulesOption = Annotated[
    str, typer.Option("--rules", metavar="NAME|FILE", help="A house, or a TOML file with one.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change one rule key; repeatable."),
]
PlayersOption = Annotated[int | None, typer.Option("--players", help="Seats at the table, 2..6.")]
PoliciesOption = Annotated[
    str | None,
    typer.Option(
        "--policies",
        metavar="NAME,...",
        help="random, novice, sequence, dublee, adaptive or FILE.py; one per seat, or one for "
        "all; omitted = adaptive.",
    ),
]
RoundsOption = Annotated[int, typer.Option("--rounds", help="Rounds to play.")]
HandsOption = Annotated[int, typer.Option("--hands", help="Hands to deal; 0 = exact part only.")]
PrecisionOption = Annotated[
    float | None,
    typer.Option("--precision", help="Stop at this half-width, in points; for shares, 0.01 is 1%."),
]
SeedOption = Annotated[int | None, typer.Option("--seed", help="Root seed; omitted = a new one.")]
ThreadsOption = Annotated[int | None, typer.Option("--threads", help="Threads; omitted = all.")]
BlockSizeOption = Annotated[
    int | None, typer.Option("--block-size", help="Rounds or hands per block of work.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def named_path(text: str) -> Path:
    """Return a path from the command line.

    Raises
    ------
    BadParameter   if it is empty, which would mean the current folder
    """
    if not text:
        raise typer.BadParameter("must name a file or folder, got ''")
    return Path(text)


def find_rules(name: str, settings: list[str] | None = None, players: int | None = None) -> Rules:
    """Return the house that `--rules`, `--set` and `--players` describe.

    Raises
    ------
    RulesError   for an unknown house, key or value
    """
    seats = [] if players is None else [f"players={players}"]
    return load_rules(name, [*(settings or []), *seats])
