"""One game of a run: which bots meet on which deal, and how it went."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from benben.bots.bot import Bot, GreedyBot, RandomBot, warm
from benben.bots.levels import named
from benben.core.game import Game
from benben.core.position import Position, start
from benben.games import find

OPENING_TURNS = 2  # random opening moves of each seat in games without chance


@dataclass(frozen=True)
class Contest:
    """What all games of a run have in common."""

    game: str
    options: dict[str, str] = field(default_factory=dict)
    seed: int = 0

    @property
    def declared(self) -> Game:
        return find(self.game)


@dataclass(frozen=True)
class Pairing:
    """A game to be played. Its number names it within the run."""

    number: int
    deal: int
    bots: tuple[str, ...]  # by seat


@dataclass(frozen=True)
class Played:
    """A finished game."""

    number: int
    deal: int
    bots: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    moves: tuple[int, ...]  # the random opening of a game without chance too

    def share(self, seat: int) -> float:
        """1 for a victory, a fraction for a shared one, else 0."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def margin(self, seat: int) -> float:
        """Points ahead of the best other seat; behind: negative. Alone: the points."""
        others = [points for other, points in enumerate(self.points) if other != seat]
        return float(self.points[seat] - max(others, default=0))


def play(contest: Contest, pairing: Pairing) -> Played:
    """Play one game. The same pairing gives the same game, unless a bot is limited in seconds."""
    game = contest.declared
    bots = [named(game, len(pairing.bots), name) for name in pairing.bots]
    warm(game, search=not all(isinstance(bot, (RandomBot, GreedyBot)) for bot in bots))
    position = played_out(dealt(contest, len(pairing.bots), pairing.deal), bots, contest.seed, pairing.number)
    moves = tuple(after.last_move.number for after in position.line()[1:] if after.last_move is not None)
    return Played(pairing.number, pairing.deal, pairing.bots, position.score, position.winners, moves)


def played_out(position: Position, bots: Sequence[Bot], seed: int, number: int) -> Position:
    """The end of a game. Each decision has a seed of its own, from the run's seed and the number of the game."""
    made = 0
    while position.actor is not None:
        thought = bots[position.actor].think(position.view(position.actor), hashed_number(seed, number, made))
        position, made = position.play(thought.move), made + 1
    return position


def dealt(contest: Contest, players: int, deal: int) -> Position:
    """The position in which the bots begin."""
    game = contest.declared
    seed = sha256(f"{game.name} {contest.seed} {deal}".encode()).digest()
    position = start(game, players, seed, **contest.options)
    if game.shuffles(position.players, position.options):
        return position
    # Without chance, all games between the same bots would be identical: start with random moves.
    chance = random.Random(f"{contest.seed} {deal}")
    for _turn in range(OPENING_TURNS * position.players):
        if not position.is_over:
            position = position.play(chance.choice(position.legal_moves.numbers))
    return position


def replayed(contest: Contest, played: Played) -> Position:
    """The last position of a game, from its deal and its moves."""
    seed = sha256(f"{contest.game} {contest.seed} {played.deal}".encode()).digest()
    position = start(contest.declared, len(played.bots), seed, **contest.options)
    for move in played.moves:
        position = position.play(move)
    return position


def hashed_number(*parts: int) -> int:
    """A 64-bit number that looks random and follows from the parts."""
    return int.from_bytes(sha256(repr(parts).encode()).digest()[:8], "big")


def fill_seats(bots: Sequence[str], players: int) -> tuple[str, ...]:
    """Repeat the bots until all seats are filled: a, b at four seats gives a, b, a, b."""
    return tuple(bots[seat % len(bots)] for seat in range(players))


def rotations(bots: Sequence[str]) -> list[tuple[str, ...]]:
    """Every seating in which the order round the table is the same. Identical ones are listed too."""
    return [tuple(bots[(seat + shift) % len(bots)] for seat in range(len(bots))) for shift in range(len(bots))]
