"""The guided first game: its steps come up, one at a time, the basic move first."""

import random

from benben.games.terra_pyramides import GAME
from benben.games.terra_pyramides.rules.moves import FAMILIES
from benben.games.terra_pyramides.rules.state import Board
from benben.testing import Match, Table, check_lesson
from tests.games.terra_pyramides.drawn import board


def builders_match(seed: int) -> Match:
    """Random players seldom gather three workers; these do, and build."""
    chance, positions = random.Random(seed), [Table(GAME, 2).start(seed)]
    while not positions[-1].is_over:
        moves = positions[-1].legal_moves.numbers
        best = max(_zeal(board(positions[-1]), move) for move in moves)
        keen = [move for move in moves if _zeal(board(positions[-1]), move) == best]
        positions.append(positions[-1].play(chance.choice(keen)))
    return positions


def _zeal(s: Board, move: int) -> int:
    family, fields = FAMILIES.decode(move)
    match family.name:
        case "raise" | "found":
            return 9
        case "move":
            return 3 + int(s.workers[fields[1]])
        case "back" | "return":
            return 0
    return 2


def test_the_lesson() -> None:
    check_lesson(GAME, [builders_match(seed) for seed in range(4)])
