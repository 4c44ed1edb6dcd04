"""What a move of Terra Pyramides would do, drawn over the picture by the functions that draw it."""

from __future__ import annotations

from collections.abc import Callable

from benben.core.drawing.materials import at
from benben.core.drawing.panels import Zone
from benben.core.game import Look
from benben.core.svg import Pen, group, pen, tag
from benben.games.terra_pyramides.box.components import (
    FIELD_INDEX,
    FIELDS,
    POINTS,
    SITES,
    TABLES,
    UNKNOWN,
    WHITE,
    WORKER,
)
from benben.games.terra_pyramides.picture import buttons
from benben.games.terra_pyramides.picture.drawing import worker_place
from benben.games.terra_pyramides.picture.layout import CELL, PanelPlan, Plan, in_panel, middle, plan, step_towards
from benben.games.terra_pyramides.picture.pieces import (
    TILE,
    foundation,
    level_shape,
    pawn,
    points_flag,
    ring,
    stone,
    tile,
)
from benben.games.terra_pyramides.rules import moves
from benben.games.terra_pyramides.rules.state import Board, player
from benben.games.terra_pyramides.words.row_yields import rows_through, yields


def ghost(s: Board, move: int, look: Look) -> str:
    return group(_parts(s, move, plan(s, look), pen(look)), class_="ghost")


def _on_map(parts: list[str], around: Plan) -> list[str]:
    return [group(parts, transform=at(around.map.x, around.map.y, around.scale), class_="ghost")]


def _of_panel(s: Board, around: Plan) -> PanelPlan:
    """The parts of the acting player's board."""
    return around.panels[player(s)][0]


def _faint(*parts: str) -> str:
    return group(parts, class_="real")


def _cell(x: float, y: float) -> str:
    half = CELL / 2 - 4
    return ring(Zone(x - half, y - half, 2 * half, 2 * half))


def _lay(s: Board, field: int, site: int, around: Plan, look: Pen) -> list[str]:
    """The tile in place, and each row through it with what it would give."""
    name, hand = FIELDS[field], s.hand[player(s)]
    x, y = middle(name)
    rows = list(rows_through(field).values())
    parts = [buttons.band(row, "band maybe") for row in rows]
    parts += [
        _faint(tile(hand or UNKNOWN, x, y, TILE, look, towards=step_towards(name, SITES[site]))),
        _cell(x, y),
    ]
    if s.foundation[site] == 0:
        parts.append(_faint(foundation(UNKNOWN, *middle(SITES[site]))))
    taken: list[tuple[float, float]] = []
    for row in rows:
        place = buttons.badge_place(row, name, taken)
        taken.append(place)
        parts.append(buttons.badge(yields(s, row, field, hand), *place, look))
    return _on_map(parts, around)


def _row(s: Board, axis: int, around: Plan, look: Pen) -> list[str]:
    who, row = player(s), int(TABLES.row_of[max(s.laid - 1, 0), axis])
    parts = [buttons.band(row, "band maybe")]
    left = s.supply[who]
    for name in TABLES.rows[row]:
        if name in FIELD_INDEX and s.tile[FIELD_INDEX[name]] & WORKER and left > 0:
            x, y = middle(name)
            left -= 1
            parts += [_faint(pawn(who, x, y + 29, 58, look)), _cell(x, y)]
    place = buttons.badge_place(row, FIELDS[s.laid - 1] if s.laid else TABLES.rows[row][0], [])
    return _on_map([*parts, buttons.badge(yields(s, row), *place, look)], around)


def _stock(s: Board, field: int, around: Plan, look: Pen) -> list[str]:
    x, y = middle(FIELDS[field])
    return _on_map([_faint(pawn(player(s), x, y + 29, 58, look)), _cell(x, y)], around)


def _hire(s: Board, site: int, around: Plan, look: Pen) -> list[str]:
    count = min(s.workers[site] + 1, 3)
    x, y = middle(SITES[site])
    worker = _faint(pawn(player(s), *worker_place(count, count - 1, s.level[site], x, y), look))
    return _on_map([worker, _cell(x, y)], around)


def _move(s: Board, field: int, site: int, around: Plan, look: Pen) -> list[str]:
    way = _way(around.on_map(*middle(FIELDS[field])), around.on_map(*middle(SITES[site])))
    return [way, *_hire(s, site, around, look)]


def _level(s: Board, site: int, colour: int, around: Plan, look: Pen) -> list[str]:
    """The pyramid one level higher, with what it will be worth."""
    x, y = middle(SITES[site])
    level = min(s.level[site] + 1, len(POINTS) - 1)
    levels = [level_shape(colour, k, x, y, look) for k in range(1, level + 1)]
    flag = points_flag(level, x - CELL / 2 + 1, y - CELL / 2 + 1)
    return _on_map([_faint(*levels), flag, _cell(x, y)], around)


def _to_supply(s: Board, start: str, around: Plan) -> list[str]:
    """Struck out where it stands, and the way to the supply."""
    supply = in_panel(around, player(s), _of_panel(s, around).supply)
    (x, y), a = around.on_map(*middle(start)), CELL * around.scale * 0.36
    strike = tag("line", x1=x - a, y1=y + a, x2=x + a, y2=y - a, class_="strike")
    return [_way((x, y), supply.middle), ring(supply), strike]


def _way(start: tuple[float, float], end: tuple[float, float]) -> str:
    return tag("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], class_="way")


def _stones(s: Board, colour: int, around: Plan) -> Zone:
    """The place of the acting player's stones in a colour."""
    return in_panel(around, player(s), _of_panel(s, around).stones[colour])


def _buy(s: Board, around: Plan, look: Pen) -> list[str]:
    zone = _stones(s, WHITE, around)
    return [_faint(stone(WHITE, *zone.middle, zone.wide * 0.9, look)), ring(zone)]


def _swap(s: Board, one: int, other: int, around: Plan, look: Pen) -> list[str]:
    given = [ring(_stones(s, colour, around), "edge gone") for colour in (one, other)]
    return [*given, ring(_stones(s, WHITE, around))]


def _draw(s: Board, stack: int, around: Plan, look: Pen) -> list[str]:
    hand = in_panel(around, player(s), _of_panel(s, around).hand)
    return [ring(around.stack(stack)), _way(around.stack(stack).middle, hand.middle), ring(hand)]


_parts: Callable[..., list[str]] = moves.FAMILIES.dispatch(
    {
        moves.LAY: _lay,
        moves.ROW: _row,
        moves.STOCK: _stock,
        moves.MOVE: _move,
        moves.RETURN: lambda s, field, around, look: _to_supply(s, FIELDS[field], around),
        moves.BACK: lambda s, site, around, look: _to_supply(s, SITES[site], around),
        moves.FOUND: _level,
        moves.RAISE: lambda s, site, around, look: _level(s, site, s.colour[site] or WHITE, around, look),
        moves.PAY: lambda s, colour, around, look: [ring(_stones(s, colour, around), "edge gone")],
        moves.HIRE: _hire,
        moves.BUY: _buy,
        moves.SWAP: _swap,
        moves.DRAW: _draw,
        moves.LOOK: lambda s, stack, around, look: [ring(around.stack(stack))],
        moves.TAKE: lambda s, above, around, look: [ring(buttons.take_zone(above, around))],
        moves.END: lambda s, around, look: [ring(buttons.end_zone(around))],
    }
)
