"""Print times to see: curves, waits, comparisons."""

from typing import Any

from marriage_stats.cli.output import p_text, precision_text, print_table

SHOWN_TURNS = (*range(11), 12, 14, 16, 18, 20, 25, 30, 40, 50, 60)
COLUMNS = {
    "p_seen": "could see",
    "interval": "95% interval",
    "controlled": "corrected",
    "gain": "gain",
    "p_shown": "has shown",
    "p_sequence": "by sequences",
    "p_dublee": "by dublees",
    "p_over": "round over first",
    "floor": "floor",
}
ENDS = {
    "sequence": "sequences first",
    "dublee": "dublees first",
    "overtaken": "another finished",
    "no_winner": "no winner",
}


def print_timing(result: dict[str, Any]) -> None:
    """Print the result of `play_timing` as tables."""
    house, players = result["rules"], result["players"]
    table = "solitaire" if players == 1 else f"{players} seats"
    title = f"{house['name']} (digest {house['digest']}), {table}, "
    title += f"{', '.join(dict.fromkeys(result['policies']))}, seed {result['seed']}: "
    title += f"{result['rounds']:,} rounds{precision_text(result)}"
    if result["hand"]:
        title += f"\nconditional: seat 0, always dealt {result['hand']}"
    if result["given"]:
        title += f"\nconditional: {result['given']}"
    if "variants" in result:
        print(title)
        for part in result["variants"]:
            _print_group(part["label"], part, part["floor"])
    else:
        _print_group(title, result, result["floor"])
    for part in result.get("by_policy", []):
        seats = ", ".join(map(str, part["seats"]))
        _print_group(f"{part['policy']}, seats {seats}", part, result["floor"])
    _print_log_rank(result["log_rank"])


def _print_group(title: str, figures: dict[str, Any], floor: dict[str, Any]) -> None:
    rows = [{**row, "interval": _interval(row)} for row in figures["curve"]]
    for row in rows:
        found = row["controlled"]
        row["controlled"], row["gain"] = found and _half(found), found and found["gain"]
    kept = [key for key in COLUMNS if any(row[key] is not None for row in rows)]
    names = COLUMNS if floor["is_bound"] else {**COLUMNS, "floor": "floor (reference)"}
    columns = ["own draws", *(names[key] for key in kept)]
    cells = [[str(turn), *(_cell(key, rows[turn][key]) for key in kept)] for turn in SHOWN_TURNS]
    print_table(columns, cells, title, numbers=columns)
    _print_waits(figures["waits"])
    _print_middle(figures, floor)


def _cell(key: str, value: Any) -> str:
    if key in ("interval", "controlled"):
        return value or ""
    if key == "gain":
        return "" if value is None else f"{value:.2f}"
    return _percent(value)


def _print_waits(waits: dict[str, Any] | None) -> None:
    """Print how the wait ended by each turn, and the hazard of seeing."""
    if waits is None:
        return
    ends = [name for name in ENDS if waits["incidence"][name][-1]["value"] > 0]
    columns = ["own draws", *(ENDS[name] for name in ends), "sees now, of those who wait"]
    rows = [
        [
            str(turn),
            *(_with_interval(waits["incidence"][name][turn]) for name in ends),
            _with_interval(waits["hazard"][turn]),
        ]
        for turn in SHOWN_TURNS
    ]
    print_table(columns, rows, "how the wait ended by then", numbers=columns)


def _print_log_rank(rows: list[dict[str, Any]]) -> None:
    if not rows:
        return
    columns = ["first", "second", "sees sooner", "seen", "expected if alike", "z", "p (Holm)"]
    cells = [
        [
            row["from"],
            row["to"],
            "neither" if not row["z"] else row["from"] if row["z"] > 0 else row["to"],
            f"{row['observed']:,.0f}",
            f"{row['expected']:,.1f}",
            "" if row["z"] is None else f"{row['z']:+.2f}",
            p_text(row["p_holm"]),
        ]
        for row in rows
    ]
    print_table(columns, cells, "who sees sooner (log-rank)", numbers=columns[3:])


def _print_middle(figures: dict[str, Any], floor: dict[str, Any]) -> None:
    found = figures["estimates"]
    mean, of_seen, median = (found[k] for k in ("mean_draws", "mean_draws_of_seen", "median"))
    print(f"median: {_turn(median['value'])} ({_turn(median['low'])} .. {_turn(median['high'])})")
    print(f"mean draws of the seats that came to see: {_mean(of_seen)}")
    print(f"mean draws, those that did not within 60 counted as 61: {_mean(mean)}")
    if floor["is_bound"]:
        ratio = mean["value"] / floor["mean_draws"]
        print(f"the same of the floor: {floor['mean_draws']:.3f}, the ratio {ratio:.3f}")
    print()


def _mean(figure: dict[str, Any]) -> str:
    if figure["value"] is None:
        return "there were none"
    interval = "" if figure["low"] is None else f" ({figure['low']:.3f} .. {figure['high']:.3f})"
    return f"{figure['value']:.3f}{interval}"


def _turn(turn: int | None) -> str:
    return "never" if turn is None else str(turn)


def _interval(row: dict[str, Any]) -> str:
    return "" if row["low"] is None else f"{_percent(row['low'])} .. {_percent(row['high'])}"


def _half(found: dict[str, float]) -> str:
    return f"{_percent(found['value'])} ± {_percent(found['high'] - found['value'])}"


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.2f}%"


def _with_interval(row: dict[str, float | None]) -> str:
    if row["value"] is None:
        return ""
    return f"{_percent(row['value'])} ({_percent(row['low'])} .. {_percent(row['high'])})"
