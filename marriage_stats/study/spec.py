"""What a study is: all that is said before the first number, and the functions for the rest."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

from marriage_stats.parallel import Progress
from marriage_stats.rules import Rules, load_rules
from marriage_stats.study.finding import Finding

Frames = Mapping[str, pl.DataFrame]
"""Tables by name; each becomes one CSV file."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A house with settings on top, under the label that tables and charts use."""

    label: str
    house: str
    settings: tuple[str, ...] = ()

    @property
    def rules(self) -> Rules:
        """The rules themselves."""
        return load_rules(self.house, self.settings)


@dataclass(frozen=True, slots=True)
class Task:
    """One run of a study: its sample size, seed and means."""

    n: int
    seed: int
    threads: int | None
    rule_sets: Mapping[str, Rules]
    progress: Progress | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """An internal check printed on the page: what was compared, and whether it held."""

    name: str
    passed: bool
    detail: str


READERS = {
    "host": "You set the rules of a table",
    "player": "You play",
    "writer": "You write a rule guide",
}
"""Who asks, and how the index page calls them."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a reader asks beside the title: `anchor` is a finding or a chart of the page."""

    reader: str
    words: str
    anchor: str


@dataclass(frozen=True)
class Study:
    """A question, how it is answered, and to what precision.

    Parameters
    ----------
    name : the slug; the module is `studies/<name with _>.py`
    order : place on the index page
    title : the question in a reader's words; the page's heading
    asked : more questions that the page answers, for the index
    question, design, precision : said before the result, as plain paragraphs
    limits : what the numbers do not say
    rule_sets : every rule set that enters the identity
    n, unit : full sample size and what is counted (hands, rounds)
    seed : the seed of the committed report
    run : task -> tables
    findings : tables -> what the numbers say, the answer to the title first
    checks : tables -> internal checks
    charts : names of charts, in the order of the page
    version : raised when the study's own arithmetic changes its numbers
    steps : how many times `run` reports progress
    quick : scale of `report --quick`
    policies : names of the policies that play, if any
    as_dealt : whether its rounds are those of the seed as they come, not picked by what is dealt
    """

    name: str
    order: int
    title: str
    question: str
    design: Sequence[str]
    precision: str
    limits: Sequence[str]
    rule_sets: Sequence[RuleSet]
    n: int
    unit: str
    seed: int
    run: Callable[[Task], Frames]
    findings: Callable[[Frames], Sequence[Finding | str]]
    checks: Callable[[Frames], Sequence[Check]]
    charts: Sequence[str]
    version: int = 1
    steps: int = 1
    quick: float = 0.1
    policies: Sequence[str] = field(default=())
    as_dealt: bool = True
    asked: Sequence[Question] = ()

    def size_at(self, scale: float) -> int:
        """Return the sample size at a scale, at least 1.

        Raises
        ------
        ValueError   if scale is not above 0
        """
        if not 0 < scale <= 1000:
            raise ValueError(f"scale must be above 0 and at most 1000, got {scale}")
        return max(1, round(self.n * scale))
