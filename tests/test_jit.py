"""Compiled kernels: kept where an edit of any of them is noticed, and parts of one another."""

import os
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.errors import NumbaError

from marriage_stats._jit import njit
from marriage_stats._jit.compile import cache_directory
from marriage_stats._jit.parts import TopCompiler
from marriage_stats.melds import kernels


def test_kernels_are_kept_in_the_folder_of_their_sources() -> None:
    folder = os.environ.get("NUMBA_CACHE_DIR") or cache_directory()
    assert Path(kernels.fill_keys.stats.cache_path).is_relative_to(folder)


@njit
def double(x):
    """Return twice a number."""
    return 2 * x


@njit
def halve_down(x):
    """Return how often a number can be halved; it calls itself."""
    return 0 if x < 2 else 1 + halve_down(x // 2)


@njit
def double_both(values, i):
    """Double a literal and an entry of an array."""
    return double(3) + double(values[i])


def test_a_kernel_runs_by_itself_and_as_a_part() -> None:
    values = np.array([5, 9], np.int16)
    assert double(2.5) == 5.0
    assert halve_down(9) == 3
    assert double_both(values, 1) == 6 + 18


@numba.njit
def plain_both(values):
    """Call a kernel that has parts from a function that numba compiles by itself."""
    return double_both(values, 0) + double(values[1])


def test_functions_of_numba_may_call_kernels() -> None:
    assert plain_both(np.array([5, 9], np.int16)) == 6 + 10 + 18


def test_a_part_is_compiled_once_for_a_type_and_not_for_python() -> None:
    double_both(np.array([1, 2], np.int32), 0)
    python_types = {str(signature) for signature in double.signatures}
    assert "(int32,)" not in python_types
    assert "(Literal[int](3),)" not in python_types


@njit
def last_of(values, i):
    """Return the entry before a place, counted from the end if it is negative."""
    return values[i - 1] + 10 * values[-1]


def test_kernels_outside_the_package_may_count_from_the_end() -> None:
    assert last_of(np.array([5, 9], np.int16), 0) == 9 + 90


def _uncounted(function: Callable[..., Any], **names: Any) -> Any:
    """Return a function compiled as kernels are that count no uses of arrays."""
    inside = FunctionType(function.__code__, {"__name__": kernels.__name__} | names, "inside")
    return numba.njit(_nrt=False, pipeline_class=TopCompiler)(inside)


def test_a_kernel_must_not_give_an_array_it_does_not_count_the_uses_of() -> None:
    kernel = numba.njit(_nrt=False, pipeline_class=TopCompiler)(kernels.fill_keys.py_func)
    assert kernel(np.zeros(54, np.int64), np.zeros(4, np.int64)) is None
    with pytest.raises(NumbaError, match="must not return one"):
        _uncounted(lambda array: array)(np.zeros(4))
    with pytest.raises(NumbaError, match="must not return one"):
        _uncounted(lambda array: (1, array))(np.zeros(4))


@njit
def sum_of_copy(values):
    """Return a sum by way of a new array."""
    copy = np.zeros(2, np.int64)
    copy[:] = values
    return copy[0] + copy[1]


def test_a_kernel_that_counts_no_uses_must_not_call_one_that_makes_arrays() -> None:
    assert sum_of_copy(np.array([5, 9])) == 14
    with pytest.raises(NumbaError, match="must not call sum_of_copy"):
        _uncounted(lambda array: inner(array), inner=sum_of_copy)(np.array([5, 9]))  # noqa: F821
