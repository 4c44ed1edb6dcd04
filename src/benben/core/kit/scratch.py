"""Memory for the time of a call: lists or arrays in plain Python; in compiled code a piece of the stack, which costs
nothing.

    counts = scratch(COLOURS)  # zeros
    counts[colour] += 1
    gains = float_scratch(2, COLOURS)
    gains[0, colour] += 0.5

Numba's arrays are allocated on the heap and count references atomically, which is slow in a kernel that every move
calls. A kernel must not return its scratch memory; it may give it to the kernels that it calls.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def scratch(*shape: int) -> Any:
    """Zeros of this shape; each size is a constant."""
    return [0] * shape[0] if len(shape) == 1 else np.zeros(shape, np.int64)


def float_scratch(*shape: int) -> Any:
    """The same of floats."""
    return np.zeros(shape)


def single_scratch(*shape: int) -> Any:
    """The same of floats of single precision."""
    return np.zeros(shape, np.float32)


def unowned(array: Any) -> Any:
    """The numbers of a one-dimensional array, to read and to write, for as long as somebody else keeps it."""
    return array
