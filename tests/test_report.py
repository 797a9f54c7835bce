"""The report: pages that stand alone, say their findings first, and link only to what is there."""

import json
import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import polars as pl
import pytest

from marriage_stats import ENGINE_VERSION
from marriage_stats.charts import Field, Pictures
from marriage_stats.cli.app import run as run_program
from marriage_stats.report import build, figures, write_report, write_study
from marriage_stats.report.tables import Cell, frame_table
from marriage_stats.study import Manifest, Result, Study, run_study
from tests.toy_study import TOY

Capture = pytest.CaptureFixture[str]
REPORTS = Path(__file__).parent.parent / "reports"
PAGES, MANIFESTS = sorted(REPORTS.rglob("*.html")), sorted(REPORTS.rglob("manifest.json"))


class Page(HTMLParser):
    """Collects what a page refers to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.labels: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.links += [values[k] or "" for k in ("href", "src") if k in values and tag != "use"]
        self.ids += [values["id"] or ""] if "id" in values else []
        if values.get("role") == "img":
            self.labels.append(values.get("aria-label") or "")


@cache
def _ids(path: Path) -> frozenset[str]:
    return frozenset(Page(path.read_text()).ids)


@pytest.fixture
def studies(monkeypatch: pytest.MonkeyPatch) -> list[Study]:
    """Put three toys of one chart each, drawn blank, in place of the real studies."""
    blank = Pictures(b"<svg></svg>", b"PNG", "<svg></svg>", "<svg></svg>")
    monkeypatch.setattr(figures, "draw", lambda *_: blank)
    toys = [
        replace(TOY, name=f"toy-{k}", title=f"Toy {k}?", charts=("see-from-deal",))
        for k in range(3)
    ]
    monkeypatch.setattr(build, "study_names", lambda: [toy.name for toy in toys])
    monkeypatch.setattr(build, "load_study", {toy.name: toy for toy in toys}.__getitem__)
    return toys


CHARTS = TOY.charts[:3]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page of one toy with some charts and return its folder."""
    folder = tmp_path_factory.mktemp("toy")
    write_study(run_study(replace(TOY, charts=CHARTS), folder))
    return folder


def _pages(folder: Path) -> dict[str, str]:
    return {str(p.relative_to(folder)): p.read_text() for p in sorted(folder.rglob("*.html"))}


def test_pages_stand_alone_and_their_links_resolve(studies: list[Study], tmp_path: Path) -> None:
    report = write_report(tmp_path, 1.0, threads=1)
    assert all(path.is_file() for path in report.paths)
    pages = _pages(tmp_path)
    assert len(pages) == 1 + len(studies)
    for name, text in pages.items():
        page = Page(text)
        assert len(page.ids) == len(set(page.ids))
        for link in page.links:
            if link.startswith(("#", "data:")):
                continue
            assert not re.match(r"(\w+:)?//", link), f"{name} asks another host: {link}"
            place, _, anchor = link.partition("#")
            target = (tmp_path / name).parent.joinpath(place)
            assert target.is_file(), f"{name} -> {link}"
            assert not anchor or anchor in _ids(target), f"{name} -> {link}"
        assert "http" not in re.sub(r'xmlns(:xlink)?="[^"]*"', "", text)


def test_findings_come_first(folder: Path) -> None:
    text = (folder / "index.html").read_text()
    order = [
        "What does a toy hold?</h1>",
        "Seeing &lt;at once&gt;: 15.1%.",
        "<b>15%</b> <small>14 to 16%</small>",
        "<svg",
        '<table class="sortable">',
    ]
    places = [text.index(word) for word in [*order, "How this was found"]]
    assert places == sorted(places)


def test_index_leads_readers_to_their_answers(studies: list[Study], tmp_path: Path) -> None:
    write_report(tmp_path, 1.0, threads=1)
    text = (tmp_path / "index.html").read_text()
    assert '<strong>You play:</strong> <a href="toy-0/index.html#share">Seen at once?</a>' in text
    assert "You set the rules" not in text
    assert text.index("You play") < text.index("Toy 0?")


def test_index_says_the_first_finding(studies: list[Study], tmp_path: Path) -> None:
    write_report(tmp_path, 1.0, threads=1)
    assert (tmp_path / "index.html").read_text().count("Seeing &lt;at once&gt;: 15.1%.") == 3


def test_every_chart_has_words_data_and_source(folder: Path) -> None:
    text = (folder / "index.html").read_text()
    page = Page(text)
    assert len(page.labels) == 2 * len(CHARTS)
    assert all(len(label) > 60 for label in page.labels)
    assert len(page.ids) == len(set(page.ids))
    for chart in CHARTS:
        for kind in ("svg", "png", "csv"):
            assert (folder / f"{chart}.{kind}").is_file()
    digest = json.loads((folder / "manifest.json").read_text())["digest"]
    source = f"n = 10,000 per figure, seed 7, engine {ENGINE_VERSION}, result {digest}"
    assert text.count(source) == len(CHARTS)
    assert "Rules: dashain 2de08c095f04, classic 1fe0cd307836" in text
    assert "Rules: dashain in 8 variants, digests in the manifest" in text


