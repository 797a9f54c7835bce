"""What a hand of a player who has seen needs to finish, as plain data."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cards import (
    HAND_SIZE,
    MAN,
    N_KINDS,
    N_RANKS,
    SUPERMAN,
    cards_text,
    count_kinds,
    kind_text,
    pack_copies,
)
from marriage_stats.finish.api import arrange_finish, distance_to_finish, throwable_kinds
from marriage_stats.rules import SEE_DUBLEES, SEE_MELDS, Rules

Melds = list[list[int]]


def describe_seen_hand(
    kinds: Sequence[int], tiplu: int, shown: Sequence[int], rules: Rules
) -> dict[str, Any]:
    """Return whether a hand can finish, how, and which cards bring it nearer, ready for JSON.

    Parameters
    ----------
    kinds : the whole hand, 21 cards or 22 after drawing, the shown ones among them
    tiplu : the tiplu's kind
    shown : the cards laid down to see, three pure melds or seven dublees

    Returns
    -------
    dict   tiplu, route, shown (melds as text), can_finish, partition (all melds as kinds) and
        thrown, or None, finishing_throws, distance_to_finish (fewest cards to replace; before
        drawing, fewest to come), finish (cards that bring it nearer: card, left)

    Raises
    ------
    ValueError   for a tiplu that cannot be, or cards that are no legal show of this hand
    """
    route, laid = _check(kinds, tiplu, shown, rules)
    rest = list((Counter(kinds) - Counter(shown)).elements())
    left = pack_copies(rules.number("man_cards"), rules.number("superman")) - count_kinds(kinds)
    left[tiplu] -= 1  # the tiplu itself has left play
    drawn = len(kinds) > HAND_SIZE
    if route == "dublee":
        found = _by_dublees(rest, left, drawn)
    else:
        found = _by_sequences(rest, left, drawn, tiplu, rules)
    partition = found["partition"]
    return {
        "tiplu": kind_text(tiplu),
        "route": route,
        "shown": [cards_text(meld) for meld in laid],
        **found,
        "partition": None if partition is None else [*laid, *partition],
    }


def _check(
    kinds: Sequence[int], tiplu: int, shown: Sequence[int], rules: Rules
) -> tuple[str, Melds]:
    """Return route and melds of a show, or raise ValueError."""
    if tiplu >= MAN:
        raise ValueError(f"tiplu must be an ordinary card, got {kind_text(tiplu)}")
    if kinds.count(tiplu) > 2:
        raise ValueError(f"hand has {kind_text(tiplu)} three times, but one of them is the tiplu")
    foreign = Counter(shown) - Counter(kinds)
    if foreign:
        raise ValueError(f"shown cards must be in the hand, it lacks {cards_text(foreign)}")
    pairs = Counter(shown)
    if len(pairs) == SEE_DUBLEES and min(pairs.values()) >= 2 and SUPERMAN not in pairs:
        if not rules.has_dublee_route:
            raise ValueError(f"shown cards are seven dublees, by which {rules.name} does not see")
        return "dublee", [[kind, kind] for kind in sorted(pairs)]
    melds = _pure_cover(sorted(shown), rules["sequence_length"] == "3-or-more")
    if melds is None:
        lengths = "" if rules["sequence_length"] == "3-or-more" else " of three cards"
        raise ValueError(
            f"shown cards must be three pure melds{lengths} or seven dublees, "
            f"got {cards_text(sorted(shown))!r}"
        )
    return "sequence", melds


def _pure_cover(shown: list[int], long_runs: bool) -> Melds | None:
    """Return the pure melds that cards lie in with none left over, or None.

    More than three only where all are tunnelas laid at the deal, or three others beside such.
    """
    supers = shown.count(SUPERMAN)
    plain = [kind for kind in shown if kind != SUPERMAN]
    for melds in _covers(tuple(plain), long_runs, supers):
        tunnelas = sum(len(set(meld)) == 1 for meld in melds)
        if len(melds) == SEE_MELDS or SEE_MELDS < len(melds) == tunnelas:
            return melds
    return None


def _covers(cards: tuple[int, ...], long_runs: bool, supers: int) -> list[Melds]:
    """Return every way to lay sorted cards as pure melds, all supers used in runs."""
    if not cards:
        return [] if supers else [[]]
    first, found = cards[0], []
    for meld in _melds_with(first, long_runs, supers):
        used = Counter(kind for kind in meld if kind != SUPERMAN)
        if used - Counter(cards):
            continue
        rest = tuple(sorted((Counter(cards) - used).elements()))
        spare = supers - meld.count(SUPERMAN)
        found += [[meld, *others] for others in _covers(rest, long_runs, spare)]
    return found


def _melds_with(kind: int, long_runs: bool, supers: int) -> Melds:
    """Return every pure meld that holds a kind."""
    melds = [[kind] * 3]
    if kind >= MAN:
        return melds
    suit = kind - kind % N_RANKS
    for size in range(3, N_RANKS + 1 if long_runs else 4):
        for start in range(N_RANKS + 2 - size):
            run = [suit + place % N_RANKS for place in range(start, start + size)]
            gaps = [place for place in range(size) if run[place] != kind]
            ways = [(), *(combinations(gaps, 1) if supers else ())]
            if kind in run:
                melds += [
                    [SUPERMAN if i in gone else c for i, c in enumerate(run)] for gone in ways
                ]
    return melds


def _by_dublees(rest: list[int], left: NDArray[np.int64], drawn: bool) -> dict[str, Any]:
    """Return what the eighth dublee takes."""
    counts = Counter(kind for kind in rest if kind != SUPERMAN)
    pairs = [kind for kind, n in counts.items() if n >= 2]
    can = bool(pairs) and drawn
    throws = sorted({kind for kind in rest if kind not in pairs[:1] or counts[kind] > 2})
    return {
        "can_finish": can,
        "partition": [[pairs[0]] * 2] if can else None,
        "thrown": kind_text(throws[0]) if can else None,
        "finishing_throws": [kind_text(kind) for kind in throws] if can else [],
        "distance_to_finish": 0 if pairs else 1,
        "finish": [] if pairs else _listed([k for k, n in counts.items() if n == 1], left),
    }


def _by_sequences(
    rest: list[int], left: NDArray[np.int64], drawn: bool, tiplu: int, rules: Rules
) -> dict[str, Any]:
    """Return what melding the rest takes."""
    before = np.atleast_2d(count_kinds(rest))
    # Whichever card goes, one comes; before drawing nothing has to go yet.
    goes = sorted(set(rest)) if drawn else [-1]
    came = [kind for kind in range(N_KINDS) if left[kind] > 0]
    hands = np.repeat(before, len(goes) * len(came), axis=0)
    places = [(gone, come) for gone in goes for come in came]
    for row, (gone, come) in enumerate(places):
        hands[row, come] += 1
        if gone >= 0:
            hands[row, gone] -= 1
    after = distance_to_finish(hands, tiplu, rules)
    now = int(distance_to_finish(before, tiplu, rules)[0]) if drawn else int(after.min()) + 1
    better = {come for (_, come), d in zip(places, after, strict=True) if d < now}
    found = throwable_kinds(before, tiplu, rules)[0]
    throws: list[int] = np.flatnonzero(found).tolist() if drawn else []
    arranged = arrange_finish(rest, tiplu, throws[0], rules) if throws else None
    return {
        "can_finish": arranged is not None,
        "partition": None if arranged is None else [list(meld) for meld in arranged.melds],
        "thrown": None if arranged is None else kind_text(arranged.thrown),
        "finishing_throws": [kind_text(kind) for kind in throws],
        "distance_to_finish": now,
        "finish": _listed(sorted(better), left) if now else [],
    }


def _listed(kinds: Sequence[int], left: NDArray[np.int64]) -> list[dict[str, Any]]:
    return [
        {"card": kind_text(kind), "left": int(left[kind])}
        for kind in sorted(kinds)
        if left[kind] > 0
    ]
