"""Bot matches: every deal is played in all seatings; results carry confidence intervals."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from math import sqrt
from multiprocessing import get_context

from benben.bots.bot import Bot, warm
from benben.bots.levels import named
from benben.core.game import Game
from benben.core.position import Position, start

OPENING_TURNS = 2  # random opening moves of each seat in games without chance


@dataclass
class Standing:
    """The results of one bot."""

    name: str
    games: int = 0
    wins: float = 0.0  # a shared win counts as a fraction
    points: int = 0

    @property
    def rate(self) -> float:
        """Wins per game."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the win rate (Wilson)."""
        return wilson(self.wins, self.games)


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    if games == 0:
        return 0.0, 1.0
    rate, spread = wins / games, z * z / games
    middle = (rate + spread / 2) / (1 + spread)
    half = z * sqrt(rate * (1 - rate) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Result:
    """The outcome of one game, by seat."""

    seating: tuple[int, ...]  # index of the bot at each seat
    points: tuple[int, ...]
    winners: tuple[int, ...]
    moves: int


@dataclass(frozen=True)
class Series:
    """A series of games between bots, one bot name per seat (see `levels.named`)."""

    game: Game
    bots: tuple[str, ...]
    options: dict[str, str] = field(default_factory=dict)
    seed: int = 0

    def play(
        self, games: int, jobs: int = 1, watch: Callable[[int, list[Standing]], None] | None = None
    ) -> list[Standing]:
        """Play each deal once in every rotation of the seats; with several jobs, in parallel processes."""
        standings = [Standing(name) for name in self.bots]
        for number, result in enumerate(self._results(games, jobs), 1):
            for seat, player in enumerate(result.seating):
                standings[player].games += 1
                standings[player].points += result.points[seat]
                if seat in result.winners:
                    standings[player].wins += 1 / len(result.winners)
            if watch:
                watch(number, standings)
        return standings

    def _results(self, games: int, jobs: int) -> Iterator[Result]:
        if jobs == 1:
            yield from map(self.one, range(games))
            return
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            yield from pool.map(self.one, range(games))

    def one(self, number: int) -> Result:
        """Play game `number`, which determines the deal and the seating."""
        warm(self.game)
        deal, shift = divmod(number, len(self.bots))
        seating = tuple((seat + shift) % len(self.bots) for seat in range(len(self.bots)))
        bots = [self.seat(self.bots[player]) for player in seating]
        position, made = self._dealt(deal), 0
        while position.actor is not None:
            seed = _number(self.seed, number, made)
            thought = bots[position.actor].think(position.view(position.actor), seed)
            position, made = position.play(thought.move), made + 1
        return Result(seating, position.score, position.winners, made)

    def seat(self, name: str) -> Bot:
        """The bot with this name."""
        return named(self.game, len(self.bots), name)

    def _dealt(self, deal: int) -> Position:
        seed = sha256(f"{self.game.name} {self.seed} {deal}".encode()).digest()
        position = start(self.game, len(self.bots), seed, **self.options)
        if self.game.shuffles(position.players, position.options):
            return position
        # Without chance, all games between the same bots would be identical: start with random moves.
        chance = random.Random(f"{self.seed} {deal}")
        for _ in range(OPENING_TURNS * position.players):
            if not position.is_over:
                position = position.play(chance.choice(position.legal_moves.numbers))
        return position


def _number(*parts: int) -> int:
    return int.from_bytes(sha256(repr(parts).encode()).digest()[:8], "big")


def table(standings: Iterable[Standing]) -> str:
    """The standings as text, best first."""
    lines = [f"{'bot':16} {'games':>6} {'wins':>8}  {'rate':>6}  {'95 % interval':>17} {'points':>8}"]
    for standing in sorted(standings, key=lambda standing: -standing.rate):
        low, high = standing.interval
        mean = standing.points / max(1, standing.games)
        lines.append(
            f"{standing.name:16} {standing.games:6} {standing.wins:8.1f}  {standing.rate:6.1%}  "
            f"{f'{low:.1%} – {high:.1%}':>17} {mean:8.1f}"
        )
    return "\n".join(lines)


def fill_seats(bots: Sequence[str], players: int) -> tuple[str, ...]:
    """Repeat the bots until all seats are filled: a, b at four seats gives a, b, a, b."""
    return tuple(bots[seat % len(bots)] for seat in range(players))
