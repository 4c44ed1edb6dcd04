"""Why a move is illegal."""

import pytest

from benben.core.errors import IllegalMove
from benben.core.position import Position
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


def code_and_rule(now: Position, text: str) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as refused:
        now.play(text)
    return refused.value.code.removeprefix("pyramido."), refused.value.rule


@pytest.mark.parametrize("text", ["1 a1-b1", "1 d6-e6", "1 d5-d6", "1 h5-i5", "2 j10-j9"])
def test_the_first_domino_has_its_place(text: str) -> None:
    """On an empty layer there is nothing to touch and no rectangle to break."""
    assert code_and_rule(position(dealt()), text) == ("first-domino", "PDO-5")


@pytest.mark.rule("PDO-8", "PDO-9", "PDO-10")
def test_each_step_refuses_what_belongs_to_another() -> None:
    """Typed lays anywhere on the board, markers and cards: the reason is the rule of the step, or of the thing."""
    marking = position(dealt()).play("1 d5-e5")
    assert any(str(move).startswith("mark") for move in marking.legal_moves)
    for lay in ("1 d5-e5", "1 a1-b1", "4 d5-e5", "1 d5.5-e5.5", "1 d5-h9"):
        assert code_and_rule(marking, lay) == ("mark-now", "PDO-8")
    card = marking.play("mark d5")
    for lay in ("1 d6-e6", "1 a1-b1", "4 d6-e6"):
        assert code_and_rule(card, lay) == ("card-now", "PDO-9")
    assert code_and_rule(card, "mark a1") == ("not-new", "PDO-8")
    assert code_and_rule(card, "mark e5")[1] == "PDO-8"
    assert code_and_rule(card, "red a1 nw") == ("not-new", "PDO-9")
    none = card.play("no card")
    for text in ("red e5 nw", "red a1 nw", "1 a1-b1", "1 d6-e6"):
        assert code_and_rule(none, text) == ("refill-now", "PDO-10")
    laid = card.play(next(move for move in card.legal_moves if " e5 " in str(move)))
    for text in ("red d5 nw", "red e5 se", "red a1 nw"):
        assert code_and_rule(laid, text) == ("one-card", "PDO-9")


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
