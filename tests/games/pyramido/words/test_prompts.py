"""What the seat to act is asked to do."""

import pytest

from benben.core.position import Position
from tests.games.pyramido import rulebook
from tests.games.pyramido.drawn import dealt, deck, position, state
from tests.games.pyramido.rules.test_stuck import ROOM, TWO_HOLES, begin


def asked(now: Position) -> tuple[str, str]:
    ask = now.ask()
    assert ask is not None
    return str(ask.now), str(ask.then)


def test_a_turn_is_announced_step_by_step() -> None:
    now = position(dealt(deck([1, 2, 3])))
    said = []
    for move in ("1 d5-e5", "mark d5", "no card", "stack 1"):
        said.append(asked(now))
        now = now.play(move)
    assert said == [
        ("Take a domino from the quarry and lay it on your pyramid.", "Then place a marker and, if you like, a card."),
        ("Choose which of the two new blocks gets its marker.", "Then you may lay a card."),
        ("Lay a card on a new block without a marker, or lay none.", "Then you refill the quarry."),
        ("Refill the quarry from one of the two stacks behind the empty place.", "None"),
    ]


@pytest.mark.rule("PDO-14")
def test_the_end_of_a_stage_is_announced() -> None:
    """By the last refill of a stage, and by no other."""
    ends = [
        (before, asked(before)[1] == "Then this stage is scored.", state(after).stage > state(before).stage)
        for turn in rulebook.played()[1:]
        for before, after in zip(turn.line(), turn.line()[1:], strict=False)
        if str(after.last_move).startswith("stack")
    ]
    assert sum(scored for _before, _said, scored in ends) > 0
    assert all(said == scored for _before, said, scored in ends)


@pytest.mark.rule("PDO-12")
def test_the_cells_to_fill_are_named() -> None:
    now = position(begin([TWO_HOLES], [ROOM]))
    assert asked(now) == (
        "No domino fits: fill the empty cell a1 with a card.",
        "Then fill the next empty cell.",
    )
    now = now.play("fill a1 red ne")
    assert "the empty cell e4" in asked(now)[0]
    labels = [name for move in now.legal_moves for name in now.path(move)]
    assert all(f'id="{name}"' in now.svg() for name in labels)
    assert 'aria-label="e4, upper left quarter"' in now.svg()
