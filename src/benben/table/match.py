"""A match at a table: what its events add up to. No input and output here.

Events: `house` (what holds at this table), `sit` (somebody takes a seat, or leaves it to a bot), `move`, `back` (the
last move is taken back), `resign`. None is ever deleted; the position is what remains when all have happened.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property

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


@dataclass(frozen=True)
class Standing:
    """Where a match has led: all that matters for what may happen next."""

    position: Position
    sitters: tuple[Sitter, ...]
    resigned: int | None = None
    house: House = House()

    @cached_property
    def is_over(self) -> bool:
        return self.resigned is not None or self.position.is_over

    @property
    def actor(self) -> int | None:
        return None if self.is_over else self.position.actor

    @cached_property
    def is_full(self) -> bool:
        """Does everybody sit, and is it there to be played?"""
        return not self.house.study and all(sitter.kind != OPEN for sitter in self.sitters)

    @cached_property
    def has_bots(self) -> bool:
        return any(sitter.kind == BOT for sitter in self.sitters)

    @cached_property
    def waits_for_bot(self) -> bool:
        return self.actor is not None and self.is_full and self.sitters[self.actor].kind == BOT

    def after(self, event: Event) -> Standing:
        """What an event leads to."""
        if event.kind == MOVE:
            assert event.move is not None
            return replace(self, position=self.position.play(event.move))
        if event.kind == BACK:
            assert self.position.before is not None
            return replace(self, position=self.position.before)
        if event.kind == RESIGN:
            return replace(self, resigned=event.seat)
        assert event.text is not None
        if event.kind == HOUSE:
            return replace(self, house=House.from_text(event.text))
        assert event.kind == SIT, event.kind
        sitters = list(self.sitters)
        sitters[event.seat] = Sitter.from_text(event.text)
        return replace(self, sitters=tuple(sitters))


@dataclass
class Match:
    """All that has happened, and where it has led."""

    id: str
    standing: Standing
    created: float
    keys: tuple[bytes, ...] = ()  # by seat: the hash of its secret
    rematch_of: str | None = None
    events: list[Event] = field(default_factory=list)
    played: list[Position | None] = field(default_factory=list)  # for each event that is a move: the position after it
    told: dict[tuple[object, ...], bytes] = field(default_factory=dict)  # the last event as viewers were told of it
    seen: float = 0.0  # when somebody last looked, by the clock of this process

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
        return cls(match_id, Standing(position, (Sitter(),) * players), created, keys, rematch_of)

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def position(self) -> Position:
        return self.standing.position

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        return self.standing.sitters

    @property
    def resigned(self) -> int | None:
        return self.standing.resigned

    @property
    def house(self) -> House:
        return self.standing.house

    @property
    def number(self) -> int:
        """Of the last event."""
        return len(self.events)

    @property
    def is_over(self) -> bool:
        return self.standing.is_over

    @property
    def actor(self) -> int | None:
        return self.standing.actor

    @property
    def winners(self) -> tuple[int, ...]:
        if self.resigned is not None:
            return tuple(seat for seat in range(self.position.players) if seat != self.resigned)
        return self.position.winners

    @property
    def is_full(self) -> bool:
        return self.standing.is_full

    def apply(self, event: Event, standing: Standing | None = None) -> None:
        """Let an event of the store happen; what it leads to may be known already."""
        assert event.number == self.number + 1, f"event {event.number} after {self.number}"
        self.standing = standing or self.standing.after(event)
        self.told.clear()
        self.events.append(event)
        self.played.append(self.position if event.kind == MOVE else None)

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
        return [
            (event, after.before, after, after.last_move)
            for event, after in zip(self.events, self.played, strict=True)
            if after is not None and after.before is not None and after.last_move is not None
        ]
