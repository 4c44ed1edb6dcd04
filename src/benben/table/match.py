"""A match as the sum of its events. No input or output here.

Kinds of events: `house` (the options of the table), `sit` (a person or a bot takes a seat), `move`, `back` (the last
move is taken back), `resign`, `hint` (a seat got a hint for its decision), `hints` (a seat agrees to hints, or not).
Events are never deleted; the state of a match is the result of applying all of them.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property

from benben.core.game import Game, Level
from benben.core.lesson import Lesson, Step
from benben.core.position import Position, start
from benben.core.text import texts
from benben.table.errors import CannotTakeBack

_ = texts(__package__)

OPTIONS, SIT, MOVE, BACK, RESIGN, HINT, HINTS = "house", "sit", "move", "back", "resign", "hint", "hints"
OPEN, PERSON, BOT = "open", "person", "bot"

LONGEST_NAME = 40
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def is_day(deal: str) -> bool:
    """Is this the id of the deal of a day?"""
    return _DAY.fullmatch(deal) is not None


def hashed(secret: str) -> bytes:
    """The form in which a seat's secret is stored."""
    return hashlib.sha256(secret.encode()).digest()


@dataclass(frozen=True)
class MatchEvent:
    """One numbered thing that happened in a match."""

    number: int
    kind: str
    seat: int
    time: float
    move: int | None = None
    text: str | None = None


@dataclass(frozen=True)
class Occupant:
    """Who sits on a seat."""

    kind: str = OPEN
    name: str = ""
    level: str = ""  # of a bot

    def as_text(self, key: bytes | None = None) -> str:
        """The text of the event in which the occupant sits down. `key`: from then on the seat has another secret."""
        fields = {"kind": self.kind, "name": self.name, "level": self.level}
        return json.dumps(fields if key is None else {**fields, "key": key.hex()})

    @classmethod
    def from_text(cls, text: str) -> Occupant:
        fields = json.loads(text)
        return cls(fields["kind"], fields["name"], fields["level"])


def _new_key(event: MatchEvent) -> bytes | None:
    """The hash of the seat's new secret, if the event gives it one."""
    key = json.loads(event.text or "{}").get("key") if event.kind == SIT else None
    return None if key is None else bytes.fromhex(key)


@dataclass(frozen=True)
class TableOptions:
    """Options of a table beside those of the game, fixed when the table is opened."""

    previews: bool = True  # show what a move would score before it is made
    lesson: bool = False  # a guided first game
    study: bool = False  # an uploaded record: read only
    origin: str = ""  # the match that this one continues …
    ply: int = 0  # … from the position after this many moves
    series: str = ""  # a rematch: the first match of the series …
    rounds: int = 0  # … and the number of rematches since
    deal: str = ""  # the id of a deal that other tables have too: see table.deals
    counted: bool = False  # compared with others: no take-back, no hints

    def as_text(self) -> str:
        return json.dumps(asdict(self))

    @property
    def is_of_day(self) -> bool:
        """Is it the deal of a day?"""
        return is_day(self.deal)

    @classmethod
    def from_text(cls, text: str) -> TableOptions:
        return cls(**json.loads(text))


