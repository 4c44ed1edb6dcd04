from collections import Counter

import numpy as np

from benben.core.rng import below, new_rng, shuffle


def test_same_seed_same_numbers() -> None:
    first, second, other = new_rng(1), new_rng(1), new_rng(2)
    numbers = [below(first, 1000) for _ in range(50)]
    assert [below(second, 1000) for _ in range(50)] == numbers
    assert [below(other, 1000) for _ in range(50)] != numbers


def test_numbers_are_spread_evenly() -> None:
    rng = new_rng(3)
    counts = Counter(below(rng, 7) for _ in range(7000))
    assert set(counts) == set(range(7))
    assert all(abs(count - 1000) < 150 for count in counts.values())


def test_known_numbers() -> None:
    """xoroshiro64* from the state (1, 1), by its definition: the top of each 32-bit word."""
    rng = np.array([1, 1], np.int64)
    a, b, words = 1, 1, []
    for _ in range(5):
        words.append((a * 0x9E3779BB) % 2**32)
        b ^= a
        a = (((a << 26) | (a >> 6)) % 2**32) ^ b ^ ((b << 9) % 2**32)
        b = ((b << 13) | (b >> 19)) % 2**32
    assert [below(rng, 65536) for _ in range(5)] == [word >> 16 for word in words]


def test_shuffle_moves_only_its_part() -> None:
    cards = np.arange(20)
    shuffle(new_rng(5), cards, 5, 15)
    assert cards[:5].tolist() == [0, 1, 2, 3, 4]
    assert cards[15:].tolist() == [15, 16, 17, 18, 19]
    assert sorted(cards.tolist()) == list(range(20))
    assert cards[5:15].tolist() != list(range(5, 15))
