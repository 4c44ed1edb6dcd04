"""A position: the face of the engine for people who write Python."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import index
from typing import SupportsIndex, overload

import numpy as np

from benben.core.chosen_deal import ChosenDeal, is_chosen
from benben.core.contract import NOBODY
from benben.core.errors import GameOver, IllegalMove, MalformedMove, Reason, VeiledPosition
from benben.core.game import Ask, Game, Line, Look, Size
from benben.core.rng import new_rng
from benben.core.shuffle import commit, deal_cards, seed_bytes
from benben.core.state import Records, State, copied
from benben.core.text import Message, texts

_ = texts(__package__)


@dataclass(frozen=True)
class Move:
    """A single decision. `str` is its notation, `int` its number."""

    number: int
    notation: str

    def __int__(self) -> int:
        return self.number

    def __index__(self) -> int:
        return self.number

    def __str__(self) -> str:
        return self.notation


@dataclass(frozen=True)
class Setup:
    """The settings of a match before its first move."""

    game: Game
    players: int
    options: Mapping[str, str]  # complete
    # The secret of the match, so it is not printed. None where it is not known: a view, or a position from outside any
    # match.
    seed: bytes | None = field(repr=False)

    @cached_property
    def commitment(self) -> str | None:
        """The hash of the seed, which may be shown before the first move; None where there is none, or it is not
        known."""
        return commit(self.seed) if self.seed and not is_chosen(self.seed) else None

    @cached_property
    def entered(self) -> ChosenDeal | None:
        """The entries of a match on a real table. None for any other match, and where the rest was dealt since."""
        deal = ChosenDeal.from_seed(self.seed) if self.seed and is_chosen(self.seed) else None
        return None if deal is None or deal.is_complete(self.game.shuffles(self.players, self.options)) else deal

    @cached_property
    def without_seed(self) -> Setup:
        """The same without the secret."""
        return Setup(self.game, self.players, self.options, seed=None)


class Position:
    """A state of a match. Never changes: `play` returns a new one.

    A position knows the whole truth, unless it is a `view`: then it knows what one seat may know and nothing else.
    """

    def __init__(
        self,
        setup: Setup,
        records: Records,
        seat: int | None = None,
        before: Position | None = None,
        move: int | None = None,
    ) -> None:
        """For `new`, `play`, `view` and readers of records; `records` is one record that nobody else holds."""
        self._setup = setup
        self._records = records
        self._seat = seat
        self._before = before
        self._move = move

    # Who and what

    @property
    def game(self) -> Game:
        """The declaration of the game."""
        return self._setup.game

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._setup.players

    @property
    def options(self) -> Mapping[str, str]:
        """The value of every option of the game."""
        return self._setup.options

    @property
    def setup(self) -> Setup:
        """The settings before the first move."""
        return self._setup

    @property
    def seat(self) -> int | None:
        """Whose view this is; NOBODY for a spectator's; None for the whole truth."""
        return self._seat

    @property
    def state(self) -> State:
        """The fields of the state, to look at: a copy."""
        return self.game.state(copied(self._records))

    @cached_property
    def actor(self) -> int | None:
        """The seat that decides now, or None when the match is over."""
        seat = int(self.game.engine.actor_of(self._records, 0))
        return None if seat == NOBODY else seat

    @property
    def is_over(self) -> bool:
        """True if the match has ended."""
        return self.actor is None

    @cached_property
    def score(self) -> tuple[int, ...]:
        """Points by seat, now; final when the match is over."""
        return self._by_seat("score_of")

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won: none while the match goes on, several where they share."""
        if not self.is_over:
            return ()
        return tuple(seat for seat, won in enumerate(self._by_seat("winners_of")) if won)

    def _by_seat(self, function: str) -> tuple[int, ...]:
        out = np.zeros(max(self.game.players), np.int64)
        self.game.engine.functions[function](self._records, 0, out)
        return tuple(out[: self.players].tolist())

    # Moves

    @cached_property
    def legal_moves(self) -> LegalMoves:
        """The moves of the seat to act. A view of another seat has none: they may be that seat's secret."""
        if self._seat is not None and self._seat != self.actor and not self.game.open:
            return LegalMoves(self.game, self._records, ())
        out = self.game.move_room()
        count = self.game.engine.legal_of(self._records, 0, out)
        return LegalMoves(self.game, self._records, tuple(out[:count].tolist()))

    def play(self, move: Move | str | int) -> Position:
        """The position after a legal move, given as a Move, a number or notation."""
        if self._seat is not None and not self.game.open:
            raise VeiledPosition(_("This is one seat's view: play the true position, or imagine one."))
        number = self.parse(move)
        self._check_running()
        if number not in self.legal_moves:
            raise IllegalMove(self.why_not(number))
        records = copied(self._records)
        self.game.engine.play_one(records, 0, number)
        return Position(self._setup, records, self._seat, before=self, move=number)

    def parse(self, move: Move | str | int) -> int:
        """The number of a move given in any form, legal or not; MalformedMove if it is none.

        After the end no text is a move: GameOver.
        """
        if isinstance(move, str):
            self._check_running()
            return self.game.face.read(self._plain, move.strip())
        try:
            number = index(move)
        except TypeError:  # 1.5, for example
            number = -1
        if not 0 <= number < self.game.moves:
            raise MalformedMove(
                _("A move of {game} is a number below {moves}.", game=self.game.title, moves=self.game.moves)
            )
        return number

    def _check_running(self) -> None:
        if self.is_over:
            raise GameOver(_("The match is over."))

    def notation(self, move: Move | int) -> str:
        """A move in the game's notation, legal or not."""
        return self.game.face.write(self._plain, int(move))

    def why_not(self, move: Move | str | int) -> Reason:
        """Why this move is not allowed here; GameOver after the end."""
        self._check_running()
        return self.game.face.why(self._plain, self.parse(move))

    def reveals(self, move: Move | int) -> bool:
        """Would this move show anybody something hidden? Then it cannot be taken back."""
        return bool(self.game.engine.reveals_of(self._records, 0, int(move)))

    def previews(self) -> list[tuple[int, bool]]:
        """The actor's immediate gain from each legal move, and whether that move ends the turn or reveals something, so
        that it cannot be taken back."""
        moves = self.legal_moves.numbers
        points = np.zeros(max(self.game.players), np.int64)
        gains, final = np.zeros(len(moves), np.int64), np.zeros(len(moves), np.bool_)
        states = np.concatenate((self._records, self._records))
        numbers = np.array(moves, np.int32)
        self.game.engine.preview_moves(states, numbers, len(moves), self.actor or 0, points, gains, final)
        return list(zip(gains.tolist(), final.tolist(), strict=True))

    @property
    def before(self) -> Position | None:
        """The position before the last move; None at the start of a match."""
        return self._before

    @cached_property
    def last_move(self) -> Move | None:
        """Kept: the log of a match asks every position for it, for every viewer."""
        if self._before is None or self._move is None:
            return None
        return Move(self._move, self._before.notation(self._move))

    def line(self) -> list[Position]:
        """All positions of the match up to this one, the first first."""
        positions = [self]
        while (before := positions[-1]._before) is not None:
            positions.append(before)
        return positions[::-1]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that led here, in notation."""
        return tuple(str(position.last_move) for position in self.line()[1:])

    # Secrets

    def view(self, seat: int | None = None) -> Position:
        """The position as `seat` may know it, and nothing else; without a seat, as a spectator may.

        Holds no reference to the truth: neither the seed nor the true positions before it.
        """
        viewer = NOBODY if seat is None else seat
        if not NOBODY <= viewer < self.players:
            raise IndexError(f"no seat {seat} with {self.players} players")
        if self._seat is not None:
            if viewer != self._seat:
                raise VeiledPosition(_("A view cannot show what another seat sees."))
            return self
        before, move = None, None
        if self._before is not None and self._move is not None:
            before, move = self._before._veiled(viewer), self._move
            if not self.game.open:
                move = int(self.game.engine.seen_of(self._before._records, 0, viewer, move))
        return self._veiled(viewer, before, move)

    def _veiled(self, viewer: int, before: Position | None = None, move: int | None = None) -> Position:
        setup = self._setup.without_seed
        if self.game.open:
            same = Position(setup, self._records, viewer, before, move)
            same.__dict__["_plain"] = self._plain  # never written to, and there is nothing to hide in it
            return same
        records = self.game.new_records(1)
        self.game.engine.veil_one(self._records, 0, viewer, records, 0)
        return Position(setup, records, viewer, before, move)

    def imagine(self, seed: int | np.random.SeedSequence) -> Position:
        """A whole position that fits this view, all that is hidden dealt at random."""
        records = copied(self._records)
        if self._seat is not None:
            self.game.engine.imagine_one(records, 0, new_rng(seed))
        return Position(self._setup.without_seed, records)

    # For people

    @cached_property
    def _plain(self) -> State:
        return self.game.state(self._records)

    def _look(
        self,
        lit: Collection[str] = (),
        locale: str = "en",
        prefix: str = "",
        style: bool = True,
        wide: bool = False,
        names: Sequence[str] = (),
        size: Size | None = None,
    ) -> Look:
        before = self._before._plain if self._before is not None else None
        wide = wide if size is None else size[0] > size[1]
        return Look(
            self._viewer, before, self._move, lit, locale, prefix, style, wide=wide, names=tuple(names), size=size
        )

    @property
    def _viewer(self) -> int:
        return NOBODY if self._seat is None else self._seat

    def svg(
        self,
        *,
        lit: Collection[str] = (),
        locale: str = "en",
        prefix: str = "",
        style: bool = True,
        wide: bool = False,
        names: Sequence[str] = (),
        size: Size | None = None,
    ) -> str:
        """The picture, in the eyes of this view's seat; `wide` where there is more room beside the board than below.

        `names` of the people by seat; an empty one shows the name of the seat itself. `size`, as `canvas` in
        `benben.core.drawing.canvas` finds it for a stage, decides instead of `wide`.
        """
        return self.game.face.picture(self._plain, self._look(lit, locale, prefix, style, wide, names, size))

    def ghost(
        self,
        move: Move | str | int,
        *,
        locale: str = "en",
        prefix: str = "",
        wide: bool = False,
        size: Size | None = None,
    ) -> str:
        """The preview of a move, as SVG to lay over the picture drawn with the same `wide` or `size`."""
        look = self._look(locale=locale, prefix=prefix, wide=wide, size=size)
        return self.game.face.ghost(self._plain, self.parse(move), look)

    def path(self, move: Move | str | int) -> tuple[str, ...]:
        """The elements of the picture to touch, one after the other, for a move."""
        return self.game.face.path(self._plain, self.parse(move))

    def aim(self, path: tuple[str, ...]) -> Move:
        """The move that touching these elements means, legal or not; MalformedMove if it means none, GameOver after the
        end."""
        self._check_running()
        number = self.game.face.aim(self._plain, path)
        return Move(number, self.notation(number))

    def text(self, locale: str = "en", *, colour: bool = False) -> str:
        """The board as text, in the colours of a terminal if asked."""
        return self.game.face.text(self._plain, replace(self._look(locale=locale), colour=colour))

    def ask(self) -> Ask | None:
        """The task of the seat to act; None when the match is over."""
        return None if self.is_over else self.game.face.ask(self._plain)

    def status(self) -> Message | None:
        """The line for all others: the task of the seat to act, or the winners; None if the game does not say."""
        return self.game.face.status(self._plain) if self.game.face.status is not None else None

    def intent(self, move: Move | str | int) -> Message | None:
        """A legal move in words, for its player before it is made; None if the game does not say."""
        return self.game.face.intent(self._plain, self.parse(move)) if self.game.face.intent is not None else None

    def warning(self, move: Move | str | int) -> Line | None:
        """The danger that a legal move brings to its player; None if there is none, or the game knows none."""
        return self.game.face.warn(self._plain, self.parse(move)) if self.game.face.warn is not None else None

    def destroys(self, move: Move | str | int) -> bool:
        """Does a legal move take away what its player has built up? Then it is always confirmed."""
        return self.game.face.destroys is not None and self.game.face.destroys(self._plain, self.parse(move))

    def direct(self, move: Move | str | int) -> str:
        """The element of the picture that alone means a legal move; "" if there is none."""
        return self.game.face.direct(self._plain, self.parse(move)) if self.game.face.direct is not None else ""

    def turns(self, move: Move | str | int) -> int:
        """The number of elements of the move's path before those that only turn the piece; 0 if none do."""
        return self.game.face.turns(self._plain, self.parse(move)) if self.game.face.turns is not None else 0

    def decline(self) -> Move | None:
        """The move that leaves the optional step out that is pending; None if the step is not optional."""
        number = None if self.is_over or self.game.face.decline is None else self.game.face.decline(self._plain)
        return None if number is None else Move(number, self.notation(number))

    def tell(self) -> list[Line]:
        """The last move, told in sentences."""
        if self._before is None or self._move is None:
            return []
        return self.game.face.tell(self._before._plain, self._move, self._plain)

    def tally(self) -> list[Line]:
        """The origin of the points, line by line."""
        return self.game.face.tally(self._plain)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"seat {self.actor} to act"
        return f"<Position {self.game.name}, {self.players} players, {state}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> tuple[object, ...]:
        """Flat, for a long match would nest deeper than pickling goes."""
        line = self.line()
        return _restored, (self._setup, self._seat, [position._records for position in line], [p._move for p in line])

    @property
    def _key(self) -> tuple[object, ...]:
        return self.game.name, self.players, tuple(self.options.items()), self._seat, self._records.tobytes()