@dataclass(frozen=True)
class MatchState:
    """The result of all events so far; never changes."""

    position: Position
    occupants: tuple[Occupant, ...]
    resigned: int | None = None
    table_options: TableOptions = TableOptions()
    agreed: frozenset[int] = frozenset()  # seats whose people agree to hints
    hinted: frozenset[tuple[int, int]] = frozenset()  # hints: the number of moves before, and the seat

    @cached_property
    def is_over(self) -> bool:
        return self.resigned is not None or self.position.is_over

    @property
    def actor(self) -> int | None:
        return None if self.is_over else self.position.actor

    @cached_property
    def is_full(self) -> bool:
        """Is every seat taken, and the match there to be played?"""
        return not self.table_options.study and all(occupant.kind != OPEN for occupant in self.occupants)

    @cached_property
    def has_bots(self) -> bool:
        return any(occupant.kind == BOT for occupant in self.occupants)

    @cached_property
    def waits_for_bot(self) -> bool:
        return self._decides is not None and self._decides.kind == BOT

    @cached_property
    def waits_for_person(self) -> bool:
        return self._decides is not None and self._decides.kind == PERSON

    @property
    def _decides(self) -> Occupant | None:
        """Who is to decide; nobody while a lesson waits for its learner to read on."""
        if self.actor is None or not self.is_full or self.lesson_waits:
            return None
        return self.occupants[self.actor]

    @cached_property
    def lesson(self) -> Lesson | None:
        """The guided game that is played here, while its learner plays it."""
        lesson = self.position.game.lesson if self.table_options.lesson and not self.is_over else None
        if lesson is None or self.occupants[lesson.seat].kind != PERSON or not lesson.is_of(self.position):
            return None
        return lesson

    @cached_property
    def ply(self) -> int:
        """The number of moves so far."""
        return len(self.position.line()) - 1

    @cached_property
    def lesson_due(self) -> Step | str | None:
        """In a guided game: the learner's decision, or the written move that comes next when the learner goes on."""
        return self.lesson.due(self.position, self.ply) if self.lesson else None

    @property
    def lesson_waits(self) -> bool:
        """In a guided game: the learner is to read on, before a written move or at the end."""
        return isinstance(self.lesson_due, str) or (self.lesson is not None and self.ply >= len(self.lesson.plan))

    def after(self, event: MatchEvent) -> MatchState:
        """The state that an event leads to."""
        if event.kind == MOVE:
            assert event.move is not None
            position = self.position.play(event.move)
            return MatchState(
                position, self.occupants, self.resigned, self.table_options, self.agreed, self.hinted
            )  # every move: faster than `replace`
        if event.kind == BACK:
            assert self.position.before is not None
            return replace(self, position=self.position.before)
        if event.kind == RESIGN:
            return replace(self, resigned=event.seat)
        if event.kind == HINT:
            return replace(self, hinted=self.hinted | {(self.ply, event.seat)})
        assert event.text is not None
        if event.kind == HINTS:  # who is against it ends the question
            agrees = json.loads(event.text)["agree"]
            return replace(self, agreed=self.agreed | {event.seat} if agrees else frozenset())
        if event.kind == OPTIONS:
            return replace(self, table_options=TableOptions.from_text(event.text))
        assert event.kind == SIT, event.kind
        occupants = list(self.occupants)
        occupants[event.seat] = Occupant.from_text(event.text)
        return replace(self, occupants=tuple(occupants), agreed=self.agreed - {event.seat})


