"""A match at a table: what its events add up to. No input and output here.

Events: `house` (what holds at this table), `sit` (somebody takes a seat, or leaves it to a bot), `move`, `back` (the last
move is taken back), `resign`. None is ever deleted; the position is what remains when all have happened.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field

from benben.core.game import Game, Level
from benben.core.position import Move, Position, start
from benben.core.text import texts
from benben.table.errors import CannotTakeBack

_ = texts(__package__)

HOUSE, SIT, MOVE, BACK, RESIGN = "house", "sit", "move", "back", "resign"
OPEN, PERSON, BOT = "open", "person", "bot"

LONGEST_NAME = 40


@dataclass(frozen=True)
class Event:
    """Something that happened, in its place."""

    number: int
    kind: str
    seat: int
    time: float
    move: int | None = None
    text: str | None = None


@dataclass(frozen=True)
class Sitter:
    """Who sits on a seat."""

    kind: str = OPEN
    name: str = ""
    level: str = ""  # of a bot

    def as_text(self) -> str:
        return json.dumps({"kind": self.kind, "name": self.name, "level": self.level})

    @classmethod
    def from_text(cls, text: str) -> Sitter:
        return cls(**json.loads(text))


@dataclass(frozen=True)
class House:
    """What holds at this table beside the rules of the game; settled when it is opened."""

    previews: bool = True  # what a move would score is shown before it is made
    lesson: bool = False  # a guided first game
    study: bool = False  # a record that was brought along: to look at, nobody plays
    origin: str = ""  # the match that this one continues …
    ply: int = 0  # … after so many moves

    def as_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> House:
        return cls(**json.loads(text))


@dataclass
class Match:
    """All that has happened, and where it has led."""

    id: str
    position: Position
    created: float
    keys: tuple[bytes, ...] = ()  # by seat: the hash of its secret
    rematch_of: str | None = None
    sitters: list[Sitter] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    resigned: int | None = None
    house: House = House()

    @classmethod
    def begin(
        cls,
        match_id: str,
        game: Game,
        players: int,
        options: dict[str, str],
        seed: bytes,
        created: float,
        keys: tuple[bytes, ...],
        rematch_of: str | None = None,
    ) -> Match:
        position = start(game, players, seed, **options)
        return cls(match_id, position, created, keys, rematch_of, [Sitter() for _seat in range(players)])

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def number(self) -> int:
        """Of the last event."""
        return len(self.events)

    @property
    def is_over(self) -> bool:
        return self.resigned is not None or self.position.is_over

    @property
    def actor(self) -> int | None:
        return None if self.is_over else self.position.actor

    @property
    def winners(self) -> tuple[int, ...]:
        if self.resigned is not None:
            return tuple(seat for seat in range(self.position.players) if seat != self.resigned)
        return self.position.winners

    @property
    def is_full(self) -> bool:
        """Does everybody sit?"""
        return not self.house.study and all(sitter.kind != OPEN for sitter in self.sitters)

    def apply(self, event: Event) -> None:
        """Let an event of the store happen."""
        assert event.number == self.number + 1, f"event {event.number} after {self.number}"
        if event.kind == HOUSE:
            assert event.text is not None
            self.house = House.from_text(event.text)
        elif event.kind == SIT:
            assert event.text is not None
            self.sitters[event.seat] = Sitter.from_text(event.text)
        elif event.kind == MOVE:
            assert event.move is not None
            self.position = self.position.play(event.move)
        elif event.kind == BACK:
            assert self.position.before is not None
            self.position = self.position.before
        elif event.kind == RESIGN:
            self.resigned = event.seat
        self.events.append(event)

    def check_take_back(self, seat: int) -> None:
        """May this seat take back the last move? If not, the reason is raised."""
        before, move = self.position.before, self.position.last_move
        if before is None or move is None:
            raise CannotTakeBack(_("There is no move to take back."), why="nothing")
        if self.resigned is not None:
            raise CannotTakeBack(_("The match is over."), why="over")
        if before.actor != seat:
            raise CannotTakeBack(_("Another seat has moved since."), why="another-seat")
        if before.reveals(move):
            raise CannotTakeBack(_("The move has shown something that was hidden."), why="reveal")
        if self.position.is_over:
            raise CannotTakeBack(_("The match is over."), why="over")

    def level_of(self, seat: int) -> Level | None:
        """The level of the bot on a seat."""
        sitter, advice = self.sitters[seat], self.game.advice
        if sitter.kind != BOT or advice is None:
            return None
        return next((level for level in advice.levels if level.name == sitter.level), advice.levels[0])

    def moves_of_events(self) -> list[tuple[Event, Position, Position, Move]]:
        """Every move event with the positions before and after it, those taken back included."""
        told = []
        position = self.position.line()[0]
        for event in self.events:
            if event.kind == MOVE and event.move is not None:
                after = position.play(event.move)
                told.append((event, position, after, Move(event.move, position.notation(event.move))))
                position = after
            elif event.kind == BACK:
                assert position.before is not None
                position = position.before
        return told
