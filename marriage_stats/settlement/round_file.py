"""The shape of a round file, read with pydantic; a wrong file is refused in one line."""

import json
import re
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from marriage_stats.cards import MAN, cards_text, parse_kind
from marriage_stats.rules import nearest

MOST_MAAL = 10_000
_EXPECTED = {
    "name": "a text that is not empty",
    "seen": "sequence, dublee or null",
    "finished": "true or false",
    "cards": 'a list of cards like ["7H", "MAN"]',
    "declared": 'a list of tunnelas like [["5S", "5S", "5S"]]',
    "maal": f"a whole number 0..{MOST_MAAL}",
    "rules": "the name of a house or a TOML file",
    "set": 'an object of rule keys like {"alter": 0}',
    "tiplu": "a card like 7H",
    "players": "a list of players",
}


def _read_cards(value: Any) -> tuple[int, ...]:
    words = [word for word in re.split(r"[\s,]+", value) if word] if _is_text(value) else value
    if not isinstance(words, list) or not all(_is_text(word) for word in words):
        raise ValueError(f"must be {_EXPECTED['cards']}, got {_shown(value)}")
    return tuple(parse_kind(word) for word in words)


def _read_declared(value: Any) -> tuple[tuple[int, ...], ...]:
    if not isinstance(value, list):
        raise ValueError(f"must be {_EXPECTED['declared']}, got {_shown(value)}")
    tunnelas = tuple(_read_cards(cards) for cards in value)
    for kinds in tunnelas:
        if len(kinds) != 3 or len(set(kinds)) != 1:
            raise ValueError(f"a tunnela is three identical cards, got {cards_text(kinds)!r}")
    return tunnelas


def _read_tiplu(value: Any) -> int | None:
    if value is None:
        return None
    if not _is_text(value):
        raise ValueError(f"must be {_EXPECTED['tiplu']}, got {_shown(value)}")
    kind = parse_kind(value)
    if kind >= MAN:
        raise ValueError(f"must be an ordinary card, got {value}")
    return kind


def _read_name(value: Any) -> str:
    if not _is_text(value) or not value.strip() or not value.isprintable():
        raise ValueError(f"must be {_EXPECTED['name']}, got {_shown(value)}")
    return str(value).strip()


class PlayerEntry(BaseModel):
    """One player of a round file; cards are kinds."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    name: Annotated[str, BeforeValidator(_read_name)]
    seen: Literal["sequence", "dublee"] | None = None
    finished: bool = False
    cards: Annotated[tuple[int, ...], BeforeValidator(_read_cards)] = ()
    declared: Annotated[tuple[tuple[int, ...], ...], BeforeValidator(_read_declared)] = ()
    maal: int | None = Field(default=None, ge=0, le=MOST_MAAL)

    @property
    def kinds(self) -> tuple[int, ...]:
        """Every listed card, those of declared tunnelas included."""
        return (*self.cards, *(kind for tunnela in self.declared for kind in tunnela))


class RoundFile(BaseModel):
    """A round file as it is written, before a house judges it."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    rules: str | None = None
    settings: dict[str, Any] = Field(default_factory=dict, alias="set")
    tiplu: Annotated[int | None, BeforeValidator(_read_tiplu)] = None
    players: list[PlayerEntry]


def read_document(path: Path) -> Any:
    """Return the JSON of a file.

    Raises
    ------
    ValueError   if the file cannot be read, is no JSON, or gives a key twice
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not text"
        raise ValueError(f"round file {path} cannot be read: {reason}") from None
    try:
        return json.loads(text, object_pairs_hook=_unique_keys)
    except json.JSONDecodeError as error:
        raise ValueError(f"round file {path} is no JSON: {error}") from None
    except ValueError as error:
        if not str(error).startswith("Exceeds the limit"):  # of Python, on digits of a number
            raise
        raise ValueError(f"round file {path} holds a number too long to read") from None
    except RecursionError:
        raise ValueError(f"round file {path} is nested too deeply") from None


def check_document(document: Any) -> RoundFile:
    """Return a document's round.

    Raises
    ------
    ValueError   naming the player, the key, what was given and what is allowed
    """
    try:
        return RoundFile.model_validate(document)
    except ValidationError as error:
        raise ValueError(_refusal(error, document)) from None


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for key, value in pairs:
        if key in document:
            raise ValueError(f"round file gives the key {key!r} twice in one object")
        document[key] = value
    return document


def _refusal(error: ValidationError, document: Any) -> str:
    """Return the first problem as one line."""
    problem = error.errors()[0]
    place = list(problem["loc"])
    who, model = "", RoundFile.model_fields
    if place[:1] == ["players"] and len(place) > 1:
        who, model = _name_in(document, int(place[1])), PlayerEntry.model_fields
        place = place[2:]
    if not place:
        kind = "an object" if who else "an object with rules, tiplu and players"
        return f"{who or 'round'} must be {kind}, got {_shown(problem['input'])}"
    key, prefix = str(place[0]), f"{who}: " if who else ""
    if problem["type"] == "extra_forbidden":
        known = [field.alias or name for name, field in model.items()]
        return f"{prefix}unknown key {key!r}; {nearest(key, known)}"
    if problem["type"] == "missing":
        return f"{prefix}{key} is missing"
    if problem["type"] == "value_error":
        return f"{prefix}{key}: {problem['ctx']['error']}"
    return f"{prefix}{key} must be {_EXPECTED[key]}, got {_shown(problem['input'])}"


def _name_in(document: Any, place: int) -> str:
    entry = document["players"][place]
    name = entry.get("name") if isinstance(entry, dict) else None
    return name if isinstance(name, str) and name.strip() else f"player {place + 1}"


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
