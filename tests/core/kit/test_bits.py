import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benben.core.kernels import Kernel, can_compile, kernel, specialise
from benben.core.kit.bits import count_bits, lowest_bit


@kernel
def listed(bits: int, out: Any) -> int:
    """Fill `out` with the numbers of a set, and return their count."""
    n = 0
    while bits:
        out[n] = lowest_bit(bits)
        bits &= bits - 1
        n += 1
    return n


@kernel
def counted(bits: int) -> int:
    return count_bits(bits)


@pytest.mark.parametrize("compiled", [False, True])
def test_sets_are_listed_and_counted(compiled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENBEN_CACHE", str(tmp_path))
    functions: dict[str, Kernel] = {"listed": listed, "counted": counted}
    engine = specialise(functions, {}, "test-bits", compiled and can_compile(), "benben.core")
    out = np.zeros(64, np.int64)
    for numbers in ([], [0], [0, 1, 3], [62], [5, 31, 32, 61]):
        bits = sum(1 << number for number in numbers)
        for given in (bits, np.int64(bits)):
            assert engine["counted"](given) == len(numbers)
            assert out[: engine["listed"](given, out)].tolist() == numbers
        if bits < 1 << 31:
            assert engine["counted"](np.int32(bits)) == len(numbers)


def test_the_compiler_is_not_imported_with_the_module() -> None:
    code = "import benben.core.kit.bits, sys; print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
