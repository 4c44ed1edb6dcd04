"""Real positions in which a rule forbids a move: found in the games' sample matches by asking the rules.

Nothing here knows a game or a running match: moves and reasons come from the position, and the samples are public.
Where there is no sample for the box in use, random moves make a match.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

import benben
from benben.core import sample as samples
from benben.core.errors import Reason
from benben.core.position import Position, start

TRIED = 150  # moves in each position


@dataclass(frozen=True)
class Example:
    """A move of a sample match's position that is not allowed, and why."""

    game: str
    ply: int
    move: int
    reason: Reason


@cache
def sample(game: str) -> tuple[Position, ...]:
    """The positions of a game's sample match, or of a match of random moves."""
    return samples.sample(benben.find(game)) or _random_match(benben.find(game))


def _random_match(game: benben.Game) -> tuple[Position, ...]:
    position, chance = start(game, game.usual_table()[0], 0, **game.usual_table()[1]), random.Random(game.name)
    line = [position]
    while not position.is_over:
        position = position.play(chance.choice(position.legal_moves))
        line.append(position)
    return tuple(line)


@cache
def examples(game: str) -> tuple[Example, ...]:
    """One for each sentence that refuses a move, from the middle of the match if possible."""
    line, chance = sample(game), random.Random(game)
    found: dict[str, list[Example]] = {}
    for ply, position in enumerate(line):
        if position.actor is None or position.is_over:
            continue
        view = position.view(position.actor)
        legal = set(view.legal_moves.numbers)
        for move in sorted(chance.sample(range(view.game.moves), min(TRIED, view.game.moves))):
            if move not in legal:
                reason = view.why_not(move)
                found.setdefault(reason.code, []).append(Example(game, ply, move, reason))
    return tuple(
        min(same, key=lambda one: (not one.reason.cells, abs(one.ply - len(line) / 2))) for same in found.values()
    )
