"""How a meld reads: its cards in order, each wild card beside the card it stands for."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from marriage_stats.cards import MAN, N_RANKS, SUITS, kind_text
from marriage_stats.finish.hand_kernels import is_wild

LONGEST_TRIAL = 4
INDENT = " " * 8
"""Before every line of a turn or a seat but its first."""


def read_meld(kinds: Sequence[int], tiplu: int | None) -> str:
    """Return a meld in brackets: `[9D 9H 10D=9S]`, where 10D is wild and stands for 9S.

    Parameters
    ----------
    kinds : cards of a legal meld or dublee
    tiplu : the tiplu's kind, None for melds laid before it is known

    >>> read_meld([8, 34, 9], 9), read_meld([13, 24, 25], None)
    ('[9C 9H 10C=9D]', '[QD KD AD]')
    >>> read_meld([53, 1, 3], None), read_meld([52, 51, 52], 51)
    ('[2C SUPER=3C 4C]', '[KS MAN MAN all wild]')
    """
    if len(set(kinds)) == 1:
        return f"[{' '.join(map(kind_text, kinds))}]"
    known = -1 if tiplu is None else tiplu
    if tiplu is not None and sorted(kinds) == sorted(_marriage(tiplu)):
        return f"[{' '.join(map(kind_text, _marriage(tiplu)))} marriage]"
    for acting in _ways(kinds, known):
        natural = [kind for place, kind in enumerate(kinds) if place not in acting]
        wilds = [kinds[place] for place in acting]
        words = _as_run(natural, wilds) or _as_trial(natural, wilds)
        if words:
            return f"[{' '.join(words)}]"
    return f"[{' '.join(map(kind_text, sorted(kinds)))} all wild]"


def _marriage(tiplu: int) -> list[int]:
    suit, rank = divmod(tiplu, N_RANKS)
    return [N_RANKS * suit + (rank + step) % N_RANKS for step in (-1, 0, 1)]


def _ways(kinds: Sequence[int], tiplu: int) -> Iterator[tuple[int, ...]]:
    """Yield the places of cards used as wild, the fewest first; wild cards alone stand as such."""
    places = [place for place, kind in enumerate(kinds) if is_wild(tiplu, kind)]
    for n in range(len(places) + 1 if len(places) < len(kinds) else 1):
        yield from combinations(places, n)


def _as_run(natural: list[int], wilds: list[int]) -> list[str]:
    """Return the words of a run, its ace low or high, or nothing."""
    suits = {kind // N_RANKS for kind in natural}
    if len(suits) > 1 or max(natural) >= MAN:
        return []
    size, suit = len(natural) + len(wilds), suits.pop()
    ranks = [kind % N_RANKS for kind in natural]
    firsts = range(N_RANKS + 2 - size)
    windows = [[place % N_RANKS for place in range(first, first + size)] for first in firsts]
    fitting = [window for window in windows if set(ranks) <= set(window)]
    if not fitting or len(set(ranks)) < len(ranks):
        return []
    # Wild cards at the end read better than in front.
    window = next((window for window in fitting if window[0] in ranks), fitting[0])
    return _words([N_RANKS * suit + rank for rank in window], natural, wilds)


def _as_trial(natural: list[int], wilds: list[int]) -> list[str]:
    """Return the words of a trial, or nothing."""
    ranks = {kind % N_RANKS for kind in natural}
    size = len(natural) + len(wilds)
    if len(ranks) > 1 or max(natural) >= MAN or size > LONGEST_TRIAL:
        return []
    if len(set(natural)) < len(natural):
        return []
    rank = ranks.pop()
    others = [N_RANKS * suit + rank for suit in range(len(SUITS))]
    free = [kind for kind in others if kind not in natural]
    return _words([*natural, *free[: len(wilds)]], natural, wilds)


def _words(places: list[int], natural: list[int], wilds: list[int]) -> list[str]:
    spare = iter(wilds)
    return [
        kind_text(kind) if kind in natural else f"{kind_text(next(spare))}={kind_text(kind)}"
        for kind in places
    ]
