"""What a seat lacks: distances, and the cards that bring it nearer."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cards import HAND_SIZE, MAN, SUPERMAN, count_kinds
from marriage_stats.finish.batch_kernels import arrange
from marriage_stats.finish.kernels import NOBODY, STACK_ROWS, STACK_WIDTH
from marriage_stats.melds.kernels import distance_to_dublees, distance_to_sequences, fill_keys
from marriage_stats.melds.tables import meld_tables
from marriage_stats.rules import SEE_DUBLEES, SEE_MELDS, Rules, compile_rules
from marriage_stats.transcript.follow import Seat

SEQUENCES, DUBLEES, FINISH, EIGHTH = "sequences", "dublees", "finish", "eighth dublee"
MOST_PAIRS = 4
"""Melds that may be left to make after a show."""


@dataclass(frozen=True)
class Measure:
    """How far cards of one seat are from its next aims, by its route.

    route : None before seeing; exposed : tunnelas of the seat laid at the deal
    tiplu : the tiplu's kind; extra : 1 after drawing, when one more card may go, else 0
    """

    rules: Rules
    route: str | None
    exposed: int
    tiplu: int | None
    extra: int

    def lacking(self, counts: NDArray[np.int64]) -> dict[str, int]:
        """Return aim -> the fewest cards to come, of cards (int[54]) not on the table.

        To finish none of them is the third copy of a pair: a single card is no plan. See
        `with_thirds`.
        """
        if self.route is None:
            needs = {SEQUENCES: self.to_sequences(counts, SEE_MELDS - self.exposed)}
            if self.rules.has_dublee_route:
                needs[DUBLEES] = self._to_dublees(counts)
            return needs
        if self.route == "dublee":
            return {EIGHTH: int(counts[:SUPERMAN].max(initial=0) < 2)}
        return {FINISH: self._to_finish(counts)}

    def to_sequences(self, counts: NDArray[np.int64], melds: int) -> int:
        """Return the fewest cards to add for that many pure melds."""
        table, tables = compile_rules(self.rules), meld_tables(bool(self.rules.number("superman")))
        man, superman = int(counts[MAN]), int(counts[SUPERMAN])
        return int(distance_to_sequences(tables, table, _keys(counts), man, superman, melds))

    def _to_dublees(self, counts: NDArray[np.int64]) -> int:
        table, pairs = compile_rules(self.rules), SEE_DUBLEES - self.exposed
        return int(distance_to_dublees(table, _keys(counts), int(counts[MAN]), pairs))

    def with_thirds(self, counts: NDArray[np.int64]) -> int:
        """Return the fewest cards to come to finish, whichever, third copies among them."""
        missing = 0
        while not self.can_finish(counts, missing, missing, thirds=True):
            missing += 1
        return missing

    def _to_finish(self, counts: NDArray[np.int64]) -> int:
        """Return the fewest cards to come to finish, none of them the third copy of a pair."""
        fewest = self.with_thirds(counts)
        # Without its third copy a pair is one card less: four melds may be left to make.
        longer = range(fewest, fewest + MOST_PAIRS + 1)
        return next((n for n in longer if self.can_finish(counts, n, n)), fewest)

    def can_finish(
        self, counts: NDArray[np.int64], coming: int, going: int, thirds: bool = False
    ) -> bool:
        """Return whether all cards meld once any `coming` have come and `going` have gone.

        One more goes where the seat has drawn already. What comes stands where a wild card may
        stand, thus completes no two of a kind unless `thirds`.
        """
        stack, laid = np.zeros((STACK_ROWS, STACK_WIDTH), np.int64), np.empty(8, np.int64)
        melds, throws = np.empty((13, 4), np.int64), going + self.extra
        table, tiplu = compile_rules(self.rules), -1 if self.tiplu is None else self.tiplu
        cards, free = counts.copy(), coming if thirds else 0
        cards[SUPERMAN] += coming - free
        return bool(arrange(table, stack, cards, tiplu, free, throws, NOBODY, melds, laid) >= 0)

    def drawn(self) -> "Measure":
        """Return the measure of the same seat once it has drawn."""
        return Measure(self.rules, self.route, self.exposed, self.tiplu, 1)

    def outs(self, counts: NDArray[np.int64], left: NDArray[np.int64]) -> dict[str, int]:
        """Return aim -> how many of the cards `left` (int[54]) bring it nearer."""
        now, after = self.lacking(counts), self.drawn()
        found = dict.fromkeys(now, 0)
        for kind in np.flatnonzero(left > 0):
            more = counts.copy()
            more[kind] += 1
            if self.route == "sequence":
                missing = now[FINISH] - 1
                found[FINISH] += int(left[kind]) * after.can_finish(more, missing, missing)
                continue
            for aim, lacking in after.lacking(more).items():
                found[aim] += int(left[kind]) * (lacking < now[aim])
        return found


def measure_of(seat: Seat, tiplu: int | None, rules: Rules) -> Measure:
    """Return the measure of a seat as it stands."""
    known = tiplu if seat.route is not None else None
    extra = len(seat.all_kinds) - HAND_SIZE
    return Measure(rules, seat.route, len(seat.exposed), known, extra)


def lacking(seat: Seat, tiplu: int | None, rules: Rules) -> dict[str, int]:
    """Return aim -> the fewest cards that a seat needs to come."""
    return measure_of(seat, tiplu, rules).lacking(count_kinds(seat.kinds))


def _keys(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    keys = np.zeros(4, np.int64)
    fill_keys(counts, keys)
    return keys
