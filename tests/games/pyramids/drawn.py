"""Positions of Pyramids written as text (see benben.games.pyramids.words.text_board), and steps through a round."""

from typing import Any

from benben.core.position import Position, Setup
from benben.games.pyramids import GAME
from benben.games.pyramids.box.components import CARDS
from benben.games.pyramids.rules import hands
from benben.games.pyramids.rules.state import Necropolis
from benben.games.pyramids.words.text_board import code, parse
from benben.testing import Table

# The rulebook's pyramid: groups of 4 blue, 2 white, 6 red, 3 green and 1 yellow.
RULEBOOK = """
    4: r r obelisk
    3: rb w | r r tomb
    2: gw b | b r obelisk | rw b
    1: r y tomb | b wg | w rg | g g pyramid
"""


def position(drawing: str, **rest: Any) -> Position:
    s = parse(drawing, **rest)
    return Position(Setup(GAME, s.players, {}, None), s.record)


def state(position: Position) -> Necropolis:
    s = position.state
    assert isinstance(s, Necropolis)
    return s


def start(players: int, seed: int = 1) -> Position:
    return Table(GAME, players).start(seed)


def play(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def moves(position: Position) -> set[str]:
    return {str(move) for move in position.legal_moves}


def hand(position: Position, seat: int) -> list[str]:
    return [code(card) for card in hands.hand(state(position), seat)]


def tomb(position: Position, seat: int) -> list[str]:
    return [code(card) for card in hands.tomb(state(position), seat)]


def pyramid(position: Position, seat: int) -> list[str]:
    """By place, from the base up."""
    return [code(card) for card in state(position).pyramid[seat]]


def obelisk(position: Position, seat: int) -> list[str]:
    s = state(position)
    return [code(card) for card in list(s.obelisk[seat])[: s.levels[seat]]]


def pairs(position: Position) -> list[list[str]]:
    s = state(position)
    return [[code(card) for card in s.quarry[pair]] for pair in range(s.players)]


def discards(position: Position) -> set[str]:
    s = state(position)
    return {code(card) for card in range(1, CARDS + 1) if s.discarded[card]}


def next_round(position: Position) -> Position:
    """Play on, the first legal move each time, until another round begins or the match is over."""
    now = state(position).round
    while not position.is_over and state(position).round == now:
        position = position.play(position.legal_moves.numbers[0])
    return position
