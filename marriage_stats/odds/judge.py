"""Turn counts into estimates and note each one's check against the exact law."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from marriage_stats.estimators import (
    Check,
    Estimate,
    check_law,
    check_mean,
    check_proportion,
    estimate_mean,
    estimate_proportion,
)

Law = Mapping[str, Any]


@dataclass
class Judge:
    """Makes estimates and collects their checks, in the order of the figures."""

    checks: list[Check] = field(default_factory=list)

    def share(self, name: str, count: int, n: int, exact: float) -> Estimate:
        """Return count / n, checked against a probability."""
        self.checks.append(check_proportion(name, int(count), n, exact))
        return estimate_proportion(int(count), n)

    def cells(self, name: str, counts: Sequence[int], law: Sequence[float]) -> list[Estimate]:
        """Return the share of each value 0, 1, ..., each checked; cells past the law count as 0."""
        n = sum(counts)
        length = max(len(law), max((k + 1 for k, count in enumerate(counts) if count), default=0))
        return [
            self.share(
                f"{name}[{k}]",
                counts[k] if k < len(counts) else 0,
                n,
                law[k] if k < len(law) else 0.0,
            )
            for k in range(length)
        ]

    def law(self, name: str, counts: Sequence[int], law: Law) -> dict[str, Any]:
        """Return mean and distribution, each cell checked."""
        mean = estimate_mean(counts)
        self.checks.append(check_mean(f"{name}.mean", mean, law["distribution"]))
        cells = self.cells(f"{name}.distribution", counts, law["distribution"])
        return {"mean": mean, "distribution": cells}

    def whole_law(self, name: str, counts: Sequence[int], law: Sequence[float]) -> list[Estimate]:
        """Return the share of each value, checked all at once by chi-square."""
        self.checks.append(check_law(name, counts, law))
        n = sum(counts)
        return [
            estimate_proportion(counts[k] if k < len(counts) else 0, n) for k in range(len(law))
        ]
