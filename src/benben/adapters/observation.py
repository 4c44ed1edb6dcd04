"""Observations: what a seat may know, as an array of fixed size.

An observation is made from the veiled record of its seat, so it holds nothing that is hidden from that seat. It is a
row of 16-bit numbers:

* entry 0: the seat that observes, -1 for a spectator; entry 1: the seat to act, -1 when the match is over;
* then the fields of the game's state in the order of the record (`games/<game>/rules/state.py` says what each holds).
  A field of 8 or 16 bits is a number as it is; hidden entries have the marker that the game uses for unknown, a
  negative number. A field of 32 or 64 bits is a set of flags: one entry 0 or 1 for each bit but the sign. Fields that
  hold several small numbers in another way declare it (`bits`), and have an entry for each of them.

`ObservationLayout(game).fields` says where each field is. The layout depends only on the game, not on players and
options: absent seats are zero. It changes only with the game's `version`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benben.adapters import kernels
from benben.core.contract import NOBODY
from benben.core.errors import VeiledPosition
from benben.core.game import Game
from benben.core.kernels import Kernel
from benben.core.position import Position
from benben.core.text import texts

_ = texts(__package__)

HEAD = 2  # entries before the fields: seat, actor

Observations = NDArray[np.int16]


@dataclass(frozen=True)
class Field:
    """A field of the state inside an observation: `array[start:stop].reshape(shape)`."""

    name: str
    start: int
    stop: int
    shape: tuple[int, ...]
    bits: int  # of each number; 0: the number as it is


class ObservationLayout:
    """The places of a state's fields in the observations of its game. `layout_of` returns the one of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        fields, plan, at_entry = [], [], HEAD
        low, high = [NOBODY, NOBODY], [max(game.players) - 1] * 2
        for name in game.state.dtype.names or ():
            if name == "padding":
                continue
            kind, offset = game.state.dtype.fields[name][:2]  # type: ignore[index]  # a record type has fields
            size = kind.base.itemsize
            bits = game.state.declared[name].bits
            # The sign is no flag, but may be a part of the topmost of several numbers.
            each = (8 * size - (bits == 1)) // bits if bits else 1
            cells = int(np.prod(kind.shape, dtype=int))
            count = cells * each
            shape = (*kind.shape, each) if bits else kind.shape
            fields.append(Field(name, at_entry, at_entry + count, shape, bits))
            plan.append((size, offset // size, cells, bits, each, at_entry))
            bounds = (0, (1 << bits) - 1) if bits else (-(1 << (8 * size - 1)), (1 << (8 * size - 1)) - 1)
            low += [bounds[0]] * count
            high += [bounds[1]] * count
            at_entry += count
        self.fields = tuple(fields)
        self.size = at_entry  #: length of an observation
        self.low: Observations = np.array(low, np.int16)
        self.high: Observations = np.array(high, np.int16)
        self.plan: NDArray[np.int64] = np.array(plan, np.int64)

    def __getitem__(self, name: str) -> Field:
        return next(field for field in self.fields if field.name == name)

    def observe(self, view: Position) -> Observations:
        """The observation of a view. VeiledPosition for a whole position: it knows more than a seat may."""
        if view.seat is None:
            raise VeiledPosition(_("An observation is made from a view: position.view(seat)."))
        out: Observations = np.zeros((1, self.size), np.int16)
        record = view.state.record
        out[0, 0], out[0, 1] = view.seat, NOBODY if view.actor is None else view.actor
        engine_of(self.game)["encode"](*typed(record), 0, self.plan, out, 0)
        return out.reshape(-1)

    def describe(self) -> str:
        """The layout as a table."""
        lines = ["   0     seat", "   1     actor"]
        for field in self.fields:
            places = f"{field.start:4}–{field.stop - 1:<4}" if field.stop > field.start + 1 else f"{field.start:4}     "
            shape = " × ".join(map(str, field.shape))
            bits = f", {field.bits} bits each" if field.bits > 1 else ", flags" if field.bits else ""
            lines.append(f"{places}{field.name} {shape}{bits}".rstrip())
        return "\n".join(lines)


@cache
def layout_of(game: Game) -> ObservationLayout:
    """The layout of a game's observations."""
    return ObservationLayout(game)


def typed(records: Any) -> tuple[Any, Any, Any, Any]:
    """The memory of records as rows of 8-, 16-, 32- and 64-bit numbers. Fields are aligned, so each is in one of
    them."""
    return tuple(records.view(kind).reshape(len(records), -1) for kind in (np.int8, np.int16, np.int32, np.int64))


@cache
def _specialised(game: Game, compiled: bool) -> dict[str, Kernel]:
    return game.specialise(kernels.FUNCTIONS, compiled)


def engine_of(game: Game) -> dict[str, Kernel]:
    """The adapters' kernels for a game."""
    return _specialised(game, game.warm().compiled)
