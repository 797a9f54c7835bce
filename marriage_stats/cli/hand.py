"""`hand`: what a hand holds and needs."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from marriage_stats.cli.options import JsonOption, RulesOption, SetOption, find_rules
from marriage_stats.cli.output import print_json

if TYPE_CHECKING:
    from marriage_stats.rules import Rules

ROUTES = {"sequence": "three pure melds", "dublee": "seven dublees"}


def hand(
    cards: Annotated[
        str, typer.Argument(metavar="CARDS", help="The whole hand, like '7H 10D AS MAN SUPER'.")
    ],
    rules: RulesOption = "dashain",
    settings: SetOption = None,
    tiplu: Annotated[
        str | None, typer.Option("--tiplu", metavar="CARD", help="After seeing: the tiplu.")
    ] = None,
    shown: Annotated[
        str | None, typer.Option("--shown", metavar="CARDS", help="After seeing: cards laid down.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show what a hand holds and needs.

    CARDS are 21 cards, or 22 after drawing, separated by spaces or commas. `left` counts the copies
    of a card that the hand does not hold, whoever has them. After seeing, give --tiplu and --shown;
    CARDS still is the whole hand. A card such as 10D=9S is wild and stands for 9S.
    """
    from marriage_stats.cards import parse_cards
    from marriage_stats.melds.holding import describe_hand

    if (tiplu is None) != (shown is None):
        raise ValueError("--tiplu and --shown go together: who has seen knows the one by the other")
    house, kinds = find_rules(rules, settings), parse_cards(cards)
    found = describe_hand(kinds, house)
    if tiplu is not None and shown is not None:
        found = _after_seeing(found, kinds, tiplu, shown, house)
    if as_json:
        print_json(found)
        return
    if tiplu is None:
        _print(found)
    else:
        _print_seen(found)


def _after_seeing(
    found: dict[str, Any], kinds: list[int], tiplu: str, shown: str, rules: "Rules"
) -> dict[str, Any]:
    """Return a hand's description with what finishing takes, its melds as text and as read."""
    from marriage_stats.cards import cards_text, parse_cards, parse_kind
    from marriage_stats.finish.seen_hand import describe_seen_hand
    from marriage_stats.transcript import read_meld

    known = parse_kind(tiplu)
    seen = describe_seen_hand(kinds, known, parse_cards(shown), rules)
    found["improving"]["finish"] = seen.pop("finish")
    melds, n_shown = seen["partition"], len(seen["shown"])
    if melds is not None:
        seen["partition"] = [cards_text(meld) for meld in melds]
        seen["reads"] = [
            read_meld(meld, None if place < n_shown else known) for place, meld in enumerate(melds)
        ]
    return found | seen


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


def _print_seen(found: dict[str, Any]) -> None:
    missing, improving = found["distance_to_finish"], found["improving"]["finish"]
    rows = [
        ("cards", found["cards"]),
        ("shown", ", ".join(found["shown"])),
    ]
    if found["can_finish"]:
        rows.append(("can finish", "now, by throwing " + " or ".join(found["finishing_throws"])))
        rows.append((f"throwing {found['thrown']}", " ".join(found["reads"])))
    elif missing == 0:
        rows.append(("can finish", "after the next draw, whatever it brings"))
    else:
        rows.append(("to finish", f"{missing} {'card' if missing == 1 else 'cards'} away"))
        outs = sum(entry["left"] for entry in improving)
        listed = ", ".join(f"{entry['card']} x{entry['left']}" for entry in improving)
        rows.append(("", f"{outs} cards left that help: {listed}"))
    way = f"seen by {found['route']}s"
    print(f"{found['rules']['name']}, {way}, tiplu {found['tiplu']}")
    for label, text in rows:
        print(f"  {label:24}{text}")
