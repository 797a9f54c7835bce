"""What counts of dealt hands say: the cases of each figure among them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from marriage_stats.rules import SEE_DUBLEES, SEE_MELDS


class HandCounts(NamedTuple):
    """Histograms of dealt hands.

    joint : int64[melds, pairs]
    rest : int64[4, values]   ordinary tunnelas, all tunnelas, cards to add for three melds, for
        seven dublees
    moved : int64[melds, pairs]   what locking dealt tunnelas, each as one meld whole, adds to
        joint; zero in houses that do not
    """

    joint: NDArray[np.int64]
    rest: NDArray[np.int64]
    moved: NDArray[np.int64]

    @property
    def n(self) -> int:
        """The number of hands."""
        return int(self.joint.sum())

    def plus(self, other: "HandCounts") -> "HandCounts":
        """Return the counts of both samples together."""
        return HandCounts(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def see(self, dublee_route: bool) -> dict[str, int | None]:
        """Return the hands that may see from the deal, by route; None for a lacking route."""
        shown = self.joint + self.moved
        melds, pairs = np.indices(shown.shape)
        by_melds, by_pairs = melds >= SEE_MELDS, pairs >= SEE_DUBLEES
        either = by_melds | by_pairs if dublee_route else by_melds
        return {
            "sequence": int(shown[by_melds].sum()),
            "dublee": int(shown[by_pairs].sum()) if dublee_route else None,
            "either": int(shown[either].sum()),
        }

    def some_tunnela(self, with_man: bool) -> int:
        """Return the hands with at least one tunnela."""
        return int(self.rest[int(with_man), 1:].sum())
