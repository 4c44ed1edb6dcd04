"""The whole conformance suite on matches that reach all stages."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from benben.games.pyramido import GAME
from benben.testing import CHECKS, Match, Table
from tests.games.pyramido.players import sensible_match


@dataclass(frozen=True)
class SensibleTable(Table):
    """Random players seldom finish the first layer; these do."""

    def match(self, seed: int) -> Match:
        return sensible_match(self.start(seed), seed)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance_through_all_stages(check: Callable[[Table], None]) -> None:
    check(SensibleTable(GAME, 3))
