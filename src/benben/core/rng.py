"""Random numbers inside kernels: a fast generator with the same output compiled or not.

For simulation and search only; the deal of a match comes from `shuffle`. The generator is xoroshiro64* (Blackman and
Vigna): two 32-bit words, kept in an int64 array so that compiled and plain code give identical numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from benben.core.kernels import kernel

Rng = NDArray[np.int64]

_MASK = 0xFFFFFFFF
_SCRAMBLE = 0x9E3779BB


def new_rng(seed: int | np.random.SeedSequence) -> Rng:
    """A generator for kernels. Different seeds give unrelated streams."""
    sequence = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    words = sequence.generate_state(2).astype(np.int64)
    words[1] |= 1  # the all-zero state would be a fixed point
    return words


@kernel
def below(rng: Any, n: int) -> int:
    """A random number in range(n), for n up to about 2^16: the bias is n / 2^32."""
    a = int(rng[0])
    b = int(rng[1])
    word = (a * _SCRAMBLE) & _MASK
    b ^= a
    rng[0] = (((a << 26) | (a >> 6)) & _MASK) ^ b ^ ((b << 9) & _MASK)
    rng[1] = ((b << 13) | (b >> 19)) & _MASK
    return (word * n) >> 32


@kernel
def shuffle(rng: Any, cards: Any, start: int, end: int) -> None:
    """Shuffle cards[start:end] in place."""
    for i in range(end - 1, start, -1):
        j = start + below(rng, i - start + 1)
        cards[i], cards[j] = cards[j], cards[i]
