"""A logged round as lines of text that a player can follow."""

from collections.abc import Iterator

from marriage_stats.cards import card_kind, count_kinds, kind_text
from marriage_stats.melds import classify_hands
from marriage_stats.melds.partition import best_melds
from marriage_stats.rules import Rules
from marriage_stats.transcript.follow import Log, deal_board
from marriage_stats.transcript.needs import lacking
from marriage_stats.transcript.points import settle_log
from marriage_stats.transcript.reading import INDENT, read_meld
from marriage_stats.transcript.settled import points_lines
from marriage_stats.transcript.turns import by_suit, needs_text, turn_lines

LEGEND = (
    "After a throw: the fewest cards that the seat still lacks; to finish, none of them the third",
    "copy of a pair, and told apart where third copies would do more. Its outs are the cards that",
    "it has not seen, wherever they lie, which bring it nearer; -> is how a distance changes. A",
    "card taken for what stays brings what a show leaves in the hand nearer to the finish.",
)


def transcript_lines(log: Log, rules: Rules, hands: bool = False) -> Iterator[str]:
    """Yield the lines of a round: its deal, turns, end and points.

    Parameters
    ----------
    hands : print each seat's cards after its turn
    """
    names = ", ".join(log["policies"])
    yield f"{rules.name} (digest {rules.digest}), seed {log['seed']}, round {log['round']}: {names}"
    yield from LEGEND
    yield ""
    yield from _deal(log, rules)
    yield ""
    yield from turn_lines(log, rules, hands)
    yield ""
    yield _why_over(log, rules)
    yield ""
    yield from points_lines(settle_log(log, rules), log, rules)


def _deal(log: Log, rules: Rules) -> Iterator[str]:
    yield "The deal"
    for place, seat in enumerate(deal_board(log).seats):
        yield f"seat {place}  {by_suit(seat.kinds)}"
        counts = count_kinds(seat.kinds)
        melds = " ".join(read_meld(meld, None) for meld in best_melds(counts.tolist()))
        text = f"pure melds: {melds or 'none'}"
        if rules.has_dublee_route:
            text += f"; dublees: {int(classify_hands(counts, rules).dublees[0])}"
        yield f"{INDENT}{text}; {needs_text(lacking(seat, None, rules))}"
    start = log["deal"]["start"]
    if start is not None:
        yield f"The first card of the pile is {kind_text(card_kind(start))}."


def _why_over(log: Log, rules: Rules) -> str:
    """Return in a sentence why the round ended."""
    turns = log["events"][-1]["turn"] if log["events"] else 0
    if log["ended"] == "finish":
        return f"The round ends in seat-turn {turns}: seat {log['finisher']} has finished."
    if log["ended"] == "turn-cap":
        return f"The round is cut off after {rules['turn_cap']} seat-turns: nobody wins."
    if rules["stock_out"] == "end":
        return f"The stock is empty after seat-turn {turns}, which ends the round: nobody wins."
    return (
        f"The stock is empty after seat-turn {turns} and the pile has nothing to make a new one "
        "of: nobody wins."
    )
