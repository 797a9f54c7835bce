"""Which groups of cards are melds, and what seeing takes. Plain Python, from the rules text.

Kinds are numbered as in `tests.reference.ref_cards`. Nothing here knows about seats or turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from tests.reference.ref_cards import MAN, SUPERMAN, family

ONLY_SUPERMAN = frozenset({SUPERMAN})


def wild_kinds(tiplu: int) -> frozenset[int]:
    """Return the kinds that are wild for a seat which knows the tiplu."""
    return frozenset(family(tiplu))


def is_tunnela(kinds: Sequence[int]) -> bool:
    """Tell whether the cards are three identical ones, man cards included."""
    return len(kinds) == 3 and len(set(kinds)) == 1 and kinds[0] != SUPERMAN


def is_dublee(kinds: Sequence[int]) -> bool:
    """Tell whether the cards are two identical ones, man cards included."""
    return len(kinds) == 2 and kinds[0] == kinds[1] != SUPERMAN


def fits_run(naturals: Sequence[int], length: int) -> bool:
    """Tell whether natural cards can all stand in one run of `length` cards.

    The other places are left to wild cards. The ace is low or high and the run never turns.
    """
    if not naturals or length > 14 or max(naturals) >= MAN:
        return False
    suits, ranks = {k // 13 for k in naturals}, [k % 13 for k in naturals]
    if len(suits) > 1:
        return False
    aces = ranks.count(0)
    others = [r for r in ranks if r]
    if aces > 2 or len(set(others)) < len(others):
        return False
    ace_places: list[list[int]] = [[0, 13]] if aces == 2 else [[0] * aces, [13] * aces]
    return any(max(others + a) - min(others + a) < length for a in ace_places)


def fits_trial(naturals: Sequence[int], length: int, rules: dict) -> bool:
    """Tell whether natural cards can all stand in one trial of `length` cards."""
    if not naturals or max(naturals) >= MAN:
        return False
    if length != 3 and not (length == 4 and rules["trial_size"] == "3-or-4"):
        return False
    return len({k % 13 for k in naturals}) == 1 and len(set(naturals)) == len(naturals)


def run_length_allowed(length: int, rules: dict) -> bool:
    """Tell whether the house allows runs of this many cards."""
    return length == 3 or (length > 3 and rules["sequence_length"] == "3-or-more")


def is_marriage(kinds: Sequence[int], tiplu: int | None) -> bool:
    """Tell whether the cards are jhiplu, tiplu and poplu."""
    if tiplu is None or len(kinds) != 3:
        return False
    places = family(tiplu)
    return {places.get(k) for k in kinds} == {"jhiplu", "tiplu", "poplu"}


def is_meld(kinds: Sequence[int], wilds: frozenset[int], rules: dict, tiplu: int | None) -> bool:
    """Tell whether the cards are a meld for a seat to which `wilds` are wild.

    Parameters
    ----------
    kinds : the cards of one group
    wilds : `wild_kinds` of a seat that has seen, `ONLY_SUPERMAN` before
    rules : keys sequence_length, trial_size, all_wild_meld, marriage_meld
    tiplu : known tiplu, for the marriage by name; None before seeing
    """
    size = len(kinds)
    if is_tunnela(kinds) or (rules["marriage_meld"] and is_marriage(kinds, tiplu)):
        return True
    naturals = [k for k in kinds if k not in wilds]
    if not naturals:
        if rules["all_wild_meld"] and run_length_allowed(size, rules):
            return True
        naturals = list(kinds)
    is_run = run_length_allowed(size, rules) and fits_run(naturals, size)
    return is_run or fits_trial(naturals, size, rules)


def is_pure(kinds: Sequence[int], rules: dict) -> bool:
    """Tell whether the cards are a pure meld: a tunnela, or a run helped by the superman alone."""
    if is_tunnela(kinds):
        return True
    naturals = [k for k in kinds if k != SUPERMAN]
    return (
        run_length_allowed(len(kinds), rules)
        and len(kinds) - len(naturals) <= 1
        and fits_run(naturals, len(kinds))
    )


def is_unseen_pickup(kinds: Sequence[int], rules: dict) -> bool:
    """Tell whether three cards justify a pick-up before seeing: natural, or the superman's run."""
    return is_pure(kinds, rules) or is_meld(kinds, frozenset(), rules, None)


def makes_meld(card: int, hand: Iterable[int], is_good: Callable[[list[int]], bool]) -> bool:
    """Tell whether a card makes a meld at once with two of the hand (all given as kinds)."""
    copies = Counter(hand)
    doubles = [(k, k) for k, n in copies.items() if n >= 2]
    pairs = [*doubles, *combinations(sorted(copies), 2)]
    return any(is_good([card, *pair]) for pair in pairs)


@lru_cache(maxsize=1 << 20)
def best_pure(suit_key: int) -> int:
    """Return the most disjoint tunnelas and natural runs of three in one suit.

    Parameters
    ----------
    suit_key : sum of ``4 ** rank`` over the cards held, so two bits per rank

    Notes
    -----
    Takes the lowest card: it is left out, or is the lowest of a run, or part of a tunnela, or
    (an ace) the top of Q-K-A. Longer runs are split into threes, which loses nothing here.
    """
    lowest = 0
    while suit_key >> 2 * lowest and not (suit_key >> 2 * lowest) & 3:
        lowest += 1
    if not suit_key >> 2 * lowest:
        return 0
    unit = 1 << 2 * lowest
    best = best_pure(suit_key - unit)
    if (suit_key >> 2 * lowest) & 3 == 3:
        best = max(best, 1 + best_pure(suit_key - 3 * unit))
    for run in _runs_from(lowest):
        if _contains(suit_key, run):
            best = max(best, 1 + best_pure(suit_key - sum(1 << 2 * r for r in run)))
    return best


@lru_cache(maxsize=1 << 18)
def best_pure_helped(suit_key: int) -> int:
    """Return `best_pure` when the superman stands in one run of this suit (0 if it cannot)."""
    best = 0
    for window in [(r, (r + 1) % 13, (r + 2) % 13) for r in range(12)]:
        for pair in combinations(window, 2):
            if _contains(suit_key, pair):
                best = max(best, 1 + best_pure(suit_key - sum(1 << 2 * r for r in pair)))
    return best


def count_pure(suit_keys: Sequence[int], n_man: int, has_superman: bool) -> int:
    """Return the most disjoint pure melds in a hand given by suit keys and printed jokers."""
    plain = [best_pure(key) for key in suit_keys]
    gain = 0
    if has_superman:
        helped = zip(plain, suit_keys, strict=True)
        gain = max(0, *(best_pure_helped(key) - without for without, key in helped))
    return sum(plain) + gain + (n_man == 3)


def _runs_from(rank: int) -> list[tuple[int, int, int]]:
    runs = [(rank, rank + 1, rank + 2)] if rank <= 10 else []
    return [*runs, (0, 11, 12)] if rank == 0 else runs


def _contains(suit_key: int, ranks: Iterable[int]) -> bool:
    return all((suit_key >> 2 * r) & 3 for r in ranks)