def test_neighbours(studies: list[Study], tmp_path: Path) -> None:
    write_report(tmp_path, 1.0, threads=1)
    first = Page((tmp_path / "toy-0" / "index.html").read_text()).links
    middle = Page((tmp_path / "toy-1" / "index.html").read_text()).links
    assert "../toy-1/index.html" in first
    assert {"../index.html", "../toy-0/index.html", "../toy-2/index.html"} <= set(middle)


def test_reruns_are_byte_equal(studies: list[Study], tmp_path: Path) -> None:
    first, second = (
        write_report(tmp_path / "a", 1.0, threads=1),
        write_report(tmp_path / "b", 1.0, threads=1),
    )
    for one, two in zip(first.paths, second.paths, strict=True):
        assert one.read_bytes() == two.read_bytes(), one.name


def test_processes_that_draw_change_no_byte(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    toy = replace(TOY, charts=TOY.charts[:2])
    monkeypatch.setattr(build, "study_names", lambda: [toy.name])
    monkeypatch.setattr(build, "load_study", lambda _: toy)
    one, two = (write_report(tmp_path / str(n), 1.0, threads=n) for n in (1, 2))
    for here, there in zip(one.paths, two.paths, strict=True):
        assert here.read_bytes() == there.read_bytes(), here.name


def test_resume_keeps_what_is_there(
    studies: list[Study], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_report(tmp_path, 1.0, threads=1)
    before = _pages(tmp_path)
    ran: list[str] = []

    def spy(study: Study, *rest: object) -> object:
        ran.append(study.name)
        return run_study(study, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(build, "run_study", spy)
    (tmp_path / "toy-1" / "manifest.json").unlink()
    write_report(tmp_path, 1.0, resume=True, threads=1)
    assert ran == ["toy-1"]
    assert _pages(tmp_path) == before


def test_a_failed_check_is_said_aloud(
    studies: list[Study], tmp_path: Path, capsys: Capture
) -> None:
    report = write_report(tmp_path, 1e-4, threads=1)
    assert report.faults == [f"toy-{k}: Large enough: The sample is one hand." for k in range(3)]
    assert "FAILS" in (tmp_path / "toy-0" / "index.html").read_text()


def test_command_prints_where_the_report_is(
    studies: list[Study], tmp_path: Path, capsys: Capture
) -> None:
    assert run_program(["report", "--quick", "--threads", "1", "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"{tmp_path}/index.html\n"
    assert (
        run_program(["report", "--threads", "1", "--out", str(tmp_path), "--resume", "--json"]) == 0
    )
    paths = json.loads(capsys.readouterr().out)["paths"]
    assert paths[0] == f"{tmp_path}/index.html"
    assert all(Path(path).is_file() for path in paths)


def test_unwritable_folder_is_one_line(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert run_program(["report", "--out", str(tmp_path / "file" / "x")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"marriage-stats: folder {tmp_path}/file/x cannot be written: Not a directory\n"


def test_unknown_study_is_one_line(capsys: Capture) -> None:
    assert run_program(["study", "run", "nothing"]) == 2
    assert "unknown study 'nothing'" in capsys.readouterr().err


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_committed_pages_are_whole(path: Path) -> None:
    for link in Page(path.read_text()).links:
        place, _, anchor = link.partition("#")
        target = path.parent / place if place else path
        assert link.startswith("data:") or target.is_file(), link
        assert link.startswith("data:") or not anchor or anchor in _ids(target), link


@pytest.mark.parametrize(
    "path", sorted(REPORTS.rglob("manifest.json")), ids=lambda p: p.parent.name
)
def test_committed_results_are_what_they_say(path: Path) -> None:
    document = json.loads(path.read_text())
    assert Manifest(document["identity"], {}).digest == document["digest"]
    assert document["digest"] in (path.parent / "index.html").read_text()


def test_tables_own_up_to_small_p_values_set_signs_and_say_yes_or_no() -> None:
    frame = pl.DataFrame({"p": [1e-9, 0.0124], "x": [-0.001, -1234.5], "y": [True, False]})
    fields = (Field("p", "p", "chance"), Field("x", "x", "number"), Field("y", "y", "answer"))
    assert frame_table("t", frame, fields).rows == [
        [Cell("<0.001", 1e-9), Cell("0.00"), Cell("yes")],
        [Cell("0.012"), Cell("\u22121,234.50"), Cell("no")],
    ]


def test_sources_are_those_of_the_tables_drawn(tmp_path: Path) -> None:
    digests = {f"{house} {n}": f"{house}-{n}" for house in ("dashain", "classic") for n in (2, 4)}
    rules = {name: {"house": name.split()[0], "digest": digest} for name, digest in digests.items()}
    identity = {"rules": rules, "n": 5, "seed": 1, "engine_version": ENGINE_VERSION}
    result = Result(TOY, tmp_path, {}, Manifest(identity, {}))
    frame = pl.DataFrame({"rules": ["dashain", "classic"], "players": [4, 4]})
    line = figures.source_line(result, frame)
    assert line.startswith("Rules: dashain 4 players dashain-4, classic 4 players classic-4. n = 5")
