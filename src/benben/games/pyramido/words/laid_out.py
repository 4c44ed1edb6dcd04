"""Pyramids as they lie on a real table, as text: which domino lies where, with cards and markers, layer by layer.

    player 1; 4x5; 17 a1-b1; 3 c1-c2; red c1 ne; mark a1; …; stage; 40 a1-a2; …

`4x5` are the rows and columns of the first layer. `17 a1-b1` is domino 17, its left block on a1 and its right block on
b1; a1 is the upper left cell of the layer. `stage` goes on to the next layer. The text is checked step by step; what
cannot be is refused with its rule. Nothing here scores: `points` does, on the state that the text describes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from benben.core.errors import IllegalMove, MalformedMove, Reason
from benben.core.game import Line
from benben.core.kit.laying import Entries, LayoutByPlayer, no_step
from benben.core.text import Message
from benben.games.pyramido.box.components import (
    CARDS,
    COLOUR_OF,
    DOMINOES,
    LONG,
    MOST_PLAYERS,
    QUARTERS,
    SHORT,
    STAGES,
    WORDS,
    block_number,
    card_number,
    card_of,
)
from benben.games.pyramido.rules.layers import FIRST_CELL
from benben.games.pyramido.rules.state import Board
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import NAMES, SEATS, domino_in_words
from benben.games.pyramido.words.points import areas, stage_lines
from benben.games.pyramido.words.score_sheet import area

_COLOURS, _QUARTERS = "|".join(WORDS), "|".join(QUARTERS)
_STEP = re.compile(
    rf"(?P<rows>\d)x(?P<columns>\d)"
    rf"|(?P<domino>\d{{1,2}}) (?P<left>[a-e][1-5])-(?P<right>[a-e][1-5])"
    rf"|(?P<card>{_COLOURS}) (?P<on>[a-e][1-5]) (?P<quarter>{_QUARTERS})"
    rf"|mark (?P<mark>[a-e][1-5])"
    rf"|(?P<stage>stage)"
)
_TURNS = {(0, 1): 0, (1, 0): 1, (0, -1): 2, (-1, 0): 3}  # from the left block to the right one: quarter turns

Cell = tuple[int, int]  # row and column in the layer


@dataclass
class Pyramid:
    """One player's pyramid, as far as it is laid out."""

    rows: int = 0
    columns: int = 0
    stage: int = 0
    dominoes: dict[Cell, int] = field(default_factory=dict)  # of the current layer, by cell
    cards: dict[Cell, int] = field(default_factory=dict)  # of the current layer: the colour
    marks: dict[int, Cell] = field(default_factory=dict)  # of the current stage, by colour
    cards_used: int = 0  # bit set

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of the current layer."""
        return self.rows - self.stage, self.columns - self.stage

    def empty(self) -> list[Cell]:
        """The empty cells of the current layer, in reading order."""
        rows, columns = self.size
        cells = [(row, column) for row in range(rows) for column in range(columns)]
        return [cell for cell in cells if cell not in self.dominoes and cell not in self.cards]

    @property
    def is_full(self) -> bool:
        return self.rows > 0 and not self.empty()


class LaidOut(LayoutByPlayer):
    """All pyramids of a text, and the state that they make."""

    names = SEATS

    def __init__(self, text: str) -> None:
        self.s = Board.blank()
        self.s.players = MOST_PLAYERS
        self.pyramids = [Pyramid() for _seat in range(MOST_PLAYERS)]
        self.owner: dict[int, int] = {}  # of each domino laid
        super().__init__(text, MOST_PLAYERS)

    @property
    def now(self) -> Pyramid:
        """The pyramid that is being laid out."""
        return self.pyramids[self.seat]

    def do(self, step: str) -> None:
        found = _STEP.fullmatch(step)
        if found is None:
            raise no_step(step)
        if found["rows"]:
            self._begin(int(found["rows"]), int(found["columns"]))
        elif not self.now.rows:
            raise IllegalMove(_refusal("no-size", "PDO-5", _("First choose the size of the first layer.")))
        elif found["domino"]:
            self._lay(int(found["domino"]), _cell(found["left"]), _cell(found["right"]))
        elif found["card"]:
            self._cover(WORDS.index(found["card"]), _cell(found["on"]), QUARTERS.index(found["quarter"]))
        elif found["mark"]:
            self._mark(_cell(found["mark"]))
        else:
            self._next_stage()

    # The steps

    def _begin(self, rows: int, columns: int) -> None:
        if self.now.rows or {rows, columns} != {LONG, SHORT}:
            raise IllegalMove(_refusal("size", "PDO-5", _("The first layer is five by four blocks, or four by five.")))
        self.now.rows, self.now.columns = rows, columns

    def _lay(self, domino: int, left: Cell, right: Cell) -> None:
        turn = _TURNS.get((right[0] - left[0], right[1] - left[1]))
        if domino >= DOMINOES or turn is None:
            raise MalformedMove(_("There are dominoes 0 to {last}, on two neighbouring cells.", last=DOMINOES - 1))
        self._check_free(left)
        self._check_free(right)
        if domino in self.owner:
            why = _(
                "The domino {domino} lies already in the pyramid of {seat}. No two are alike.",
                domino=domino_in_words(domino),
                seat=SEATS[self.owner[domino]],
            )
            raise IllegalMove(_refusal("twice", "PDO-1", why))
        self.owner[domino] = self.seat
        for half, cell in enumerate((left, right)):
            self.now.dominoes[cell] = domino
            self._put(cell, block_number(domino, half, turn))

    def _cover(self, colour: int, cell: Cell, quarter: int) -> None:
        now = self.now
        self._check_inside(cell)
        if now.cards_used >> card_of(colour) & 1:
            why = _("Each player has three cards, and this one is laid already.")
            raise IllegalMove(_refusal("card-used", "PDO-2", why))
        if cell in now.cards or cell in now.marks.values():
            why = _("A card goes on a block without a marker and without a card.")
            raise IllegalMove(_refusal("covered", "PDO-9", why))
        domino = now.dominoes.get(cell)
        if domino is not None and any(now.dominoes.get(other) == domino for other in now.cards):
            raise IllegalMove(_refusal("second-card", "PDO-9", _("A turn has one card: only one block of a domino.")))
        now.cards_used |= 1 << card_of(colour)
        now.cards[cell] = colour
        self._put(cell, card_number(colour, quarter))

    def _mark(self, cell: Cell) -> None:
        now = self.now
        self._check_inside(cell)
        number = self.block(cell)
        if not number or cell not in now.dominoes:
            raise IllegalMove(_refusal("no-block", "PDO-8", _("A marker lies on a block of a domino of this stage.")))
        colour = int(COLOUR_OF[number])
        if colour in now.marks:
            why = _("You have one {colour} marker, and it lies already in this stage.", colour=NAMES[colour])
            raise IllegalMove(_refusal("marker-used", "PDO-8", why))
        other = [marked for marked in now.marks.values() if now.dominoes[marked] == now.dominoes[cell]]
        if other and cell not in now.cards and other[0] not in now.cards:
            why = _("A turn brings one marker. A second one on the same domino lies on a card.")
            raise IllegalMove(_refusal("two-markers", "PDO-9", why))
        now.marks[colour] = cell
        self.s.mark[self.seat, now.stage, colour] = 1 + self._index(cell)

    def _next_stage(self) -> None:
        now = self.now
        if not now.is_full or now.stage == STAGES - 1:
            raise IllegalMove(_refusal("not-full", "PDO-6", _("The next layer lies on a full one.")))
        if not now.marks:
            raise IllegalMove(_refusal("no-marker", "PDO-8", _("The first domino of a stage always gets a marker.")))
        now.stage += 1
        now.dominoes, now.cards, now.marks = {}, {}, {}

    # Cells

    def block(self, cell: Cell) -> int:
        """What lies on a cell of the current layer; 0: nothing."""
        return int(self.s.block[self.seat, int(FIRST_CELL[self.now.stage]) + self._index(cell)])

    def _index(self, cell: Cell) -> int:
        return cell[0] * (LONG - self.now.stage) + cell[1]

    def _put(self, cell: Cell, number: int) -> None:
        self.s.block[self.seat, int(FIRST_CELL[self.now.stage]) + self._index(cell)] = number

    def _check_inside(self, cell: Cell) -> None:
        rows, columns = self.now.size
        if cell[0] >= rows or cell[1] >= columns:
            why = _(
                "The layer of stage {n} has {rows} by {columns} blocks.",
                n=self.now.stage + 1,
                rows=rows,
                columns=columns,
            )
            raise IllegalMove(_refusal("outside", "PDO-6" if self.now.stage else "PDO-5", why))

    def _check_free(self, cell: Cell) -> None:
        self._check_inside(cell)
        if self.block(cell):
            raise IllegalMove(_refusal("occupied", "PDO-7", _("Something lies there already, and it never moves.")))

    # Points

    def scored(self, seat: int) -> list[int]:
        """The stages that can be scored: full layers with markers."""
        pyramid = self.pyramids[seat]
        return [*range(pyramid.stage), *([pyramid.stage] if pyramid.is_full and pyramid.marks else [])]

    def tally(self) -> list[Line]:
        """Where the points of all scored stages come from."""
        return [
            line
            for seat in range(MOST_PLAYERS)
            for stage in self.scored(seat)
            for line in stage_lines(self.s, seat, stage)
        ]

    def entries(self) -> Entries:
        """What the score sheet of the players up to the last one laid out has to hold."""
        players = self.players
        rows: Entries = {"cards": [None] * players}
        for seat in range(players):
            if self.pyramids[seat].stage == STAGES - 1 and self.pyramids[seat].is_full:
                rows["cards"][seat] = CARDS - self.pyramids[seat].cards_used.bit_count()
            for stage in self.scored(seat):
                for one in areas(self.s, seat, stage):
                    rows.setdefault(area(stage, one.colour), [None] * players)[seat] = one.jewels
        return rows


def _cell(name: str) -> Cell:
    return int(name[1]) - 1, "abcde".index(name[0])


def cell_text(cell: Cell) -> str:
    return f"{'abcde'[cell[1]]}{cell[0] + 1}"


def _refusal(code: str, rule: str, message: Message) -> Reason:
    return Reason(f"pyramido.layout-{code}", rule, message)
