"""The shuffles of a match, derived from one secret seed and verifiable afterwards.

The complete scheme (version 1), for independent implementations:

* A seed is 32 bytes. `commitment = SHA-256("benben/1/commit" + seed)` is shown before the first move, the seed after
  the last.
* Each shuffle of a match has a name. Its random words are the eight big-endian 32-bit words of each of
  `SHA-256("benben/1/shuffle/" + name + "/" + seed + i)` for i = 0, 1, 2 … as eight big-endian bytes.
* `uniform(m)` draws words until one is below the largest multiple of m that is at most 2^32, and returns it mod m, so
  it has no bias.
* The permutation starts as 0 … n-1; for i = n-1 down to 1 it swaps entries i and `uniform(i + 1)` (Fisher-Yates).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from hashlib import sha256
from operator import index

from benben.core.chosen_deal import SEED_BYTES as SEED_BYTES
from benben.core.chosen_deal import ChosenDeal, is_chosen

_WORDS = 1 << 32


def new_seed() -> bytes:
    """A fresh secret seed."""
    return secrets.token_bytes(SEED_BYTES)


def seed_bytes(seed: bytes | int | None) -> bytes:
    """A seed in its one form: 32 bytes as they are, a number as 32 big-endian bytes, None as a fresh secret seed.

    A chosen deal (`core/chosen_deal.py`) stays as it is.
    """
    if seed is None:
        return new_seed()
    if isinstance(seed, (bytes, bytearray)):
        if not is_chosen(bytes(seed)):
            _check(seed)
        return bytes(seed)
    number = index(seed)
    if not 0 <= number < 1 << (8 * SEED_BYTES):
        raise ValueError(f"a seed is 32 bytes or a number from 0 to 2^256 - 1, not {number}")
    return number.to_bytes(SEED_BYTES, "big")


def commit(seed: bytes) -> str:
    """The commitment to a seed, in hex."""
    _check(seed)
    return sha256(b"benben/1/commit" + seed).hexdigest()


def permutation(seed: bytes, name: str, n: int) -> list[int]:
    """The permutation of 0 … n-1 for the shuffle of this name."""
    _check(seed)
    words = _random_words(seed, name)
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = _uniform(words, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def deal_cards(seed: bytes, shuffles: Mapping[str, int]) -> list[int]:
    """All shuffles of a match, concatenated in the declared order."""
    if is_chosen(seed):
        return ChosenDeal.from_seed(seed).cards(shuffles)
    return [card for name, n in shuffles.items() for card in permutation(seed, name, n)]


def _check(seed: bytes | bytearray) -> None:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")


def _random_words(seed: bytes, name: str) -> Iterator[int]:
    counter = 0
    while True:
        block = sha256(b"benben/1/shuffle/" + name.encode() + b"/" + seed + counter.to_bytes(8, "big")).digest()
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def _uniform(words: Iterator[int], below: int) -> int:
    limit = _WORDS - _WORDS % below
    return next(word for word in words if word < limit) % below
