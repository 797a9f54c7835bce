"""Find a house by name or file: presets, `extends`, and single values set on top."""

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from marriage_stats.rules.keys import RulesError, check_value, find_key, nearest, parse_value
from marriage_stats.rules.model import HOUSE, Rules

PRESETS = ("dashain", "classic", "everestbuzz", "hidden-maal")
_FOLDER = files("marriage_stats.rules")
MAX_EXTENDS = 8
"""Files that a house file may build on, one through the other."""
_META = ("title", "extends", "sources", "tunnela")


@cache
def sources() -> dict[str, dict[str, Any]]:
    """Return tag -> {title, address, read} of every source of a preset."""
    return tomllib.loads((_FOLDER / "sources.toml").read_text(encoding="utf-8"))


@cache
def preset(name: str) -> Rules:
    """Return one of the houses that come with the package.

    Raises
    ------
    RulesError   for a name that is no house

    >>> preset("everestbuzz")["alter"]
    (5, 10, 15)
    """
    if name not in PRESETS:
        raise RulesError(f"unknown house {name!r}; {nearest(name, list(PRESETS))}")
    values, tags = _flatten(_preset_document(name), name)
    return Rules(name, values, tags)


def preset_title(name: str) -> str:
    """Return the one-line description of a preset."""
    return str(_preset_document(name)["title"])


def load_rules(name: str, settings: Iterable[str] = ()) -> Rules:
    """Return a preset, or the house of a TOML file, with `key=value` settings on top.

    Raises
    ------
    RulesError   for an unknown house, key or value, a broken file, a key set to two values, or a
    contradiction
    """
    rules = load_file(Path(name)) if _is_file_name(name) else preset(name)
    changes: dict[str, Any] = {}
    for setting in settings:
        key, text = split_setting(setting)
        value = parse_value(key, text)
        if changes.setdefault(key, value) != value:
            raise RulesError(f"{key} is set twice, to {changes[key]} and to {value}")
    return rules.replace(changes) if changes else rules


def split_setting(setting: str) -> tuple[str, str]:
    """Split `key=value`.

    Raises
    ------
    RulesError   if there is no `=`
    """
    key, sign, value = setting.partition("=")
    if not sign:
        raise RulesError(f"--set must be key=value, got {setting!r}")
    return key.strip(), value.strip()


def load_file(path: Path, depth: int = 0) -> Rules:
    """Return the house of a TOML file: `extends` a house, then the keys that differ.

    Raises
    ------
    RulesError   if the file is missing, is no TOML, or holds unknown keys or values
    """
    if depth > MAX_EXTENDS:
        raise RulesError(
            f"extends goes round in a circle, or through more than {MAX_EXTENDS} files, at {path}"
        )
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not text"
        raise RulesError(f"house file {path} cannot be read: {reason}") from None
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"house file {path} is no TOML: {error}") from None
    except RecursionError:
        raise RulesError(f"house file {path} is nested too deeply") from None
    except ValueError:  # tomllib lets Python's limit on the digits of a number through
        raise RulesError(f"house file {path} holds a number too long to read") from None
    values, tags = _flatten(document, str(path))
    parent = document.get("extends")
    if parent is None:
        return Rules(path.stem, values, tags)
    if not isinstance(parent, str):
        raise RulesError(f"extends must be the name of a house, got {parent!r}")
    if _is_file_name(parent):
        base = load_file(path.parent / parent, depth + 1)
    else:
        base = preset(parent)
    merged = {key: tags.get(key, HOUSE) for key in values}
    return Rules(path.stem, {**base.values, **values}, {**base.sources, **merged})


def _is_file_name(name: str) -> bool:
    return name.endswith(".toml") or "/" in name or (Path(name).is_file() and name not in PRESETS)


def _preset_document(name: str) -> dict[str, Any]:
    text = (_FOLDER / "presets" / f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _flatten(document: dict[str, Any], where: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Return (values by dotted key, source tags by dotted key) of a house document."""
    values = {key: value for key, value in document.items() if key not in _META}
    tunnela, tags = document.get("tunnela", {}), document.get("sources", {})
    if not isinstance(tunnela, dict) or not isinstance(tags, dict):
        raise RulesError(f"{where}: [tunnela] and [sources] must be tables")
    values.update({f"tunnela.{key}": value for key, value in tunnela.items()})
    for key, value in values.items():
        check_value(key, value)
    for key, tag in tags.items():
        find_key(key)
        if not isinstance(tag, str):
            raise RulesError(f"{where}: source of {key} must be a tag, got {tag!r}")
    return values, dict(tags)
