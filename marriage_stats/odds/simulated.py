"""The simulated side of the odds: the same names as the exact laws, each figure an estimate."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from marriage_stats.estimators import Check, check_mean, estimate_mean
from marriage_stats.odds.counts import HandCounts
from marriage_stats.odds.judge import Judge
from marriage_stats.odds.precise import Intervals, deal_to_precision
from marriage_stats.odds.sample import Sampler, compile_beside
from marriage_stats.odds.sizes import sample_sizes

Law = Mapping[str, Any]
Counts = NDArray[np.int64]
ROUTES = ("sequence", "dublee", "either")
MOST_HANDS = 10_000_000
"""Where a precision decides the hands, the other parts are sampled as for no more than these."""


class Simulated(NamedTuple):
    """Simulated odds: figures by name, checks, hands dealt, looks taken (None: fixed size)."""

    figures: dict[str, Any]
    checks: list[Check]
    n_hands: int
    looks: int | None


def tunnela_figures(
    judge: Judge, name: str, law: Law, counts: Counts, tables: Counts, n: int
) -> Law:
    """Return P(at least one), P(k) from n_hands counts and P(anyone at a table) from n rounds."""
    cells = [int(count) for count in counts]
    n_hands = sum(cells)
    some = judge.share(f"{name}.at_least_one", n_hands - cells[0], n_hands, law["at_least_one"])
    return {
        "at_least_one": some,
        "distribution": judge.cells(f"{name}.distribution", cells, law["distribution"]),
        "table": {
            seats: judge.share(f"{name}.table[{seats}]", tables[int(seats)], n, p)
            for seats, p in law["table"].items()
        },
    }


def hand_figures(judge: Judge, exact: Law, counts: HandCounts) -> dict[str, Any]:
    """Return dublees, pure melds, seeing, distances and the joint table from counts of hands."""
    n, joint = counts.n, counts.joint
    see: dict[str, Any] = {}
    for route, cases in counts.see(exact["see"]["dublee"] is not None).items():
        p = exact["see"][route]
        see[route] = None if cases is None else judge.share(f"see.{route}", cases, n, p)
    distance: dict[str, Any] = {}
    for route, cells in zip(ROUTES[:2], counts.rest[2:], strict=True):
        law = exact["distance"][route]
        name = f"distance.{route}"
        distance[route] = None if law is None else judge.law(name, cells.tolist(), law)
    return {
        "dublee": judge.law("dublee", joint.sum(axis=0).tolist(), exact["dublee"]),
        "pure_melds": judge.law("pure_melds", joint.sum(axis=1).tolist(), exact["pure_melds"]),
        "see": see,
        "distance": distance,
        "joint": [
            [judge.share(f"joint[{i}][{j}]", joint[i, j], n, p) for j, p in enumerate(row)]
            for i, row in enumerate(exact["joint"])
        ],
    }


def floor_figures(judge: Judge, curve: list[Law], first: Counts) -> list[Law]:
    """Return the floor by turn from counts of the first turn at which a hand could see."""
    n = int(first[0].sum())
    could = dict(zip(ROUTES, np.cumsum(first, axis=1), strict=True))
    if curve[0]["dublee"] is None:
        could["either"] = could["sequence"]
    rows: list[Law] = []
    for law in curve:
        turn, row = law["turn"], {"turn": law["turn"]}
        for route in ROUTES:
            p = law[route]
            name = f"floor[{turn}].{route}"
            row[route] = None if p is None else judge.share(name, could[route][turn], n, p)
        rows.append(row)
    return rows


def draws_figures(judge: Judge, exact: Law, sampler: Sampler, n_deal: int, n_each: int) -> Law:
    """Return the draws to seven dublees, from deals and from k pairs with live singles."""
    dealt = sampler.draws_from_deal(n_deal)
    from_deal = []
    for row in exact["from_deal"]:
        counts, name = dealt[row["pairs"]], f"draws_to_seven_dublees.from_deal[{row['pairs']}]"
        p = judge.share(f"{name}.p", counts.sum(), n_deal, row["p"])
        from_deal.append({"pairs": row["pairs"], "p": p} | _draws(judge, name, row, counts))
    from_pairs = []
    for row in exact["from_pairs"]:
        counts = sampler.draws_from_pairs(n_each, row["pairs"])
        name = f"draws_to_seven_dublees.from_pairs[{row['pairs']}]"
        from_pairs.append({"pairs": row["pairs"]} | _draws(judge, name, row, counts))
    return {"from_pairs": from_pairs, "from_deal": from_deal}


def _draws(judge: Judge, name: str, law: Law, counts: Counts) -> dict[str, Any]:
    cells, never = counts[:-1].tolist(), int(counts[-1])
    if not counts.sum():
        return {"mean": None, "distribution": []}
    distribution = judge.whole_law(f"{name}.distribution", [*cells, never], law["distribution"])
    if law["mean"] is None or never:
        return {"mean": None, "distribution": distribution}
    mean = estimate_mean(cells)
    judge.checks.append(check_mean(f"{name}.mean", mean, law["distribution"]))
    return {"mean": mean, "distribution": distribution}


def simulate_odds(
    sampler: Sampler, exact: Law, n_hands: int, precision: float | None = None
) -> Simulated:
    """Return the simulated figures under the names of the exact ones, and their checks.

    With a precision, hands are dealt until it is reached and n_hands is not used.
    """
    beside = compile_beside()
    looks: int | None = None
    intervals: Intervals = {}
    if precision is None:
        counts = sampler.hands(n_hands)
    else:
        counts, intervals, looks = deal_to_precision(sampler, precision)
    if beside:
        beside.wait()
    judge = Judge()
    sizes = sample_sizes(min(counts.n, MOST_HANDS) if looks else n_hands)
    tables = sampler.tables(sizes["tables"])
    figures: dict[str, Any] = {}
    for column, name in enumerate(("tunnela", "tunnela_with_man")):
        if name in exact:
            figures[name] = tunnela_figures(
                judge, name, exact[name], counts.rest[column], tables[:, column], sizes["tables"]
            )
    figures |= hand_figures(judge, exact, counts)
    draws = exact["draws_to_seven_dublees"]
    figures["draws_to_seven_dublees"] = (
        None
        if draws is None
        else draws_figures(judge, draws, sampler, sizes["from_deal"], sizes["from_pairs"])
    )
    figures["floor"] = floor_figures(judge, exact["floor"], sampler.first_turns(sizes["floor"]))
    for path, (low, high) in intervals.items():
        name, figure = path.split(".")
        figures[name][figure] |= {"low": low, "high": high}
    return Simulated(figures, judge.checks, counts.n, looks)
