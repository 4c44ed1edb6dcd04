"""The conformance suite that every game must pass, and a kit for the tests of a game.

Registered games are tested automatically; to test your own:

from benben.testing import CHECKS, setups

@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("setup", setups(GAME), ids=str)
def test_conformance(check, setup):
    check(setup)
"""

from __future__ import annotations

from benben.testing.conformance import CHECKS
from benben.testing.lessons import check_lesson, walk
from benben.testing.matches import Match, Table, position_of, random_match, setups

__all__ = ["CHECKS", "Match", "Table", "check_lesson", "position_of", "random_match", "setups", "walk"]
