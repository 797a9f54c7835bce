"""Find and run every measurement of this package."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules

Measurement = Callable[[], dict[str, float]]


def measurements() -> Iterator[tuple[str, Measurement]]:
    """Yield (name, function) of every `measure_*` function."""
    package = import_module("marriage_stats.bench")
    for found in iter_modules(package.__path__):
        module = import_module(f"marriage_stats.bench.{found.name}")
        for name, function in vars(module).items():
            own = getattr(function, "__module__", None) == module.__name__
            if own and name.startswith("measure_") and name != measure_everything.__name__:
                yield name.removeprefix("measure_"), function


def measure_everything(done: Callable[[str], None]) -> dict[str, float]:
    """Return every figure; `done` is told the name of each measurement as it ends."""
    figures: dict[str, float] = {}
    for name, function in measurements():
        figures |= function()
        done(name)
    return figures
