"""The state of a match: one NumPy record of fixed size.

A game declares its state as a class:

    class Race(State):
        place = int8(4)  # the field of each seat's runner
        turn = int8()    # the seat to act

A state with secrets says of each field who sees it, and of those that not everybody sees, what stands for a value that
is not known and which value everybody sees (no card is there):

    class Race(State):
        place = public.int8(4)
        hand = private.int8(4, 3, unknown=-1, empty=0)  # each seat sees its own row
        deck = hidden.int8(60, unknown=-1, empty=0)     # nobody sees it

A field whose numbers each pack several smaller ones declares their width with `bits`: three cards of five bits for
each seat are `int16(4, bits=5)`, a set of flags is `int8(bits=1)`. Fields of 32 and 64 bits hold flags unless they say
otherwise.

`Race.dtype` is the NumPy record type, which is stored, copied and hashed, and which compiled kernels work on. In plain
Python the same kernels work on a `Race` object over the same memory. Its numbers are Python ints: a value that does
not fit its field raises instead of overflowing silently.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Protocol, Self, overload

import numpy as np
from numpy.typing import NDArray

Records = NDArray[np.void]

WORD = 8  # bytes: records are hashed as 64-bit words, so their size is a multiple of this


class Cells(Protocol):
    """An array field in a kernel: `s.place[seat]`, `s.board[row, column]`, `s.board[row][column]`."""

    def __getitem__(self, key: Any, /) -> Any: ...
    def __setitem__(self, key: Any, value: Any, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...


class _Field:
    """A declared field. On a State object it reads and writes the record's memory."""

    def __init__(
        self, kind: type[np.generic], shape: tuple[int, ...], sight: Sight, unknown: int, empty: int | None, bits: int
    ) -> None:
        self.kind = kind
        self.shape = shape
        self.sight = sight
        self.unknown = unknown
        self.empty = empty
        self.bits = bits

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, state: State | None, owner: type) -> Any:
        if state is None:
            return self
        cells = state._memory.get(self.name)
        if cells is None:
            cells = state._cells(self.name)
        return cells if self.shape else cells[0]

    def __set__(self, state: State, value: int) -> None:
        assert not self.shape, f"{self.name} is an array: set its cells"
        state._cells(self.name)[0] = value


class _Grid:
    """A multi-dimensional array of Python ints (a memoryview cannot return a row)."""

    def __init__(self, array: NDArray[Any]) -> None:
        self._array = array
        self._cells = _view(array)

    def __getitem__(self, key: int | tuple[int, ...]) -> Any:
        if isinstance(key, tuple) and len(key) == self._array.ndim:
            return self._cells[key]
        return _cells(self._array[key])

    def __setitem__(self, key: tuple[int, ...], value: int) -> None:
        self._cells[key] = value

    def __len__(self) -> int:
        return len(self._array)

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))


def _cells(array: NDArray[Any]) -> Any:
    return _view(array) if array.ndim == 1 else _Grid(array)


def _view(array: NDArray[Any]) -> memoryview:
    return memoryview(array)  # type: ignore[arg-type]  # an array is a buffer; typed as one only from Python 3.12


class Sight:
    """The sight of a field: `public`, `private` or `hidden`. Its methods declare fields."""

    def __init__(self, name: str) -> None:
        self.name = name

    def _field(self, kind: type[np.generic], shape: tuple[int, ...], unknown: int, empty: int | None, bits: int) -> Any:
        return _Field(kind, shape, self, unknown, empty, bits)

    @overload
    def int8(self, *, unknown: int = ..., empty: int | None = ..., bits: int = ...) -> int: ...
    @overload
    def int8(self, n: int, /, *more: int, unknown: int = ..., empty: int | None = ..., bits: int = ...) -> Cells: ...
    def int8(self, *shape: int, unknown: int = 0, empty: int | None = None, bits: int = 0) -> Any:
        """A field of 8-bit numbers (-128 … 127): an array of the given shape, or a scalar without one."""
        return self._field(np.int8, shape, unknown, empty, bits)

    @overload
    def int16(self, *, unknown: int = ..., empty: int | None = ..., bits: int = ...) -> int: ...
    @overload
    def int16(self, n: int, /, *more: int, unknown: int = ..., empty: int | None = ..., bits: int = ...) -> Cells: ...
    def int16(self, *shape: int, unknown: int = 0, empty: int | None = None, bits: int = 0) -> Any:
        """A field of 16-bit numbers (-32,768 … 32,767)."""
        return self._field(np.int16, shape, unknown, empty, bits)

    @overload
    def int32(self, *, unknown: int = ..., empty: int | None = ..., bits: int = ...) -> int: ...
    @overload
    def int32(self, n: int, /, *more: int, unknown: int = ..., empty: int | None = ..., bits: int = ...) -> Cells: ...
    def int32(self, *shape: int, unknown: int = 0, empty: int | None = None, bits: int = 1) -> Any:
        """A field of 32-bit numbers, or of up to 31 flags."""
        return self._field(np.int32, shape, unknown, empty, bits)

    @overload
    def int64(self, *, unknown: int = ..., empty: int | None = ..., bits: int = ...) -> int: ...
    @overload
    def int64(self, n: int, /, *more: int, unknown: int = ..., empty: int | None = ..., bits: int = ...) -> Cells: ...
    def int64(self, *shape: int, unknown: int = 0, empty: int | None = None, bits: int = 1) -> Any:
        """A field of 64-bit numbers, or of up to 63 flags."""
        return self._field(np.int64, shape, unknown, empty, bits)