@dataclass
class Match:
    """A match with all its events. Grows in the event loop only; other threads get a `snapshot`."""

    id: str
    state: MatchState
    created: float
    keys: tuple[bytes, ...] = ()  # by seat: the hash of its secret
    former_keys: tuple[tuple[int, bytes], ...] = ()  # seats and the hashes of secrets that opened them earlier
    rematch_of: str | None = None
    events: list[MatchEvent] = field(default_factory=list)
    played: list[Position | None] = field(default_factory=list)  # for each event that is a move: the position after it
    states: list[MatchState] = field(default_factory=list)  # after each event
    last_used: float = 0.0  # monotonic clock of this process
    is_set_aside: bool = False  # its bot has failed in this process
    deal_is_over: bool = False  # of a shared deal: no table can profit from its seed any more

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
        return cls(match_id, MatchState(position, (Occupant(),) * players), created, keys, rematch_of=rematch_of)

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def position(self) -> Position:
        return self.state.position

    @property
    def occupants(self) -> tuple[Occupant, ...]:
        return self.state.occupants

    @property
    def resigned(self) -> int | None:
        return self.state.resigned

    @property
    def table_options(self) -> TableOptions:
        return self.state.table_options

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.events)

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def actor(self) -> int | None:
        return self.state.actor

    @property
    def winners(self) -> tuple[int, ...]:
        if self.resigned is not None:
            return tuple(seat for seat in range(self.position.players) if seat != self.resigned)
        return self.position.winners

    @property
    def is_full(self) -> bool:
        return self.state.is_full

    def apply(self, event: MatchEvent, state: MatchState | None = None) -> None:
        """Add a stored event. `state` is what it leads to, where the caller has computed that already."""
        assert event.number == self.number + 1, f"event {event.number} after {self.number}"
        self.state = state or self.state.after(event)
        self.events.append(event)
        if event.kind == SIT and (key := _new_key(event)) is not None:
            self.former_keys += ((event.seat, self.keys[event.seat]),)
            self.keys = (*self.keys[: event.seat], key, *self.keys[event.seat + 1 :])
        self.played.append(self.position if event.kind == MOVE else None)
        self.states.append(self.state)

    @property
    def is_sealed(self) -> bool:
        """Must its seed and what was hidden stay secret although it may be over? Others still play the same deal."""
        return bool(self.table_options.deal) and not self.deal_is_over

    @property
    def series(self) -> str:
        """The id of the first match of this series of rematches."""
        return self.table_options.series or self.id

    def first_seat(self, seat: int) -> int:
        """The seat in the first match of the series: everybody moves on by one in each rematch."""
        return (seat + self.table_options.rounds) % self.position.players

    def opens(self, secret: str, seat: int) -> bool:
        """Is this the secret of the seat?"""
        return seat < len(self.keys) and hmac.compare_digest(hashed(secret), self.keys[seat])

    def seat_opened_by(self, secret: str) -> int | None:
        key = hashed(secret)
        return next((seat for seat, own in enumerate(self.keys) if hmac.compare_digest(key, own)), None)

    def seat_once_opened_by(self, secret: str) -> int | None:
        """The seat whose former secret this is."""
        key = hashed(secret)
        return next((seat for seat, former in self.former_keys if hmac.compare_digest(key, former)), None)

    def snapshot(self) -> Match:
        """A copy that later events do not change, for other threads."""
        return replace(self, events=self.events.copy(), played=self.played.copy(), states=self.states.copy())

    def as_of(self, number: int) -> Match:
        """A copy as the match was after event `number`, which must be at least 1."""
        events, played, states = self.events[:number], self.played[:number], self.states[:number]
        return replace(self, state=states[-1], events=events, played=played, states=states)

    def check_take_back(self, seat: int) -> None:
        """Raise CannotTakeBack, with the reason, unless this seat may take back the last move."""
        before, move = self.position.before, self.position.last_move
        if self.table_options.counted:
            raise CannotTakeBack(_("This match is compared with others: no move can be taken back."), why="counted")
        if before is None or move is None:
            raise CannotTakeBack(_("There is no move to take back."), why="nothing")
        if self.resigned is not None:
            raise CannotTakeBack(_("The match is over."), why="over")
        if before.actor != seat:
            raise CannotTakeBack(_("Another player has moved since."), why="another-seat")
        if before.reveals(move):
            raise CannotTakeBack(_("The move has revealed something hidden."), why="reveal")
        if self.position.is_over:
            raise CannotTakeBack(_("The match is over."), why="over")

    @property
    def hinted_moves(self) -> tuple[int, ...]:
        """The moves before which their seat got a hint, counted from 1."""
        line = self.position.line()
        actors = [position.actor for position in line[:-1]]
        found = {
            next((number for number, actor in enumerate(actors[ply:], ply + 1) if actor == seat), 0)
            for ply, seat in self.state.hinted
        }
        return tuple(sorted(found - {0}))

    def level_of(self, seat: int) -> Level | None:
        """The level of the bot on a seat; None if no bot sits there."""
        occupant, advice = self.occupants[seat], self.game.advice
        if occupant.kind != BOT or advice is None:
            return None
        return next((level for level in advice.levels if level.name == occupant.level), advice.levels[0])
