"""Render golden rounds, and write them anew: python -m tests.golden.write "why rounds changed"."""

import hashlib
import sys
from pathlib import Path
from typing import Any

import numpy as np

from marriage_stats.cards import card_kind, kind_text
from marriage_stats.engine import play_block, simulate
from marriage_stats.facts import DUBLEE, SEQUENCE
from marriage_stats.rules import PRESETS
from tests.played import SIZES, Game, full_log, table_of

FOLDER = Path(__file__).parent
SEED, N_ROUNDS, SEARCHED, STRONG_ROUNDS = 1, 10_000, 400, 400


def game_of(house: str) -> Game:
    """Return the golden table: four novices."""
    return Game(house, ("novice",) * 4)


def digest(house: str) -> str:
    """Return a digest of the facts of ten thousand rounds."""
    return _digest([game_of(house)], N_ROUNDS)


def strong_digest(house: str) -> str:
    """Return a digest of the facts of rounds among `adaptive` seats, two to six of them."""
    return _digest([Game(house, ("adaptive",) * size) for size in SIZES], STRONG_ROUNDS)


def _digest(games: list[Game], n_rounds: int) -> str:
    total = hashlib.sha256()
    for game in games:
        for block in simulate(table_of(game), n_rounds, SEED):
            total.update(block.per_round.astype("<i2").tobytes())
            total.update(block.per_seat.astype("<i2").tobytes())
    return total.hexdigest()[:16]


def chosen_rounds(house: str) -> list[int]:
    """Return the shortest rounds that ended by each route, three in all."""
    rounds = play_block(table_of(game_of(house)), SEED, 0, SEARCHED)
    finisher, turns = rounds.by_round("finisher"), rounds.by_round("turns")
    route = np.take_along_axis(rounds.by_seat("route"), finisher[:, None] % 4, axis=1)[:, 0]
    order = np.argsort(turns, kind="stable")
    by_route = [
        [i for i in order if route[i] == r and finisher[i] >= 0] for r in (SEQUENCE, DUBLEE)
    ]
    chosen = [*by_route[1][:1], *by_route[0]][:3]
    return sorted(int(index) for index in chosen)


def transcript(house: str, index: int) -> list[str]:
    """Return a round as lines: hands, one line a turn, payments."""
    log = full_log(table_of(game_of(house)), SEED, index)
    lines = [f"round {index}"]
    for seat, hand in enumerate(log["deal"]["hands"]):
        lines.append(f"  seat {seat} is dealt {_cards(sorted(hand))}")
    lines.append(f"  start card {_cards([log['deal']['start']])}")
    turns: dict[tuple[int, Any], list[str]] = {}
    for event in log["events"]:
        turns.setdefault((event["turn"], event["seat"]), []).append(_deed(event))
    for (turn, seat), deeds in turns.items():
        who = "table" if seat is None else f"seat {seat}"
        lines.append(f"  {turn:3} {who}: {', '.join(deeds)}")
    points = log["settlement"]
    return [*lines, f"  maal {points['maal']}, net {points['net']}", ""]


def _deed(event: dict[str, Any]) -> str:
    if event["do"] in ("show", "finish"):
        melds = " / ".join(_cards(meld) for meld in event["melds"])
        return f"{event['do']} {event['route']} {melds}"
    return f"{event['do']} {_cards(event['ids'])}"


def _cards(ids: list[int]) -> str:
    return " ".join(kind_text(card_kind(card)) for card in ids)


def golden_text(house: str, indexes: list[int]) -> str:
    """Return the golden file of a house, without the reasons at its head."""
    lines = [line for index in indexes for line in transcript(house, index)]
    digests = [f"digest {digest(house)}", f"adaptive {strong_digest(house)}"]
    return "\n".join([*lines, *digests, ""])


def main() -> None:
    """Write every golden file, the reason put below those before it."""
    if len(sys.argv) != 2 or len(sys.argv[1]) < 10:
        sys.exit('usage: python -m tests.golden.write "why rounds changed"')
    for house in PRESETS:
        path = FOLDER / f"{house}.txt"
        old = path.read_text().splitlines() if path.exists() else []
        reasons = [line for line in old if line.startswith("# ")]
        head = "\n".join([*reasons, f"# {sys.argv[1]}", ""])
        path.write_text(head + golden_text(house, chosen_rounds(house)))


if __name__ == "__main__":
    main()
