"""The points of a round in words."""

from collections import Counter
from collections.abc import Iterator

from marriage_stats.rules import Rules
from marriage_stats.settlement.itemised import SettledPlayer, SettledRound
from marriage_stats.transcript.follow import Log
from marriage_stats.transcript.reading import INDENT

UNSEEN_MAAL = {
    "murder": "unseen players' maal is void",
    "kidnap": "unseen players' maal goes to the finisher",
    "normal": "unseen players keep their maal",
}


def points_lines(result: SettledRound, log: Log, rules: Rules) -> Iterator[str]:
    """Yield the points of each seat: its cards that score, its maal part and its fee."""
    tiplu = "no tiplu was turned" if result.tiplu is None else f"tiplu {result.tiplu}"
    mode = UNSEEN_MAAL[result.unseen_maal]
    yield f"The points ({tiplu}; {mode}): maal at the table {result.total_maal}"
    for place, player in enumerate(result.players):
        yield f"seat {place}  {_items(player)}"
        for note in player.notes:
            yield f"{INDENT}{note}"
        n, total = len(result.players), result.total_maal
        part = f"{n} x {player.maal} - {total} = {player.maal_part:+d}"
        fee = _fee(place, result, rules)
        way = (
            "finished" if player.finished else f"saw by {player.seen}s" if player.seen else "unseen"
        )
        yield f"{INDENT}{part}{fee}: {player.net:+d} points ({way}, {log['policies'][place]})"


def _items(player: SettledPlayer) -> str:
    """Return the cards that score and their points; a house may price the alter at nothing."""
    items = [f"{i.item} {' '.join(i.cards)} {i.points}" for i in player.items if i.points]
    if not items:
        return "no maal"
    return f"{', '.join(items)} = maal {player.raw_maal}"


def _fee(place: int, result: SettledRound, rules: Rules) -> str:
    """Return a seat's fee and what it is made of; nothing where nobody finished."""
    finisher = next((player for player in result.players if player.finished), None)
    if finisher is None:
        return ""
    player = result.players[place]
    if player is finisher:
        paid = Counter(other.fee for other in result.players if other is not finisher)
        sums = " + ".join(f"{n} x {fee}" for fee, n in sorted(paid.items()))
        return f", fees {sums} = {player.fee_part:+d}"
    fee = f"{player.fee_part:+d}" if player.fee else "0"
    return f", fee {fee} ({_why_fee(player, finisher.seen == 'dublee', rules)})"


def _why_fee(player: SettledPlayer, by_dublees: bool, rules: Rules) -> str:
    """Return what a loser's fee is for."""
    keys = {None: "fee_unseen", "sequence": "fee_seen", "dublee": "fee_dublee_seen"}
    base = rules.number(keys[player.seen])
    way = f"saw by {player.seen}s" if player.seen else "unseen"
    bonus = player.fee - base
    if not by_dublees or not bonus:
        return way
    if rules["dublee_bonus_mode"] == "replace":
        return f"{player.fee} in place of {base}, dublee finish"
    return f"{base} {way} + {bonus} dublee finish"
