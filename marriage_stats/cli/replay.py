"""`replay`: one simulated round, turn by turn."""

from typing import Annotated

import typer

from marriage_stats.cli.options import (
    JsonOption,
    PlayersOption,
    PoliciesOption,
    RulesOption,
    SetOption,
)
from marriage_stats.cli.output import print_json
from marriage_stats.cli.tables import HandOption, find_table

LAST = 2**62


def replay(
    seed: Annotated[int, typer.Option("--seed", help="Root seed of the rounds.")],
    index: Annotated[int, typer.Option("--round", help="Index of the round, from 0.")],
    rules: RulesOption = "classic",
    settings: SetOption = None,
    players: PlayersOption = None,
    policies: PoliciesOption = None,
    hand: HandOption = None,
    rotation: Annotated[
        int, typer.Option("--rotation", help="Seats that the policies have moved on (--rotate).")
    ] = 0,
    hands: Annotated[
        bool, typer.Option("--hands", help="Print each seat's cards after its turn.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Replay one simulated round, turn by turn.

    The round is that of `simulate` with the same seed, house, players, policies and hand. A card
    such as 10D=9S is wild and stands for 9S. A card drawn or picked up is told with what it makes,
    a throw with what it breaks and leaves: the fewest cards that the seat lacks, and its outs, the
    cards it has not seen, wherever they lie, that bring it nearer. The third copy of a pair is not
    counted on to finish; where it would do more, that is told apart.
    """
    from marriage_stats.engine import round_log
    from marriage_stats.rng import root_seed
    from marriage_stats.transcript import settle_log, settlement_of, transcript_lines

    table = find_table(rules, settings, players, policies, hand)
    if not 0 <= rotation < table.players:
        raise ValueError(f"--rotation must be 0..{table.players - 1}, got {rotation}")
    if not 0 <= index < LAST:
        raise ValueError(f"--round must be 0..2**62-1, got {index}")
    table = table.rotated(rotation)
    log = round_log(table, root_seed(seed), index)
    if as_json:
        result = settle_log(log, table.rules)
        print_json({**log, "settlement": settlement_of(result)})
        return
    for line in transcript_lines(log, table.rules, hands):
        print(line)
