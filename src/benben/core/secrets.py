"""Secrets by declaration: what follows from the fields of a state that are `private` or `hidden` (core/state.py).

`veil` shows public fields, each seat its own row of private ones, and else `unknown` or, where it lies, `empty`. A game
whose secrets are not that simple writes its own `veil`: it calls `copy_visible` and corrects the rest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.contract import blank_state, play, veil
from benben.core.kernels import kernel
from benben.core.rng import shuffle
from benben.core.state import State, private, public


class RecordCode:
    """An operation on whole records of one type. `kit/compiled/whole_records.py` has the machine code."""

    def __init__(self, kind: type[State]) -> None:
        self.size = kind.dtype.itemsize
        self.copied: list[tuple[int, int]] = []  # of the public fields: offset, bytes
        # Of the others: offset, bytes of a number, numbers, numbers of a row (0: not private), unknown, empty.
        self.covered: list[tuple[int, int, int, int, int, int | None]] = []
        for name in kind.dtype.names or ():
            field = kind.declared.get(name)
            number, offset = kind.dtype.fields[name][:2]  # type: ignore[index]  # a record has fields
            if field is None:  # the padding
                continue
            if field.sight is public:
                self._copy(offset, number.itemsize)
            else:
                count = int(np.prod(field.shape, dtype=np.int64))
                row = count // field.shape[0] if field.sight is private else 0
                self.covered.append((offset, number.itemsize // count, count, row, field.unknown, field.empty))

    def _copy(self, offset: int, size: int) -> None:
        """Adjacent fields are copied together."""
        if self.copied and sum(self.copied[-1]) == offset:
            offset, size = self.copied[-1][0], self.copied.pop()[1] + size
        self.copied.append((offset, size))


class CopyVisible(RecordCode):
    """`copy_visible` in compiled code."""


class CopyRecord(RecordCode):
    """`copy_record` in compiled code."""


class SameRecords(RecordCode):
    """`same_records` in compiled code."""


@kernel
def copy_visible(s: Any, seat: int, out: Any) -> None:
    """Copy into the zeroed record `out` what the declarations of the fields let `seat` see."""
    for name, field in s.declared.items():
        true, shown = s.record[name], out.record[name]
        if field.sight is public:
            shown[...] = true
            continue
        shown[...] = field.unknown
        if field.empty is not None:
            shown[true == field.empty] = field.empty
        if field.sight is private and seat >= 0:
            shown[0, seat] = true[0, seat]


@kernel
def copy_record(s: Any, out: Any) -> None:
    out.record[...] = s.record


@kernel
def same_records(s: Any, other: Any) -> bool:
    return bool(s.record.tobytes() == other.record.tobytes())


@kernel
def veil_declared(s: Any, seat: int, out: Any) -> None:
    copy_visible(s, seat, out)


@kernel
def reveals_nothing(s: Any, move: int) -> bool:
    return False


@kernel
def reveals_by_playing(s: Any, move: int) -> bool:
    """True if a seat that plays the move on its own view gets another view than the true one.

    For games in which `play` does not look into a table with an unknown value.
    """
    for seat in range(s.players):
        after, true, played, expected = blank_state(), blank_state(), blank_state(), blank_state()
        copy_record(s, after)
        play(after, move)
        veil(after, seat, true)
        veil(s, seat, played)
        play(played, move)
        veil(played, seat, expected)
        if not same_records(true, expected):
            return True
    return False


def swaps(kind: type[State], compiled: bool) -> dict[str, Any]:
    """The values that stand for the functions of this module in the engine of a game."""
    if not compiled:
        return {}
    return {"copy_visible": CopyVisible(kind), "copy_record": CopyRecord(kind), "same_records": SameRecords(kind)}


# For `imagine`: count all pieces by number, strike the visible ones, hand out the others at random.


@kernel
def strike(unseen: Any, cells: Any) -> None:
    """Take the pieces in `cells` off the counts in `unseen`; negative numbers are no pieces."""
    for piece in cells:
        if piece >= 0:
            unseen[piece] -= 1


@kernel
def shuffle_unseen(unseen: Any, pool: Any, rng: Any) -> int:
    """Fill `pool` with the pieces counted in `unseen`, in random order, and return their number."""
    n = 0
    for piece in range(len(unseen)):
        for _ in range(unseen[piece]):
            pool[n] = piece
            n += 1
    shuffle(rng, pool, 0, n)
    return n


@kernel
def hand_out(pool: Any, n: int, cells: Any, unknown: int) -> int:
    """Replace each `unknown` in `cells` by the last of the n pieces in `pool`; return how many are left."""
    for i in range(len(cells)):
        if cells[i] == unknown:
            n -= 1
            cells[i] = pool[n]
    return n
