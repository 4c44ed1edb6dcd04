"""Tables of a game: ints that never change, looked up by kernels.

    NEXT = table([[way_on(colour, field) for field in FIELDS] for colour in range(COLOURS)])
    field = NEXT[mover, field]

In plain Python a table is a NumPy array that cannot be written to. In compiled code `compiled/tables.py` makes
constants of it, as narrow as its numbers allow, and the look-up is one instruction. An index is in range and not
negative.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


class NumberTable(np.ndarray[tuple[int, ...], np.dtype[np.int64]]):
    """The class of tables, by which the compiler knows them."""


def table(values: ArrayLike) -> NDArray[np.int64]:
    """A table of these numbers, of any number of dimensions."""
    array = np.array(values, np.int64).view(NumberTable)
    array.flags.writeable = False
    return array
