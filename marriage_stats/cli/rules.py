"""`rules list|show|diff|check`: houses, their values with sources, and what differs."""

from typing import Annotated, Any

import typer

from marriage_stats.cli.options import JsonOption, SetOption, find_rules
from marriage_stats.cli.output import print_json, print_table
from marriage_stats.rules import KEYS, PRESETS, Rules, preset, preset_title, sources, value_text

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)
House = Annotated[str, typer.Argument(metavar="NAME|FILE", help="A house, or a TOML file.")]


@app.callback()
def _group() -> None:
    """Show the houses: their values, sources and differences."""


@app.command("list")
def list_houses(as_json: JsonOption = False) -> None:
    """List the houses that come with the package."""
    houses = [preset(name) for name in PRESETS]
    if as_json:
        print_json({"rules": [{**_identity(h), "keys": _entries(h)} for h in houses]})
        return
    print_table(
        ["house", "digest", "what it is"],
        [[house.name, house.digest, preset_title(house.name)] for house in houses],
    )


@app.command()
def show(name: House, settings: SetOption = None, as_json: JsonOption = False) -> None:
    """Show every value of a house with its source."""
    _show(find_rules(name, settings), as_json)


@app.command()
def check(file: House, settings: SetOption = None, as_json: JsonOption = False) -> None:
    """Read a house file, refuse what is wrong in it, and say what it changes."""
    house = find_rules(file, settings)
    if as_json:
        _show(house, as_json)
        return
    print(f"{file}: a complete house, digest {house.digest}, {len(KEYS)} keys")
    nearest = min((preset(known) for known in PRESETS), key=lambda p: len(p.differences(house)))
    rows = _difference_rows(nearest, house)
    print(f"closest house: {nearest.name}; keys that differ: {len(rows)}")
    if rows:
        print_table(["key", nearest.name, house.name], rows)


@app.command()
def diff(first: House, second: House, as_json: JsonOption = False) -> None:
    """Show which values differ between two houses."""
    a, b = find_rules(first), find_rules(second)
    if as_json:
        keys = {key: {"from": _entry(a, key), "to": _entry(b, key)} for key in a.differences(b)}
        print_json({"rules": [_identity(a), _identity(b)], "differences": keys})
        return
    rows = _difference_rows(a, b)
    if not rows:
        print(f"{a.name} and {b.name} agree on every key")
        return
    print_table(["key", a.name, b.name, "meaning"], [[*r, KEYS[r[0]].meaning] for r in rows])


def _show(house: Rules, as_json: bool) -> None:
    if as_json:
        print_json({**_identity(house), "rules": _entries(house), "sources": _source_notes(house)})
        return
    print_table(
        ["key", "value", "source", "meaning"],
        [
            [key, value_text(value), house.sources[key], KEYS[key].meaning]
            for key, value in house.values.items()
        ],
        title=f"{house.name} (digest {house.digest})",
    )
    for tag, note in _source_notes(house).items():
        print(f"{tag:6} {note}")


def _difference_rows(a: Rules, b: Rules) -> list[list[str]]:
    return [[key, value_text(x), value_text(y)] for key, (x, y) in a.differences(b).items()]


def _identity(house: Rules) -> dict[str, str]:
    return {"name": house.name, "digest": house.digest}


def _entries(house: Rules) -> dict[str, Any]:
    return {key: _entry(house, key) for key in house.values}


def _entry(house: Rules, key: str) -> dict[str, Any]:
    return {"value": house.plain_values[key], "source": house.sources[key]}


def _source_notes(house: Rules) -> dict[str, str]:
    known = sources()
    return {
        tag: str(known[tag]["title"]) if tag in known else "source named in the house file"
        for tag in sorted(set(house.sources.values()))
    }
