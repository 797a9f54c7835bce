"""Kernels that only kernels call: typed and lowered once, optimised and emitted with their callers.

numba makes every function ready to run by itself: it links and optimises all that the function
calls, emits machine code and wraps it for Python, again at each level of a tree of calls. Only the
top of the tree is ever run. A part leaves that work to the top, which links all parts below it and
is the only one kept on disk.
"""

import gc
from collections.abc import Iterator
from typing import Any

from llvmlite.binding import Linkage, parse_assembly
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

from marriage_stats._jit.lowering import PACKAGE, PlainLower
from marriage_stats._jit.passes import PlainFlags, PlainPasses


class _Top(JITCodeLibrary):
    """Code that is run: it links all parts below it, each once, and hides them.

    LLVM knows all calls of what is hidden: it drops what is inlined everywhere, and the looks of
    callers for errors that no part raises.

    counts_uses : whether it counts the uses of arrays: numba optimises it twice, to drop counts
    is_linked : whether kernels take it for the part that it is not
    """

    counts_uses = is_linked = True

    def finalize(self) -> None:
        hidden: list[str] = []
        for library in _below(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            part = _own_module(library)
            if isinstance(library, _Part):
                hidden += [one.name for one in part.functions if not one.is_declaration]
            self._final_module.link_in(part, preserve=True)
        for name in hidden:
            self._final_module.get_function(name).linkage = Linkage.internal
        self._linking_libraries = []
        super().finalize()

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        if self.counts_uses:
            super()._optimize_final_module()
            return
        manager, builder = self._codegen._module_pass_manager()
        manager.run(self._final_module, builder)

    def serialize_using_object_code(self) -> Any:
        """Return the code for the disk, with names alone in place of the source for callers."""
        if self.is_linked:
            return super().serialize_using_object_code()
        self._ensure_finalized()
        module = self._final_module
        named = [
            one.name
            for one in (*module.functions, *module.global_variables)
            if not one.is_declaration and one.linkage is not Linkage.internal
        ]
        names = parse_assembly("".join(f'@"{name}" = global i8 0\n' for name in named))
        return self.name, "object", (self._get_compiled_object(), names.as_bitcode())


class _Part(JITCodeLibrary):
    """Code that is linked as it was lowered."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """Return the code with all below it: functions that numba compiles link what they call."""
        whole = _own_module(self).clone()
        for library in _below(self._linking_libraries):
            whole.link_in(_own_module(library), preserve=True)
        return whole


def calls_itself(function: Any) -> bool:
    """Return whether a function calls itself, by its name."""
    return function.__name__ in function.__code__.co_names


def _own_module(library: Any) -> Any:
    """Return a library's code without that of the parts below it."""
    return JITCodeLibrary._get_module_for_linking(library)


def _below(libraries: list[Any]) -> Iterator[Any]:
    """Yield all libraries that these need, each once."""
    seen, waiting = set(), list(libraries)
    while waiting:
        library = waiting.pop(0)
        if library not in seen:
            seen.add(library)
            yield library
            if isinstance(library, _Part):
                waiting.extend(library._linking_libraries)


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerTop(NativeLowering):
    _name = "lower_top"
    lowering_class = PlainLower

    def run_pass(self, state: Any) -> bool:
        state.library = _Top(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.counts_uses = state.flags.nrt
        state.library.is_linked = calls_itself(state.func_id.func)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerPart(NativeLowering):
    _name = "lower_part"
    lowering_class = PlainLower

    def run_pass(self, state: Any) -> bool:
        state.library = _Part(state.targetctx.codegen(), state.func_id.func_qualname)
        flags = state.flags
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        super().run_pass(state)
        key = object()  # callers find the code by it
        state.targetctx.insert_user_function(key, state.cr.fndesc, [state.library])
        state.cr = state.cr._replace(cfunc=key)
        return True


class _Compiler(CompilerBase):
    def compile_extra(self, func: Any) -> Any:
        self.state.flags = PlainFlags(self.state.flags)
        return super().compile_extra(func)


class TopCompiler(_Compiler):
    """The compiler for what Python calls; collecting garbage would take a tenth of its time."""

    def compile_extra(self, func: Any) -> Any:
        collects = gc.isenabled()
        gc.disable()
        try:
            return super().compile_extra(func)
        finally:
            if collects:
                gc.enable()

    def define_pipelines(self) -> list[Any]:
        return [_lowered_by(_LowerTop, self.state)]


class PartCompiler(_Compiler):
    """The compiler for what kernels call."""

    def define_pipelines(self) -> list[Any]:
        return [_lowered_by(_LowerPart, self.state)]


def _lowered_by(lowering: Any, state: Any) -> Any:
    """Return the passes of a kernel; one of a user's own may need any that numba has."""
    if state.func_id.modname.startswith(PACKAGE):
        return PlainPasses(lowering, state.flags.nrt)
    manager = DefaultPassBuilder.define_nopython_pipeline(state)
    manager.add_pass_after(lowering, NativeLowering)
    manager.passes = [entry for entry in manager.passes if entry[0] is not NativeLowering]
    manager.finalize()
    return manager
