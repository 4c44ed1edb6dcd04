"""Why a move is illegal."""

import pytest

from benben.core.errors import IllegalMove
from benben.games.pyramido import GAME
from benben.testing import Table
from tests.games.pyramido.drawn import dealt, deck, play_turn, position
from tests.games.pyramido.players import sensible_match


@pytest.mark.parametrize(
    ("text", "code", "rule"),
    [
        ("4 d5-e5", "pyramido.three-places", "PDO-3"),
        ("stack 5", "pyramido.four-stacks", "PDO-3"),
        ("stack 1", "pyramido.lay-now", "PDO-4"),
        ("mark d5", "pyramido.lay-now", "PDO-4"),
        ("red d5 nw", "pyramido.lay-now", "PDO-4"),
        ("no card", "pyramido.lay-now", "PDO-4"),
        ("fill d5 red nw", "pyramido.lay-now", "PDO-4"),
    ],
)
def test_the_step_that_is_due_is_named(text: str, code: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        position(dealt()).play(text)
    assert (refused.value.code, refused.value.rule) == (code, rule)


def test_a_half_turned_twin_is_named() -> None:
    """By number only: as text both ways are read as one."""
    now = play_turn(play_turn(position(dealt(deck([2, 3, 0]))), "d5-e5"), "d5-e5")
    twin = now.parse("1 d6-e6") + 2 * 56
    with pytest.raises(IllegalMove, match="type 1 d6-e6") as refused:
        now.play(twin)
    assert refused.value.code == "pyramido.half-turn"


def test_reasons_never_run_out() -> None:
    """Every number that is not legal has a reason, at every step of a whole match."""
    for now in sensible_match(Table(GAME, 2).start(5), 5)[:-1:3]:
        legal = set(now.legal_moves.numbers)
        for move in range(0, GAME.moves, 5):
            if move not in legal:
                assert now.why_not(move).code.startswith("pyramido.")
                assert now.notation(move)