public = Sight("public")  # everybody sees it
private = Sight("private")  # each seat sees its own row: the first axis is the seat
hidden = Sight("hidden")  # nobody sees it

# For a state in which nothing is hidden, or whose game writes `veil` by itself.
_undeclared = Sight("undeclared")
int8, int16, int32, int64 = _undeclared.int8, _undeclared.int16, _undeclared.int32, _undeclared.int64


class State:
    """Base class of every game's state."""

    dtype: ClassVar[np.dtype[np.void]]
    declared: ClassVar[dict[str, _Field]]
    hidden: ClassVar[bool]  # whether a field is declared as private or hidden

    def __init_subclass__(cls) -> None:
        cls.declared = {name: field for name, field in vars(cls).items() if isinstance(field, _Field)}
        cls.hidden = any(field.sight in (private, hidden) for field in cls.declared.values())
        forgotten = [name for name, field in cls.declared.items() if field.sight is _undeclared]
        if cls.hidden and forgotten:
            raise TypeError(f"{cls.__name__}: say of each field whether it is public, private or hidden: {forgotten}")
        fields = [(name, field.kind, field.shape) for name, field in cls.declared.items()]
        # No implicit padding: copies leave it undefined, so equal states would differ as bytes. Therefore the
        # widest fields come first, and the padding at the end is a named field.
        fields.sort(key=lambda field: -np.dtype(field[1]).itemsize)
        size = sum(np.dtype(field).itemsize for field in ([entry] for entry in fields))
        if size % WORD:
            fields.append(("padding", np.int8, (WORD - size % WORD,)))
        cls.dtype = np.dtype(fields, align=True)

    def __init__(self, record: Records) -> None:
        """`record`: an array of one record. The object shares its memory."""
        assert record.shape == (1,)
        self._memory: dict[str, Any] = {}  # cache of accessed fields
        self.record = record

    def _cells(self, name: str) -> Any:
        array = self.record[name]
        cells = self._memory[name] = _cells(array[0] if array.ndim > 1 else array)
        return cells

    @classmethod
    def blank(cls) -> Self:
        """A new zeroed state."""
        return cls(np.zeros(1, cls.dtype))

    @classmethod
    def from_bytes(cls, content: bytes | bytearray) -> Self:
        """A state of its own memory; the other way round than `record.tobytes()`."""
        return cls(np.frombuffer(bytearray(content), cls.dtype))

    def copy(self) -> Self:
        """The same state in a record of its own."""
        return type(self)(copied(self.record))


class StateAt:
    """`contract.at` in the engine of a game. In compiled code, `kit/compiled/states.py` makes an address of it."""

    def __init__(self, kind: type[State]) -> None:
        self.kind = kind

    def __call__(self, states: Records, i: int) -> State:
        return self.kind(states[i : i + 1])


class BlankState:
    """`contract.blank_state` in the engine of a game: on the stack in compiled code."""

    def __init__(self, kind: type[State]) -> None:
        self.kind = kind

    def __call__(self) -> State:
        return self.kind.blank()


def copied(records: Records) -> Records:
    """A bytewise copy; NumPy copies records field by field, several times slower."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)
