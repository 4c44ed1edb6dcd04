"""Sets of small numbers as the bits of one int.

    for site in each_bit(s.vacant):
        ...
    site = nth_bit(s.vacant, below(rng, count_bits(s.vacant)))

A set is not negative: it has room for the numbers 0 to 62. These are no kernels: in compiled code
`compiled/bit_sets.py` makes a few machine instructions of each.
"""

from __future__ import annotations

from collections.abc import Iterator


def count_bits(bits: int) -> int:
    """The size of a set."""
    return int(bits).bit_count()


def lowest_bit(bits: int) -> int:
    """The least number of a set that is not empty."""
    number = int(bits)
    return (number & -number).bit_length() - 1


def each_bit(bits: int) -> Iterator[int]:
    """The numbers of a set, the least one first. Changing the set meanwhile changes nothing."""
    left = int(bits)
    while left:
        yield lowest_bit(left)
        left &= left - 1


def nth_bit(bits: int, n: int) -> int:
    """The number of a set with n lesser ones in it; the set is larger than n."""
    left = int(bits)
    for _ in range(n):
        left &= left - 1
    return lowest_bit(left)
