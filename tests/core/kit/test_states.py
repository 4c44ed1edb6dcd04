"""States, tables and scratch memory: the same in plain Python and in compiled kernels."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from benben.core.contract import at, blank_state
from benben.core.kernels import Kernel, can_compile, kernel, specialise
from benben.core.kit.scratch import float_scratch, scratch, unowned
from benben.core.kit.tables import table
from benben.core.state import BlankState, State, StateAt, int8, int16, int32, int64
from benben.testing.indices import strict_indices

ROOM = 5
SQUARES = table([n * n for n in range(12)])
SIGNED = table([[-1, 300], [7, -40_000]])
WIDE = table([1 << 60, 0])
NARROW = table([[0, 1], [2, 255]])


class Sample(State):
    small = int8()
    row = int8(3)
    grid = int16(2, 3)
    cube = int32(2, 2, 2)
    wide = int64()


@kernel
def change(states: Any, i: int) -> int:
    """Read and write fields of every kind and width."""
    s = at(states, i)
    s.small = -5
    s.row[1] = 100
    s.row[2] += s.row[1] - 1
    s.grid[1, 2] = -300
    s.grid[0][1] = 7
    s.cube[1, 0, 1] = 1 << 30
    s.cube[1][1, 1] |= 3
    s.cube[1, 1][0] -= 9
    s.wide = 1 << 60
    doubled = s.row[1] + s.row[1]  # no 8-bit arithmetic
    return int(doubled + s.small + s.grid[1, 2])


@kernel
def total(states: Any, i: int) -> int:
    """All numbers of a state: by index, row by row, and in a loop."""
    s = at(states, i)
    n = int(s.small)
    for number in s.row:
        n += number
    for k in range(len(s.grid)):
        n += row_total(s.grid[k])
    for plane in s.cube:
        for line in plane:
            n += line[0] + line[1]
    return int(n + s.wide)


@kernel
def row_total(row: Any) -> int:
    n = 0
    for k in range(len(row)):
        n += row[k]
    return n


@kernel
def fields_are_apart(states: Any, i: int, n: int) -> int:
    """A number stays what it is while every cell of the fields around it is written."""
    s = at(states, i)
    s.small = n
    for k in range(3):
        s.row[k] = k
        s.grid[0, k] = s.small + k
        s.grid[1, k] = s.grid[0, k] + s.row[k]
    s.small += 1
    return int(s.small * 1000 + s.grid[1, 2])


@kernel
def copy_is_apart(states: Any, i: int) -> int:
    """Two blank states, and one of an array, do not share memory."""
    s = at(states, i)
    one, other = blank_state(), blank_state()
    one.small = 1
    other.small = one.small + 1
    s.small = 4
    again = 0
    for k in range(3):
        fresh = blank_state()
        again += fresh.row[k]
        fresh.row[0] = fresh.row[1] = fresh.row[2] = 9
    return int(one.small + 10 * other.small + 100 * s.small + 1000 * again)


@kernel
def looked_up(k: int, row: int, column: int) -> int:
    n = SQUARES[k] + SIGNED[row, column] + NARROW[row, column] + len(SIGNED)
    for number in SIGNED[row]:
        n += number
    return int(n + WIDE[1 - row])


@kernel
def counted(numbers: Any, n: int) -> int:
    """Count in scratch memory, which is empty at each call; return the largest count."""
    counts = scratch(ROOM)
    seen = unowned(numbers)
    for k in range(n):
        add_one(counts, seen[k])
        seen[k] += 1
    most = 0
    for count in counts:
        most = max(most, count)
    return most


@kernel
def add_one(counts: Any, which: int) -> None:
    counts[which] += 1


@kernel
def weighed(weights: Any, n: int) -> float:
    """Sum up and double the weights by way of rows of scratch memory; a row goes to another kernel."""
    rows = float_scratch(2, ROOM)
    picks = scratch(2, ROOM)
    seen = unowned(weights)
    for k in range(n):
        rows[1, k] = seen[k]
        add_one(picks[k % 2], k)
        seen[k] *= 2
    total = 0.0
    for k in range(ROOM):
        total += rows[0, k] + largest(rows[1], k, k + 1) * (picks[0, k] + picks[1, k])
    rows[0, 0] = n
    return float(total + rows[0, 0] / 8)


@kernel
def largest(weights: Any, start: int, end: int) -> float:
    most = -1e9
    for k in range(start, end):
        most = max(most, weights[k])
    return float(most)


FUNCTIONS: dict[str, Kernel] = {
    function.__name__: function
    for function in (change, total, fields_are_apart, copy_is_apart, looked_up, counted, weighed)
}
SWAP = {"at": StateAt(Sample), "blank_state": BlankState(Sample)}
Engine = dict[str, Kernel]


@pytest.fixture(scope="module", params=["plain", "compiled"])
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("BENBEN_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield specialise(FUNCTIONS, SWAP, "test-states", request.param == "compiled" and can_compile(), "benben.core")


def test_fields_are_read_and_written(engine: Engine) -> None:
    states = np.zeros(3, Sample.dtype)
    assert engine["change"](states, 1) == 200 - 5 - 300
    assert states[0].tobytes() == states[2].tobytes() == bytes(Sample.dtype.itemsize)
    s = Sample(states[1:2])
    assert (s.small, list(s.row), s.wide) == (-5, [0, 100, 99], 1 << 60)
    assert [list(row) for row in s.grid] == [[0, 7, 0], [0, 0, -300]]
    assert [[list(line) for line in plane] for plane in s.cube] == [[[0, 0], [0, 0]], [[0, 1 << 30], [-9, 3]]]


def test_rows_and_loops(engine: Engine) -> None:
    states = np.zeros(2, Sample.dtype)
    assert engine["total"](states, 1) == 0
    engine["change"](states, 1)
    assert engine["total"](states, 1) == -5 + 199 + 7 - 300 + (1 << 30) - 9 + 3 + (1 << 60)


def test_fields_do_not_overlap(engine: Engine) -> None:
    states = np.zeros(1, Sample.dtype)
    assert engine["fields_are_apart"](states, 0, 20) == 21 * 1000 + 24


def test_blank_states_are_apart_and_blank(engine: Engine) -> None:
    assert engine["copy_is_apart"](np.zeros(1, Sample.dtype), 0) == 1 + 20 + 400


def test_tables(engine: Engine) -> None:
    for k, row, column in ((0, 0, 0), (11, 1, 1), (3, 0, 1), (2, 1, 0)):
        expected = k * k + SIGNED[row, column] + NARROW[row, column] + 2 + SIGNED[row].sum() + WIDE[1 - row]
        assert engine["looked_up"](k, row, column) == expected


def test_tables_do_not_change() -> None:
    with pytest.raises(ValueError, match="read-only"):
        SQUARES[0] = 1


def test_scratch_memory_holds_floats_and_rows(engine: Engine) -> None:
    weights = np.array([0.5, -0.25, 3.0])
    for _ in range(2):
        assert engine["weighed"](weights.copy(), 3) == 3.25 + 3 / 8
    engine["weighed"](weights, 2)
    assert weights.tolist() == [1.0, -0.5, 3.0]


def test_scratch_memory_begins_empty(engine: Engine) -> None:
    for kind in (np.int32, np.int64):
        numbers = np.array([1, 3, 1, 0, 1], kind)
        assert engine["counted"](numbers, 5) == 3
        assert numbers.tolist() == [2, 4, 2, 1, 2]
        assert engine["counted"](numbers[:2], 2) == 1


@kernel
def writes_a_table(k: int) -> int:
    SQUARES[k] = 1
    return 0


@kernel
def has_no_such_field(states: Any) -> int:
    return int(at(states, 0).colour)


@kernel
def of_any_size(n: int) -> int:
    return int(scratch(n)[0])


@pytest.mark.skipif(not can_compile(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
@pytest.mark.parametrize(
    ("function", "arguments"),
    [(writes_a_table, (1,)), (has_no_such_field, (np.zeros(1, Sample.dtype),)), (of_any_size, (3,))],
)
def test_mistakes_do_not_compile(
    function: Callable[..., int], arguments: tuple[Any, ...], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numba.core.errors import TypingError

    monkeypatch.setenv("BENBEN_CACHE", str(tmp_path))
    with pytest.raises(TypingError):
        specialise({"f": function}, SWAP, "test-mistakes", True, "benben.core")["f"](*arguments)


def test_negative_indices_are_found_in_plain_python() -> None:
    with strict_indices():
        s = Sample.blank()
        for mistake in (
            lambda: s.row[-1],
            lambda: s.grid[0, -1],
            lambda: s.grid[-1],
            lambda: s.grid[0][-1],
            lambda: s.row.__setitem__(-1, 0),
            lambda: SQUARES[-1],
            lambda: SIGNED[0, -1],
        ):
            with pytest.raises(IndexError, match="negative"):
                mistake()
        assert (s.row[2], s.grid[1][2], SQUARES[3], len(s.grid), list(s.row)) == (0, 0, 9, 2, [0, 0, 0])
    assert Sample.blank().row[-1] == 0
    assert SQUARES[-1] == 121


def test_the_compiler_is_not_imported_with_the_modules() -> None:
    code = "import benben.core.kit.scratch, benben.core.kit.tables, sys; print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
