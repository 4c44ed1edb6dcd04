"""A match on a real table, followed by somebody who enters what happens there.

Nobody knows the order of a real stack. So a place of the shuffles stays undecided until the person who enters can tell
what lies there; then the person says which piece it is. To find that moment, a match with another piece at each
undecided place is played along beside the match itself: as soon as one of these twins looks different to the eyes of
that person, its place is `due`. The eyes are those of one seat, or of a spectator.

Choices that the eyes do not see (a card put face down into a tomb) leave several lines of moves, which are all followed
until something shows which of them it was. An entry is

    a move in notation, as the eyes see it:  khepri   tomb ?
    the piece that came up:                  piece 17
    what was seen, where lines differ:       seen 1

The rules are asked, never repeated: everything here is `deal`, `legal`, `play`, `veil` and `seen` of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np

from benben.core.chosen_deal import ChosenDeal
from benben.core.contract import NOBODY
from benben.core.errors import GameOver, IllegalMove, MalformedMove
from benben.core.game import Game
from benben.core.position import Position, Setup, start
from benben.core.state import Records
from benben.core.text import texts

_ = texts(__package__)

PIECE, SEEN = "piece", "seen"  # the words that begin an entry which is no move
MOST_LINES = 256  # of moves that look the same

Place = tuple[str, int]  # a shuffle, and the place in it
Known = tuple[tuple[int | None, ...], ...]  # by shuffle: the piece at each place, None where it is undecided


@dataclass(frozen=True, eq=False)
class _Table:
    """The settings that stay the same."""

    game: Game
    players: int
    options: tuple[tuple[str, str], ...]
    eyes: int

    @cached_property
    def setup(self) -> Setup:
        return Setup(self.game, self.players, dict(self.options), seed=None)

    @cached_property
    def shuffles(self) -> Mapping[str, int]:
        return self.game.shuffles(self.players, dict(self.options))

    @cached_property
    def kinds(self) -> tuple[tuple[int, ...], ...]:
        """By shuffle, for each piece: the first one that is equal to it."""
        found, at = [], 0
        cards = [piece for size in self.shuffles.values() for piece in range(size)]
        for size in self.shuffles.values():
            seen: dict[bytes, int] = {}
            kinds = []
            for piece in range(size):
                tried = [*cards[:at], piece, *cards[at + 1 :]]
                kinds.append(seen.setdefault(self.dealt(tried).tobytes(), piece))
            found.append(tuple(kinds))
            at += size
        return tuple(found)

    def dealt(self, cards: Sequence[int]) -> Records:
        """The first state. The pieces need not be all different: a deal only copies them."""
        return self.game.dealt(self.players, dict(self.options), list(cards))

    def deal_of(self, known: Known) -> ChosenDeal:
        return ChosenDeal(dict(zip(self.shuffles, known, strict=True)), self.eyes)

    def veiled(self, states: Records, eyes: int) -> Records:
        """Each state as these eyes see it."""
        if self.game.open:
            return states
        out = self.game.new_records(len(states))
        for row in range(len(states)):
            self.game.engine.veil_one(states, row, eyes, out, row)
        return out


@cache
def _table(game: Game, players: int, options: tuple[tuple[str, str], ...], eyes: int) -> _Table:
    return _Table(game, players, options, eyes)


@dataclass(frozen=True, eq=False)
class _Line:
    """One line of moves that fits all entries: its states, and what of the shuffles is known in it."""

    table: _Table
    known: Known
    moves: tuple[int, ...]
    places: tuple[Place, ...]  # undecided
    states: Records  # the match, and then its twin for each of these places

    @classmethod
    def dealt(cls, table: _Table, known: Known, moves: Iterable[int] = ()) -> _Line:
        cards = table.deal_of(known).cards(table.shuffles)
        states, places, at = [table.dealt(cards)], [], 0
        for name, kinds, pieces in zip(table.shuffles, table.kinds, known, strict=True):
            for place, piece in enumerate(pieces):
                other = next((one for one in kinds if one != kinds[cards[at]]), None)
                if piece is None and other is not None:
                    twin = table.dealt([*cards[:at], other, *cards[at + 1 :]])
                    if twin.tobytes() != states[0].tobytes():  # otherwise the place is never looked at
                        states.append(twin)
                        places.append((name, place))
                at += 1
        line = cls(table, known, (), tuple(places), np.concatenate(states))
        for move in moves:
            line = line.after(move)
        return line

    def after(self, move: int) -> _Line:
        states = self.states.copy()
        self.table.game.engine.play_many(states, 0, len(states), np.full(len(states), move, np.int64))
        return replace(self, moves=(*self.moves, move), states=states)

    def drawn(self, place: Place, piece: int) -> _Line:
        """With this piece at the place: all is dealt and played again."""
        shuffle = list(self.table.shuffles).index(place[0])
        pieces = [*self.known[shuffle]]
        pieces[place[1]] = piece
        return _Line.dealt(self.table, (*self.known[:shuffle], tuple(pieces), *self.known[shuffle + 1 :]), self.moves)

    @cached_property
    def seen(self) -> bytes:
        """The match in the view of the eyes."""
        return self.table.veiled(self.states[:1], self.table.eyes).tobytes()

    @cached_property
    def decided(self) -> bytes:
        """The state without the bytes in which a twin differs."""
        rows = self.states.view(np.uint8).reshape(len(self.states), -1)
        undecided = (rows[1:] != rows[0]).any(axis=0)
        return bytes(undecided.tobytes() + np.where(undecided, 0, rows[0]).tobytes())

    @cached_property
    def due(self) -> Place | None:
        """The first undecided place at which another piece would look different."""
        views = self.table.veiled(self.states, self.table.eyes)
        return next((place for row, place in enumerate(self.places, 1) if views[row] != views[0]), None)

    @property
    def position(self) -> Position:
        """Without its history."""
        return Position(self.table.setup, self.states[:1].copy())

    def left(self, name: str) -> list[int]:
        """The pieces of a shuffle that have not come up, one of each kind."""
        shuffle = list(self.table.shuffles).index(name)
        kinds, known = self.table.kinds[shuffle], self.known[shuffle]
        return sorted({kinds[piece]: piece for piece in range(len(kinds)) if piece not in known}.values())

    def choices(self) -> dict[int, list[int]]:
        """The legal moves, by what the eyes see of them."""
        found: dict[int, list[int]] = {}
        position, game = self.position, self.table.game
        for move in position.legal_moves.numbers:
            code = move if game.open else int(game.engine.seen_of(self.states, 0, self.table.eyes, move))
            found.setdefault(code, []).append(move)
        return found


@dataclass(frozen=True)
class Question:
    """The next thing to enter: a piece, a sight, or else a move."""

    place: Place | None = None  # where a piece came up …
    pieces: tuple[int, ...] = ()  # … that is one of these
    seen: tuple[Position, ...] = ()  # or what was seen: positions with the last move, through the eyes


class RealTable:
    """A match on a real table as far as it was entered; never changes."""

    def __init__(self, table: _Table, lines: Sequence[_Line], entries: tuple[str, ...]) -> None:
        """For `begin` and `enter`."""
        self._table, self._lines, self.entries = table, tuple(lines), entries

    @classmethod
    def begin(cls, game: Game, players: int, eyes: int = NOBODY, **options: object) -> RealTable:
        """Before anything is known. `eyes`: the seat whose hidden pieces will be entered too."""
        chosen = game.check_options(players, options)
        if not NOBODY <= eyes < players:
            raise MalformedMove(_("There is no seat {seat}.", seat=eyes + 1))
        table = _table(game, players, tuple(chosen.items()), eyes)
        unknown = tuple((None,) * size for size in table.shuffles.values())
        return cls(table, [_Line.dealt(table, unknown)], ())

    @property
    def eyes(self) -> int:
        return self._table.eyes

    def enter(self, entry: str) -> RealTable:
        """With one entry more. IllegalMove and MalformedMove say what is wrong with it."""
        word, _space, number = entry.partition(" ")
        if word in (PIECE, SEEN) and number.isdecimal():
            lines = self._draw(int(number)) if word == PIECE else self._see(int(number))
        else:
            lines = self._move(entry)
        return RealTable(self._table, _distinct(lines), (*self.entries, entry))

    # Questions

    @cached_property
    def question(self) -> Question:
        due = [line for line in self._lines if line.due is not None]
        settled = self._outcomes()
        seen = tuple(_position(line).view(_viewer(self.eyes)) for line in settled)
        if not due:
            return Question(seen=seen if len(seen) > 1 else ())
        place = due[0].due
        assert place is not None
        return Question(place, tuple(due[0].left(place[0])), seen)

    @property
    def is_asking(self) -> bool:
        """Must something be said before the next move?"""
        return self.question != Question()

    def _outcomes(self) -> list[_Line]:
        """One line for each thing that the eyes may have seen, where nothing is due."""
        found: dict[bytes, _Line] = {}
        for line in self._lines:
            if line.due is None:
                found.setdefault(line.seen, line)
        return list(found.values())

    def choices(self) -> dict[str, list[str]]:
        """The moves as the eyes see them, each with the elements to touch for it; empty while something is asked."""
        if self.is_asking:
            return {}
        line = self._lines[0]
        eyed = line.position.view(_viewer(self.eyes))
        return {eyed.notation(code): list(eyed.path(moves[0])) for code, moves in line.choices().items()}

    # Entries

    def _draw(self, piece: int) -> list[_Line]:
        question = self.question
        if question.place is None:
            raise MalformedMove(_("No piece has come up."))
        name, _at = question.place
        kinds = self._table.kinds[list(self._table.shuffles).index(name)]
        if not 0 <= piece < len(kinds):
            raise MalformedMove(_("“{name}” has {n} pieces, numbered from 0.", name=name, n=len(kinds)))
        lines = []
        for line in self._lines:
            same = [one for one in line.left(name) if kinds[one] == kinds[piece]]
            if line.due is not None and line.due[0] == name and same:
                lines.append(line.drawn(line.due, same[0]))
        if not lines:
            raise MalformedMove(_("This piece has come up before."))
        return lines

    def _see(self, number: int) -> list[_Line]:
        outcomes = self._outcomes()
        if not self.question.seen or number >= len(outcomes):
            raise MalformedMove(_("There is no such choice."))
        return [line for line in self._lines if line.due is None and line.seen == outcomes[number].seen]

    def _move(self, text: str) -> list[_Line]:
        if self.is_asking:
            raise MalformedMove(_("First say what came up."))
        first = self._lines[0]
        eyed = first.position.view(_viewer(self.eyes))
        if first.position.is_over:
            raise GameOver(_("The match is over."))
        code = next((code for code in first.choices() if eyed.notation(code) == text.strip()), None)
        if code is None:  # written in another way, or illegal
            code = first.position.parse(text)
            if code not in first.choices():
                raise IllegalMove(first.position.why_not(code))
        return [line.after(move) for line in self._lines for move in line.choices().get(code, ())]

    # The match

    @cached_property
    def position(self) -> Position:
        """The match up to the last move about which nothing is open. Look at it only through the eyes: what nobody has
        seen is filled in."""
        return _position(self._lines[0], self.is_asking)

    @property
    def view(self) -> Position:
        """The view of the eyes."""
        return self.position.view(_viewer(self.eyes))

    @property
    def is_dealt(self) -> bool:
        """Is there a position to look at?"""
        return bool(self._lines[0].moves) or not self.is_asking

    def actors_view(self) -> Position | None:
        """The view of the seat to act; None if the eyes do not know all of it."""
        actor = self.position.actor
        if actor is None or self.is_asking:
            return None
        views = {row.tobytes() for line in self._lines for row in self._table.veiled(line.states, actor)}
        return self.position.view(actor) if len(views) == 1 else None


def _distinct(lines: Iterable[_Line]) -> list[_Line]:
    """Lines that differ only in what is undecided have the same future: one of them is enough."""
    found: dict[bytes, _Line] = {}
    for line in lines:
        found.setdefault(line.decided, line)
    return list(found.values())[:MOST_LINES]


def _position(line: _Line, without_last: bool = False) -> Position:
    """The match with its history, from its deal."""
    table = line.table
    position = start(table.game, table.players, table.deal_of(line.known).as_seed(), **dict(table.options))
    for move in line.moves[:-1] if without_last else line.moves:
        position = position.play(move)
    return position


def _viewer(eyes: int) -> int | None:
    return None if eyes == NOBODY else eyes
