"""One game of a run: which bots meet on which deal, and how it went."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from benben.bots.bot import Bot, GreedyBot, RandomBot, warm
from benben.bots.levels import named, uncalibrated
from benben.bots.luck import luck
from benben.coach.puzzles import FEWEST_MOVES, Standard, find_puzzle
from benben.core.game import Game
from benben.core.position import Position, start
from benben.games import find

OPENING_TURNS = 2  # random opening moves of each seat in games without chance
JUDGING = 1  # marks the seeds of judges, apart from those of players


@dataclass(frozen=True)
class Contest:
    """The settings that all games of a run share."""

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
    judge: str = ""  # a bot that says its chances at the positions of the game afterwards
    each: int = 0  # how many positions are judged or searched for puzzles; 0: all
    puzzles: Standard | None = None  # what makes a position a puzzle, if puzzles are wanted
    errors: float | None = None  # of self-play for learning: the chance of a random move, and thoughts are noted


@dataclass(frozen=True)
class Judged:
    """A bot's opinion of a position in which a seat had to decide."""

    ply: int
    actor: int
    chances: tuple[float, ...]  # by seat, before any calibration; empty if the bot said none
    luck: tuple[float, ...]  # by seat, if the move that was played showed something hidden; else empty


@dataclass(frozen=True)
class Played:
    """A finished game."""

    number: int
    deal: int
    bots: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    moves: tuple[int, ...]  # the random opening of a game without chance too
    judged: tuple[Judged, ...] = ()  # in the order of the game
    puzzles: tuple[str, ...] = ()  # that were found in it, as text

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
    judges = [named(game, len(pairing.bots), pairing.judge)] if pairing.judge else []
    is_simple = all(isinstance(bot, (RandomBot, GreedyBot)) for bot in [*bots, *judges])
    warm(game, search=pairing.puzzles is not None or not is_simple)
    first = dealt(contest, len(pairing.bots), pairing.deal)
    notes: list[Judged] = []
    if pairing.errors is None:
        position = played_out(first, bots, contest.seed, pairing.number)
    else:
        position = explored(first, bots, contest.seed, pairing, notes)
    moves = tuple(after.last_move.number for after in position.line()[1:] if after.last_move is not None)
    judged = tuple(judgements(contest, pairing, position)) if pairing.judge else tuple(notes)
    found = tuple(puzzles_in(contest, pairing, position))
    return Played(pairing.number, pairing.deal, pairing.bots, position.score, position.winners, moves, judged, found)


def judgements(contest: Contest, pairing: Pairing, end: Position) -> Iterator[Judged]:
    """The opinions of a pairing's judge on positions of the finished game: a new bot each time, from a seat's view."""
    line = end.line()
    for ply in _drawn(contest, pairing, range(len(line) - 1)):
        position, after = line[ply], line[ply + 1]
        actor, move = position.actor, after.last_move
        assert actor is not None
        assert move is not None
        judge = uncalibrated(named(contest.declared, position.players, pairing.judge))
        view, seed = position.view(actor), hashed_number(contest.seed, pairing.number, ply, JUDGING)
        shown = luck(view, move.number, after.view(actor), seed) if position.reveals(move) else ()
        yield Judged(ply, actor, judge.think(view, seed).chances, shown)


def puzzles_in(contest: Contest, pairing: Pairing, end: Position) -> Iterator[str]:
    """The puzzles among decisions of the finished game, as text: each from the view of its seat."""
    if pairing.puzzles is None:
        return
    line, never = end.line()[:-1], threading.Event()
    choices = [ply for ply, position in enumerate(line) if len(position.legal_moves) >= FEWEST_MOVES]
    for ply in _drawn(contest, pairing, choices):
        found = find_puzzle(line[ply].view(line[ply].actor), pairing.puzzles, never)
        if found is not None:
            yield found.as_text()


def _drawn(contest: Contest, pairing: Pairing, plies: Sequence[int]) -> Sequence[int]:
    """As many of the plies as the pairing wants, in order, the same for the same game."""
    if not pairing.each:
        return plies
    return sorted(random.Random(f"{contest.seed} {pairing.number}").sample(plies, min(pairing.each, len(plies))))


def played_out(position: Position, bots: Sequence[Bot], seed: int, number: int) -> Position:
    """The end of a game. Each decision has a seed of its own, from the run's seed and the number of the game."""
    made = 0
    while position.actor is not None:
        thought = bots[position.actor].think(position.view(position.actor), hashed_number(seed, number, made))
        position, made = position.play(thought.move), made + 1
    return position


def explored(position: Position, bots: Sequence[Bot], seed: int, pairing: Pairing, notes: list[Judged]) -> Position:
    """The end of a game in which some moves are random; notes what the bots say of each position."""
    chance = random.Random(f"errors {seed} {pairing.number}")
    made = len(position.line()) - 1
    while (actor := position.actor) is not None:
        thought = bots[actor].think(position.view(actor), hashed_number(seed, pairing.number, made))
        notes.append(Judged(made, actor, thought.chances, ()))
        is_error = chance.random() < (pairing.errors or 0.0)
        move = chance.choice(position.legal_moves.numbers) if is_error else thought.move
        position, made = position.play(move), made + 1
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
