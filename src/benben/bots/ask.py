"""Ask a bot from Python: bots by name for any game, and what they think in the words of the game."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benben.bots.bot import RandomBot, Report, Thought, warm
from benben.bots.levels import named
from benben.core.errors import IllegalMove
from benben.core.position import Move, Position


@dataclass(frozen=True)
class Opinion:
    """What a bot thinks of a position: the move it would play, and why. `str` says it in a few lines."""

    move: Move  #: the choice; `position.play` takes it
    chances: tuple[
        float, ...
    ]  #: estimated chance of each seat to win after the move; empty for bots that do not search
    visits: Mapping[str, int]  #: how often the search tried each move, by notation, the most tried first
    line: tuple[Move, ...]  #: the expected continuation, up to the first hidden thing that it would reveal
    iterations: int  #: of tree search; the depth in moves for alpha-beta
    simulated: int  #: moves or positions simulated

    def __int__(self) -> int:
        return self.move.number

    def __str__(self) -> str:
        parts = [f"plays {self.move}"]
        if self.chances:
            parts.append("chances " + " ".join(f"{chance:.0%}" for chance in self.chances))
        if len(self.line) > 1:
            parts.append("expects " + " ".join(map(str, self.line)))
        return "\n".join(parts)


@dataclass(frozen=True)
class NamedBot:
    """A bot by its name, for every game that has it: a level such as "club", or `random`, `greedy`, `search:0.5` …"""

    name: str

    def think(
        self,
        view: Position,
        seed: int = 0,
        report: Report | None = None,
        stop: threading.Event | None = None,
    ) -> Opinion:
        """The bot's opinion for the seat to act.

        `view` is that seat's view; of a whole position the bot gets only the view. The same view and seed give the
        same move, unless the bot's name limits it in seconds. `report` is called with a `Thought` now and then;
        setting `stop` ends the search early. The first call may wait for the compiler. BadOptions if the game has no
        bot of this name.
        """
        if view.seat is None and view.actor is not None:
            view = view.view(view.actor)
        bot = named(view.game, view.players, self.name)
        if not isinstance(bot, RandomBot):
            warm(view.game)
        return opinion(view, bot.think(view, seed, report, stop))


def opinion(view: Position, thought: Thought) -> Opinion:
    """A thought with its moves in notation."""
    visits = sorted(thought.visits.items(), key=lambda entry: -entry[1])
    move = Move(thought.move, view.notation(thought.move))
    return Opinion(
        move,
        thought.chances,
        {view.notation(number): count for number, count in visits},
        _line(view, thought.line) if len(thought.line) > 1 else (move,),
        thought.iterations,
        thought.simulated,
    )


def _line(view: Position, numbers: Sequence[int]) -> tuple[Move, ...]:
    """The moves in notation, up to a reveal: what follows depends on the imagined world."""
    world, moves = view.imagine(0), []
    for number in numbers:
        moves.append(Move(number, world.notation(number)))
        if world.reveals(number):
            break
        try:
            world = world.play(number)
        except IllegalMove:  # legal in another world than this one
            return tuple(moves[:-1])
        if world.is_over:
            break
    return tuple(moves)
