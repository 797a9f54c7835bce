"""One direction: a module imports only from its left; heavy libraries stay where they belong."""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from marriage_stats._jit.compile import is_kernel_source

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "marriage_stats"
LAYERS = (
    ("_jit", "rng", "parallel", "files", "cache"),
    ("rules",),
    ("cards", "facts", "manifest"),
    ("melds",),
    ("finish",),
    ("deals",),
    ("exact",),
    ("views",),
    ("policies",),
    ("engine",),
    ("maal",),
    ("settlement",),
    ("transcript",),
    ("rounds_io",),
    ("estimators",),
    ("runs",),
    ("summary", "timing"),
    ("odds",),
    ("tuning",),
    ("compare", "tournament", "skill"),
    ("bench",),
    ("study",),
    ("charts",),
    ("report",),
    ("cli",),
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
SOURCES = sorted(PACKAGE.rglob("*.py"))
MAX_LINES = 400
BEYOND_PASSES = (
    ast.FunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
    ast.Yield, ast.YieldFrom, ast.With, ast.Try, ast.Raise, ast.Assert,
)  # fmt: skip


def _layer(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def _nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def _imports(path: Path) -> Iterator[str]:
    """Yield the dotted name of everything a file imports, at any depth."""
    for node in _nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _uses(path: Path, library: str) -> bool:
    return any(name.split(".")[0] == library for name in _imports(path))


def _kernels(nodes: list[ast.AST]) -> list[ast.FunctionDef]:
    return [
        node
        for node in nodes
        if isinstance(node, ast.FunctionDef)
        and any("njit" in ast.unparse(decorator) for decorator in node.decorator_list)
    ]


def _holds_kernels(path: Path) -> bool:
    return bool(_kernels(_nodes(path)))


def _beyond_passes(nodes: list[ast.AST]) -> list[int]:
    """Return the lines of kernels with what `_jit.passes` leaves out."""
    return [
        node.lineno
        for kernel in _kernels(nodes)
        for statement in kernel.body
        for node in ast.walk(statement)
        if isinstance(node, BEYOND_PASSES)
    ]


def _may_hold_kernels(path: Path) -> bool:
    return path.name.endswith("kernels.py") or _layer(path) in ("_jit", "rng", "policies")


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_module_keeps_its_place(path: Path) -> None:
    layer = _layer(path)
    if layer in ("__init__", "__main__"):
        return
    for name in _imports(path):
        if not name.startswith("marriage_stats."):
            assert not name.startswith(("studies", "tests")), f"{path} imports {name}"
            continue
        other = name.split(".")[1]
        if other in RANK and other != layer:
            assert RANK[other] <= RANK[layer], f"{layer} imports {other}, which stands to its right"
    assert not _uses(path, "numba") or _layer(path) == "_jit", "numba belongs to _jit"
    assert not _uses(path, "matplotlib") or layer == "charts", "matplotlib belongs to charts"
    if _uses(path, "polars"):
        assert RANK[layer] >= RANK["rounds_io"], "frames begin at rounds_io"
    if _holds_kernels(path):
        assert _may_hold_kernels(path), (
            "compiled functions live in *kernels.py, _jit, rng, policies"
        )


@pytest.mark.parametrize("path", list(filter(_holds_kernels, SOURCES)), ids=lambda p: p.name)
def test_kernels_need_no_other_passes(path: Path) -> None:
    assert _beyond_passes(_nodes(path)) == []


def test_a_kernel_that_needs_other_passes_would_be_caught() -> None:
    kernel = (
        "@njit\ndef f(n):\n    a = [i for i in range(n)]\n    if n:\n        raise ValueError\n"
    )
    assert _beyond_passes(list(ast.walk(ast.parse(kernel)))) == [3, 5]
    assert _beyond_passes(list(ast.walk(ast.parse(kernel.removeprefix("@njit\n"))))) == []


@pytest.mark.parametrize("path", list(filter(_holds_kernels, SOURCES)), ids=lambda p: p.name)
def test_what_kernels_are_made_of_decides_where_they_are_kept(path: Path) -> None:
    """An edit of a constant that a kernel holds must start a fresh folder."""
    assert is_kernel_source(path)
    for name in _imports(path):
        module = ROOT / f"{name.rpartition('.')[0].replace('.', '/')}.py"
        if module.exists():
            assert is_kernel_source(module), f"{path} takes {name}"


def test_the_order_names_every_module() -> None:
    assert {_layer(path) for path in SOURCES} <= {*RANK, "__init__", "__main__"}


def test_only_kernels_may_go_without_annotations() -> None:
    document = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    ignores = document["tool"]["ruff"]["lint"]["per-file-ignores"]
    for pattern, rules in ignores.items():
        if "ANN" in rules and not pattern.startswith("tests"):
            matched = [path for path in SOURCES if path.match(pattern.removeprefix("**/"))]
            assert all(_may_hold_kernels(path) for path in matched)


@pytest.mark.parametrize("folder", ["marriage_stats", "studies", "tests"])
def test_files_stay_short(folder: str) -> None:
    for path in (ROOT / folder).rglob("*.py"):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        assert lines <= MAX_LINES, f"{path} has {lines} lines"


def test_a_wrong_import_would_be_caught(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def f():\n    from marriage_stats.cli import main\n    import numba.core\n")
    assert list(_imports(wrong)) == ["marriage_stats.cli.main", "numba.core"]
    assert _uses(wrong, "numba")
