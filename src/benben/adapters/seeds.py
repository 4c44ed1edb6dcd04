"""Seeds of deals for environments, which are seeded with numbers."""

from __future__ import annotations

import numpy as np

from benben.core.shuffle import SEED_BYTES


def deal_seed(chance: np.random.Generator) -> bytes:
    """The seed of the next match."""
    return chance.bytes(SEED_BYTES)
