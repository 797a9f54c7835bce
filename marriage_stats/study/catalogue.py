"""Find studies by name: every module of the `studies` package is one."""

from importlib import import_module
from pkgutil import iter_modules

from marriage_stats.rules import nearest
from marriage_stats.study.spec import Study

PACKAGE = "studies"


def study_names() -> list[str]:
    """Return the slugs of all studies, in the order of the index page."""
    return [study.name for study in sorted(_all_studies(), key=lambda s: (s.order, s.name))]


def load_study(name: str) -> Study:
    """Return the study of that name.

    Raises
    ------
    ValueError   if there is none, with the nearest name
    """
    slugs = _slugs()
    if name not in slugs:
        raise ValueError(f"unknown study {name!r}; {nearest(name, slugs)}")
    study: Study = import_module(f"{PACKAGE}.{name.replace('-', '_')}").STUDY
    return study


def _slugs() -> list[str]:
    return [found.name.replace("_", "-") for found in iter_modules(import_module(PACKAGE).__path__)]


def _all_studies() -> list[Study]:
    return [load_study(name) for name in _slugs()]
