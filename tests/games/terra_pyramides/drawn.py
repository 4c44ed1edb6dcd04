"""Positions of Terra Pyramides drawn as text: see benben.games.terra_pyramides.words.text_board."""

from typing import Any

from benben.core.position import Position, Setup, start
from benben.games.terra_pyramides import GAME, MODES
from benben.games.terra_pyramides.box.board import name_of
from benben.games.terra_pyramides.box.components import BOARD, COLOURS, FIELD_INDEX, SITE_INDEX, SITES, TABLES
from benben.games.terra_pyramides.rules.moves import FAMILIES
from benben.games.terra_pyramides.rules.state import Board
from benben.games.terra_pyramides.words.text_board import STONE_LETTERS, parse, site_text


def put(**cells: str) -> str:
    """An empty board with some tiles and places on it.

    A site that a tile touches has a foundation, if none is given: of 1, and when seven are used up of 2.
    """
    drawing = {name_of(cell): kind.replace("H", ".") for cell, kind in BOARD.cells.items()}
    touched = {SITES[TABLES.lay_sites(FIELD_INDEX[name])[0]]: name for name in cells if name in FIELD_INDEX}
    for number, name in enumerate(name for name in touched if name not in cells):
        drawing[name] = str(1 + number // 7)
    drawing |= cells
    rows = [[drawing[name_of((column, row))] for column in range(BOARD.columns)] for row in range(BOARD.rows)]
    return "\n".join(" ".join(row) for row in rows)


def position(drawing: str, **rest: Any) -> Position:
    s = parse(drawing, **rest)
    options = {"mode": MODES[s.task], "symbols": bool(s.symbols), "open_stacks": bool(s.open)}
    return Position(Setup(GAME, s.players, GAME.check_options(s.players, options), None), s.record)


def new(players: int = 2, seed: int = 0, **options: object) -> Position:
    return start(GAME, players, bytes([seed]) * 32, **options)


def play(now: Position, *moves: str) -> Position:
    for move in moves:
        now = now.play(move)
    return now


def board(now: Position) -> Board:
    state = now.state
    assert isinstance(state, Board)
    return state


def site(now: Position, name: str) -> str:
    """What stands on a site: `3b2A1`."""
    return site_text(board(now), SITE_INDEX[name])


def stones(now: Position, who: int = 0) -> str:
    """The stones of a player, by letter: `wbbr`."""
    return "".join(STONE_LETTERS[kind] * board(now).stone[who, kind] for kind in range(len(COLOURS)))


def kind(move: int) -> str:
    """The name of a move's family."""
    return FAMILIES.decode(move)[0].name


def legal(now: Position, *kinds: str) -> set[str]:
    """The legal moves of some kinds (all without), in notation."""
    return {str(move) for move in now.legal_moves if not kinds or kind(int(move)) in kinds}


def refusal(now: Position, move: str) -> tuple[str, str]:
    """Code (without the game's name) and rule of the reason why a move is not allowed."""
    reason = now.why_not(move)
    assert move not in now.legal_moves
    return reason.code.removeprefix("terra_pyramides."), reason.rule