class LegalMoves:
    """The legal moves of a position, as a sequence: iterate, count, index by place or by notation, ask with `in` for a
    move, its number or its notation."""

    def __init__(self, game: Game, records: Records, numbers: tuple[int, ...]) -> None:
        # Holds the record, not the position: that would be a reference cycle, which only the garbage collector ends.
        self._game, self._records = game, records
        self.numbers = numbers

    @cached_property
    def _state(self) -> State:
        return self._game.state(self._records)

    def __iter__(self) -> Iterator[Move]:
        return map(self._move, self.numbers)

    def __reversed__(self) -> Iterator[Move]:
        return map(self._move, reversed(self.numbers))

    def __len__(self) -> int:
        return len(self.numbers)

    def index(self, move: Move) -> int:
        """The place of a move."""
        return self.numbers.index(move.number)

    def count(self, move: Move) -> int:
        """1 if the move is legal, else 0."""
        return self.numbers.count(move.number)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                return self._game.face.read(self._state, move.strip()) in self.numbers
            except (MalformedMove, IllegalMove):
                return False
        return isinstance(move, (int, Move, np.integer)) and int(move) in self.numbers

    @overload
    def __getitem__(self, which: SupportsIndex | str) -> Move: ...
    @overload
    def __getitem__(self, which: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, which: SupportsIndex | str | slice) -> Move | tuple[Move, ...]:
        """The move at a place, or the one of this notation; MalformedMove or IllegalMove say what is wrong with it."""
        if isinstance(which, slice):
            return tuple(map(self._move, self.numbers[which]))
        if not isinstance(which, str):
            return self._move(self.numbers[which])
        number = self._game.face.read(self._state, which.strip())
        if number not in self.numbers:
            raise IllegalMove(self._game.face.why(self._state, number))
        return self._move(number)

    def _move(self, number: int) -> Move:
        return Move(number, self._game.face.write(self._state, number))

    def __repr__(self) -> str:
        return f"<LegalMoves {', '.join(map(str, self))}>"


Sequence.register(LegalMoves)  # not a base class: type checkers would forbid `number in legal_moves`


def _restored(setup: Setup, seat: int | None, records: list[Records], moves: list[int | None]) -> Position:
    position = None
    for state, move in zip(records, moves, strict=True):
        position = Position(setup, state, seat, position, move)
    assert position is not None
    return position


def start(game: Game, players: int, seed: bytes | int | None = None, **options: object) -> Position:
    """The first position of a match; the seed is drawn if none is given."""
    chosen = game.check_options(players, options)
    secret = seed_bytes(seed)
    cards = deal_cards(secret, game.shuffles(players, chosen))
    return Position(Setup(game, players, chosen, secret), game.dealt(players, chosen, cards))
