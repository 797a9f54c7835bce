"""What a card that came to a hand makes there: the meld, or the part of one."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cards import MAN, N_RANKS, SUPERMAN, cards_text
from marriage_stats.finish.hand_kernels import is_wild
from marriage_stats.rules import SEE_MELDS
from marriage_stats.transcript.needs import DUBLEES, EIGHTH, FINISH, SEQUENCES, Measure
from marriage_stats.transcript.reading import read_meld

MELD_SIZE, LONGEST = 3, 5
Melds = Iterator[tuple[int, ...]]


def made_by(kind: int, aim: str, counts: NDArray[np.int64], measure: Measure) -> str | None:
    """Return the meld that a card makes on the way to an aim, such as `[5H 6H 7H]`, or None.

    Parameters
    ----------
    kind : the card that came, among `counts` (int[54]), the cards not on the table
    aim : one that it brought nearer; the meld named is one of those that do so
    """
    if kind == SUPERMAN or (aim == FINISH and is_wild(measure.tiplu, kind)):
        return "a wild card"
    if aim in (DUBLEES, EIGHTH):
        return read_meld([kind, kind], None) if counts[kind] >= 2 else None
    distance = measure.lacking(counts)[aim]
    for missing in range(min(LONGEST - 1, distance + 1)):
        for cards in _parts(kind, counts, measure, missing, aim == FINISH):
            rest = counts.copy()
            for card in cards:
                rest[card] -= 1
            if _fits(rest, missing, distance, aim, measure):
                return _named(cards, missing, measure)
    return None


def meld_with(
    kind: int, counts: NDArray[np.int64], measure: Measure, may_lack: int = 0
) -> str | None:
    """Return a meld of a hand that holds this card, whatever it is worth, or None.

    may_lack : cards that the meld may lack where none is complete; what is held of it is named
    """
    for missing in range(may_lack + 1):
        for cards in _parts(kind, counts, measure, missing, True):
            return _named(cards, missing, measure)
    known = -1 if measure.tiplu is None else measure.tiplu
    return "a wild card" if is_wild(known, kind) else None


def _fits(rest: NDArray[np.int64], missing: int, distance: int, aim: str, measure: Measure) -> bool:
    """Return whether the rest of a hand comes to the same distance without these cards."""
    if aim == SEQUENCES:
        wanted = SEE_MELDS - measure.exposed - 1
        return measure.to_sequences(rest, wanted) + missing == distance
    return measure.can_finish(rest, distance - missing, distance)


def _named(cards: tuple[int, ...], missing: int, measure: Measure) -> str:
    if missing:
        return f"{cards_text(sorted(cards))} in one meld"
    return read_meld(cards, measure.tiplu)


def _parts(
    kind: int, counts: NDArray[np.int64], measure: Measure, missing: int, trials: bool
) -> Melds:
    """Yield held cards, two or more, that lack so many of a meld with this card, few wilds first.

    Melds of three, to see and to finish, come before longer ones, of which parts may make a finish.
    """
    known = -1 if measure.tiplu is None else measure.tiplu
    wilds = [k for k in np.flatnonzero(counts).tolist() if is_wild(known, k)]
    spare = [k for k in wilds for _ in range(int(counts[k]))]
    melds = [list(_melds_of(kind, trials))]
    if trials and kind < MAN:
        melds += [[(meld, True) for meld in _longer(kind, size, measure)] for size in (4, LONGEST)]
    for length, same_length in enumerate(melds, MELD_SIZE):
        held = length - missing
        for n_wilds in range(held if held > 1 else 0):
            for meld, takes_wild in same_length:
                for natural in _holding(kind, meld, held - n_wilds, counts):
                    others = list((Counter(spare) - Counter(natural)).elements())
                    if n_wilds == 0:
                        yield natural
                    elif takes_wild and len(others) >= n_wilds and not set(natural) & set(wilds):
                        yield (*natural, *others[:n_wilds])


def _holding(kind: int, meld: tuple[int, ...], size: int, counts: NDArray[np.int64]) -> Melds:
    """Yield the choices of `size` cards of a meld, this kind among them, that a hand holds."""
    for chosen in combinations(meld, size):
        if kind in chosen and all(counts[k] >= n for k, n in Counter(chosen).items()):
            yield chosen


def _melds_of(kind: int, trials: bool) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Yield the natural melds of three with a kind, and whether wild cards may help them."""
    if kind == SUPERMAN:
        return
    if kind < MAN:
        suit, rank = divmod(kind, N_RANKS)
        for first in range(max(0, rank - 2), min(rank, N_RANKS - 3) + 1):
            yield tuple(N_RANKS * suit + first + step for step in range(MELD_SIZE)), True
        if rank in (0, N_RANKS - 2, N_RANKS - 1):
            yield tuple(N_RANKS * suit + place for place in (11, 12, 0)), True
        if trials:
            others = [N_RANKS * s + rank for s in range(4) if s != suit]
            for pair in combinations(others, 2):
                yield tuple(sorted((kind, *pair))), True
    yield (kind,) * MELD_SIZE, False


def _longer(kind: int, size: int, measure: Measure) -> Melds:
    """Yield the runs and trials of four or five with an ordinary kind that the house allows."""
    suit, rank = divmod(kind, N_RANKS)
    if measure.rules["sequence_length"] == "3-or-more":
        for first in range(N_RANKS + 2 - size):
            run = tuple(N_RANKS * suit + (first + step) % N_RANKS for step in range(size))
            if kind in run:
                yield run
    if measure.rules["trial_size"] == "3-or-4" and size == 4:
        yield tuple(N_RANKS * s + rank for s in range(4))
