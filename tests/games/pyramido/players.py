"""A player who never runs into PDO-12 without need, so that matches go through all stages. Not a test itself.

`python -m tests.games.pyramido.players` writes such matches beside the golden ones, which end in the first stage.
"""

from __future__ import annotations

import random
from functools import cache

import benben
from benben.core.position import Position
from benben.games.pyramido import GAME
from benben.games.pyramido.rules.layers import place_at
from benben.games.pyramido.rules.moves import LAY_ON, NO_CARD, ends
from benben.games.pyramido.rules.state import LAY, Board
from benben.testing import Match, setups
from tests.golden.make import FOLDER, SEED

_WIDE, _EDGE = 16, 5  # room around the layer, so that no rectangle around it wraps


def _bit(row: int, column: int) -> int:
    return 1 << ((row + _EDGE) * _WIDE + column + _EDGE)


@cache
def tileable(empty: int) -> bool:
    """Can dominoes fill these cells?"""
    if empty == 0:
        return True
    first = empty & -empty
    return any(empty & second and tileable(empty & ~(first | second)) for second in (first << 1, first << _WIDE))


@cache
def can_be_finished(occupied: int, stage: int, rows: int, columns: int) -> bool:
    """Is there a rectangle that dominoes can fill around these places?"""
    cells = sum(
        _bit(row, column) for row in range(-2, 5) for column in range(-2, 5) if occupied >> place_at(row, column) & 1
    )
    sizes = ((rows - stage, columns - stage),) if stage else ((4, 5), (5, 4))
    corners = range(-4, 1) if stage == 0 else (0,)
    for height, width in sizes:
        for top in corners:
            for left in corners:
                field = sum(_bit(top + row, left + column) for row in range(height) for column in range(width))
                if field & cells == cells and tileable(field & ~cells):
                    return True
    return False


def sensible_moves(match: Position) -> list[int]:
    """Of the legal moves those that leave the layer possible to finish; all others as they are."""
    s = match.state
    assert isinstance(s, Board)
    moves = list(match.legal_moves.numbers)
    if s.phase != LAY:
        return moves
    seat = s.turn
    good = []
    for move in moves:
        occupied = s.occupied[seat] | sum(1 << place for place in ends(*LAY_ON.fields(move)[1:]))
        if can_be_finished(occupied, s.stage, s.rows[seat], s.columns[seat]):
            good.append(move)
    return good or moves


def sensible_match(match: Position, seed: int) -> Match:
    """To the end, cards laid now and then."""
    chance = random.Random(seed)
    positions = [match]
    while not match.is_over:
        moves = sensible_moves(match)
        keeps = NO_CARD() in moves and chance.random() < 0.8
        match = match.play(NO_CARD() if keeps else chance.choice(moves))
        positions.append(match)
    return positions


if __name__ == "__main__":
    for table in setups(GAME):
        end = sensible_match(table.start(SEED), SEED)[-1]
        (FOLDER / GAME.name / f"{table}-all-stages.benben").write_text(benben.write(end), encoding="utf-8")
