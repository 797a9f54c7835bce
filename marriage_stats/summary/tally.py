"""Exact running sums over independent units, from which every figure of a summary follows.

Whole numbers add up the same in any order, so a summary does not depend on threads or blocks.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

SAFE = 1 << 62


@dataclass
class Moments:
    """Sums and sums of products of whole-number features over n units.

    Parameters
    ----------
    names : the features
    """

    names: tuple[str, ...]
    n: int = 0
    sums: list[int] = field(default_factory=list)
    products: list[list[int]] = field(default_factory=list)

    def add(self, rows: NDArray[np.int64]) -> None:
        """Take int64[units, features]."""
        biggest = int(np.abs(rows).max(initial=0))
        exact = rows if biggest * biggest * max(len(rows), 1) < SAFE else rows.astype(object)
        self.join(
            Moments(self.names, len(rows), exact.sum(axis=0).tolist(), (exact.T @ exact).tolist())
        )

    def join(self, other: "Moments") -> None:
        """Add the sums of other units."""
        if not self.n:
            self.sums, self.products = other.sums, other.products
        elif other.n:
            self.sums = [a + b for a, b in zip(self.sums, other.sums, strict=True)]
            self.products = [
                [a + b for a, b in zip(mine, theirs, strict=True)]
                for mine, theirs in zip(self.products, other.products, strict=True)
            ]
        self.n += other.n

    def plain(self) -> list[Any]:
        """Return the sums as lists of numbers, from which `restore` makes them again."""
        return [self.n, self.sums, self.products]

    def restore(self, plain: list[Any]) -> None:
        """Become the sums that `plain` told."""
        self.n, self.sums, self.products = plain

    def total(self, name: str) -> int:
        """Return the sum of one feature."""
        return int(self.sums[self.names.index(name)])

    def product(self, a: str, b: str) -> int:
        """Return the sum of the product of two features."""
        return int(self.products[self.names.index(a)][self.names.index(b)])


def count_values(values: NDArray[np.int64]) -> Counter[int]:
    """Return value -> times of an array."""
    found, times = np.unique(values, return_counts=True)
    return Counter(dict(zip(found.tolist(), times.tolist(), strict=True)))


def to_arrays(n: int, plain: Any) -> dict[str, NDArray[Any]]:
    """Return sums told as lists and numbers of any size as arrays, to be kept in a file."""
    text = json.dumps(plain)
    return {"n": np.array(n), "sums": np.frombuffer(text.encode(), np.uint8)}


def from_arrays(arrays: Mapping[str, NDArray[Any]]) -> Any:
    """Return what `to_arrays` was given."""
    return json.loads(arrays["sums"].tobytes())
