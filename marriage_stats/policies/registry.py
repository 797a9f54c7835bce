"""Policies by name: the built-in ones, and those of users in files of their own."""

import hashlib
import importlib
import importlib.util
import inspect
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_stats._jit import first_class, njit
from marriage_stats.cache import cache_folder, source_digest
from marriage_stats.files import write_atomic
from marriage_stats.policies.parameters import parameters
from marriage_stats.rules import Rules, RulesError, nearest, preset
from marriage_stats.views import N_PARAMETERS, blank_view

_MODULES = {
    "random": "random_legal",
    "novice": "novice",
    "sequence": "adaptive",
    "dublee": "adaptive",
    "adaptive": "adaptive",
}
POLICIES = tuple(_MODULES)


@dataclass(frozen=True)
class Policy:
    """A decision rule: its compiled function, and its parameters as float64[32].

    source : digest of a user's file; none for the built-in ones, which the engine version names
    module : of a built-in one, which is compiled when it is first played
    text : a user's file, from which other processes make the policy again
    """

    name: str
    choose: Any
    params: NDArray[np.float64] = field(default_factory=lambda: np.zeros(N_PARAMETERS))
    source: str = ""
    module: str = ""
    text: str = field(default="", repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what makes the policy in another process: compiled functions cannot be sent."""
        if self.module:
            return _built_in_policy, (self.name, self.module, self.params)
        if self.text:
            return _sent_policy, (self.name, self.text, self.source, self.params)
        return Policy, (self.name, self.choose, self.params, self.source)

    @property
    def identity(self) -> str:
        """What decides its choices: the name, with the digest of a user's file."""
        return f"{self.name} {self.source}".strip()


def load_policy(name: str, rules: Rules) -> Policy:
    """Return a policy by name, or from the user's Python file `path.py`.

    A file defines `choose(view) -> int`, decided by `view.decision`, see `marriage_stats.views`; it
    may call the `choose` of built-in policies. It is compiled like them.

    Raises
    ------
    ValueError   for an unknown name, a file without a usable `choose`, or `dublee` in a house that
        has no such route
    """
    if name.endswith(".py"):
        path = Path(name)
        function = compile_choice(_user_function(path), name)
        text = path.read_text(encoding="utf-8")
        return Policy(path.stem, function, source=source_digest([path])[:12], text=text)
    if name not in _MODULES:
        raise ValueError(f"unknown policy {name!r}; {nearest(name, list(POLICIES))}")
    if name == "dublee" and not rules.has_dublee_route:
        raise ValueError(f"policy dublee needs a dublee route, {rules.name} has none")
    module = _MODULES[name]
    return _built_in_policy(name, module, parameters(name, rules.number("players")))


def load_policies(names: str, rules: Rules) -> tuple[Policy, ...]:
    """Return one policy per seat from a comma-separated list; a single one plays every seat.

    Raises
    ------
    ValueError   if the number of policies is neither one nor that of the seats
    """
    words = [word.strip() for word in names.split(",") if word.strip()]
    players = rules.number("players")
    if len(words) == 1:
        words *= players
    if len(words) != players:
        raise ValueError(
            f"policies must be one name or {players} separated by commas, got {names!r}"
        )
    loaded = {word: load_policy(word, rules) for word in dict.fromkeys(words)}
    return tuple(loaded[word] for word in words)


def built_in(module: str) -> Any:
    """Return the function of a built-in policy by the name of its module."""
    return importlib.import_module(f"marriage_stats.policies.{module}").choose


def compile_choice(function: Any, name: str = "") -> Any:
    """Compile a policy's function, if it is not, and return it.

    Raises
    ------
    ValueError   if it does not compile or does not return a whole number
    """
    try:
        return first_class(function, blank_view(preset("classic")))
    except TypeError as error:
        raise ValueError(f"policy {name}: choose(view) {error}") from None


def compile_built_in(*modules: str) -> None:
    """Compile built-in policies by the names of their modules."""
    for module in modules:
        compile_choice(built_in(module))


def _built_in_policy(name: str, module: str, params: NDArray[np.float64]) -> Policy:
    return Policy(name, built_in(module), params, module=module)


def _sent_policy(name: str, text: str, source: str, params: NDArray[np.float64]) -> Policy:
    """Return a user's policy where its file may not be: from a copy beside what is compiled."""
    path = cache_folder(f"policy-{source}") / f"{name}.py"
    if not path.is_file():
        write_atomic(path, text)
    return Policy(name, _user_function(path), params, source, text=text)


def _user_function(path: Path) -> Any:
    name = "policy_" + hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise RulesError(f"policy file {path} cannot be read")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # compiled code is stored under this name and finds it again
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # whatever a user's file raises is the user's to read
        raise ValueError(f"policy file {path}: {type(error).__name__}: {error}") from None
    function = getattr(module, "choose", None)
    if not inspect.isfunction(getattr(function, "py_func", function)):
        raise ValueError(f"policy file {path} must define choose(view)")
    return function if hasattr(function, "py_func") else njit(function)
