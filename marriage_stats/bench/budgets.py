"""What each figure must reach and aims at, on two cores, warm."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """One figure: what it is, and the values it must and should reach.

    A name that ends in `_per_s` or `_per_core_s` is a rate, one in `_s` is seconds.
    """

    meaning: str
    must: float | None = None
    aim: float | None = None
    is_rate: bool = True

    def verdict(self, value: float) -> str:
        """Return how a measured value stands against the budget.

        >>> Budget("x", must=10, aim=20).verdict(15), Budget("x", 0.4, 0.2, False).verdict(0.5)
        ('must', 'below must')
        """
        for name, bound in (("aim", self.aim), ("must", self.must)):
            if bound is not None and (value >= bound if self.is_rate else value <= bound):
                return name
        return "" if self.must is None else "below must"


BUDGETS: dict[str, Budget] = {
    "deal_per_core_s": Budget("21-card hands dealt and classified, chunk-keyed", 28e6, 35e6),
    "keyed_deal_per_core_s": Budget("keyed deals of a round", 6e6, 8e6),
    "distance_per_core_s": Budget("distance to see of a dealt hand", 16e6, 30e6),
    "finish_per_core_s": Budget("exact finish solves, 13 cards with wilds", 1e6, 3e6),
    "rounds_per_s": Budget("four-player classic rounds, all adaptive, all threads", 20e3, 60e3),
    "threads_ratio": Budget("two threads over one", 1.85, 1.95),
    "help_s": Budget("start of --help", 0.4, 0.2, is_rate=False),
    "exact_odds_s": Budget("exact odds, whole process, warm", 1.5, 0.5, is_rate=False),
    "compile_s": Budget("first-run compile of everything", 30, 15, is_rate=False),
}
