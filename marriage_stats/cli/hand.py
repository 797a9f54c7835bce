"""`hand`: what a hand holds and needs."""

from typing import Annotated, Any

import typer

from marriage_stats.cli.options import JsonOption, RulesOption, SetOption, find_rules

ROUTES = {"sequence": "three pure melds", "dublee": "seven dublees"}


def hand(
    cards: Annotated[
        str, typer.Argument(metavar="CARDS", help="The whole hand, like '7H 10D AS MAN SUPER'.")
    ],
    rules: RulesOption = "dashain",
    settings: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what a hand holds and needs.

    CARDS are 21 cards, or 22 after drawing, separated by spaces or commas. `left` counts the copies
    of a card that the hand does not hold, whoever has them.
    """
    from marriage_stats.cards import parse_cards
    from marriage_stats.cli.output import print_json
    from marriage_stats.melds.holding import describe_hand

    found = describe_hand(parse_cards(cards), find_rules(rules, settings))
    if as_json:
        print_json(found)
        return
    _print(found)


def _print(found: dict[str, Any]) -> None:
    rows = [
        ("cards", found["cards"]),
        ("pure melds", f"{found['pure_melds']}: {', '.join(found['melds'])}".rstrip(": ")),
        ("dublees", str(found["dublees"])),
    ]
    for route, ways in ROUTES.items():
        missing, improving = found["distance"][route], found["improving"][route]
        if missing is None:
            rows.append((f"see by {ways}", "not in this house"))
        elif missing == 0:
            rows.append((f"see by {ways}", "now"))
        else:
            outs = sum(entry["left"] for entry in improving)
            listed = ", ".join(f"{entry['card']} x{entry['left']}" for entry in improving)
            rows.append((f"see by {ways}", f"{missing} {'card' if missing == 1 else 'cards'} away"))
            rows.append(("", f"{outs} cards left that help: {listed}"))
    print(f"{found['rules']['name']}, before seeing")
    for label, text in rows:
        print(f"  {label:24}{text}")
