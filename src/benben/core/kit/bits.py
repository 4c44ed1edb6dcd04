"""Sets of small numbers as the bits of one int.

    left = s.vacant
    while left:
        site = lowest_bit(left)
        left &= left - 1        # without it
        ...

These are no kernels: in compiled code `compiled.py` makes one machine instruction of each.
"""

from __future__ import annotations


def count_bits(bits: int) -> int:
    """The size of a set; it is not negative."""
    return int(bits).bit_count()


def lowest_bit(bits: int) -> int:
    """The least number of a set that is not empty."""
    number = int(bits)
    return (number & -number).bit_length() - 1
