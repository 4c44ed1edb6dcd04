"""The board as text: for terminals, for screen readers, and to draw positions in tests.

A block is four letters, one a quarter, in two lines: n brown, b blue, y yellow, a aqua, r red, g green; a capital is a
jewel. Behind the upper two stands `*` for a marker, behind the lower two `+` for a card. Empty cells are dots.
"""

from __future__ import annotations

import re

from benben.core.cache import remembered, remembered_part
from benben.core.game import Look
from benben.core.terminal import paint_letters
from benben.core.text import Message
from benben.games.pyramido.box.components import (
    COLOUR_OF,
    COLOURS,
    FIRST_CARD,
    JEWELS_OF,
    LETTERS,
    LONG,
    NOTHING,
    STACKS,
    STAGES,
    block_number,
)
from benben.games.pyramido.rules.layers import FIRST_CELL
from benben.games.pyramido.rules.score import total
from benben.games.pyramido.rules.state import NO_DOMINO, OVER, Board, cards_left, has_lost
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import SEATS, colour_in_words, domino_in_words
from benben.games.pyramido.words.points import areas
from benben.games.pyramido.words.prompts import status

_PAINTS = dict(zip(LETTERS, ("brown", "blue", "yellow", "aqua", "red", "green"), strict=True))
_BLOCKS = re.compile(r"(?<![^\W_])([a-z])\1(?:\1\1)?(?![^\W_])", re.IGNORECASE)  # two or four quarters of one colour


@remembered
def block_letters(number: int) -> tuple[str, str]:
    """The upper and the lower half of a block."""
    if number == NOTHING:
        return "..", ".."
    letter = LETTERS[COLOUR_OF[number]]
    quarters = [letter.upper() if JEWELS_OF[number] >> quarter & 1 else letter for quarter in range(4)]
    return "".join(quarters[:2]), "".join(quarters[2:])


@remembered
def domino_letters(domino: int) -> str:
    """An unturned domino in one line: the quarters of its left block, then those of the right one."""
    if domino == NO_DOMINO:
        return "-"
    return " ".join("".join(block_letters(block_number(domino, half, 0))) for half in range(2))


def draw(s: Board, look: Look) -> str:
    say = look.locale
    lines = [status(s).say(say), "", _("Quarry and stacks:").say(say)]
    lines += [f"  {k + 1}  {domino_letters(s.quarry[k])}" for k in range(len(s.quarry))]
    for pile in range(STACKS):
        height, top = s.height[pile], domino_letters(s.stack[pile, s.height[pile] - 1])
        lines.append(_("  stack {stack}  {top}  ({n})", stack=pile + 1, top=top, n=height).say(say))
    lines += [_board(s, seat, say) for seat in range(s.players)]
    text = "\n".join(lines)
    return text if not look.colour else _BLOCKS.sub(lambda block: paint_letters(block[0], _PAINTS), text)


@remembered_part("stage", "lost", rows=("block", "mark", "rows", "columns", "corner", "points", "cards"))
def _board(s: Board, seat: int, locale: str) -> str:
    """A seat's line and its pyramid, after an empty line."""
    return "\n".join(["", _seat_line(s, seat).say(locale), *_pyramid(s, seat, locale)])


def _seat_line(s: Board, seat: int) -> Message:
    values = {"seat": SEATS[seat], "points": total(s, seat), "cards": cards_left(s, seat)}
    if has_lost(s, seat):
        return _("{seat}: has lost; points {points}.", **values)
    markers = "".join(LETTERS[colour] for colour in markers_in_hand(s, seat)) or "-"
    return _("{seat}: points {points}, cards {cards}, markers in hand {markers}", markers=markers, **values)


def markers_in_hand(s: Board, seat: int) -> list[int]:
    """PDO-16: between and after the stages all of them."""
    return [colour for colour in range(COLOURS) if s.stage == STAGES or not s.mark[seat, s.stage, colour]]


def _pyramid(s: Board, seat: int, locale: str) -> list[str]:
    """Its layers, the lowest first, each with the names of its cells."""
    lines = []
    for stage in range(min(s.stage + 1, STAGES)):
        rows, columns = s.rows[seat] - stage, s.columns[seat] - stage
        begun = stage == s.stage and not has_lost(s, seat)
        if rows > 0 and (begun or _filled(s, seat, stage)):
            lines.append(_("  layer {stage}", stage=stage + 1).say(locale))
            lines += draw_layer(s, seat, stage, rows, columns)
    return lines


def _filled(s: Board, seat: int, stage: int) -> bool:
    first = int(FIRST_CELL[stage])
    return any(s.block[seat, first + cell] for cell in range((LONG - stage) ** 2))


def draw_layer(s: Board, seat: int, stage: int, rows: int, columns: int) -> list[str]:
    top, left = (s.corner[seat, 0], s.corner[seat, 1]) if stage == s.stage else (0, 0)
    lines = ["      " + "   ".join("abcdefgh"[left + column] for column in range(columns))]
    for row in range(rows):
        upper, lower = [], []
        for column in range(columns):
            cell = row * (LONG - stage) + column
            number = s.block[seat, FIRST_CELL[stage] + cell]
            halves = block_letters(number)
            marked = stage == s.stage and any(s.mark[seat, stage, colour] == cell + 1 for colour in range(COLOURS))
            upper.append(halves[0] + ("*" if marked else " "))
            lower.append(halves[1] + ("+" if number >= FIRST_CARD else " "))
        lines.append(f"   {top + row + 1:>2} {' '.join(upper)}".rstrip())
        lines.append(f"      {' '.join(lower)}".rstrip())
    return lines


# For screen readers: the picture in words


def describe(s: Board, locale: str) -> str:
    """The quarry, and for each seat its points, what its markers are worth now, and what is left in hand."""
    tops = tuple([s.stack[pile, height - 1] for pile, height in enumerate(s.height)])
    over = s.phase == OVER
    boards = [_board_in_words(s, seat, over, locale) for seat in range(s.players)]
    return " ".join([_quarry_in_words(tuple(s.quarry), tops, locale), *boards])


@remembered
def _quarry_in_words(dominoes: tuple[int, ...], on_top: tuple[int, ...], locale: str) -> str:
    quarry = ", ".join(domino_in_words(domino).say(locale) for domino in dominoes if domino != NO_DOMINO)
    tops = ", ".join(domino_in_words(domino).say(locale) for domino in on_top)
    return _("Quarry: {quarry}. On top of the stacks: {tops}.", quarry=quarry, tops=tops).say(locale)


@remembered_part("stage", rows=("block", "mark", "points", "cards"))
def _board_in_words(s: Board, seat: int, over: bool, locale: str) -> str:
    values = {"seat": SEATS[seat], "points": total(s, seat), "cards": cards_left(s, seat)}
    sentences = [_("{seat}: points {points}, cards in hand {cards}.", **values).say(locale)]
    for area in areas(s, seat, s.stage) if not over else ():
        colour = colour_in_words(area.colour)
        sentences.append(_("Marked: {colour}, jewels {jewels}.", colour=colour, jewels=area.jewels).say(locale))
    return " ".join(sentences)
