"""Random matches for tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from benben.core.errors import BadOptions
from benben.core.game import Game
from benben.core.position import Position, Setup, start
from benben.core.state import State


@dataclass(frozen=True)
class Table:
    """A game with a number of players and options."""

    game: Game
    players: int
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        chosen = "".join(f"-{name}={value}" for name, value in self.options.items())
        return f"{self.game.name}-{self.players}{chosen}"

    def start(self, seed: int) -> Position:
        return start(self.game, self.players, sha256(f"{self} {seed}".encode()).digest(), **self.options)

    def match(self, seed: int) -> Match:
        return random_match(self.start(seed), seed)


Match = list[Position]  # all positions, in order


def position_of(game: Game, s: State, **options: str) -> Position:
    """A position with this state, for tests that draw one. It has no seed, and nothing happened before it."""
    players = int(s.players)  # type: ignore[attr-defined]  # every state has this field
    return Position(Setup(game, players, game.check_options(players, options), None), s.record.copy())


def setups(game: Game) -> list[Table]:
    """Every number of players with the default options, and with each other value of each option."""
    return [table for players in game.players for table in _variants(game, players)]


def _variants(game: Game, players: int) -> Iterator[Table]:
    singles = [{option.name: value} for option in game.options for value in option.values[1:]]
    for options in ({}, *singles):
        try:
            game.check_options(players, options)
        except BadOptions:
            continue
        yield Table(game, players, options)


def random_match(position: Position, seed: int) -> Match:
    """Play random legal moves to the end; fail if the match exceeds `game.longest` moves."""
    chance = random.Random(seed)
    positions = [position]
    while not position.is_over:
        assert len(positions) <= position.game.longest, f"still not over after {position.game.longest} moves"
        position = position.play(chance.choice(position.legal_moves.numbers))
        positions.append(position)
    return positions
