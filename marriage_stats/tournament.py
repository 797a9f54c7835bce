"""Policies against each other: every pair on the same deals, each in every seat.

One of a pair plays alone among players of the other, in each seat in turn, and the other way round.
The deal is the unit: all rounds of all pairs that are played on one deal count as one observation.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats.engine.simulate import Table, play_block
from marriage_stats.estimators import LEVEL
from marriage_stats.estimators.holm import holm, normal_p
from marriage_stats.estimators.intervals import normal_quantile
from marriage_stats.estimators.ratio import RatioSums
from marriage_stats.estimators.sequential import look_level
from marriage_stats.facts import UNSEEN
from marriage_stats.manifest import run_identity, run_manifest
from marriage_stats.policies.registry import POLICIES, Policy, load_policy
from marriage_stats.rng import root_seed
from marriage_stats.rules import Rules
from marriage_stats.runs import Sampling, open_run, run_through
from marriage_stats.settlement import settle
from marriage_stats.skill import SkillSums, report_skill, skill_sums

PAYMENT, FINISHED, SEEN = range(3)
PART = 1024
MIN_DEALS = 20
FIRST_LOOK = 1024
NOTES = [
    "edge: half of what one FIRST earns a round among SECONDs, less half of what one SECOND earns "
    "among FIRSTs; every deal is played with the lone player in each seat",
    "score: mean edge over all opponents",
    "luck: share of the variance of a payment that the cards make, with the better player alone; "
    "rounds to lead: after so many it is ahead of one of the others with probability 95%",
]


@dataclass(frozen=True)
class Field:
    """Who plays whom in which house.

    Raises
    ------
    ValueError   for fewer than two policies, or one named twice
    """

    rules: Rules
    policies: tuple[Policy, ...]

    def __post_init__(self) -> None:
        names = self.names
        if len(names) < 2:
            raise ValueError(f"a tournament needs two or more policies, got {len(names)}")
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise ValueError(f"policy {twice[0]} is named twice")

    @property
    def names(self) -> list[str]:
        """Names of the policies."""
        return [policy.name for policy in self.policies]

    @property
    def duels(self) -> list[tuple[int, int]]:
        """Every (one, others): places of the policy that plays alone and of its opponents."""
        return list(permutations(range(len(self.policies)), 2))

    def table(self, one: int, others: int) -> Table:
        """Return the table with `one` in seat 0 and `others` in all the rest."""
        rest = (self.policies[others],) * (self.rules.number("players") - 1)
        return Table(self.rules, (self.policies[one], *rest))


@dataclass(frozen=True)
class Tally:
    """Sums over deals: what each lone player earns, and by how much it leads the others.

    Parameters
    ----------
    ratios : payments, finishes and shows of the lone player of every duel
    skill : of every duel
    """

    ratios: RatioSums
    skill: tuple[SkillSums, ...]

    @property
    def n(self) -> int:
        """Deals."""
        return self.ratios.n

    def plus(self, other: "Tally") -> "Tally":
        """Return the sums over the deals of both."""
        both = zip(self.skill, other.skill, strict=True)
        return Tally(self.ratios.plus(other.ratios), tuple(a.plus(b) for a, b in both))

    def arrays(self) -> dict[str, NDArray[np.int64]]:
        """Return the sums as named arrays."""
        out = self.ratios.arrays()
        for place, skill in enumerate(self.skill):
            out |= {f"{place} {name}": array for name, array in skill.arrays().items()}
        return out

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[np.int64]]) -> "Tally":
        """Return the sums that `arrays` told."""
        parts: dict[str, dict[str, NDArray[np.int64]]] = {}
        for name, array in arrays.items():
            place, _, part = name.partition(" ")
            parts.setdefault(place if part else "", {})[part or name] = array
        ratios = RatioSums.of_arrays(parts.pop(""))
        places = sorted(parts, key=int)
        return cls(ratios, tuple(SkillSums.of_arrays(parts[place]) for place in places))


def rounds_per_deal(rules: Rules) -> int:
    """Return the rounds of one pair on one deal: either alone, in every seat."""
    return 2 * rules.number("players")


def choose_field(rules: Rules, names: str | None = None) -> Field:
    """Return the field of comma-separated policies; None takes all but `random`, strongest first.

    Raises
    ------
    ValueError   for an unknown policy, one the house refuses, or a field too small
    """
    words = [word.strip() for word in (names or "").split(",") if word.strip()]
    if names is None:
        absent = {"random"} if rules.has_dublee_route else {"random", "dublee"}
        words = [name for name in reversed(POLICIES) if name not in absent]
    return Field(rules, tuple(load_policy(word, rules) for word in words))


def play_tournament(
    field: Field, sampling: Sampling, out: Path | None = None, resume: bool = False
) -> dict[str, Any]:
    """Return ranking and pairs as plain data, ready for JSON.

    Parameters
    ----------
    sampling : its rounds are deals here: each is played 2 * players times by every pair
    out, resume : folder that keeps the run, from which it goes on after it was stopped

    Notes
    -----
    Ctrl-C ends the run early: the result then tells the deals that are done and says so.
    """
    own = identity(field)
    folder = open_run(out, own, sampling.seed, resume)
    seed = folder.seed if folder else root_seed(sampling.seed)
    play_block(field.table(0, 1), seed, 0, 1)  # compiles once, ahead of threads and clock
    started = time.perf_counter()
    task = partial(deal_block, field, seed)
    precise = partial(_precise, field, sampling.precision or 0)
    run = run_through(task, sampling, Tally, precise, folder, FIRST_LOOK, MIN_DEALS)
    sums, level = run.tally, _level(field, run.looks, sampling)
    result = {
        **own,
        "rules": {"name": field.rules.name, "digest": field.rules.digest},
        "seed": seed,
        "deals": sums.n,
        "rounds": sums.n * len(field.duels) // 2 * rounds_per_deal(field.rules),
        "precision": run.precision(sampling.precision, level),
        "interrupted": run.interrupted,
        "ranking": ranking(field, sums.ratios),
        "pairs": with_skill(field, sums, pairs(field, sums.ratios, level)),
        "notes": NOTES,
        "manifest": run_manifest(own, seed, sums.n),
        "seconds": round(time.perf_counter() - started, 3),
    }
    if folder and not run.interrupted:
        folder.finish(result)
    return result


def identity(field: Field) -> dict[str, Any]:
    """Return what decides the numbers, but for the seed and the number of deals."""
    return run_identity(field.rules, field.policies, players=field.rules.number("players"))


def deal_block(field: Field, seed: int, first: int, count: int) -> Tally:
    """Play deals first .. first + count - 1 by every pair in every seat, and add up."""
    sums = None
    for start in range(first, first + count, PART):
        part = _deals(field, seed, start, min(PART, first + count - start))
        sums = sums.plus(part) if sums else part
    assert sums is not None
    return sums


def pairs(field: Field, sums: RatioSums, level: float = LEVEL) -> list[dict[str, Any]]:
    """Return each pair's edge in points a round, with Holm's p-values over all pairs."""
    duels, rows = field.duels, []
    for first, second in combinations(range(len(field.policies)), 2):
        alone = duels.index((first, second)), duels.index((second, first))
        edge = _estimate(sums, PAYMENT, {alone[0]: 1, alone[1]: -1}, 2, level)
        names = {"first": field.names[first], "second": field.names[second]}
        rows.append(
            {
                **names,
                **edge,
                "first_alone": _lone(sums, alone[0]),
                "second_alone": _lone(sums, alone[1]),
            }
        )
    adjusted = holm([normal_p(row["value"], row["se"]) for row in rows])
    return [{**row, "p_holm": p} for row, p in zip(rows, adjusted, strict=True)]


def with_skill(field: Field, sums: Tally, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return pairs with what skill and luck make of them: the better player alone among others.

    Each has `skill` with `better`, and `lead`, `luck`, `rounds_to_lead`, `p_ahead` of `play_skill`.
    """
    out = []
    for row in rows:
        duel = field.names.index(row["first"]), field.names.index(row["second"])
        one, others = duel if row["value"] >= 0 else duel[::-1]
        found = report_skill(sums.skill[field.duels.index((one, others))])
        out.append({**row, "skill": {"better": field.names[one], **found}})
    return out


