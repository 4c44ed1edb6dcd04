"""The conformance suite that every game must pass. Registered games are tested automatically; to test your own:

from benben.testing import CHECKS, setups

@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("setup", setups(GAME), ids=str)
def test_conformance(check, setup):
    check(setup)
"""

from __future__ import annotations

from benben.testing.conformance import CHECKS
from benben.testing.matches import Match, Table, random_match, setups

__all__ = ["CHECKS", "Match", "Table", "random_match", "setups"]
