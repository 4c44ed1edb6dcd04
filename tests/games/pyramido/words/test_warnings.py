"""Warnings before a move."""

import pytest

from benben.games.pyramido.rules.finish import can_finish
from benben.games.pyramido.rules.moves import FAMILIES, ends
from tests.games.pyramido import rulebook
from tests.games.pyramido.drawn import state


@pytest.mark.rule("PDO-12")
def test_a_hole_that_no_domino_fills_is_warned_of() -> None:
    """Exactly where the kernel says that the layer can no longer be filled; its lonely cells are shown."""
    warned = safe = 0
    for now in rulebook.played():
        s = state(now)
        for move in now.legal_moves if "-" in str(next(iter(now.legal_moves), "")) else ():
            line = now.view(now.actor).warning(move)
            _quarry, turn, place = FAMILIES.decode(move.number)[1]
            laid = s.occupied[s.turn] | sum(1 << end for end in ends(turn, place))
            assert (line is None) == bool(can_finish(s, s.turn, laid, 0))
            if line is None:
                safe += 1
                continue
            warned += 1
            assert line.rule == "PDO-12"
            assert ("two cards" in str(line.message)) == (bool(can_finish(s, s.turn, laid, 2)) and s.cards[s.turn] != 0)
    assert warned > 20
    assert safe > 20
