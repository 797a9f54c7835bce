"""The main job: run every study, draw its charts, write its page and the index."""

from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from marriage_stats.files import ready_folder
from marriage_stats.parallel import Progress, thread_count
from marriage_stats.report.figures import Drawings, start_drawing, stop_drawing
from marriage_stats.report.pages import (
    PAGE,
    Neighbours,
    StudyPage,
    write_index,
    write_study_page,
)
from marriage_stats.study import Result, Study, load_study, read_result, run_study, study_names

Bar = Callable[[str, int], AbstractContextManager[Progress | None]]
"""Opens a progress bar: (label, number of steps)."""


def no_bar(_label: str, _total: int) -> AbstractContextManager[Progress | None]:
    """Show nothing."""
    return nullcontext()


@dataclass(frozen=True, slots=True)
class Report:
    """A report as written."""

    index: Path
    pages: tuple[StudyPage, ...]

    @property
    def paths(self) -> list[Path]:
        """Every file, the index page first."""
        return [self.index, *(path for page in self.pages for path in page.paths)]

    @property
    def faults(self) -> list[str]:
        """Internal checks that failed, as `study: check: detail`."""
        return [
            f"{page.study.name}: {check.name}: {check.detail}"
            for page in self.pages
            for check in page.checks
            if not check.passed
        ]


def write_report(
    folder: Path,
    scale: float | None = None,
    threads: int | None = None,
    resume: bool = False,
    bar: Bar = no_bar,
) -> Report:
    """Write the whole report into a folder.

    Parameters
    ----------
    folder : made if absent
    scale : of every study's sample; None runs each at its own quick scale
    resume : keep studies whose result in the folder is already that of this run
    threads : also the processes that draw; the bytes are the same for any number
    bar : opens a progress bar for one study
    """
    ready_folder(folder)
    studies = [load_study(name) for name in study_names()]
    pages: list[StudyPage] = []
    on_the_way: deque[tuple[Result, Neighbours, Drawings]] = deque()

    def finish_page() -> None:
        result, neighbours, drawings = on_the_way[0]
        pages.append(write_study_page(result, neighbours, f"../{PAGE}", drawings))
        on_the_way.popleft()

    try:
        for place, study in enumerate(studies):
            size = study.quick if scale is None else scale
            result = read_result(study, folder / study.name, size) if resume else None
            if result is None:
                with bar(study.name, study.steps) as progress:
                    result = run_study(study, folder / study.name, size, None, threads, progress)
            drawings = start_drawing(result, thread_count(threads))
            on_the_way.append((result, _neighbours(studies, place), drawings))
            if place:  # while this study played, the charts of the one before were drawn
                finish_page()
        finish_page()
    finally:
        for *_, drawings in on_the_way:
            stop_drawing(drawings)
    return Report(write_index(folder, pages), tuple(pages))


def write_study(result: Result) -> StudyPage:
    """Write the page of a study that stands alone."""
    return write_study_page(result, Neighbours(), None)


def _neighbours(studies: list[Study], place: int) -> Neighbours:
    def link(index: int) -> tuple[str, str] | None:
        if not 0 <= index < len(studies):
            return None
        return f"../{studies[index].name}/{PAGE}", studies[index].title

    return Neighbours(link(place - 1), link(place + 1))
