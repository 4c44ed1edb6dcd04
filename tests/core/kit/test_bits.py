import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benben.core.kernels import Kernel, can_compile, kernel, specialise
from benben.core.kit.bits import count_bits, each_bit, lowest_bit, nth_bit

MOST = 62  # the largest number of a set


@kernel
def listed(bits: int, out: Any) -> int:
    """Fill `out` with the numbers of a set, and return their count."""
    n = 0
    for number in each_bit(bits):
        out[n] = number
        n += 1
    return n


@kernel
def pairs(bits: int, others: int) -> int:
    """The number of pairs of two sets, counted one by one; the sets change meanwhile."""
    n = 0
    for number in each_bit(bits):
        bits &= ~(1 << number)
        for other in each_bit(others):
            n += 1 + 0 * other
    return n


@kernel
def counted(bits: int) -> int:
    return count_bits(bits)


@kernel
def least(bits: int) -> int:
    return lowest_bit(bits)


@kernel
def chosen(bits: int, n: int) -> int:
    return nth_bit(bits, n)


FUNCTIONS: dict[str, Kernel] = {function.__name__: function for function in (listed, pairs, counted, least, chosen)}
Engine = dict[str, Kernel]


@pytest.fixture(scope="module", params=["plain", "compiled"])
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("BENBEN_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield specialise(FUNCTIONS, {}, "test-bits", request.param == "compiled" and can_compile(), "benben.core")


@given(numbers=st.sets(st.integers(0, MOST)))
def test_sets_are_listed_counted_and_chosen_from(engine: Engine, numbers: set[int]) -> None:
    out = np.zeros(64, np.int64)
    bits = sum(1 << number for number in numbers)
    kinds = [int, np.int64] + ([np.int32] if bits < 1 << 31 else []) + ([np.int8] if bits < 1 << 7 else [])
    for kind in kinds:
        given = kind(bits)
        assert engine["counted"](given) == len(numbers)
        assert out[: engine["listed"](given, out)].tolist() == sorted(numbers)
        assert [engine["chosen"](given, n) for n in range(len(numbers))] == sorted(numbers)
        if numbers:
            assert engine["least"](given) == min(numbers)


def test_loops_over_sets_can_be_nested(engine: Engine) -> None:
    assert engine["pairs"](0b1011, 1 << MOST | 1) == 6
    assert engine["pairs"](0, 7) == 0
    assert engine["pairs"](7, 0) == 0


def test_the_compiler_is_not_imported_with_the_module() -> None:
    code = "import benben.core.kit.bits, sys; print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
