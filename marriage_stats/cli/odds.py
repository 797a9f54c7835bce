"""`odds`: opening-hand odds, exact and simulated side by side."""

import re
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from marriage_stats.cli.options import (
    BlockSizeOption,
    HandsOption,
    JsonOption,
    PrecisionOption,
    RulesOption,
    SeedOption,
    SetOption,
    ThreadsOption,
    find_rules,
)
from marriage_stats.cli.output import precision_text, print_json, print_table
from marriage_stats.cli.progress import progress_bar

COLUMNS = ["figure", "exact", "simulated", "95% interval", "n", "z", "p"]
WAYS = {"sequence": "three pure melds", "dublee": "seven dublees", "either": "either"}
SHOWN_TURNS = (0, 5, 10, 15, 20, 30, 40, 60)


def odds(
    rules: RulesOption = "dashain",
    settings: SetOption = None,
    hand_size: Annotated[int, typer.Option("--hand-size", help="Cards in a hand.")] = 21,
    hands: HandsOption = 1_000_000,
    precision: PrecisionOption = None,
    seed: SeedOption = None,
    threads: ThreadsOption = None,
    block_size: BlockSizeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show opening-hand odds, exact and simulated side by side.

    z is the distance of the simulated figure from the exact one in exact standard errors; where
    fewer than 25 cases are expected, p comes from the binomial tail. p below 1e-6 is a fault.
    --precision takes the place of --hands: it deals until the odds of a tunnela and of seeing are
    known that closely, by intervals that stay valid although they decide when to stop.
    """
    from marriage_stats.odds import compute_odds, work_units

    house = find_rules(rules, settings)
    # How many hands a precision takes is not known beforehand.
    total = 0 if precision else work_units(house, hands)
    with progress_bar("dealing", total) as progress:
        result = compute_odds(
            house, hand_size, hands, seed, threads, block_size, precision, progress
        )
    if as_json:
        print_json(result)
        return
    _print(result)


def _print(result: dict[str, Any]) -> None:
    house, exact = result["rules"], result["exact"]
    title = f"{house['name']} (digest {house['digest']}), hands of {result['hand_size']} cards"
    if result["simulated"] is not None:
        title += f"; {result['n_hands']:,} hands dealt, seed {result['seed']}"
    title += precision_text(result)
    checks = {check["name"]: check for check in result["checks"]}
    columns = COLUMNS if checks else COLUMNS[:2]
    rows = [
        [label, *_figure(value, _find(result["simulated"], path), checks.get(path), percent)]
        for label, path, value, percent in _figures(exact)
    ]
    print_table(columns, [row[: len(columns)] for row in rows], title, numbers=columns[1:])
    for note in result["notes"]:
        print(f"note: {note}")
    _print_joint(exact["joint"])
    if exact["draws_to_seven_dublees"]:
        _print_draws(exact["draws_to_seven_dublees"], result["simulated"])
    if checks:
        failed = [name for name, check in checks.items() if not check["passed"]]
        verdict = f"at fault (p < 1e-6): {', '.join(failed)}" if failed else "none at fault"
        print(f"{len(checks)} figures checked against their exact law, {verdict}")


def _figures(exact: dict[str, Any]) -> Iterator[tuple[str, str, float, bool]]:
    """Yield (label, path as in the checks, exact value, is it a share) of each row."""
    for name, cards in (("tunnela", "tunnela"), ("tunnela_with_man", "tunnela, man cards too")):
        if name not in exact:
            continue
        yield f"{cards}: at least one", f"{name}.at_least_one", exact[name]["at_least_one"], True
        yield from _cells(cards, f"{name}.distribution", exact[name]["distribution"])
        for seats, p in exact[name]["table"].items():
            yield f"{cards}: anyone at a table of {seats}", f"{name}.table[{seats}]", p, True
    for name, label in (("dublee", "dublees"), ("pure_melds", "pure melds")):
        yield f"{label}: mean", f"{name}.mean", exact[name]["mean"], False
        yield from _cells(label, f"{name}.distribution", exact[name]["distribution"])
    for route, p in exact["see"].items():
        if p is not None:
            yield f"see from the deal: {WAYS[route]}", f"see.{route}", p, True
    for route, law in exact["distance"].items():
        if law is not None:
            label = f"cards missing: {WAYS[route]}"
            yield f"{label}, mean", f"distance.{route}.mean", law["mean"], False
            yield from _cells(label, f"distance.{route}.distribution", law["distribution"])
    for row in exact["floor"]:
        if row["turn"] in SHOWN_TURNS:
            turn = row["turn"]
            label = f"could see within {turn} draws, none thrown"
            yield label, f"floor[{turn}].either", row["either"], True


def _cells(label: str, path: str, law: list[float]) -> Iterator[tuple[str, str, float, bool]]:
    for k, p in enumerate(law):
        yield f"{label}: {k}", f"{path}[{k}]", p, True


def _find(tree: Any, path: str) -> Any:
    """Return the figure at a path such as `tunnela.table[2]`, or None."""
    for step in re.findall(r"[^.\[\]]+", path):
        if isinstance(tree, list):
            tree = tree[int(step)] if int(step) < len(tree) else None
        else:
            tree = (tree or {}).get(step)
    return tree


def _figure(exact: float, found: Any, check: Any, percent: bool) -> list[str]:
    text = _percent if percent else _number
    if not found:
        return [text(exact), "", "", "", "", ""]
    z = "" if check is None or check["z"] is None else f"{check['z']:+.2f}"
    p = "" if check is None else f"{check['p']:.3g}"
    interval = f"{text(found['low'])} .. {text(found['high'])}"
    return [text(exact), text(found["value"]), interval, f"{found['n']:,}", z, p]


def _percent(p: float) -> str:
    return f"{100 * p:.5g}%" if p < 0.5 else f"{100 - 100 * (1 - p):.6g}%"


def _number(value: float) -> str:
    return f"{value:.4f}"


def _print_joint(joint: list[list[float]]) -> None:
    columns = ["pure melds", *map(str, range(len(joint[0])))]
    rows = [[str(melds), *(f"{100 * p:.3g}%" for p in row)] for melds, row in enumerate(joint)]
    print_table(columns, rows, "pure melds by number of dublees (exact)", numbers=columns[1:])


def _print_draws(exact: dict[str, Any], simulated: dict[str, Any] | None) -> None:
    columns = ["draws to seven dublees", "mean", "simulated", "n", "5%", "median", "95%"]
    rows = []
    for start, label in (("from_pairs", "pairs and live singles"), ("from_deal", "pairs dealt")):
        found = _find(simulated, f"draws_to_seven_dublees.{start}") or []
        for place, law in enumerate(exact[start]):
            mean = found[place]["mean"] if found else None
            sampled = [f"{mean['value']:.3f}", f"{mean['n']:,}"] if mean else ["", ""]
            quantiles = [law["quantiles"][name] for name in ("p05", "p50", "p95")]
            exact_mean = "never sure" if law["mean"] is None else f"{law['mean']:.3f}"
            ends = ["-" if value is None else str(value) for value in quantiles]
            rows.append([f"{law['pairs']} {label}", exact_mean, *sampled, *ends])
    print_table(columns, rows, numbers=columns[1:])
