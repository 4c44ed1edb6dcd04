"""Bounded caches for what is drawn and said. Threads may share them. A key holds all that a result depends on.

`remembered` is for functions of plain values: their arguments are the key. `remembered_part` is for functions of a
state: they get a state that has only the named fields, and those are the key. A field that is not named reads as zero,
so a result can neither be stale nor hold anything from outside its key.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from benben.core.state import State

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound=State)

PIECES = 4096  # results of a function that are kept, the latest used: texts of up to about 2 kB
PARTS = 256  # texts of up to about 20 kB


def remembered(function: Callable[P, R]) -> Callable[P, R]:
    """Keep the results of a function of plain values. It returns the same object again: nobody may change it."""
    return _kept(function, PIECES)


def _kept(function: Callable[P, R], most: int) -> Callable[P, R]:
    kept: Any = lru_cache(maxsize=most)(function)  # its own type has no parameters
    return kept  # type: ignore[no-any-return]


def remembered_part(
    *whole: str, rows: tuple[str, ...] = ()
) -> Callable[[Callable[Concatenate[S, P], R]], Callable[Concatenate[S, P], R]]:
    """Keep the results of a function of a state and plain values.

    `whole` names the fields that it reads. Of the fields in `rows` it reads one row: that of its second argument.
    """

    def decorate(function: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
        def from_part(kind: type[S], part: bytes, *args: P.args, **kwargs: P.kwargs) -> R:
            row = args[0] if rows else None
            return function(_unpacked(kind, part, _ranges(kind, whole, rows, row)), *args, **kwargs)

        remembered_from_part = _kept(from_part, PARTS)

        @wraps(function)
        def from_state(s: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
            kind, content = type(s), s.record.tobytes()
            row = args[0] if rows else None
            part = b"".join([content[start:end] for start, end in _ranges(kind, whole, rows, row)])
            return remembered_from_part(kind, part, *args, **kwargs)

        return from_state

    return decorate


@remembered
def _ranges(kind: type[State], whole: tuple[str, ...], rows: tuple[str, ...], row: object) -> list[tuple[int, int]]:
    """The places of the fields in the bytes of a record."""
    ranges = []
    for name in (*whole, *rows):
        field, offset = kind.dtype.fields[name][:2]  # type: ignore[index]  # a record has fields
        size = field.itemsize
        if name in rows:
            assert isinstance(row, int)
            assert 0 <= row < field.shape[0]
            size //= field.shape[0]
            offset += row * size
        ranges.append((offset, offset + size))
    return ranges


def _unpacked(kind: type[S], part: bytes, ranges: list[tuple[int, int]]) -> S:
    """A state with only this part."""
    content, taken = bytearray(kind.dtype.itemsize), 0
    for start, end in ranges:
        content[start:end] = part[taken : taken + end - start]
        taken += end - start
    return kind.from_bytes(content)
