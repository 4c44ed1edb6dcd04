"""What a move of Terra Pyramides would do, drawn over the picture by the functions that draw it."""

from __future__ import annotations

from collections.abc import Iterator

from benben.core.game import Look
from benben.core.svg import group, tag
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
from benben.games.terra_pyramides.picture.drawing import band, base, foot, worker_place
from benben.games.terra_pyramides.picture.layout import (
    HAND_PLACE,
    SUPPLY_PLACE,
    Zone,
    middle,
    panel_place,
    slot_place,
    stack_middle,
    step_towards,
)
from benben.games.terra_pyramides.picture.pieces import (
    CELL,
    foundation,
    level_shape,
    pawn,
    points_flag,
    ring,
    stone,
    tile,
)
from benben.games.terra_pyramides.rules.moves import ACTIONS, Action
from benben.games.terra_pyramides.rules.state import Board, player
from benben.games.terra_pyramides.words.row_yields import rows_through, yields


def ghost(s: Board, move: int, look: Look) -> str:
    return group(list(_ghost(s, ACTIONS[move], look)), class_="ghost")


def _ghost(s: Board, action: Action, look: Look) -> Iterator[str]:
    who = player(s)
    match action:
        case Action("lay", field, site):
            yield from _ghost_lay(s, who, field, site)
        case Action("row", axis):
            yield from _ghost_row(s, who, int(TABLES.row_of[max(s.laid - 1, 0), axis]))
        case Action("stock", field):
            x, y = middle(FIELDS[field])
            yield _faint(pawn(who, x, y + 30, 54))
        case Action("move", field, site):
            yield _way(middle(FIELDS[field]), middle(SITES[site]))
            yield _ghost_worker(s, who, site)
        case Action("hire", site):
            yield _ghost_worker(s, who, site)
        case Action("return", field):
            yield _way(middle(FIELDS[field]), _on_panel(s, who, SUPPLY_PLACE, look))
        case Action("back", site):
            yield _way(middle(SITES[site]), _on_panel(s, who, SUPPLY_PLACE, look))
        case Action("found", site, colour):
            yield _next_level(s, site, colour)
        case Action("raise", site):
            yield _next_level(s, site, s.colour[site] or WHITE)
        case Action("pay", colour):
            yield _slot_ring(s, who, colour, look, "ring gone")
        case Action("buy"):
            x, y = _on_panel(s, who, slot_place(WHITE), look)
            yield _faint(stone(WHITE, x, y - 8, 34))
        case Action("swap", one, other):
            yield _slot_ring(s, who, one, look, "ring gone")
            yield _slot_ring(s, who, other, look, "ring gone")
            yield _slot_ring(s, who, WHITE, look, "ring")
        case Action("draw" | "look" as kind, stack):
            x, y = stack_middle(stack)
            yield ring(x - 30, y - 41, 60, 78)
            if kind == "draw":
                yield _way((x, y), _on_panel(s, who, HAND_PLACE, look))
        case Action("take", above):
            yield _around(buttons.take_zone(above, look))
        case _:
            yield _around(buttons.end_zone(look))


def _around(zone: Zone) -> str:
    return ring(zone.x - 3, zone.y - 1, zone.wide + 6, zone.high + 2)


def _faint(*parts: str) -> str:
    return group(parts, class_="faint")


def _ghost_lay(s: Board, who: int, field: int, site: int) -> Iterator[str]:
    """The tile in place, and each row through it with what it would give."""
    name = FIELDS[field]
    x, y = middle(name)
    rows = list(rows_through(field).values())
    yield from (band(row, "band maybe") for row in rows)
    yield _faint(tile(s.hand[who] or UNKNOWN, x, y, towards=step_towards(name, SITES[site])))
    if s.foundation[site] == 0:
        yield _faint(foundation(UNKNOWN, *middle(SITES[site])))
    taken: list[tuple[float, float]] = []
    for row in rows:
        bx, by = _badge_place(row, name, taken)
        taken.append((bx, by))
        yield buttons.badge(yields(s, row, field, s.hand[who]), bx, by - 19)


def _badge_place(row: int, name: str, taken: list[tuple[float, float]]) -> tuple[float, float]:
    """The end of a row that is farthest from the tile; moved down where another badge is."""
    x, y = middle(name)
    place = max((middle(cell) for cell in TABLES.rows[row]), key=lambda at: (abs(at[0] - x) + abs(at[1] - y), at))
    while any(abs(place[1] - by) < 40 and abs(place[0] - bx) < 150 for bx, by in taken):
        place = (place[0], place[1] + 42)
    return place


def _ghost_row(s: Board, who: int, row: int) -> Iterator[str]:
    yield band(row, "band")
    left = s.supply[who]
    for name in TABLES.rows[row]:
        if name in FIELD_INDEX and s.tile[FIELD_INDEX[name]] & WORKER and left > 0:
            x, y = middle(name)
            left -= 1
            yield _faint(pawn(who, x, y + 30, 54))
    x, y = _badge_place(row, FIELDS[s.laid - 1] if s.laid else TABLES.rows[row][0], [])
    yield buttons.badge(yields(s, row), x, y - 19)


def _ghost_worker(s: Board, who: int, site: int) -> str:
    count = min(s.workers[site] + 1, 3)
    x, y = middle(SITES[site])
    return _faint(pawn(who, *worker_place(count, count - 1, s.level[site], x, y)))


def _next_level(s: Board, site: int, colour: int) -> str:
    """The pyramid one level higher, with what it will be worth."""
    x, y = middle(SITES[site])
    level = min(s.level[site] + 1, len(POINTS) - 1)
    levels = [level_shape(colour, k, x, foot(y)) for k in range(1, level + 1)]
    return _faint(base(x, y), *levels, points_flag(level, x - CELL / 2 + 4, y - CELL / 2 + 4))


def _way(start: tuple[float, float], end: tuple[float, float]) -> str:
    return tag("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], class_="way")


def _on_panel(s: Board, who: int, place: tuple[float, float], look: Look) -> tuple[float, float]:
    x, y, scale = panel_place(s, who, look)
    return x + scale * place[0], y + scale * place[1]


def _slot_ring(s: Board, who: int, kind: int, look: Look, class_: str) -> str:
    x, y = _on_panel(s, who, slot_place(kind), look)
    scale = panel_place(s, who, look)[2]
    return ring(x - 23 * scale, y - 34 * scale, 47 * scale, 68 * scale, class_)
