"""What is to be done in Terra Pyramides as SVG: rows on the map, a tray of buttons, what a row gives."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees, hypot

import numpy as np

from benben.core.cache import remembered
from benben.core.contract import NOBODY
from benben.core.drawing.materials import at
from benben.core.drawing.panels import Zone, button, cast, label, rect
from benben.core.game import Look
from benben.core.svg import Pen, element, group, tag, text, words
from benben.games.terra_pyramides.box.board import AXES
from benben.games.terra_pyramides.box.components import COLOURS, FIELDS, PRICE, STACK_SIZE, STONE_KINDS, TABLES, WHITE
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
.terra_pyramides .strip { fill: transparent; }
.terra_pyramides .row-way { fill: none; stroke: var(--lapis); stroke-linecap: round; }
.terra_pyramides .trough { fill: var(--well); opacity: .45; }
"""

Action = tuple[str, tuple[int, ...]]  # the name of a family, and the fields of a move

IN_TRAY = frozenset({"end", "buy", "hire", "look", "raise"})  # the kinds of actions with a button there
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


def rows_to_choose(s: Board, actions: list[Action], around: Plan, look: Pen) -> list[str]:
    """The rows through the tile just laid, on the map: each with what it gives. Short ones lie above long ones.

    On a tall picture each row has a button too: in the tray; where that is in use, in a drawer below it; where that
    holds colours, over the stacks.
    """
    parts: list[str] = []
    taken: list[tuple[float, float]] = []
    axes = [fields[0] for kind, fields in actions if kind == "row"] if s.phase == ROW else []
    rows = [(axis, int(TABLES.row_of[s.laid - 1, axis])) for axis in axes]
    kinds = {kind for kind, _fields in actions}
    drawer = around.stacks if "found" in kinds else around.tray[bool(kinds & IN_TRAY)]
    wide = (drawer.wide + 4) / max(len(rows), 1)
    for axis, row in sorted(rows, key=lambda one: -len(TABLES.rows[one[1]])):
        place = badge_place(row, FIELDS[s.laid - 1], taken)
        taken.append(place)
        zone = Zone(drawer.x + axes.index(axis) * wide, drawer.y, wide - 4, drawer.high)
        button_zone = around.in_map(zone) if around.tall else None
        parts.append(_row(axis, row, tuple(yields(s, row)), place, button_zone, look))
    return parts


@remembered
def _row(axis: int, row: int, gained: tuple[int, ...], place: tuple[float, float], zone: Zone | None, look: Pen) -> str:
    """`zone`: of its button, on the map."""
    name = f"row-{AXES[axis]}"
    said = _("Row {row}. {gains}", row=row_name(row), gains=yield_words(gained))
    parts = [band(row, "strip" if zone else "shape"), band(row, "band maybe"), badge(gained, *place, look)]
    if zone is not None:
        parts += [rect(zone, zone.high * 0.18, class_="shape face"), _row_face(axis, gained, zone, look)]
    return element(name, parts, look, said, before="row button" if zone else "row")


