"""Kernels of the environments: observations and results of many matches."""

from __future__ import annotations

from typing import Any

from benben.core.contract import actor, at, play, veil, winners
from benben.core.kernels import Kernel, kernel

# Columns of a plan: how a field of the record becomes entries of an observation.
SIZE, FIRST, CELLS, BITS, EACH, TO = range(6)


@kernel
def encode(bytes_: Any, halves: Any, words: Any, longs: Any, i: int, plan: Any, out: Any, row: int) -> None:
    """Write the fields of record i into a row of observations. The arrays are the record's memory, by width."""
    for k in range(plan.shape[0]):
        size, bits = plan[k, SIZE], plan[k, BITS]
        first, cells, each, to = plan[k, FIRST], plan[k, CELLS], plan[k, EACH], plan[k, TO]
        if size == 1:
            if bits:
                unpack(bytes_, i, first, cells, bits, each, out, row, to)
            else:
                copy_numbers(bytes_, i, first, cells, out, row, to)
        elif size == 2:
            if bits:
                unpack(halves, i, first, cells, bits, each, out, row, to)
            else:
                copy_numbers(halves, i, first, cells, out, row, to)
        elif size == 4:
            unpack(words, i, first, cells, bits, each, out, row, to)
        else:
            unpack(longs, i, first, cells, bits, each, out, row, to)


# Slices, because loops over them are vectorised; loops over computed indices are not.


@kernel
def copy_numbers(source: Any, i: int, first: int, cells: int, out: Any, row: int, to: int) -> None:
    numbers, entries = source[i, first : first + cells], out[row, to : to + cells]
    for cell in range(cells):
        entries[cell] = numbers[cell]


@kernel
def unpack(source: Any, i: int, first: int, cells: int, bits: int, each: int, out: Any, row: int, to: int) -> None:
    """Write the numbers that each cell holds, the lowest bits first."""
    mask = (1 << bits) - 1
    numbers = source[i, first : first + cells]
    for cell in range(cells):
        value = int(numbers[cell])
        entries = out[row, to + cell * each : to + (cell + 1) * each]
        for part in range(each):
            entries[part] = (value >> (part * bits)) & mask


@kernel
def observe_many(
    states: Any, start: int, end: int, veiled: Any, blank: Any, bytes_: Any, halves: Any, words: Any, longs: Any,
    plan: Any, out: Any,
) -> None:  # fmt: skip
    """Observe each state as its actor; a finished one as a spectator. `veiled` is one record of scratch."""
    for i in range(start, end):
        s = at(states, i)
        seat = actor(s)
        veiled[0] = blank[0]
        veil(s, seat, at(veiled, 0))
        out[i, 0] = seat
        out[i, 1] = seat
        encode(bytes_, halves, words, longs, 0, plan, out, i)


@kernel
def observe_many_open(
    states: Any, start: int, end: int, bytes_: Any, halves: Any, words: Any, longs: Any, plan: Any, out: Any
) -> None:
    """`observe_many` for games in which nothing is hidden."""
    for i in range(start, end):
        seat = actor(at(states, i))
        out[i, 0] = seat
        out[i, 1] = seat
        encode(bytes_, halves, words, longs, i, plan, out, i)


@kernel
def share_many(states: Any, start: int, end: int, shares: Any, flags: Any) -> None:
    """Fill in each seat's share of the win for the matches that are over. The other rows stay as they are."""
    for i in range(start, end):
        s = at(states, i)
        if actor(s) < 0:
            winners(s, flags)
            victors = 0
            for seat in range(shares.shape[1]):
                victors += flags[seat]
            for seat in range(shares.shape[1]):
                shares[i, seat] = 1.0 / victors if flags[seat] else 0.0


@kernel
def first_felt(
    before: Any, move: int, players: int, where: Any, others: Any, tried: Any, memory: Any, blank: Any, views: Any
) -> int:
    """The first of some places whose card makes a difference to a seat at once, -1 if there is none.

    Makes the move with another card at one place after the other (its bytes in `where`, what to write in `others`) and
    compares what each seat sees with `views`. `tried` is scratch for two records, `memory` their bytes.
    """
    for k in range(where.shape[0]):
        tried[0] = before[0]
        for part in range(where.shape[1]):
            memory[0, where[k, part]] = others[k, part]
        play(at(tried, 0), move)
        for seat in range(players):
            tried[1] = blank[0]
            veil(at(tried, 0), seat, at(tried, 1))
            for i in range(memory.shape[1]):
                if memory[1, i] != views[seat, i]:
                    return k
    return -1


FUNCTIONS: dict[str, Kernel] = {
    function.__name__: function for function in (encode, observe_many, observe_many_open, share_many, first_felt)
}
