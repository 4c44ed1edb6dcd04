"""Positions drawn as text, and arranged decks. Not tests themselves.

A layer is drawn as `benben.games.pyramido.words.text_board` writes it, without the names at its edges:

    bB* nn
    bb  nN+
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from benben.core.position import Position, Setup
from benben.games.pyramido import GAME
from benben.games.pyramido.box.components import (
    COLOUR_OF,
    COLOURS,
    DOMINOES,
    FIRST_CARD,
    JEWELS_OF,
    LETTERS,
    LONG,
    QUARRY,
    STACKS,
    TALLEST,
)
from benben.games.pyramido.rules.layers import FIRST_CELL, place_at, put_block
from benben.games.pyramido.rules.moves import MARK_ON
from benben.games.pyramido.rules.state import CARD, MARK, Board

LOOKS: dict[tuple[int, int], int] = {}  # any block that looks so: which domino it is part of does not matter here
for _number in range(FIRST_CARD - 1, 0, -1):
    LOOKS[int(COLOUR_OF[_number]), int(JEWELS_OF[_number])] = _number


def dealt(order: Iterable[int] = range(DOMINOES), players: int = 2, starter: int = 0) -> Board:
    """An opening with the dominoes in this order: three for the quarry, then the stacks from the bottom."""
    others = [seat for seat in range(players) if seat != starter]
    return Board(GAME.dealt(players, {}, [*order, starter, *others]))


def position(s: Board) -> Position:
    return Position(Setup(GAME, s.players, {}, None), s.record.copy())


def state(now: Position) -> Board:
    s = now.state
    assert isinstance(s, Board)
    return s


def moves(now: Position) -> set[str]:
    return {str(move) for move in now.legal_moves}


def board(*pyramids: Sequence[str], turn: int = 0, cards: Sequence[int] = (7, 7, 7, 7)) -> Board:
    """A state with these pyramids, each a list of layers; all seats build the last layer drawn. `turn` is to lay."""
    s = dealt(players=len(pyramids), starter=turn)
    s.stage = len(pyramids[0]) - 1
    for seat, layers in enumerate(pyramids):
        assert len(layers) == s.stage + 1
        s.cards[seat] = cards[seat]
        s.corner[seat, 0] = s.corner[seat, 1] = 0
        for stage, drawing in enumerate(layers):
            _put_layer(s, seat, stage, drawing)
    return s


def _put_layer(s: Board, seat: int, stage: int, drawing: str) -> None:
    lines = [line.split() for line in drawing.strip().splitlines()]
    rows, columns = len(lines) // 2, len(lines[0])
    if stage == 0:
        s.rows[seat], s.columns[seat] = rows, columns
    filled = 0
    for row in range(rows):
        for column in range(columns):
            upper, lower = lines[2 * row][column], lines[2 * row + 1][column]
            if upper.startswith(".."):
                continue
            cell = row * (LONG - stage) + column
            number = block(upper[:2] + lower[:2], card=lower.endswith("+"))
            if stage == s.stage:
                put_block(s, seat, place_at(row, column), number)
            else:
                s.block[seat, FIRST_CELL[stage] + cell] = number
            filled += 1
            if upper.endswith("*"):
                s.mark[seat, stage, int(COLOUR_OF[number])] = cell + 1
    s.turns[seat] = filled // 2


def block(letters: str, card: bool = False) -> int:
    """A block that looks so; a card if asked for."""
    colour = LETTERS.index(letters[0].lower())
    jewels = sum(1 << quarter for quarter, letter in enumerate(letters) if letter.isupper())
    if card:
        return FIRST_CARD + 4 * colour + (jewels.bit_length() - 1)
    return LOOKS[colour, jewels]


def marked(s: Board, seat: int) -> dict[int, int]:
    """Colour and cell of the markers of this stage."""
    return {c: s.mark[seat, s.stage, c] - 1 for c in range(COLOURS) if s.mark[seat, s.stage, c]}


def deck(takes: Sequence[int]) -> list[int]:
    """An order in which seats that take from quarry place 1 and refill from stack 1 meet these dominoes one by one."""
    quarry, stacks = (
        list(range(QUARRY)),
        [list(range(k, min(k + TALLEST, DOMINOES))) for k in range(3, DOMINOES, TALLEST)],
    )
    assert len(stacks) == STACKS
    slots = []
    for _take in takes:
        slots.append(quarry[0])
        quarry[0] = stacks[0].pop()
        if not stacks[0]:  # PDO-11
            tallest = max(stacks, key=len)
            half = len(tallest) // 2
            stacks[0][:], tallest[:] = tallest[:half], tallest[half:]
    order = np.full(DOMINOES, -1)
    order[slots] = takes
    order[order < 0] = [domino for domino in range(DOMINOES) if domino not in set(takes)]
    return [int(domino) for domino in order]


def play_turn(match: Position, lay: str, *more: str) -> Position:
    """A turn from quarry place 1: where the domino goes, then what else is decided; refilled from stack 1.

    What is not said is the first block for the marker, and no card.
    """
    match = match.play(f"1 {lay}")
    for move in more:
        match = match.play(move)
    if state(match).phase == MARK:
        match = match.play(MARK_ON(0))
    if state(match).phase == CARD:
        match = match.play("no card")
    return match.play("stack 1")
