"""A board of Pyramidis as it stands on a real table, as text: which pyramids stand where, the bottom ones first.

    ry
    player 1; a4; a4; c5; home; home
    player 3; c5; home

The first line names the colours: `ry`, `gb` or `rgyb`. A field puts a pyramid of the player's colour on top of it. The
text is checked step by step; what cannot be is refused with its rule. Nothing here scores: `tally` does, on the state
that the text describes.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from benben.core.errors import IllegalMove, Reason
from benben.core.game import Line
from benben.core.kit.laying import Entries, Layout, no_step, steps_of
from benben.core.text import Message
from benben.games.pyramidis.box.components import (
    COLOURS,
    COURSES,
    GOAL,
    HOME_TO_WIN,
    INDEX,
    LETTERS,
    PIECES,
    START,
    TOWER,
)
from benben.games.pyramidis.rules.deal import LIMIT_2, LIMIT_4
from benben.games.pyramidis.rules.state import NO_COLOUR, Board, piece_at, put_piece
from benben.games.pyramidis.words import _
from benben.games.pyramidis.words.names import NAMES
from benben.games.pyramidis.words.points import steps_left, tally

SETS = ("rgyb", "ry", "gb")  # the colours in play
HOME = "home"


class LaidOut(Layout):
    """The pyramids of a text, and the state that they make. The order counts: what was laid first lies below."""

    names = NAMES

    def __init__(self, text: str) -> None:
        self.s = Board.blank()
        self.s.winner = self.s.turn = NO_COLOUR
        self.s.players, self.s.limit = COLOURS, LIMIT_4
        self.colours: tuple[int, ...] = ()  # in play; none before they are chosen
        self.seat = 0  # the colour of the next pyramid
        self.placed: list[tuple[int, str]] = []  # colour, and field or HOME
        for step in steps_of(text):
            self.add(step)

    def add(self, step: str) -> None:
        word, _space, number = step.partition(" ")
        if word == "player" and number in ("1", "2", "3", "4"):
            self.choose(int(number) - 1)
        elif step in SETS:
            self._begin(step)
        elif step == HOME or step in INDEX:
            self._put(step)
        else:
            raise no_step(step)

    def text(self) -> str:
        lines = ["".join(LETTERS[colour] for colour in self.colours)] if self.colours else []
        for colour, placed in groupby(self.placed, key=lambda one: one[0]):
            lines.append("; ".join([f"player {colour + 1}", *(place for _colour, place in placed)]))
        if not self.placed or self.placed[-1][0] != self.seat:
            lines.append(f"player {self.seat + 1}")
        return "\n".join(lines)

    def without(self, index: int) -> LaidOut:
        """The same without one pyramid. What stood on it sinks by one, so this is always possible."""
        fewer = LaidOut("".join(LETTERS[colour] for colour in self.colours))
        for colour, place in self.placed[:index] + self.placed[index + 1 :]:
            fewer.seat = colour
            fewer._put(place)
        fewer.seat = self.seat
        return fewer

    def without_last(self) -> LaidOut:
        if not self.placed:
            return LaidOut("")
        fewer = self.without(len(self.placed) - 1)
        fewer.seat = self.placed[-1][0]
        return fewer

    def left(self, colour: int) -> int:
        """The pyramids of a colour that are not laid out yet."""
        return PIECES - sum(one == colour for one, _place in self.placed)

    # The steps

    def choose(self, colour: int) -> None:
        if self.colours and colour not in self.colours:
            raise IllegalMove(_refusal("colour", "PDS-5", _("Two players take red and yellow, or green and blue.")))
        self.seat = colour

    def _begin(self, letters: str) -> None:
        if self.colours:
            raise no_step(letters)
        self.colours = tuple(LETTERS.index(letter) for letter in letters)
        if self.seat not in self.colours:
            self.seat = self.colours[0]
        if len(self.colours) == 2:
            self.s.players, self.s.pair, self.s.limit = 2, self.colours[0], LIMIT_2

    def _put(self, place: str) -> None:
        colour = self.seat
        if not self.colours:
            raise IllegalMove(_refusal("no-colours", "PDS-5", _("First choose the colours in play.")))
        if not self.left(colour):
            why = _("{colour} has eight pyramids, and all of them are laid out.", colour=NAMES[colour])
            raise IllegalMove(_refusal("ninth", "PDS-5", why))
        if place == HOME:
            self.s.home[colour] += 1
        else:
            self._check_field(place)
            put_piece(self.s, INDEX[place], colour)
        self.placed.append((colour, place))
        winners = [one for one in self.colours if self.s.home[one] >= HOME_TO_WIN]
        self.s.winner = winners[0] if len(winners) == 1 else NO_COLOUR

    def _check_field(self, name: str) -> None:
        colour, field = self.seat, INDEX[name]
        if len(self.colours) == 2 and name not in COURSES[colour]:
            raise IllegalMove(_refusal("off-course", "PDS-2", _("With two players nobody ever leaves the course.")))
        if field == GOAL[colour]:
            why = _("A pyramid on the goal of its colour is home at once.")
            raise IllegalMove(_refusal("goal", "PDS-14", why))
        height = self.s.height[field]
        if height < TOWER:
            return
        if field not in (START[one] for one in self.colours):
            why = _("Away from the start fields no stack is ever higher than five.")
            raise IllegalMove(_refusal("high", "PDS-10", why))
        pieces = {piece_at(self.s.stack[field], level) for level in range(height)} | {colour}
        if len(pieces) > 1 or field != START[colour]:
            why = _("Nothing may be put on a tower: a higher stack on a start field has one colour.")
            raise IllegalMove(_refusal("tower", "PDS-9", why))

    # Points

    def complete(self) -> list[int]:
        """The colours with all their pyramids laid out."""
        return [colour for colour in self.colours if not self.left(colour)]

    def tally(self) -> list[Line]:
        """Of complete colours; the seat of a line is the colour, as the page has a button for each."""
        if not self.colours:
            return []
        lines = zip(self.colours, tally(self.s), strict=True)
        return [replace(line, seat=colour) for colour, line in lines if colour in self.complete()]

    def entries(self) -> Entries:
        """For the score sheet, by colour in play. Who won with two players at five only the table knows."""
        done = self.complete()
        return {
            "home": [int(self.s.home[colour]) if colour in done else None for colour in self.colours],
            "won": [1 if colour in done and colour == self.s.winner else None for colour in self.colours],
            "steps": [int(steps_left(self.s, colour)) if colour in done else None for colour in self.colours],
        }


def _refusal(code: str, rule: str, message: Message) -> Reason:
    return Reason(f"pyramidis.layout-{code}", rule, message)