def ranking(field: Field, sums: RatioSums) -> list[dict[str, Any]]:
    """Return the policies by score, best first, with what they do when alone."""
    duels, rows = field.duels, []
    rivals = len(field.policies) - 1
    for place, name in enumerate(field.names):
        mine = {i: 1 for i, (one, _) in enumerate(duels) if one == place}
        theirs = {i: -1 for i, (_, others) in enumerate(duels) if others == place}
        score = _estimate(sums, PAYMENT, mine | theirs, 2 * rivals)
        shares = {
            "finished": _estimate(sums, FINISHED, mine, rivals),
            "seen": _estimate(sums, SEEN, mine, rivals),
        }
        rows.append({"policy": name, **score, **shares})
    rows.sort(key=lambda row: -row["value"])
    return [{"rank": rank, **row} for rank, row in enumerate(rows, start=1)]


def _deals(field: Field, seed: int, first: int, count: int) -> Tally:
    duels, players, skill = field.duels, field.rules.number("players"), []
    columns = np.zeros((3, count, 2 * len(duels)))
    columns[:, :, 1::2] = players
    for place, (one, others) in enumerate(duels):
        table = field.table(one, others)
        nets = []
        for seat in range(players):
            rounds = play_block(table.rotated(seat), seed, first, count)
            nets.append(settle(rounds, table.rules).net)
            finished = rounds.by_round("finisher") == seat
            seen = rounds.by_seat("route")[:, seat] != UNSEEN
            columns[:, :, 2 * place] += np.stack([nets[-1][:, seat], finished, seen])
        skill.append(skill_sums(nets, first))
    return Tally(RatioSums.of(columns), tuple(skill))


def _lone(sums: RatioSums, duel: int) -> dict[str, Any]:
    found = _estimate(sums, PAYMENT, {duel: 1})
    return {**found, "finished": _estimate(sums, FINISHED, {duel: 1})}


def _estimate(
    sums: RatioSums, family: int, weights: dict[int, int], divisor: int = 1, level: float = LEVEL
) -> dict[str, Any]:
    row: Sequence[int] = [weights.get(i, 0) for i in range(sums.sums.shape[1] // 2)]
    value, se = (figure / divisor for figure in sums.contrast(family, row))
    half = normal_quantile(level) * se
    return {"value": value, "se": se, "low": value - half, "high": value + half, "n": sums.n}


def _level(field: Field, look: int, sampling: Sampling) -> float:
    """Return the level of each interval: higher where the data decided when to stop."""
    return LEVEL if sampling.precision is None else look_level(look, len(field.duels) // 2)


def _precise(field: Field, half_width: float, sums: Tally, look: int) -> bool:
    rows = pairs(field, sums.ratios, look_level(look, len(field.duels) // 2))
    return all(row["high"] - row["low"] <= 2 * half_width for row in rows)
