"""Charts: tables and words, not pixels; the same bytes again."""

import re
from xml.etree import ElementTree

import matplotlib as mpl
import polars as pl
import pytest
from matplotlib.figure import Figure

from marriage_stats.charts import (
    NARROW,
    WIDE,
    find_chart,
    render_page,
    render_png,
    render_svg,
)
from marriage_stats.charts.marks import merge_series
from marriage_stats.charts.render import wrap_text
from marriage_stats.study import Frames, run_study
from tests.toy_study import TOY


@pytest.fixture(scope="module")
def frames(tmp_path_factory: pytest.TempPathFactory) -> Frames:
    return run_study(TOY, tmp_path_factory.mktemp("toy")).frames


@pytest.fixture(params=sorted(TOY.charts))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_words_are_made_from_the_numbers(frames: Frames, name: str) -> None:
    chart = find_chart(name)
    frame = chart.data(frames)
    assert any(letter.isdigit() for letter in chart.title(frame))
    assert len(chart.alt(frame)) > 60
    assert {field.column for field in chart.fields} <= set(frame.columns)
    moved = frame.with_columns(pl.col(pl.Float64) * 0.5)
    assert chart.alt(moved) != chart.alt(frame)


def test_reruns_are_byte_equal(frames: Frames, name: str) -> None:
    chart = find_chart(name)
    frame = chart.data(frames)
    first = render_svg(chart, frame, WIDE, "a caption")
    mpl.rcParams["font.size"] = 17  # a reader's own settings
    try:
        assert render_svg(chart, frame, WIDE, "a caption") == first
    finally:
        mpl.rcdefaults()
    assert b"<dc:date>" not in first
    assert chart.title(frame).encode()[:20] in first


def test_png_is_byte_equal(frames: Frames) -> None:
    chart = find_chart("floor")
    frame = chart.data(frames)
    assert render_png(chart, frame, WIDE, "x") == render_png(chart, frame, WIDE, "x")


def test_charts_name_axes_and_stay_within_them(frames: Frames, name: str) -> None:
    chart = find_chart(name)
    figure = Figure(figsize=(WIDE.width, chart.height))
    ax = figure.add_subplot()
    chart.draw(ax, chart.data(frames))
    assert ax.get_xlabel()
    assert ax.get_legend() is not None


def test_houses_with_the_same_numbers_share_a_line(frames: Frames) -> None:
    merged = find_chart("dublees-dealt").data(frames)["rules"].unique(maintain_order=True)
    assert merged.to_list() == ["dashain", "classic, everestbuzz, hidden-maal"]
    see = find_chart("see-from-deal").data(frames)["rules"].unique(maintain_order=True)
    assert see.to_list() == ["dashain", "classic, everestbuzz", "hidden-maal"]


def test_merging_keeps_what_differs_in_one_value() -> None:
    frame = pl.DataFrame({"rules": list("aabb"), "k": [0, 1, 0, 1], "exact": [0.5, 0.5, 0.5, 0.4]})
    assert merge_series(frame, "rules").equals(frame)


def test_inline_drawings_take_the_colours_of_the_page(frames: Frames) -> None:
    chart = find_chart("floor")
    frame = chart.data(frames)
    pictures = render_page(chart, frame, "a caption")
    title = chart.title(frame).split()[0]
    for text, prefix in ((pictures.wide, "floor-w"), (pictures.narrow, "floor-n")):
        assert text.startswith(f'<svg id="{prefix}"')
        assert "var(--c-0072b2)" in text
        assert "#0072b2" not in text
        assert "width=" not in text[: text.index(">")]
        assert "a caption" not in text
        assert title not in text
        # Style sheets of a page reach everywhere: every rule names its own drawing.
        sheet = re.findall(r"<style>(.*?)</style>", text)
        assert len(sheet) == 1
        assert all(rule.startswith(f"#{prefix} ") for rule in sheet[0].split("}") if rule)


def test_files_hold_title_and_caption_as_text(frames: Frames) -> None:
    chart = find_chart("floor")
    frame = chart.data(frames)
    text = render_page(chart, frame, "a caption").svg.decode()
    root = ElementTree.fromstring(text)
    words = " ".join("".join(part.itertext()) for part in root.iter() if part.tag.endswith("}text"))
    assert " ".join(chart.title(frame).split()) in words
    assert "a caption" in words
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', text)) <= set(ids)


def test_unknown_chart() -> None:
    with pytest.raises(ValueError, match="unknown chart 'flor'; did you mean floor"):
        find_chart("flor")


def test_long_titles_are_broken_to_fit() -> None:
    lines = wrap_text("word " * 60, NARROW, 1.3, 0.1, "bold").splitlines()
    assert len(lines) > 5
    assert all(len(line) < 50 for line in lines)


def test_house_rules_name_only_groups_that_are_drawn() -> None:
    chart = find_chart("house-rules-hidden-maal")
    groups = ("finisher", "sequence_seen_loser", "unseen_loser")
    rows = [("mean_abs", "all"), ("sd", "all"), *(("mean", group) for group in groups)]
    frame = pl.DataFrame(rows, ["statistic", "group"], orient="row").with_columns(
        change=pl.lit("alter 0"), play=pl.lit("fixed"), value=1.0, low=0.5, high=1.5
    )
    figure = Figure(figsize=(WIDE.width, chart.height))
    chart.draw(figure.add_subplot(), frame)
    legends = [ax.get_legend() for ax in figure.axes]
    words = [text.get_text() for legend in legends if legend for text in legend.get_texts()]
    assert "unseen loser" in words
    assert "dublee-seen loser" not in words


def _worth_by_size(**even: tuple[float, float, float]) -> pl.DataFrame:
    """Return the worth of dublees, clear at all numbers but five, where it is as given."""
    rows = [
        (house, 4, pairs, *(at_five if pairs == 5 else [8.0 * (pairs - 5)] * 3))
        for house, at_five in even.items()
        for pairs in range(8)
    ]
    names = ["house", "players", "pairs", "value", "low", "high"]
    return pl.DataFrame(rows, names, orient="row").with_columns(verdict=pl.lit("open"))


def test_break_evens_of_all_sizes_say_what_the_one_of_four_leaves_open() -> None:
    frame = _worth_by_size(dashain=(-6.0, -7.0, -5.0), classic=(-0.04, -0.8, 0.1))
    assert find_chart("route-worth").title(frame).endswith("6 in dashain; 5 or 6 in classic")
    assert find_chart("route-sizes").title(frame).endswith("4 players: 5 or 6")
    assert "classic, 4 players, 5 dublees: open (0.0)." in find_chart("route-sizes").alt(frame)


def test_at_least_is_rounded_down() -> None:
    rows = [("adaptive among dublee", 18.66), ("novice among random", -0.01)]
    frame = pl.DataFrame(rows, ["duel", "low"], orient="row")
    title = find_chart("skill-gaps").title(frame)
    assert title.endswith("adaptive among dublee at least +18.6; novice among random at least -0.1")


def test_luck_of_a_circle_is_that_of_the_deals_the_seats_are_told_of() -> None:
    rows = [(0, 0.0, 0.0, 0.0), (1, 3.5, 3.2, 38.1), (2, 0.2, -0.1, 53.8), (4, 0.0, 0.0, 76.2)]
    frame = pl.DataFrame(rows, ["deals", "value", "low", "luck"], orient="row").with_columns(
        house=pl.lit("dashain"), high=2 * pl.col("value") - pl.col("low")
    )
    assert find_chart("seat-circle").title(frame).endswith("3.5 points, beside 38 of luck over as "
                                                           "many deals")  # fmt: skip
