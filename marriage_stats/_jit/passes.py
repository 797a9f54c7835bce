"""What numba does to a kernel of this package before LLVM, less what no such kernel needs.

Most of the time of a first run is numba's own Python. Its passes look for closures, generators,
blocks under `with`, literal loops and array expressions, count the uses of every variable again
after each pass, type every sum of two integers anew, and ask LLVM for the size of every variable.
Kernels here have none of the former, to which `tests/test_layers.py` holds them.
"""

from typing import Any

from numba.core import types
from numba.core.compiler import Flags
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.errors import NumbaError
from numba.core.typed_passes import (
    IRLegalization,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    FixupArgs,
    GenericRewrites,
    IRProcessing,
    ReconstructSSA,
    TranslateByteCode,
)


class PlainFlags(Flags):
    """Options that are told apart by what was set: numba lists all of them for each comparison."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, Flags) and self._values == other._values
        return same or bool(super().__eq__(other))

    def __hash__(self) -> int:
        return _ANY_FLAGS


_ANY_FLAGS = hash(Flags())  # of the options' names, whatever their values


class _Typing:
    """A typing context that keeps what it has answered about functions of numba."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._answers: dict[Any, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a call."""
        if kws or not isinstance(function, types.Function):
            return self._context.resolve_function_type(function, args, kws)
        key = function, tuple(args)
        if key not in self._answers:
            self._answers[key] = self._context.resolve_function_type(function, args, kws)
        return self._answers[key]


_TYPING: dict[Any, _Typing] = {}


@register_pass(mutates_CFG=True, analysis_only=False)
class _InferTypes(NopythonTypeInference):
    _name = "infer_types"

    def run_pass(self, state: Any) -> bool:
        context = state.typingctx
        state.typingctx = _TYPING.setdefault(context, _Typing(context))
        try:
            changed = bool(super().run_pass(state))
        finally:
            state.typingctx = context
        if isinstance(state.return_type, types.Array) and not state.flags.nrt:
            raise NumbaError("a kernel that makes no arrays must not return one")
        return changed


class PlainPasses(PassManager):
    """The passes that a kernel needs, with nothing between them; `lowering` is the last but one."""

    def __init__(self, lowering: Any) -> None:
        super().__init__("nopython")
        before = (
            TranslateByteCode,
            FixupArgs,
            IRProcessing,
            GenericRewrites,
            ReconstructSSA,
            _InferTypes,
            PreLowerStripPhis,
            IRLegalization,
        )
        for step in (*before, lowering, NoPythonBackend):
            self.add_pass(step, step._name)
        self.finalize()

    def _runPass(self, index: int, step: Any, state: Any) -> None:
        step.analysis = self._analysis
        step.run_pass(state)
