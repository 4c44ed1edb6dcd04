import numpy as np
import pytest

from benben.core.state import State, int8, int16, int32, int64


class Sample(State):
    small = int8()
    row = int8(3)
    grid = int16(2, 3)
    cube = int32(2, 2, 2)
    wide = int64()


def test_fields_read_and_write_the_record() -> None:
    s = Sample.blank()
    s.small = -5
    s.row[1] = 7
    s.grid[1, 2] = 300
    s.cube[1, 0, 1] = 9
    s.wide = 1 << 60
    record = s.record[0]
    assert (record["small"], record["row"][1], record["grid"][1, 2], record["cube"][1, 0, 1]) == (-5, 7, 300, 9)
    assert record["wide"] == 1 << 60
    assert s.grid[1][2] == 300
    assert s.cube[1][0][1] == 9
    assert s.cube[1, 0][1] == 9
    assert [list(row) for row in s.grid] == [[0, 0, 0], [0, 0, 300]]
    assert (len(s.row), len(s.grid)) == (3, 2)


def test_numbers_are_plain_ints() -> None:
    """Not NumPy's: 100 + 100 does not wrap at 127."""
    s = Sample.blank()
    s.row[0] = 100
    assert type(s.row[0]) is int
    assert s.row[0] + s.row[0] == 200


def test_what_does_not_fit_raises() -> None:
    s = Sample.blank()
    with pytest.raises(ValueError, match="invalid value"):
        s.row[0] = 128
    with pytest.raises(IndexError):
        s.row[3] = 1


def test_a_copy_is_apart() -> None:
    s = Sample.blank()
    t = s.copy()
    t.small = 1
    assert s.small == 0


def test_records_have_no_hidden_gaps() -> None:
    """Every byte has a name, so equal states are equal bytes."""
    names = Sample.dtype.names or ()
    assert sum(Sample.dtype[name].itemsize for name in names) == Sample.dtype.itemsize
    assert Sample.dtype.itemsize % 8 == 0
    assert np.zeros(1, Sample.dtype).copy().tobytes() == bytes(Sample.dtype.itemsize)
