"""Chart packs: files and words of every chart, languages, themes, sizes, and refusals."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from matplotlib.figure import Figure
from PIL import Image

from marriage_stats.charts import fonts
from marriage_stats.charts.glossary import LANGUAGES, read_glossary, translate
from marriage_stats.charts.look import Look, dress
from marriage_stats.cli.app import run
from marriage_stats.report.pack import pack_style, write_list, write_pack
from marriage_stats.study import Result, run_study
from tests.toy_study import TOY


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Result:
    return run_study(TOY, tmp_path_factory.mktemp("toy"))


@pytest.mark.usefixtures("loose_png")
def test_every_chart_has_pictures_data_and_words(toy: Result, tmp_path: Path) -> None:
    entries = write_pack(toy, tmp_path / "toy", pack_style("ru", "svg,png", "dark", "1600x1200"))
    listed = json.loads(write_list(tmp_path, entries).read_text(encoding="utf-8"))["charts"]
    assert [entry["chart"] for entry in listed] == list(TOY.charts)
    for entry in listed:
        assert set(entry["files"]) == {"svg", "png", "csv", "txt"}
        words = (tmp_path / entry["files"]["txt"]).read_text(encoding="utf-8")
        assert all(entry[part] in words for part in ("title", "caption", "alt"))
        with Image.open(tmp_path / entry["files"]["png"]) as picture:
            assert picture.size == (1600, 1200)
            assert max(picture.convert("RGB").tobytes()[:3]) < 60


def test_a_pack_is_byte_equal_when_written_again(toy: Result, tmp_path: Path) -> None:
    style = pack_style("ru", "svg", "dark", None)
    few = replace(toy, study=replace(TOY, charts=TOY.charts[-2:]))
    for folder in ("a", "b"):
        write_pack(few, tmp_path / folder, style)
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()


def test_every_word_is_there_in_every_language() -> None:
    glossary = read_glossary()
    for words in (*glossary["terms"].values(), *glossary["labels"].values()):
        assert set(words) == set(LANGUAGES) - {"en"}
        # Ticks and values have these digits in every language, and labels speak of them.
        assert all(not c.isdigit() or c in "0123456789" for text in words.values() for c in text)
    assert translate("pure melds\ndealt", "ru") == "роздано чистых комбинаций"
    assert translate("everestbuzz, tunnelas", "ru") == "everestbuzz, туннелы"
    assert translate("man price 2/5/10", "ru") == "цена мэна 2/5/10"
    assert translate("a handsome tunnela", "ru") == "a handsome tunnela"
    assert [translate(name, "ru") for name in ("novice", "dublee")] == ["novice", "dublee"]
    assert translate("dublees, classic", "ru") == "дубли, classic"


def test_long_words_beside_the_axes_are_broken() -> None:
    figure = Figure()
    ax = figure.add_subplot(ylabel="mean draws until three pure melds or seven dublees")
    dress(figure, Look(language="ru"))
    lines = ax.get_ylabel().split("\n")
    assert " ".join(lines) == translate("mean draws until three pure melds or seven dublees", "ru")
    assert [len(line) <= 50 for line in lines] == [True, True]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--lang", "nepali"], "unknown language 'nepali'"),
        (["--format", "gif"], "unknown format 'gif'"),
        (["--theme", "drak"], "unknown theme 'drak'; did you mean dark"),
        (["--size", "9"], "size must be WIDTHxHEIGHT"),
        (["--studies", "oppening-hands"], "did you mean opening-hands"),
        (["--report", "nowhere", "--studies", "opening-hands"], "holds no result of study"),
        (["--lang", "ne"], "fonts-noto-core"),
    ],
)
def test_mistakes_are_one_line(
    words: list[str],
    reason: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fonts, "findSystemFonts", lambda: [])
    assert run(["charts", "--out", str(tmp_path / "pack"), *words]) == 2
    said = capsys.readouterr().err
    assert reason in said
    assert said.count("\n") == 1


def test_a_file_in_the_way_of_the_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pack").write_text("")
    assert run(["charts", "--out", str(tmp_path / "pack")]) == 2
    assert "cannot be written" in capsys.readouterr().err
