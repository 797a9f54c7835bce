"""What numba does to a kernel of this package before LLVM, less what no such kernel needs.

Most of the time of a first run is numba's own Python. Its passes look for closures, generators,
blocks under `with`, literal loops and array expressions, work out again after each pass how long
every variable lives, type every sum of two integers anew, and ask LLVM for the size of every
variable. Kernels here have none of the former, to which `tests/test_layers.py` holds them.
"""

from typing import Any

from numba.core import types
from numba.core.compiler import Flags
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.errors import NumbaError
from numba.core.ir_utils import build_definitions
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
        if not state.flags.nrt:
            _check_arrays(state)
        return changed


def _check_arrays(state: Any) -> None:
    """Raise NumbaError if a kernel that counts no uses of arrays may be left with a new one."""
    given: Any = state.return_type
    given = given if isinstance(given, types.BaseTuple) else (given,)
    if any(isinstance(kind, types.Array) for kind in given):
        raise NumbaError("a kernel that makes no arrays must not return one")
    for kind in state.typemap.values():
        if isinstance(kind, types.Dispatcher) and kind.dispatcher.targetoptions.get("_nrt", True):
            name = kind.dispatcher.py_func.__name__
            raise NumbaError(f"a kernel that makes no arrays must not call {name}, which does")


@register_pass(mutates_CFG=True, analysis_only=False)
class _StripPhis(PreLowerStripPhis):
    """What is left to do before lowering where no variable need be deleted after its last use."""

    _name = "strip_phis_alone"

    def run_pass(self, state: Any) -> bool:
        state.func_ir = self._strip_phi_nodes(state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


class PlainPasses(PassManager):
    """The passes that a kernel needs, with nothing between them; `lowering` is the last but one.

    counts_uses : whether the kernel may make arrays, which live until their last use
    """

    def __init__(self, lowering: Any, counts_uses: bool) -> None:
        super().__init__("nopython")
        typed = (
            TranslateByteCode,
            FixupArgs,
            IRProcessing,
            GenericRewrites,
            ReconstructSSA,
            _InferTypes,
        )
        last = (PreLowerStripPhis, IRLegalization) if counts_uses else (_StripPhis,)
        for step in (*typed, *last, lowering, NoPythonBackend):
            self.add_pass(step, step._name)
        self.finalize()

    def _runPass(self, index: int, step: Any, state: Any) -> None:
        step.analysis = self._analysis
        step.run_pass(state)
