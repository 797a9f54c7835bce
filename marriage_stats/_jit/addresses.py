"""Addresses of functions that kernels are given: asked for once."""

from typing import Any


def keep_addresses(function: Any) -> None:
    """Keep the two addresses of a function that is compiled for one type of arguments.

    numba asks for them each time the function is passed to a kernel. To find the compiled form it
    hashes the types of all arguments, records and all, and then asks LLVM: with the functions of
    six seats and of turns that took longer than a round.
    """
    (result,) = function.overloads.values()
    library, described = result.library, result.fndesc
    names = (described.llvm_cfunc_wrapper_name, described.llvm_func_name)
    addresses = {name: library.get_pointer_to_function(name) for name in names}
    library.get_pointer_to_function = addresses.__getitem__
    function.get_compile_result = lambda _signature: result
