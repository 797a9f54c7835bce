"""Slow twin of `policies.rest_kernels`: what a throw leaves loose, card by card, and its outs.

Melds of three naturals are laid down so that most lie; the rest of the hand is loose.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

Cards = Counter[int]
MOST_WAYS = 16
RUNS = [tuple((low + step) % 13 for step in range(3)) for low in range(12)]


def taken(cards: Cards, meld: tuple[int, ...]) -> Cards | None:
    """Return the cards without a meld, None where they do not hold it."""
    left = cards - Counter(meld)
    return left if left.total() == cards.total() - len(meld) else None


def without_runs(cards: Cards, lowest: bool) -> tuple[Cards, int]:
    """Return what stays once runs are laid, suit by suit and from one end up, and how many lie."""
    laid = 0
    runs = [tuple(13 * suit + rank for rank in run) for suit in range(4) for run in RUNS]
    for run in runs if lowest else reversed(runs):
        while (left := taken(cards, run)) is not None:
            cards, laid = left, laid + 1
    return cards, laid


def trials_of(cards: Cards) -> list[tuple[int, ...]]:
    """Return the trials of three suits, in order of rank, that lack a lower suit first."""
    found = []
    for rank in range(13):
        suits = [suit for suit in range(4) if cards[13 * suit + rank]]
        found += sorted(combinations((13 * s + rank for s in suits), 3), reverse=True)
    return found


def ways(cards: Cards, trials: list[tuple[int, ...]], laid: int = 0) -> Iterator[tuple[Cards, int]]:
    """Yield what each way of laying leaves loose and the melds that lie: fewer trials first."""
    for lowest in (True, False):
        loose, runs = without_runs(cards, lowest)
        yield loose, laid + runs
    for place, trial in enumerate(trials):
        left = taken(cards, trial)
        if left is not None:
            yield from ways(left, trials[place + 1 :], laid + 1)


def best_ways(cards: Cards) -> list[Cards]:
    """Return what the ways that lay most melds leave loose: the first 16, none twice in a row."""
    tunnelas = [kind for kind in cards if cards[kind] == 3]
    for kind in tunnelas:
        cards = cards - Counter({kind: 3})
    most, found = -1, []
    for loose, laid in ways(cards, trials_of(cards)):
        if laid > most:
            most, found = laid, [loose]
        elif laid == most and len(found) < MOST_WAYS and loose != found[-1]:
            found.append(loose)
    return found


def shares_meld(first: int, second: int, third: int) -> bool:
    """Return whether three kinds are a run or a trial."""
    kinds = {first, second, third}
    if len({kind % 13 for kind in kinds}) == 1:
        return len(kinds) == 3
    ranks = {kind % 13 for kind in kinds}
    return len({kind // 13 for kind in kinds}) == 1 and any(ranks == set(run) for run in RUNS)


THIRDS = {
    pair: {third for third in range(52) if shares_meld(*pair, third)}
    for pair in combinations(range(52), 2)
}


def plain_rest(cards: Cards, thrown: int, live: Cards) -> int:
    """Return the live cards that make a meld with two loose cards once a kind is thrown."""
    thirds = set[int]()
    for loose in best_ways(cards):
        if loose[thrown]:
            left = set(loose - Counter([thrown]))
            pairs = combinations(sorted(left), 2)
            thirds |= set[int]().union(*(THIRDS[pair] for pair in pairs)) - left
    return sum(live[kind] for kind in thirds)
