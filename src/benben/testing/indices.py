"""Plain Python that is as strict about indices as compiled kernels need it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from benben.core import state
from benben.core.kit.tables import NumberTable


@contextmanager
def strict_indices() -> Iterator[None]:
    """In here a negative index of a table, or of a state that is made in here, raises IndexError.

    Python counts it from the end; compiled kernels would read or write the memory before the first cell.
    """
    plain_cells, plain_table = state._cells, NumberTable.__getitem__

    def look_up(table: NumberTable, key: Any) -> Any:
        _check(key)
        return plain_table(table, key)

    cells = patch.object(state, "_cells", lambda array: _StrictCells(plain_cells(array)))
    with cells, patch.object(NumberTable, "__getitem__", look_up):
        yield


class _StrictCells:
    def __init__(self, cells: Any) -> None:
        self._cells = cells

    def __getitem__(self, key: Any) -> Any:
        _check(key)
        return self._cells[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        _check(key)
        self._cells[key] = value

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._cells)


def _check(key: Any) -> None:
    for index in key if isinstance(key, tuple) else (key,):
        if index < 0:
            raise IndexError(f"a kernel uses the negative index {index}")
