"""What is imported is declared: no library comes in by way of another only."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OWN = {"marriage_stats", "studies", "tests"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


def _names(requirements: Iterable[str]) -> set[str]:
    return {re.split(r"[<>=!~\[; ]", text)[0].lower() for text in requirements}


def _imported(source: str) -> Iterator[str]:
    """Yield the libraries that a source imports, at any depth."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]


@cache
def _distributions() -> Mapping[str, list[str]]:
    """Return the installed distributions that bring each library."""
    return packages_distributions()


def _undeclared(sources: Iterable[str], declared: set[str]) -> set[str]:
    names = {name for source in sources for name in _imported(source)}
    known = _distributions()
    libraries = names - OWN - sys.stdlib_module_names
    return {name for name in libraries if not declared & _names(known.get(name, []))}


@pytest.mark.parametrize(
    ("folders", "extras"),
    [(("marriage_stats", "studies"), ("dask",)), (("tests",), ("dask", "dev"))],
    ids=["package", "tests"],
)
def test_imports_are_declared(folders, extras):
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    assert len(paths) > 20
    declared = _names([*PROJECT["dependencies"], *(r for extra in extras for r in EXTRAS[extra])])
    sources = (path.read_text(encoding="utf-8") for path in paths)
    assert _undeclared(sources, declared) == set()


def test_every_dependency_is_imported():
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "marriage_stats").rglob("*.py"))
    names = {name for source in sources for name in _imported(source)}
    found = {name for library in names for name in _distributions().get(library, [])}
    assert _names(PROJECT["dependencies"]) <= _names(found)


def test_an_undeclared_import_would_be_caught():
    source = "import os\ndef f():\n    import PIL.Image\n    from scipy import special\n"
    assert _undeclared([source], {"scipy"}) == {"PIL"}
    assert _undeclared([source], {"scipy", "pillow"}) == set()
