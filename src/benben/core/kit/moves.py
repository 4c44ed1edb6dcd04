"""Move families: the moves of a game, declared once.

    FAMILIES = Families()
    LAY = FAMILIES.family("lay", quarry=3, turn=4, place=WINDOW)
    TAKE = FAMILIES.family("take", tile=range(1, 6))
    NO_CARD = FAMILIES.family("no card")

Families are numbered in the order of declaration, the moves of a family in the order of their fields, the last field
fastest. The same expressions work in plain Python and in compiled kernels:

    LAY(quarry, turn, place)                    the number of a move
    move in LAY                                 whether a number belongs to the family
    quarry, turn, place = LAY.fields(move)      the fields of a move
    LAY.place(move)                             one of them

`FAMILIES.dispatch` gives words and pictures one function for each family instead of a chain of comparisons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import prod
from typing import Any, TypeVar

R = TypeVar("R")
F = TypeVar("F", bound="Family")


class Family:
    """The moves of one kind. `compiled.py` teaches Numba the methods that kernels use."""

    def __init__(self, name: str, first: int, fields: Mapping[str, range]) -> None:
        self.name = name
        self.first = first
        self.names = tuple(fields)
        self.starts = tuple(values.start for values in fields.values())
        self.sizes = tuple(len(values) for values in fields.values())
        self.count = prod(self.sizes)

    def __call__(self, *values: int) -> int:
        """The number of the move with these fields, which are in range."""
        assert len(values) == len(self.names), f"{self.name} has the fields {self.names}"
        offset = 0
        for value, start, size in zip(values, self.starts, self.sizes, strict=True):
            assert start <= value < start + size, f"{self.name}: {values} is out of range"
            offset = offset * size + int(value) - start
        return self.first + offset

    def find(self, *values: int) -> int | None:
        """As a call, but None if a field is out of range."""
        ranges = zip(values, self.starts, self.sizes, strict=True)
        return self(*values) if all(start <= value < start + size for value, start, size in ranges) else None

    def __contains__(self, move: int) -> bool:
        return self.first <= move < self.first + self.count

    def fields(self, move: int) -> tuple[int, ...]:
        """The fields of a move of this family."""
        offset, values = move - self.first, []
        for start, size in zip(reversed(self.starts), reversed(self.sizes), strict=True):
            offset, value = divmod(offset, size)
            values.append(value + start)
        return tuple(reversed(values))

    def __getattr__(self, name: str) -> Callable[[int], int]:
        """`LAY.place`: the function that returns this field of a move."""
        if name.startswith("__") or name not in self.names:
            raise AttributeError(name)
        which = self.names.index(name)
        return lambda move: self.fields(move)[which]

    def __iter__(self) -> Iterator[int]:
        """The numbers of all moves of this family."""
        return iter(range(self.first, self.first + self.count))

    def __repr__(self) -> str:
        return f"<Family {self.name}>"


class TableFamily(Family):
    """A family whose moves are the rows of a table, for fields that do not combine freely.

    Kernels see its one field, the number of the row: `LAY(row)`, `LAY.row(move)`. In plain Python the fields are the
    columns of the table.
    """

    def __init__(self, name: str, first: int, columns: Mapping[str, Iterable[int]]) -> None:
        self.columns = tuple(columns)
        self.rows = tuple(tuple(map(int, row)) for row in zip(*columns.values(), strict=True))
        self._numbers = {row: first + number for number, row in enumerate(self.rows)}
        super().__init__(name, first, {"row": range(len(self.rows))})

    def find(self, *values: int) -> int | None:
        """The number of the move with these fields; None if the table has no such row."""
        return self._numbers.get(values)


class Families:
    """All moves of a game."""

    def __init__(self) -> None:
        self.families: list[Family] = []
        self._decoded: list[tuple[Family, tuple[int, ...]]] = []

    def family(self, name: str, **fields: int | range) -> Family:
        """Declare the next family. A field is a range of values, or their number if they begin with 0."""
        ranges = {field: values if isinstance(values, range) else range(values) for field, values in fields.items()}
        assert all(values.step == 1 for values in ranges.values()), f"{name}: ranges have no gaps"
        return self._add(Family(name, len(self), ranges))

    def table(self, name: str, **columns: Iterable[int]) -> TableFamily:
        """Declare the next family as a table: the values of each field, move by move."""
        return self._add(TableFamily(name, len(self), columns))

    def _add(self, family: F) -> F:
        assert all(family.name != other.name for other in self.families), f"two families are called {family.name}"
        self.families.append(family)
        for number in family:
            fields = family.rows[number - family.first] if isinstance(family, TableFamily) else family.fields(number)
            self._decoded.append((family, fields))
        return family

    def __len__(self) -> int:
        """The number of moves."""
        return len(self._decoded)

    def decode(self, move: int) -> tuple[Family, tuple[int, ...]]:
        """The family of a move, and its fields."""
        return self._decoded[move]

    def dispatch(self, functions: Mapping[Family | int, Callable[..., R]]) -> Callable[..., R]:
        """A function (state, move, …) that calls the one of the move's family: (state, *fields, …).

        A negative key is a code of `seen`: the public part of a secret move.
        """
        missing = [family.name for family in self.families if family not in functions]
        assert not missing, f"no function for {missing}"

        def call(s: Any, move: int, *more: Any) -> R:
            if move < 0:
                return functions[move](s, *more)
            family, fields = self._decoded[move]
            return functions[family](s, *fields, *more)

        return call
