"""What kernels do with words and tables that numba has no name for."""

from typing import Any

from llvmlite import ir
from numba import extending, types
from numba.core import cgutils


@extending.intrinsic
def count_ones(context: Any, word: Any) -> Any:
    """Return the number of one bits of an int64."""

    def code(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


@extending.intrinsic
def lowest_one(context: Any, word: Any) -> Any:
    """Return the place of the lowest one bit of an int64, 64 for none."""

    def code(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], cgutils.false_bit)

    return types.int64(types.int64), code


def _entry(entry: Any, table: Any, key: Any) -> Any:
    """Return signature and code of a load of an entry of a table, an array or its address."""

    def code(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind, first = signature.args[0], args[0]
        if isinstance(kind, types.Array):
            first = target.make_array(kind)(target, builder, first).data
        else:
            first = builder.inttoptr(first, target.get_value_type(types.CPointer(entry)))
        loaded = builder.load(builder.gep(first, [args[1]]))
        return target.cast(builder, loaded, entry, types.int64)

    return types.int64(table, types.int64), code


@extending.intrinsic
def byte_of(context: Any, table: Any, key: Any) -> Any:
    """Return the entry of a table (uint8 array or its address) at a key, as a plain integer."""
    return _entry(types.uint8, table, key)


@extending.intrinsic
def word_of(context: Any, table: Any, key: Any) -> Any:
    """Return the entry of a table (int64 array or its address) at a key."""
    return _entry(types.int64, table, key)


@extending.intrinsic(prefer_literal=True)
def or_rows(context: Any, rows: Any, places: Any, first: Any, n: Any) -> Any:
    """Return three words: rows[place, 0..2] joined by OR over n places from `first` on.

    rows : uint64[k, 4]; places : uint64[m]; n : a literal. One load takes a whole row.
    """
    word = types.uint64

    def code(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        arrays = zip(signature.args[:2], args[:2], strict=True)
        data, draws = (target.make_array(kind)(target, builder, at).data for kind, at in arrays)
        row = ir.VectorType(target.get_value_type(word), 4)
        data, draws = builder.bitcast(data, row.as_pointer()), builder.gep(draws, [args[2]])
        joined = ir.Constant(row, [0] * 4)
        for step in range(n.literal_value):
            place = builder.load(builder.gep(draws, [target.get_constant(types.intp, step)]))
            loaded = builder.load(builder.gep(data, [place]))
            loaded.align = 8
            joined = builder.or_(joined, loaded)
        words = [
            builder.extract_element(joined, target.get_constant(types.int32, lane))
            for lane in range(3)
        ]
        return target.make_tuple(builder, signature.return_type, words)

    return types.UniTuple(word, 3)(rows, places, first, n), code
