"""Words of charts in Nepali and Russian, from one file."""

import re
import textwrap
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from marriage_stats.rules import nearest

LANGUAGES = ("en", "ne", "ru")
FILE = "glossary.toml"
WRAP = 36
DIVIDERS = re.compile(r"(, |: )")
NUMBERED = re.compile(r"(.*\D)( [\d/]+)")
ODDS = re.compile(r"1 in ([\d,]+)")


@cache
def read_glossary() -> dict[str, dict[str, Any]]:
    """Return `terms`, `labels` (English -> language -> words), `odds`, `thousands`, `notes`."""
    return tomllib.loads((files("marriage_stats.charts") / FILE).read_text(encoding="utf-8"))


def check_language(language: str) -> str:
    """Return the language.

    Raises
    ------
    ValueError   for one that the glossary lacks
    """
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}; {nearest(language, list(LANGUAGES))}")
    return language


def language_note(language: str) -> str:
    """Return what a caption says of the words left in English; nothing in English."""
    return "" if language == "en" else str(read_glossary()["notes"][language])


def translate(text: str, language: str) -> str:
    r"""Return a label in a language: as a whole where it is known, else part by part.

    Parts are what commas and colons divide; numbers after a word stay. A part that the glossary
    lacks stays English, so that no sentence is of two languages.

    >>> translate("pure melds dealt", "ru"), translate("alter 5/15/25, classic", "ru")
    ('роздано чистых комбинаций', 'альтер 5/15/25, classic')
    >>> translate("1 in 1,560", "ru"), translate("2 players, sweep 1", "ru")
    ('1 из 1\xa0560', '2 игрока, обход 1')
    >>> translate("share of deals", "en"), translate("what a tunnela brings", "ru")
    ('share of deals', 'what a tunnela brings')
    """
    if language == "en":
        return text
    plain = " ".join(text.split())
    found = _known(plain, language)
    if found is None:
        parts = [_known(part, language) or part for part in DIVIDERS.split(plain)]
        found = "".join(parts)
    if found == plain:
        return text
    return textwrap.fill(found, WRAP) if "\n" in text else found


def _known(part: str, language: str) -> str | None:
    """Return what the glossary has for a part of a label, with the numbers that follow it."""
    glossary = read_glossary()
    odds = ODDS.fullmatch(part)
    if odds is not None:
        count = odds[1].replace(",", glossary["thousands"][language])
        return str(glossary["odds"][language]).format(count)
    words, numbers = part, ""
    for _ in range(2):
        entry = glossary["labels"].get(words) or glossary["terms"].get(words)
        if entry is not None:
            return str(entry[language]) + numbers
        match = NUMBERED.fullmatch(part)
        if match is None:
            return None
        words, numbers = match[1], match[2]
    return None