def _row_face(axis: int, gained: tuple[int, ...], zone: Zone, look: Pen) -> str:
    """Which way the row runs, and in up to two lines what it gives."""
    dx, dy = ((1, 0), (0, 1), (1, 1), (1, -1))[axis]
    a, x, y = zone.high * 0.17, zone.x + zone.high * 0.26, zone.middle[1]
    way = f"M{x - a * dx:.1f} {y - a * dy:.1f}L{x + a * dx:.1f} {y + a * dy:.1f}"
    things = _things(gained)
    lines = [things] if len(things) <= 2 else [things[: -(-len(things) // 2)], things[-(-len(things) // 2) :]]
    room = zone.wide - zone.high * 0.52
    widest = max(sum(_room_of(number) for _kind, number in line) for line in lines)
    scale = min(room / max(widest, 36), zone.high * 0.9 / len(lines) / 36)
    parts = [tag("path", d=way, class_="row-way", stroke_width=zone.high * 0.07)]
    for n, line in enumerate(lines):
        middle_y = zone.y + zone.high * (n + 0.5) / len(lines)
        drawn = [text("–", 18, 10, font_size=30, text_anchor="middle")] if not line else _in_line(line, look)
        parts.append(group(drawn, transform=at(zone.x + zone.high * 0.48, middle_y, scale)))
    return group(parts, pointer_events="none")


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
    wide = max(36, sum(_room_of(number) for _kind, number in things)) + 20
    left = min(max(x - wide / 2, 4), MAP - wide - 4)
    top = min(max(y - BADGE / 2, 4), MAP - BADGE - 4)
    parts = [rect(Zone(left, top, wide, BADGE), BADGE / 2)]
    if not things:
        parts.append(text("–", left + wide / 2, top + 33, font_size=30, text_anchor="middle"))
    parts.append(group(_in_line(things, look), transform=at(left + 10, top + BADGE / 2)))
    return group(parts, class_="badge")


def _in_line(things: list[tuple[int, int]], look: Pen) -> list[str]:
    """Things beside each other, from the origin to the right."""
    parts, x = [], 0.0
    for kind, number in things:
        parts.append(_thing(kind, x + 18, 0, look))
        if number > 1:
            parts.append(text(number, x + 36, 10, font_size=27, class_="times"))
        x += _room_of(number)
    return parts


def _room_of(number: int) -> float:
    """The width of an icon, with its number beside it if there are several."""
    return 36 if number == 1 else 56


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
            drawn = tile(code, *zone.middle, min(zone.wide, zone.high) - 8, look)
            parts.append(button(f"take-{above + 1}", zone, [drawn], said, look))
        return parts
    kinds = frozenset(kind for kind, _fields in actions)
    colours = tuple(sorted({fields[1] for kind, fields in actions if kind == "found"}))
    return [_buttons(kinds & IN_TRAY, colours, player(s), around, look)]


def take_zone(above: int, around: Plan) -> Zone:
    """The button for a tile of the stack that is looked through."""
    row = around.tray[0]
    step = min(row.high * 1.1 + 6, (row.wide - 6) / STACK_SIZE)
    return Zone(row.x + 3 + step * above, row.y, min(row.high * 1.1, step - 3), row.high)


def end_zone(around: Plan) -> Zone:
    """The button that ends the turn."""
    row = around.tray[0]
    wide = END_WIDE * row.high / 50
    return Zone(row.right - wide - 3, row.y + 2, wide, row.high - 4)


@remembered
def _buttons(kinds: frozenset[str], colours: tuple[int, ...], who: int, around: Plan, look: Pen) -> str:
    """What can be done now: purchases, levels, the end of the turn; below, the colours of a first level."""
    row = around.tray[0]
    parts = [rect(row, 9, class_="place trough")]
    x, scale = row.x + 3, row.high / 50
    for kind, name, said in (
        ("buy", "buy-stone", _("Buy a white stone for 3 gold")),
        ("hire", "buy-worker", _("Buy a worker for 3 gold: touch its place")),
        ("look", "search", _("Search a stack for 1 gold: touch the stack")),
    ):
        if kind in kinds:
            zone = Zone(x, row.y + 2, 82 * scale, row.high - 4)
            parts.append(button(name, zone, [_ware(kind, who, zone, look)], said, look))
            x = zone.right + 5
    if "raise" in kinds:
        zone = Zone(x, row.y + 2, 54 * scale, row.high - 4)
        pile = [level_shape(WHITE, level, 0, 0, look) for level in (1, 2, 3)]
        drawn = group(pile, transform=at(*zone.middle, (row.high - 12) / 80))
        parts.append(button("build", zone, [drawn], _("Build the next level"), look))
    if "end" in kinds:
        zone, said = end_zone(around), _("End the turn")
        parts.append(button("end-turn", zone, [label(words(look, said), zone, 14 * scale)], said, look))
    return "".join(parts) + (_colours(colours, around, look) if colours else "")


def _ware(kind: str, who: int, zone: Zone, look: Pen) -> str:
    """What is bought, and its price."""
    x, y, high = zone.x + zone.wide * 0.29, zone.middle[1], zone.high
    ware = {
        "buy": stone(WHITE, x, y, high * 0.66, look),
        "hire": pawn(who, x, y + high * 0.38, high * 0.76, look),
        "look": eye(x, y, high * 0.66, look),
    }[kind]
    price = 1 if kind == "look" else PRICE
    number = text(price, zone.x + zone.wide * 0.79, y + high * 0.14, font_size=high * 0.4, class_="times")
    return ware + coin(zone.x + zone.wide * 0.65, y, high * 0.44, look) + number


def _colours(colours: tuple[int, ...], around: Plan, look: Pen) -> str:
    """A drawer: it opens over what lies below the tray."""
    row = around.tray[1]
    parts, x = [cast(row, 3, 9), rect(row, 9, class_="panel")], row.x + 3
    wide = min(max(44.0, row.high - 4), (row.wide - 1) / len(colours) - 5)
    for colour in colours:
        zone = Zone(x, row.y + 2, wide, row.high - 4)
        said = _("Build the first level of a pyramid: {colour}", colour=COLOUR_NAMES[colour])
        drawn = small_level(colour, *zone.middle, min(zone.wide, zone.high) - 12, look)
        parts.append(button(f"build-{COLOURS[colour]}", zone, [drawn], said, look))
        x = zone.right + 5
    return group(parts, class_="drawer")
