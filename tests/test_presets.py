"""The four houses: two independent entries agree, every value has a source."""

import tomllib
from pathlib import Path

import pytest

from marriage_stats.rules import KEYS, PRESETS, Rules, preset, sources

REFERENCE = Path(__file__).parent / "reference" / "presets"


def _reference(name: str) -> Rules:
    document = tomllib.loads((REFERENCE / f"{name}.toml").read_text(encoding="utf-8"))
    tags = document.pop("sources")
    tunnela = {f"tunnela.{key}": value for key, value in document.pop("tunnela").items()}
    return Rules(name, {**document, **tunnela}, tags)


@pytest.mark.parametrize("name", PRESETS)
def test_second_entry_from_the_seeds_agrees(name: str) -> None:
    assert preset(name).differences(_reference(name)) == {}


@pytest.mark.parametrize("name", PRESETS)
def test_every_value_has_a_known_source(name: str) -> None:
    assert set(preset(name).sources) == set(KEYS)
    assert set(preset(name).sources.values()) <= set(sources())


DIGESTS = {
    "dashain": "2de08c095f04",
    "classic": "1fe0cd307836",
    "everestbuzz": "c739cffe3225",
    "hidden-maal": "d2a6624a58a7",
}


@pytest.mark.parametrize("name", PRESETS)
def test_digest_is_pinned(name: str) -> None:
    assert preset(name).digest == DIGESTS[name]
