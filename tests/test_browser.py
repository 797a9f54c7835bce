"""The report in headless Chromium: no errors, no overflow, every figure and link there."""

from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest

from marriage_stats.report import write_report, write_study
from marriage_stats.rules import PRESETS
from marriage_stats.study import load_study, run_study, study_names
from marriage_stats.study.finding import tabled
from marriage_stats.study.shift_words import GROUPS
from tests.browser import probe
from tests.toy_study import TOY

pytestmark = pytest.mark.browser
PHONE, DESK = 360, 1280
SMALLEST_TEXT = 13
LIGHT, DARK = "--blink-settings=preferredColorScheme=1", "--blink-settings=preferredColorScheme=0"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    write_report(folder, 0.001)
    return folder


def _pages() -> list[str]:
    return ["index.html", *(f"{name}/index.html" for name in study_names())]


@pytest.fixture(scope="module")
def seen(folder: Path) -> tuple[list[dict[str, Any]], list[str]]:
    cases = [(page, width) for page in _pages() for width in (PHONE, DESK)]
    looks, console = probe(folder, cases, LIGHT)
    return looks, console


def test_no_console_message(seen: tuple[list[dict[str, Any]], list[str]]) -> None:
    looks, console = seen
    assert console == []
    assert [look for look in looks if "error" in look] == []
    assert len(looks) == 2 * len(_pages())


def test_nothing_overflows(seen: tuple[list[dict[str, Any]], list[str]]) -> None:
    for look in seen[0]:
        assert look["overflow"] <= 0, look["page"]
        assert look["wide"] == [], look["page"]
        assert look["smallest"] >= SMALLEST_TEXT, look["page"]


def test_tables_of_findings_fit_a_phone(tmp_path: Path) -> None:
    def cut(figure: str, *heads: str) -> list[str]:
        told = tabled("So much:", {head: dict.fromkeys(PRESETS, figure) for head in heads})
        study = replace(TOY, findings=lambda _: [told], charts=())
        write_study(run_study(study, tmp_path))
        looks, _ = probe(tmp_path, [("index.html", PHONE)])
        found: list[str] = looks[0]["cut"]
        return found

    assert cut("-20.3 (-20.5 to -20.1)", "with none", "with 3 or more") == []
    assert cut("60.7% (60.4 to 61.1%)", "points a round", "rounds finished (25% if equal)") == []
    assert cut("-6.75 (\u00b10.01)", *GROUPS.values()) == []
    assert len(cut("-428.3 (-1020.5 to -520.1)", "with none", "with 3 or more")) == 1


def test_every_figure_is_shown_once(seen: tuple[list[dict[str, Any]], list[str]]) -> None:
    for look in seen[0]:
        name = look["page"].split("/")[0]
        charts = load_study(name).charts if name in study_names() else ()
        assert len(look["figures"]) == len(charts)
        assert all(len(drawn) == 1 for drawn in look["figures"]), look["page"]


def test_links_resolve(folder: Path, seen: tuple[list[dict[str, Any]], list[str]]) -> None:
    for look in seen[0]:
        for link in look["links"]:
            address = urlparse(link)
            assert address.hostname == "127.0.0.1"
            assert (folder / address.path.lstrip("/")).is_file(), link


def test_tables_sort_both_ways(seen: tuple[list[dict[str, Any]], list[str]]) -> None:
    for look in seen[0]:
        assert look["up"] == look["down"][::-1]
        assert len(look["up"]) > 1
        if look["page"] != "index.html":
            numbers = [float(value) for value in look["up"]]
            assert numbers == sorted(numbers)


def test_page_follows_the_reader_into_the_dark(folder: Path) -> None:
    looks, console = probe(folder, [(page, DESK) for page in _pages()], DARK)
    assert console == []
    assert {look["background"] for look in looks} == {"rgb(23, 24, 27)"}


def test_a_fault_would_be_caught(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        "<!doctype html><title>x</title><p>words</p><div style='width:2000px'>wide</div>"
        "<script>console.error('fault')</script><img src='https://example.invalid/x.png'>"
    )
    looks, console = probe(tmp_path, [("index.html", PHONE)])
    assert looks[0]["overflow"] > 0
    assert looks[0]["wide"] == ["DIV."]
    assert any("fault" in line for line in console)
