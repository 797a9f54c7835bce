"""Compiling once: with several test processes, the kernels of play are ready before they start."""

import gc

import pytest

from tests.compiled import compile_all

gc.set_threshold(50_000, 20, 20)  # modules, charts and kernels make many objects that stay


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile odds and play into the cache, side by side; test processes then load them."""
    if session.config.getoption("numprocesses", None) and not compile_all():
        pytest.exit("the kernels do not compile", returncode=1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the longest tests first, so that test processes end together."""
    items.sort(key=lambda item: item.path.name != "test_studies.py")


def pytest_collection_finish() -> None:
    """Leave out of all further collecting of garbage what was imported: it stays."""
    gc.freeze()


@pytest.fixture
def loose_png(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pack PNG files loosely: to pack them well takes a sixth of the time of a chart."""
    monkeypatch.setattr("marriage_stats.charts.render.PNG_LEVEL", 1)
