import hashlib
import re
import struct
from collections import Counter
from pathlib import Path

import pytest

from benben import commit, new_seed, permutation
from benben.core.shuffle import deal_cards

DOCS = Path(__file__).parents[2] / "docs" / "shuffles.md"
ZERO, ONES, COUNT = bytes(32), b"\xff" * 32, bytes(range(32))


def test_published_vectors() -> None:
    """The vectors of docs/shuffles.md: any independent program must find the same."""
    vectors = re.findall(
        r"^\| `([0-9a-f]{64})` \| `([0-9a-f]{64})` \| (\w+) \| ([\d ]+) \|$", DOCS.read_text(), re.MULTILINE
    )
    assert len(vectors) == 6
    for seed, commitment, name, order in vectors:
        numbers = [int(number) for number in order.split()]
        assert commit(bytes.fromhex(seed)) == commitment
        assert permutation(bytes.fromhex(seed), name, len(numbers)) == numbers


def test_by_the_words_of_the_documentation() -> None:
    """The scheme once more, written from docs/shuffles.md and sharing no code with ours."""
    seed, n = COUNT, 12
    assert commit(seed) == hashlib.sha256(b"benben/1/commit" + seed).hexdigest()
    blocks = (hashlib.sha256(b"benben/1/shuffle/deck/" + seed + struct.pack(">Q", i)).digest() for i in range(9))
    words = [word for block in blocks for word in struct.unpack(">8I", block)]
    order = list(range(n))
    for i in reversed(range(1, n)):
        while (word := words.pop(0)) >= 2**32 // (i + 1) * (i + 1):
            pass
        order[i], order[word % (i + 1)] = order[word % (i + 1)], order[i]
    assert permutation(seed, "deck", n) == order


def test_commitments_differ() -> None:
    assert len({commit(seed) for seed in (ZERO, ONES, COUNT)}) == 3
    assert commit(COUNT) != commit(COUNT[::-1])


def test_a_permutation_holds_every_card_once() -> None:
    for n in (0, 1, 2, 90, 105):
        assert sorted(permutation(COUNT, "any", n)) == list(range(n))


def test_names_give_unrelated_orders() -> None:
    assert permutation(COUNT, "a", 50) != permutation(COUNT, "b", 50)


def test_cards_lie_end_to_end() -> None:
    assert deal_cards(ONES, {"a": 3, "b": 5}) == permutation(ONES, "a", 3) + permutation(ONES, "b", 5)


def test_no_place_is_favoured() -> None:
    """First card of 3,000 shuffles of five: each 600 times, give or take five standard deviations."""
    first = Counter(permutation(n.to_bytes(32, "big"), "stack", 5)[0] for n in range(3000))
    assert all(abs(count - 600) < 110 for count in first.values())


def test_a_seed_has_32_bytes() -> None:
    assert len(new_seed()) == 32
    assert new_seed() != new_seed()
    for bad in (b"", bytes(31), bytes(33)):
        with pytest.raises(ValueError, match="32 bytes"):
            commit(bad)
        with pytest.raises(ValueError, match="32 bytes"):
            permutation(bad, "stack", 3)
