"""Ratios of sums over independent rounds, and contrasts of them, by the delta method.

A group's mean payment is such a ratio: the points its members receive over the number of members.
Several ratios come from the same rounds (variants, policies), so that their contrasts are paired.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

EXACT_FLOAT = 2**53


@dataclass(frozen=True)
class RatioSums:
    """Sums over n rounds of m families of r ratios.

    Parameters
    ----------
    n : rounds
    sums : int64[m, 2 * r]   columns alternate: numerator, denominator of each ratio
    products : int64[m, 2 * r, 2 * r]   sums of the products of two columns
    """

    n: int
    sums: NDArray[np.int64]
    products: NDArray[np.int64]

    @classmethod
    def of(cls, columns: NDArray[np.float64]) -> "RatioSums":
        """Return the sums of columns of whole numbers, float64[m, n, 2 * r].

        Raises
        ------
        ValueError   if a sum of products is too large to be exact
        """
        products = np.matmul(columns.transpose(0, 2, 1), columns)
        if np.abs(products).max(initial=0) >= EXACT_FLOAT:
            raise ValueError("points are too large to be summed exactly in one block of rounds")
        sums = np.matmul(np.ones(columns.shape[1]), columns)
        return cls(columns.shape[1], sums.astype(np.int64), products.astype(np.int64))

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[np.int64]]) -> "RatioSums":
        """Return the sums that `arrays` told."""
        return cls(int(arrays["n"]), arrays["sums"], arrays["products"])

    def arrays(self) -> dict[str, NDArray[np.int64]]:
        """Return the sums as named arrays."""
        return {"n": np.array(self.n), "sums": self.sums, "products": self.products}

    def plus(self, other: "RatioSums") -> "RatioSums":
        """Return the sums over the rounds of both."""
        return RatioSums(self.n + other.n, self.sums + other.sums, self.products + other.products)

    def cases(self, family: int, ratio: int) -> int:
        """Return the denominator of a ratio."""
        return int(self.sums[family, 2 * ratio + 1])

    def contrast(self, family: int, weights: Sequence[int]) -> tuple[float, float]:
        """Return (value, standard error) of a weighted sum of a family's ratios.

        Parameters
        ----------
        weights : int[r]   every ratio with a weight must have cases

        Notes
        -----
        With r = sum S / sum M, round i moves r by (S_i - r M_i) / sum M to first order; the same
        weights give its effect on the contrast. Computed in exact fractions, so that differences
        that cancel are zero and nothing depends on the order of summation.
        """
        value, effect = Fraction(0), dict[int, Fraction]()
        for ratio, weight in enumerate(weights):
            if weight:
                total, cases = (int(x) for x in self.sums[family, 2 * ratio : 2 * ratio + 2])
                value += Fraction(weight * total, cases)
                effect[2 * ratio] = Fraction(weight, cases)
                effect[2 * ratio + 1] = Fraction(-weight * total, cases * cases)
        square = Fraction(0)
        for i, left in effect.items():
            for j, right in effect.items():
                square += left * right * int(self.products[family, i, j])
        variance = square * self.n / max(self.n - 1, 1)
        return float(value), float(variance) ** 0.5
