"""What is to be done in Terra Pyramides as SVG: a line that says it, a strip of buttons, what a row gives."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

import numpy as np

from benben.core.cache import remembered
from benben.core.contract import NOBODY
from benben.core.game import Look
from benben.core.svg import Pen, classes, group, lit, pen, tag, text, words
from benben.core.text import Message
from benben.games.terra_pyramides.box.board import AXES
from benben.games.terra_pyramides.box.components import COLOURS, PRICE, STONE_KINDS, TABLES, WHITE
from benben.games.terra_pyramides.picture.layout import WIDTH, Zone, plan
from benben.games.terra_pyramides.picture.pieces import coin, eye, figure, level_shape, pawn, small_level, stone, tile
from benben.games.terra_pyramides.rules.legal import legal
from benben.games.terra_pyramides.rules.moves import ACTIONS, MOST_LEGAL, Action
from benben.games.terra_pyramides.rules.state import FINISH, MOVE, PICK, ROW, Board, player
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import COLOUR_NAMES, tile_words
from benben.games.terra_pyramides.words.row_yields import row_name, yield_words, yields
from benben.games.terra_pyramides.words.text_board import shown_tiles, status

STYLE = """
.terra_pyramides .status { font-size: 30px; font-weight: 600; }
.terra_pyramides .button > rect, .terra_pyramides .button > circle { fill: var(--paper); stroke: var(--lapis); }
.terra_pyramides .button > rect, .terra_pyramides .button > circle { stroke-width: 3; }
.terra_pyramides .button .glyph { fill: none; stroke: var(--lapis); stroke-width: 6; stroke-linecap: round; }
.terra_pyramides .badge > rect { fill: var(--paper); stroke: var(--lapis); stroke-width: 2.5; }
.terra_pyramides .times { font-size: 20px; font-weight: 700; }
.terra_pyramides .halo { paint-order: stroke; stroke: var(--paper); stroke-width: 6; }
"""

AXIS_LINES = {"across": (1, 0), "down": (0, 1), "falling": (1, 1), "rising": (1, -1)}
TILE_STEP = 104.0  # from one tile of a stack that is looked through to the next
END_WIDE = 152.0
_LETTER = 17.5  # the width of a letter of the status line, generously


def status_line(s: Board, look: Look) -> str:
    """In the wide picture on two lines where one is too short."""
    zone = plan(look.wide).status
    said = status(s).say(look.locale)
    lines = wrap(said, int(zone.wide / _LETTER)) if look.wide else [said]
    return "".join(
        text(line, zone.x + zone.wide / 2, zone.y + 30 + 38 * number, class_="status", text_anchor="middle")
        for number, line in enumerate(lines)
    )


def strip(s: Board, look: Look) -> list[str]:
    """Buttons for what has no place of its own: rows with what they give, tiles of a stack, purchases, levels."""
    zone = plan(look.wide).strip
    x, parts = zone.x, []
    moves = legal_actions(s) if look.seat in (NOBODY, s.turn) or s.task else []
    if s.phase == PICK:
        for above, code in enumerate(shown_tiles(s, s.looking - 1)):
            at = take_zone(above, look)
            said = _("Take tile {n} from the top: {tile}", n=above + 1, tile=tile_words(code))
            drawn = tile(code, at.x + at.wide / 2, at.y + at.high / 2, 66)
            parts.append(_button(f"take-{above + 1}", said, at, [drawn], look))
        return parts
    if s.phase == ROW:
        for action in moves:
            if action.kind == "row":
                row = int(TABLES.row_of[s.laid - 1, action.what])
                at = Zone(x, zone.y, 128, zone.high)
                parts.append(_row_button(AXES[action.what], row, tuple(yields(s, row)), at, pen(look)))
                x += 134
    elif s.phase in (MOVE, FINISH) and s.row:
        parts.append(text(row_name(s.row - 1), x + 6, zone.y + zone.high / 2 + 8, class_="note soft"))
        parts.append(badge(yields(s, s.row - 1), x + 105, zone.y + zone.high / 2 - 19, left=True))
    parts += _extra_buttons(s, moves, look)
    return parts or [_legend(look.wide, pen(look))]


def legal_actions(s: Board) -> list[Action]:
    room = np.empty(MOST_LEGAL, np.int64)
    count = legal(s, room)
    return [ACTIONS[int(room[k])] for k in range(count)]


def take_zone(above: int, look: Look) -> Zone:
    """The button for a tile of the stack that is looked through."""
    zone = plan(look.wide).strip
    return Zone(zone.x + TILE_STEP * above, zone.y, 96, zone.high)


def end_zone(look: Look) -> Zone:
    """The button that ends the turn."""
    zone = plan(look.wide).strip
    return Zone(zone.right - END_WIDE, zone.y, END_WIDE, zone.high)


def _button(name: str, said: Message, zone: Zone, content: list[str], look: Look | Pen) -> str:
    frame = tag("rect", x=zone.x, y=zone.y + 2, width=zone.wide, height=zone.high - 4, rx=10)
    return group(
        [frame, group(content)],
        id=look.prefix + name,
        class_=classes("button", lit(look, name)),
        aria_label=words(look, said),
    )


@remembered
def _row_button(axis: str, row: int, gained: tuple[int, ...], zone: Zone, look: Pen) -> str:
    dx, dy = AXIS_LINES[axis]
    cx, cy = zone.x + 21, zone.y + zone.high / 2
    line = tag("line", x1=cx - dx * 12, y1=cy - dy * 12, x2=cx + dx * 12, y2=cy + dy * 12, class_="glyph")
    parts = [line]
    for number, (kind, count) in enumerate(_things(gained)):  # six kinds at most: a row has four tiles
        column, line_number = number % 3, number // 3
        parts.append(_thing(kind, count, zone.x + 51 + column * 29, zone.y + 24 + line_number * 38, below=True))
    said = _("Row {row}. {gains}", row=row_name(row), gains=yield_words(gained))
    return _button(f"row-{axis}", said, zone, parts, look)


def _extra_buttons(s: Board, moves: list[Action], look: Look) -> list[str]:
    """From the right: the end of the turn, purchases, levels; only what can be done now."""
    who, kinds, around = player(s), {action.kind for action in moves}, plan(look.wide)
    zone = around.extras
    middle, x, parts = zone.y + zone.high / 2, zone.right, []
    if "end" in kinds:
        at = end_zone(look)
        said = _("End the turn")
        label = text(words(look, said), at.x + at.wide / 2, at.y + at.high / 2 + 8, class_="note", text_anchor="middle")
        parts.append(_button("end-turn", said, at, [label], look))
        if zone == around.strip:
            x = at.x - 8
    for kind, name in (("buy", "buy-stone"), ("hire", "buy-worker")):
        if kind in kinds:
            x -= 76
            ware = stone(WHITE, x + 55, middle - 12, 28) if kind == "buy" else pawn(who, x + 56, middle + 8, 46)
            price = [
                coin(x + 19, middle - 12, 24),
                text(PRICE, x + 19, middle + 30, class_="times", text_anchor="middle"),
            ]
            said = _("Buy a white stone for 3 gold") if kind == "buy" else _("Buy a worker for 3 gold")
            parts.append(_button(name, said, Zone(x, zone.y, 76, zone.high), [ware, *price], look))
            x -= 6
    if "raise" in kinds:
        x -= 76
        pile = [level_shape(WHITE, level, x + 38, middle + 26) for level in (1, 2, 3)]
        parts.append(_button("build", _("Build the next level"), Zone(x, zone.y, 76, zone.high), pile, look))
        x -= 6
    colours = sorted({action.to for action in moves if action.kind == "found"})
    for colour in reversed(colours):
        x -= 41
        said = _("Build the first level of a pyramid: {colour}", colour=COLOUR_NAMES[colour])
        drawn = [small_level(colour, x + 20, middle + 12)]
        parts.append(_button(f"build-{COLOURS[colour]}", said, Zone(x, zone.y, 41, zone.high), drawn, look))
        x -= 4
    return parts


@remembered
def _legend(wide: bool, look: Pen) -> str:
    """What the signs on tiles mean, where there is nothing to press."""
    zone = plan(wide).strip
    signs = (
        (figure(0, 20, 40, "figure"), _("a worker to move")),
        (stone(WHITE, -2, 2, 26), _("a stone in its colour")),
        (eye(0, 0, 36), _("1 gold, as an oasis")),
    )
    parts = []
    for number, (drawn, said) in enumerate(signs):
        if wide:
            x, y = zone.x + zone.wide * 0.18, zone.y + 30 + 56 * number
        else:
            x, y = zone.x + (number + 0.14) * zone.wide / 3, zone.y + zone.high / 2
        parts.append(group([drawn], transform=f"translate({x:.1f} {y:.1f})"))
        parts.append(text(words(look, said), x + 30, y + 8, class_="note soft"))
    return group(parts, class_="on-paper")


# What a row gives


def _things(gained: Sequence[int]) -> list[tuple[int, int]]:
    """Kind (0 gold, a colour, or STONE_KINDS for workers) and number of all that a row gives."""
    return [(kind, number) for kind, number in enumerate(gained) if number]


def _wide(number: int) -> float:
    """The room for something on a badge, with its number if there are several."""
    return 28 if number == 1 else 42


def _thing(kind: int, number: int, x: float, y: float, below: bool = False) -> str:
    """Something a row gives, and how often: beside it, or over its lower corner."""
    if kind == 0:
        drawn = coin(x, y, 23)
    elif kind == STONE_KINDS:
        drawn = figure(x, y + 14, 29, "figure")
    else:
        drawn = stone(kind, x - 2, y + 2, 18)
    if number == 1:
        return drawn
    return drawn + (
        text(number, x + 5, y + 19, class_="times halo") if below else text(number, x + 14, y + 9, class_="times")
    )


def badge(gained: list[int], x: float, y: float, left: bool = False) -> str:
    """What a row gives, in a frame around (x, y) on the board, or to the right of it."""
    things = _things(gained)
    wide = max(30, sum(_wide(number) for _kind, number in things)) + 18
    x0 = x if left else min(max(x - wide / 2, 4), WIDTH - wide - 4)
    parts = [tag("rect", x=x0, y=y, width=wide, height=38, rx=19)]
    if not things:
        parts.append(text("–", x0 + wide / 2, y + 27, class_="count soft", text_anchor="middle"))
    at = x0 + 22
    for kind, number in things:
        parts.append(_thing(kind, number, at, y + 18))
        at += _wide(number)
    return group(parts, class_="badge")
