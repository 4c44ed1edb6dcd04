"""What is to be done in Terra Pyramides as SVG: rows on the map, a tray of buttons, what a row gives."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees, hypot

import numpy as np

from benben.core.cache import remembered
from benben.core.contract import NOBODY
from benben.core.drawing.materials import at
from benben.core.drawing.panels import Zone, button, label, rect
from benben.core.game import Look
from benben.core.svg import Pen, classes, group, lit, text, words
from benben.games.terra_pyramides.box.board import AXES
from benben.games.terra_pyramides.box.components import COLOURS, FIELDS, PRICE, STONE_KINDS, TABLES, WHITE
from benben.games.terra_pyramides.picture.layout import CELL, MAP, Plan, middle
from benben.games.terra_pyramides.picture.pieces import coin, eye, level_shape, pawn, small_level, stone, tile, worker
from benben.games.terra_pyramides.rules.legal import legal
from benben.games.terra_pyramides.rules.moves import FAMILIES, MOST_LEGAL
from benben.games.terra_pyramides.rules.state import PICK, ROW, Board, player
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import COLOUR_NAMES, tile_words
from benben.games.terra_pyramides.words.row_yields import row_name, yield_words, yields
from benben.games.terra_pyramides.words.text_board import shown_tiles

STYLE = """
.terra_pyramides .band { fill: var(--amber); opacity: .3; }
.terra_pyramides .band.maybe { fill: var(--lapis); opacity: .22; }
.terra_pyramides .badge > rect { fill: var(--panel); stroke: var(--lapis); stroke-width: 2.5; }
.terra_pyramides .times { font-weight: 700; }
"""

Action = tuple[str, tuple[int, ...]]  # the name of a family, and the fields of a move

TAKE_WIDE = 56.0
END_WIDE = 104.0
BADGE = 46.0  # the height of a badge on the map


def legal_actions(s: Board, look: Look) -> list[Action]:
    """What the viewer can do now: the kind and the fields of each move."""
    if not (look.seat in (NOBODY, s.turn) or s.task):
        return []
    room = np.empty(MOST_LEGAL, np.int64)
    count = legal(s, room)
    decoded = [FAMILIES.decode(int(move)) for move in room[:count]]
    return [(family.name, fields) for family, fields in decoded]


# Rows


def rows_to_choose(s: Board, actions: list[Action], look: Pen) -> list[str]:
    """The rows through the tile just laid, on the map: each with what it gives."""
    parts: list[str] = []
    taken: list[tuple[float, float]] = []
    for kind, fields in actions if s.phase == ROW else ():
        if kind == "row":
            row = int(TABLES.row_of[s.laid - 1, fields[0]])
            place = badge_place(row, FIELDS[s.laid - 1], taken)
            taken.append(place)
            parts.append(_row(AXES[fields[0]], row, tuple(yields(s, row)), place, look))
    return parts


@remembered
def _row(axis: str, row: int, gained: tuple[int, ...], place: tuple[float, float], look: Pen) -> str:
    name = f"row-{axis}"
    said = _("Row {row}. {gains}", row=row_name(row), gains=yield_words(gained))
    return group(
        [band(row, "shape"), band(row, "band maybe"), badge(gained, *place, look)],
        id=look.prefix + name,
        class_=classes("row", lit(look, name)),
        aria_label=words(look, said),
    )


@remembered
def band(row: int, class_: str) -> str:
    """A strip over the fields of a row."""
    (x1, y1), (x2, y2) = middle(TABLES.rows[row][0]), middle(TABLES.rows[row][-1])
    long, broad = hypot(x2 - x1, y2 - y1), CELL * 0.92
    turn = f"{at(x1, y1)} rotate({degrees(atan2(y2 - y1, x2 - x1)):.4g})"
    place = Zone(-broad / 2, -broad / 2, long + broad, broad)
    return rect(place, broad * 0.3, class_=class_, transform=turn, pointer_events=None if class_ != "band" else "none")


def badge_place(row: int, name: str, taken: list[tuple[float, float]]) -> tuple[float, float]:
    """The end of a row that is farthest from the tile; moved down where another badge is."""
    x, y = middle(name)
    place = max((middle(cell) for cell in TABLES.rows[row]), key=lambda end: (abs(end[0] - x) + abs(end[1] - y), end))
    while any(abs(place[1] - by) < BADGE + 4 and abs(place[0] - bx) < 170 for bx, by in taken):
        place = (place[0], place[1] + BADGE + 6)
    return place


def _things(gained: Sequence[int]) -> list[tuple[int, int]]:
    """Kind (0 gold, a colour, or STONE_KINDS for workers) and number of all that a row gives."""
    return [(kind, number) for kind, number in enumerate(gained) if number]


def badge(gained: Sequence[int], x: float, y: float, look: Pen) -> str:
    """What a row gives, in a frame around (x, y) on the map; a number stands behind what comes several times."""
    things = _things(gained)
    widths = [36 if number == 1 else 56 for _kind, number in things]
    wide = max(36, sum(widths)) + 20
    left = min(max(x - wide / 2, 4), MAP - wide - 4)
    top = min(max(y - BADGE / 2, 4), MAP - BADGE - 4)
    parts = [rect(Zone(left, top, wide, BADGE), BADGE / 2)]
    if not things:
        parts.append(text("–", left + wide / 2, top + 33, font_size=30, text_anchor="middle"))
    foot, cx = top + BADGE / 2, left + 10
    for (kind, number), room in zip(things, widths, strict=True):
        parts.append(_thing(kind, cx + 18, foot, look))
        if number > 1:
            parts.append(text(number, cx + 36, foot + 10, font_size=27, class_="times"))
        cx += room
    return group(parts, class_="badge")


def _thing(kind: int, x: float, y: float, look: Pen) -> str:
    if kind == 0:
        return coin(x, y, 31, look)
    return worker(x, y + 17, 35, look) if kind == STONE_KINDS else stone(kind, x, y, 31, look)


# The tray


def tray(s: Board, actions: list[Action], around: Plan, look: Pen) -> list[str]:
    """Buttons for what has no place of its own: tiles of a stack, purchases, levels, the end of the turn."""
    if s.phase == PICK:
        parts = []
        for above, code in enumerate(shown_tiles(s, s.looking - 1)):
            zone = take_zone(above, around)
            said = _("Take tile {n} from the top: {tile}", n=above + 1, tile=tile_words(code))
            drawn = tile(code, *zone.middle, zone.high - 10, look)
            parts.append(button(f"take-{above + 1}", zone, [drawn], said, look))
        return parts
    kinds = frozenset(kind for kind, _fields in actions)
    colours = tuple(sorted({fields[1] for kind, fields in actions if kind == "found"}))
    buttons = _buttons(kinds & {"end", "buy", "hire", "raise"}, colours, player(s), around, look)
    return [buttons] if buttons else [_legend(around, look)]


def take_zone(above: int, around: Plan) -> Zone:
    """The button for a tile of the stack that is looked through."""
    row = around.tray[0]
    return Zone(row.x + (TAKE_WIDE + 6) * above, row.y, TAKE_WIDE, row.high)


def end_zone(around: Plan) -> Zone:
    """The button that ends the turn."""
    row = around.tray[0]
    return Zone(row.right - END_WIDE, row.y, END_WIDE, row.high)


@remembered
def _buttons(kinds: frozenset[str], colours: tuple[int, ...], who: int, around: Plan, look: Pen) -> str:
    """What can be done now: purchases, levels, the end of the turn; below, the colours of a first level."""
    parts, row = [], around.tray[0]
    x, y = row.x, row.middle[1]
    for kind, name in (("buy", "buy-stone"), ("hire", "buy-worker")):
        if kind in kinds:
            zone = Zone(x, row.y, 82, row.high)
            ware = stone(WHITE, x + 22, y, 30, look) if kind == "buy" else pawn(who, x + 22, y + 18, 36, look)
            price = [coin(x + 51, y, 20, look), text(PRICE, x + 64, y + 6, font_size=17, class_="times")]
            said = _("Buy a white stone for 3 gold") if kind == "buy" else _("Buy a worker for 3 gold")
            parts.append(button(name, zone, [ware, *price], said, look))
            x = zone.right + 6
    if "raise" in kinds:
        zone = Zone(x, row.y, 52, row.high)
        pile = [level_shape(WHITE, level, 0, 0, look) for level in (1, 2, 3)]
        drawn = group(pile, transform=at(*zone.middle, (row.high - 10) / 80))
        parts.append(button("build", zone, [drawn], _("Build the next level"), look))
    if "end" in kinds:
        zone, said = end_zone(around), _("End the turn")
        parts.append(button("end-turn", zone, [label(words(look, said), zone, 14)], said, look))
    row, x = around.tray[1], around.tray[1].x
    for colour in colours:
        zone = Zone(x, row.y, 46, row.high)
        said = _("Build the first level of a pyramid: {colour}", colour=COLOUR_NAMES[colour])
        drawn = small_level(colour, *zone.middle, row.high - 12, look)
        parts.append(button(f"build-{COLOURS[colour]}", zone, [drawn], said, look))
        x = zone.right + 5
    return "".join(parts)


@remembered
def _legend(around: Plan, look: Pen) -> str:
    """What the signs on tiles mean, where there is nothing to press: one below the other, so that no text meets."""
    signs = (
        (worker(0, 11, 24, look), _("a worker to move")),
        (stone(WHITE, 0, 0, 20, look), _("a stone in its colour")),
        (eye(0, 0, 24, look), _("1 gold, as an oasis")),
    )
    first, last = around.tray
    each, parts = (last.foot - first.y) / len(signs), []
    for number, (drawn, said) in enumerate(signs):
        y = first.y + each * (number + 0.5)
        parts.append(group([drawn], transform=at(first.x + 26, y)))
        parts.append(text(words(look, said), first.x + 50, y + 5, font_size=14, class_="soft"))
    return group(parts, class_="legend")
