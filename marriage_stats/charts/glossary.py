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


@cache
def read_glossary() -> dict[str, dict[str, Any]]:
    """Return the tables `terms`, `labels` (English -> language -> words) and `notes`."""
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
    """Return a label in a language: as a whole where it is known, else its terms one by one.

    >>> translate("pure melds dealt", "ru"), translate("alter, classic", "ru")
    ('роздано чистых комбинаций', 'альтер, classic')
    >>> translate("share of deals", "en")
    'share of deals'
    """
    if language == "en":
        return text
    glossary = read_glossary()
    plain = " ".join(text.split())
    whole = glossary["labels"].get(plain) or glossary["terms"].get(plain)
    if whole is None:
        terms: dict[str, dict[str, str]] = glossary["terms"]
        return _pattern().sub(lambda found: terms[found[0]][language], text)
    words = str(whole[language])
    return textwrap.fill(words, WRAP) if "\n" in text else words


@cache
def _pattern() -> re.Pattern[str]:
    """Return what finds any term as a whole word, the longest first."""
    terms = sorted(read_glossary()["terms"], key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, terms))})(?![\w-])")
