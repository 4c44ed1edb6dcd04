"""Positions of Pyramidis drawn as text: see benben.games.pyramidis.words.text_board."""

from typing import Any

from benben.core.position import Position, Setup
from benben.games.pyramidis import GAME
from benben.games.pyramidis.box.components import FIELDS
from benben.games.pyramidis.rules.state import Board
from benben.games.pyramidis.words.text_board import parse, stack_letters


def position(drawing: str, turn: str = "r", **rest: Any) -> Position:
    state = parse(drawing, turn, **rest)
    options = GAME.check_options(state.players, {"blockade": bool(state.blockade)})
    return Position(Setup(GAME, state.players, options, None), state.record)


def board(position: Position) -> Board:
    state = position.state
    assert isinstance(state, Board)
    return state


def stacks(position: Position) -> dict[str, str]:
    """The fields that are not empty: `{"c4": "rry"}`."""
    state = board(position)
    return {name: stack_letters(state, field) for field, name in enumerate(FIELDS) if state.height[field]}


def home(position: Position) -> dict[str, int]:
    """The pyramids at home, by letter, where there are any."""
    return {letter: n for letter, n in zip("rgyb", board(position).home, strict=True) if n}


def turn(position: Position) -> str:
    return "rgyb"[board(position).turn]


EMPTY = """
                .  .
                .  .
                .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
                .  .
                .  .
                .  .
"""


def put(**pieces: str) -> str:
    """An empty board with some stacks on it."""
    cells = EMPTY.split()
    for field, stack in pieces.items():
        cells[FIELDS.index(field)] = stack
    return " ".join(cells)
