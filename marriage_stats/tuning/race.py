"""Races of changes: all play the same deals, and those that are decided leave early."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from marriage_stats.estimators.intervals import LEVEL
from marriage_stats.estimators.sequential import look_level
from marriage_stats.parallel import Progress, run_blocks
from marriage_stats.tuning.ladders import Change
from marriage_stats.tuning.paired import Gain, Setting, Sums, deal_sums

FIRST_LOOK, GROWTH = 256, 4
BLOCK = 128
"""Deals of a block: fewer would cost much in calls, more leave a thread idle."""
RARE = 25
"""Deals that differ below which a change is not judged early: its law is not normal yet."""
SURE = 3.0
"""Standard errors by which a gain must be clear of 0 to be taken up: many are tried."""
APART = 10**9
"""Deals between races, so that none sees those of another."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What a race may cost, and its deals.

    Parameters
    ----------
    deals : most deals that a change plays, each once per seat
    seed, first : root seed, and the first deal of the next race
    """

    deals: int
    seed: int
    threads: int | None = None
    first: int = 0
    progress: Progress | None = None

    def fresh(self, races: int = 1) -> "Effort":
        """Return the effort with deals that lie beyond those of so many races."""
        return replace(self, first=self.first + races * APART)

    def looks(self) -> Iterator[int]:
        """Yield the deals played at each look.

        >>> list(Effort(5000, 1).looks())
        [256, 1024, 4096, 5000]
        """
        size = FIRST_LOOK
        while size < self.deals:
            yield size
            size *= GROWTH
        yield self.deals


def race(
    setting: Setting,
    changes: Sequence[Change],
    effort: Effort,
    target: float | None = 0.0,
    halving: bool = False,
    level: float = LEVEL,
) -> list[Gain]:
    """Return the gain of every change, each from the deals it took to decide it, in given order.

    Parameters
    ----------
    target : a change is decided once its interval lies on one side of this gain, and above it by
        no less than SURE standard errors; None lets all play every deal
    halving : at each look the worse half of the undecided leaves too, and intervals are those of
        one change, as they are without a target; otherwise all intervals of all looks hold at once
    level : probability with which intervals hold
    """
    sums = {change: Sums() for change in changes}
    alone = halving or target is None
    found: dict[Change, Gain] = {}
    racing, played = list(sums), 0
    for look, size in enumerate(effort.looks(), start=1):
        if not racing:
            break
        _play(setting, racing, effort, range(played, size), sums)
        played = size
        players = setting.rules.number("players")
        each = level if alone else look_level(look, len(sums), level)
        gains = [Gain.of(change, sums[change], players, each) for change in racing]
        found |= {gain.change: gain for gain in gains}
        racing = [gain.change for gain in gains if not _decided(gain, target)]
        if halving:
            racing = _better_half(racing, found)
    return [found[change] for change in sums]


def play_sizes(setting: Setting, sizes: Mapping[Change, int], effort: Effort) -> dict[Change, Sums]:
    """Return the sums of every change over as many deals as it is given, all from the same first.

    The deals of the effort itself do not limit them.
    """
    sums = {change: Sums() for change in sizes}
    played = 0
    for size in sorted(set(sizes.values())):
        racing = [change for change in sizes if sizes[change] >= size]
        _play(setting, racing, effort, range(played, size), sums)
        played = size
    return sums


def rounds_of(gains: Sequence[Gain], players: int) -> int:
    """Return the rounds that a race has played."""
    return players * sum(gain.n for gain in gains) + max((gain.n for gain in gains), default=0)


def _play(
    setting: Setting,
    racing: Sequence[Change],
    effort: Effort,
    deals: range,
    sums: dict[Change, Sums],
) -> None:
    """Add what the changes do on some deals of the effort to their sums."""

    def block(first: int, count: int) -> list[Sums]:
        return deal_sums(setting, racing, effort.seed, effort.first + deals.start + first, count)

    for parts in run_blocks(block, len(deals), BLOCK, effort.threads):
        for change, part in zip(racing, parts, strict=True):
            sums[change] = sums[change].plus(part)
        if effort.progress is not None:
            effort.progress(parts[0].n * len(racing) * setting.table().players)


def _decided(gain: Gain, target: float | None) -> bool:
    if target is None:
        return False
    sure = min(gain.low, gain.value - SURE * gain.se)
    return gain.changed >= RARE and (gain.high < target or sure > target)


def _better_half(racing: list[Change], found: dict[Change, Gain]) -> list[Change]:
    ranked = sorted(racing, key=lambda change: -found[change].value)
    kept = set(ranked[: (len(ranked) + 1) // 2])
    return [change for change in racing if change in kept]
