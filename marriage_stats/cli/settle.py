"""`settle FILE`: the points of a real round, item by item."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from marriage_stats.cli.options import JsonOption, SetOption
from marriage_stats.cli.output import print_json, print_table

if TYPE_CHECKING:
    from marriage_stats.settlement.itemised import SettledPlayer, SettledRound


def settle(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The round as JSON.")],
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="NAME|FILE", help="A house instead of the file's."),
    ] = None,
    settings: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Settle a real round: what every player's cards are worth and who pays whom.

    The file: {"rules": "everestbuzz", "set": {"alter": 0}, "tiplu": "7H", "players": [{"name":
    "Asha", "seen": "sequence", "finished": true, "cards": ["6H", "7H", "8H"], "declared":
    [["5S", "5S", "5S"]]}, {"name": "Dipa", "seen": null, "maal": 8}]}

    "seen" is "sequence", "dublee" or null; "declared" are tunnelas laid open at the deal, not
    listed again in "cards". If nobody is "finished", there are no fees.
    """
    from marriage_stats.settlement.itemised import settle_real_round
    from marriage_stats.settlement.real_round import read_round

    result = settle_real_round(read_round(file, rules, settings or ()))
    if as_json:
        print_json(result.as_dict())
        return
    _print_items(result)
    _print_points(result)


def _print_items(result: "SettledRound") -> None:
    rows = []
    for player in result.players:
        name = player.name
        for item in player.items:
            rows.append([name, item.item, " ".join(item.cards), str(item.points)])
            name = ""
        rows.append([name, "= maal", "", str(player.raw_maal)])
        rows += [["", note, "", ""] for note in player.notes]
    tiplu = f", tiplu {result.tiplu}" if result.tiplu else ""
    title = f"{result.rules}{tiplu}: what the cards are worth"
    print_table(["player", "item", "cards", "points"], rows, title, ["points"])


def _print_points(result: "SettledRound") -> None:
    n, total = len(result.players), result.total_maal
    rows = []
    for player in result.players:
        maal = player.maal
        part = f"{n} x {maal} - {total} = {player.maal_part:+d}"
        fee = f"{player.fee_part:+d}" if player.fee_part else "0"
        rows.append([player.name, _way(player), str(maal), part, fee, f"{player.net:+d}"])
    columns = ["player", "saw by", "maal", f"{n} x maal - {total}", "fee", "points"]
    title = f"points, unseen maal {result.unseen_maal}: maal at the table {total}"
    if not any(player.finished for player in result.players):
        title += "; nobody finished, no fees"
    print_table(columns, rows, title, columns[2:])


def _way(player: "SettledPlayer") -> str:
    return (player.seen or "did not see") + (", finished" if player.finished else "")
