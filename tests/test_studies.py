"""Every study runs at a thousandth of its size, with every check and chart."""

from pathlib import Path

import pytest

from marriage_stats.report import write_study
from marriage_stats.study import READERS, load_study, run_study, study_names

ROOT = Path(__file__).parent.parent / "studies"


@pytest.mark.usefixtures("loose_png")
@pytest.mark.parametrize("name", study_names())
def test_study_runs_small(name: str, tmp_path: Path) -> None:
    study = load_study(name)
    page = write_study(run_study(study, tmp_path, scale=0.001))
    assert [check for check in page.checks if not check.passed] == []
    assert page.findings
    assert all(path.stat().st_size > 0 for path in page.paths)
    text = page.paths[0].read_text()
    assert all(f' id="{question.anchor}"' in text for question in study.asked)
    assert {question.reader for question in study.asked} <= set(READERS)
    assert study.title.endswith("?")
    assert len((ROOT / f"{name.replace('-', '_')}.py").read_text().splitlines()) <= 150


def test_no_two_studies_claim_one_place_on_the_index() -> None:
    orders = [load_study(name).order for name in study_names()]
    assert orders == sorted(set(orders))
