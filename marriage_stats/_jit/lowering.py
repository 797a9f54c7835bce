"""How a kernel of this package is turned into LLVM's code: plainer than numba would.

An element of an array is loaded from, or stored to, its place without a copy of all that an array
is. No index is negative there unless it is a plain number, so none is looked at for it, as numba
would; in a user's policy one may be.
"""

from functools import partial
from typing import Any

from numba.core import cgutils, types
from numba.core.ir import UNDEFINED
from numba.core.lowering import Lower
from numba.np.arrayobj import load_item, store_item

PACKAGE = __name__.partition(".")[0] + "."


class PlainLower(Lower):
    """Lowering that notes no sizes of variables for debuggers and types no operator again."""

    def alloca_lltype(self, name: str, lltype: Any, datamodel: Any = None) -> Any:
        """Return room for a variable on the stack."""
        return cgutils.alloca_once(self.builder, lltype, name=name, zfill=False)

    def lower_binop(self, resty: Any, expr: Any, op: Any) -> Any:
        """Return the value of an operator; numba has typed it before but for powers by numbers."""
        function = self.context.typing_context.resolve_value_type(op)
        signature = self.fndesc.calltypes[expr]
        known = {id(expr.static_lhs), id(expr.static_rhs)} != {id(UNDEFINED)}
        if known or signature.args not in function._impl_keys:
            return super().lower_binop(resty, expr, op)
        cast = partial(self.context.cast, self.builder)
        operands = [
            cast(self.loadvar(var.name), self.typeof(var.name), kind)
            for var, kind in zip((expr.lhs, expr.rhs), signature.args, strict=True)
        ]
        code = self.context.get_function(function, signature)
        return cast(code(self.builder, operands), signature.return_type, resty)

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """Return an element of an array."""
        place = self._place(value, index)
        if place is None:
            return super().lower_getitem(resty, expr, value, index, signature)
        kind = self.typeof(value.name)
        element = load_item(self.context, self.builder, kind, place)
        return self.context.cast(self.builder, element, kind.dtype, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        """Store an element of an array."""
        place, kind = self._place(target_var, index_var), self.typeof(target_var.name)
        value = self.typeof(value_var.name)
        if place is None or not isinstance(value, types.Number | types.Boolean):
            return super().lower_setitem(target_var, index_var, value_var, signature)
        element = self.loadvar(value_var.name)
        element = self.context.cast(self.builder, element, value, kind.dtype)
        return store_item(self.context, self.builder, kind, element, place)

    def _place(self, array: Any, index: Any) -> Any:
        """Return the address of an element, None where something else than one may be meant."""
        kind, at = self.typeof(array.name), self.typeof(index.name)
        kinds: Any = at if isinstance(at, types.BaseTuple) else (at,)
        if (
            not self.fndesc.modname.startswith(PACKAGE)
            or not isinstance(kind, types.Array)
            or kind.layout != "C"
            or kind.ndim != len(kinds)
            or not all(map(_counts, kinds))
        ):
            return None
        builder, offset = self.builder, self.loadvar(index.name)
        model, value = self.context.data_model_manager[kind], self.loadvar(array.name)
        offsets = cgutils.unpack_tuple(builder, offset) if at is kinds else [offset]
        cast = partial(self.context.cast, builder)
        steps = [cast(each, a, types.intp) for each, a in zip(offsets, kinds, strict=True)]
        sizes = cgutils.unpack_tuple(builder, model.get(builder, value, "shape"))
        return builder.gep(model.get(builder, value, "data"), [self._offset(steps, sizes)])

    def _offset(self, steps: list[Any], sizes: list[Any]) -> Any:
        """Return how many elements lie before one that is so many steps along each axis."""
        total = steps[0]
        for size, step in zip(sizes[1:], steps[1:], strict=True):
            total = self.builder.add(self.builder.mul(total, size), step)
        return total


def _counts(index: Any) -> bool:
    """Return whether an index is a whole number that is not known to be negative."""
    known = getattr(index, "literal_value", 0)
    return isinstance(index, types.Integer) and known >= 0
