"""Slow twin of the finish, written from the rules text.

A hand is searched card by card: its first card is thrown, or lies in some meld, and every
legal meld that holds it is tried. Kinds as in `twin_melds`: 13 * suit + rank, 52 man,
53 superman. Wild cards are named by the caller, so the tiplu matters for the marriage alone.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NamedTuple, Protocol

MAN, SUPERMAN = 52, 53

Cards = tuple[int, ...]
"""Kinds of the cards, repeated for copies; in a hand the cards that are not wild come first."""


class MeldRules(Protocol):
    """The four rule keys that say what a meld is."""

    @property
    def sequence_length(self) -> str: ...
    @property
    def trial_size(self) -> str: ...
    @property
    def all_wild_meld(self) -> bool: ...
    @property
    def marriage_meld(self) -> bool: ...


@dataclass(frozen=True)
class TwinRules:
    """The meld keys alone, for tests that need no whole house."""

    sequence_length: str = "exactly-3"
    trial_size: str = "3"
    all_wild_meld: bool = True
    marriage_meld: bool = True


class Meld(NamedTuple):
    """A legal meld: the cards it takes from the hand, free cards beside them, purity."""

    cards: Cards
    n_free: int
    is_pure: bool


class Arrangement(NamedTuple):
    """A finished hand: the melds and the card thrown."""

    melds: tuple[Cards, ...]
    thrown: int


def wilds_of(tiplu: int | None) -> set[int]:
    """Return the kinds that are wild for a seen player; the superman alone before that."""
    if tiplu is None:
        return {SUPERMAN}
    suit, rank = divmod(tiplu, 13)
    neighbours = {13 * suit + (rank + step) % 13 for step in (-1, 1)}
    return {13 * s + rank for s in range(4)} | neighbours | {MAN, SUPERMAN}


@cache
def run_slots(card: int, exactly_three: bool) -> list[Cards]:
    """Return every run of one suit that has a place for the card, the ace at either end."""
    suit, rank = divmod(card, 13)
    line = [*range(13), 0]
    found = []
    for low in range(len(line)):
        for high in range(low + 2, low + 3 if exactly_three else len(line)):
            ranks = line[low : high + 1]
            if rank in ranks and len(ranks) == high - low + 1 == len(set(ranks)):
                found.append(tuple(13 * suit + r for r in ranks))
    return found


@cache
def trial_slots(card: int, sizes: tuple[int, ...]) -> list[Cards]:
    """Return every trial that has a place for the card: one rank, each suit once."""
    return [
        tuple(13 * suit + card % 13 for suit in suits)
        for size in sizes
        for suits in combinations(range(4), size)
        if card // 13 in suits
    ]


def remove(hand: Cards, cards: Sequence[int]) -> Cards | None:
    """Return the hand less these cards in the same order, None if one is not there."""
    left = list(hand)
    for card in cards:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


def subsets(cards: Sequence[int], size: int) -> set[Cards]:
    """Return the different ways to choose so many cards, copies of a kind being alike."""
    return set(combinations(sorted(cards), size))


class FinishSearch:
    """Tries every arrangement of a hand under one set of rules, remembering what failed.

    A free card is a card not yet held that may become any card: the stand-in for a replaced one.
    """

    def __init__(self, wild_kinds: set[int], rules: MeldRules, tiplu: int | None) -> None:
        self.wild = frozenset(wild_kinds)
        self.exactly_three = rules.sequence_length == "exactly-3"
        self.trial_sizes = (3,) if str(rules.trial_size) == "3" else (3, 4)
        self.all_wild_meld = rules.all_wild_meld
        self.marriage: Cards = ()
        if rules.marriage_meld and tiplu is not None:
            suit, rank = divmod(tiplu, 13)
            self.marriage = tuple(13 * suit + (rank + step) % 13 for step in (-1, 0, 1))
        self.memo: dict[tuple[Cards, int, int, int], tuple[Cards, ...] | None] = {}

    def order(self, cards: Sequence[int]) -> Cards:
        """Return the cards with the wild ones last."""
        return tuple(sorted(cards, key=lambda card: (card in self.wild, card)))

    def melds_with(self, hand: Cards, n_free: int) -> Iterator[Meld]:
        """Yield the legal melds that hold the first card of the hand."""
        yield from self.rigid_melds(hand, n_free)
        if hand[0] not in self.wild:
            yield from self.dirty_melds(hand, n_free)
            return
        yield from self.natural_melds(hand)
        for size in range(3, 4 if self.exactly_three else len(hand) + n_free + 1):
            yield from self.wild_melds(hand, n_free, size)

    def rigid_melds(self, hand: Cards, n_free: int) -> Iterator[Meld]:
        """Yield the tunnela and the marriage, in which no wild stands for another card."""
        first = hand[0]
        patterns: list[tuple[Cards, bool]] = []
        if first != SUPERMAN:
            patterns.append(((first, first, first), True))
        if first in self.marriage:
            patterns.append((self.marriage, False))
        for slots, is_pure in patterns:
            for size in range(1, 4):
                for cards in subsets(slots, size):
                    if 3 - size <= n_free and first in cards and remove(hand, cards) is not None:
                        yield Meld(cards, 3 - size, is_pure)

    def natural_melds(self, hand: Cards) -> Iterator[Meld]:
        """Yield the runs and trials in which every card stands for itself."""
        first = hand[0]
        if first < MAN:
            for slots in run_slots(first, self.exactly_three):
                if remove(hand, slots) is not None:
                    yield Meld(slots, 0, True)
            for slots in trial_slots(first, self.trial_sizes):
                if remove(hand, slots) is not None:
                    yield Meld(slots, 0, False)

    def dirty_melds(self, hand: Cards, n_free: int) -> Iterator[Meld]:
        """Yield runs and trials with any number of wild or free cards; the first card is not wild.

        A slot takes its own card, even where that card is wild, or a wild, or a free card.
        """
        first = hand[0]
        if first >= MAN:
            return
        patterns = [(slots, True) for slots in run_slots(first, self.exactly_three)]
        patterns += [(slots, False) for slots in trial_slots(first, self.trial_sizes)]
        n_wild, kinds = sum(card in self.wild for card in hand), set(hand) - {first}
        for slots, is_run in patterns:
            held = [slot for slot in slots if slot in kinds]
            for n_gaps in range(
                len(slots) - 1 - len(held), min(len(slots) - 1, n_wild + n_free) + 1
            ):
                for own in combinations(held, len(slots) - 1 - n_gaps):
                    yield from self.fill_gaps(hand, (first, *own), n_gaps, n_free, is_run)

    def fill_gaps(
        self, hand: Cards, own: Cards, n_gaps: int, n_free: int, is_run: bool
    ) -> Iterator[Meld]:
        """Yield every choice of wild and free cards for the gaps of a run or trial."""
        rest = remove(hand, own)
        wilds = [card for card in rest or () if card in self.wild]
        for n_wild in range(max(0, n_gaps - n_free), min(n_gaps, len(wilds)) + 1):
            for fill in subsets(wilds, n_wild):
                pure = is_run and all(card == SUPERMAN for card in fill)
                yield Meld(own + fill, n_gaps - n_wild, pure)

    def wild_melds(self, hand: Cards, n_free: int, size: int) -> Iterator[Meld]:
        """Yield groups from a hand of wild cards only; a free card may be their natural one."""
        for n_cards in range(max(1, size - n_free), min(size, len(hand)) + 1):
            if n_cards == size and not self.all_wild_meld:
                continue
            for others in subsets(hand[1:], n_cards - 1):
                cards = (hand[0], *others)
                pure = n_cards < size and all(card == SUPERMAN for card in cards)
                yield Meld(cards, size - n_cards, pure)

    def free_only(self, n_free: int, n_pure: int) -> bool:
        """Tell whether free cards alone make melds, so many of them pure."""
        whole = n_free % 3 == 0 if self.exactly_three else n_free == 0 or n_free >= 3
        return whole and n_pure <= n_free // 3

    def arrange(
        self, hand: Cards, n_free: int = 0, n_spare: int = 0, n_pure: int = 0
    ) -> tuple[Cards, ...] | None:
        """Return melds that use up the hand but for `n_spare` cards, and all the free cards.

        Parameters
        ----------
        hand : kinds, those that are not wild first
        n_free, n_spare, n_pure : free cards, cards left out, pure melds asked for at least
        """
        if not hand:
            return () if n_spare == 0 and self.free_only(n_free, n_pure) else None
        if len(hand) < n_spare:
            return None
        key = (hand, n_free, n_spare, n_pure)
        if key not in self.memo:
            self.memo[key] = self.arrange_anew(hand, n_free, n_spare, n_pure)
        return self.memo[key]

    def arrange_anew(
        self, hand: Cards, n_free: int, n_spare: int, n_pure: int
    ) -> tuple[Cards, ...] | None:
        """Do what `arrange` says, without looking at what is remembered."""
        if n_spare:
            melds = self.arrange(hand[1:], n_free, n_spare - 1, n_pure)
            if melds is not None:
                return melds
        for meld in set(self.melds_with(hand, n_free)):
            rest = remove(hand, meld.cards)
            if rest is None:
                continue
            missing = max(0, n_pure - meld.is_pure)
            melds = self.arrange(rest, n_free - meld.n_free, n_spare, missing)
            if melds is not None:
                return (meld.cards, *melds)
        return None


def cards_of(counts: Sequence[int]) -> list[int]:
    """Return the kinds of a counts vector, repeated for copies."""
    return [kind for kind, n in enumerate(counts) for _ in range(int(n))]


def partitions_by_throw(
    rest_counts: Sequence[int],
    wild_kinds: set[int],
    rules: MeldRules,
    tiplu: int | None = None,
    need_pure: int = 0,
) -> dict[int, Arrangement]:
    """Return one arrangement for every kind that may be the thrown card.

    Parameters
    ----------
    rest_counts : int[54], the cards not shown, the thrown one among them
    wild_kinds : kinds that are wild for this player, man and superman included where they are
    rules : anything with the four meld keys
    tiplu : its kind, for the marriage; None before it is known
    need_pure : pure melds there must be among the melds; 3 for a hand finished unseen
    """
    search = FinishSearch(wild_kinds, rules, tiplu)
    hand = search.order(cards_of(rest_counts))
    found = {}
    for thrown in sorted(Counter(hand)):
        kept = remove(hand, [thrown])
        assert kept is not None
        melds = search.arrange(kept, n_pure=need_pure)
        if melds is not None:
            found[thrown] = Arrangement(melds, thrown)
    return found


def can_finish(
    rest_counts: Sequence[int],
    wild_kinds: set[int],
    rules: MeldRules,
    tiplu: int | None = None,
    need_pure: int = 0,
) -> set[int]:
    """Return the kinds that may be thrown so that all other cards lie in melds."""
    return set(partitions_by_throw(rest_counts, wild_kinds, rules, tiplu, need_pure))


def partition(
    rest_counts: Sequence[int],
    wild_kinds: set[int],
    rules: MeldRules,
    tiplu: int | None = None,
    need_pure: int = 0,
) -> Arrangement | None:
    """Return the melds and the thrown card of one finish, None if there is none."""
    found = partitions_by_throw(rest_counts, wild_kinds, rules, tiplu, need_pure)
    return next(iter(found.values()), None)


def distance_to_finish(
    rest_counts: Sequence[int],
    wild_kinds: set[int],
    rules: MeldRules,
    tiplu: int | None = None,
    need_pure: int = 0,
) -> int:
    """Return the fewest cards to replace by cards of one's choice so that the hand can finish.

    Replacing d cards and throwing one leaves all but d + 1 cards to be melded with d free ones.
    """
    search = FinishSearch(wild_kinds, rules, tiplu)
    hand = search.order(cards_of(rest_counts))
    for n_replaced in range(len(hand)):
        if search.arrange(hand, n_replaced, n_replaced + 1, need_pure) is not None:
            return n_replaced
    raise ValueError(f"{len(hand)} cards can never be melded but for one under these rules")
