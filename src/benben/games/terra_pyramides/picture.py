"""The board of Terra Pyramides as SVG.

A desert of fields, oases and building sites; tiles show what they give and their stairs; pyramids rise level by level.
The row in question is a band over its fields, with a badge that says what it gives.
"""

from __future__ import annotations

from collections.abc import Iterator

from benben.core.game import Look
from benben.core.svg import classes, document, group, lit, points, tag, text, words
from benben.core.text import Message, texts
from benben.games.terra_pyramides import buttons, panels, rules
from benben.games.terra_pyramides.board import HATCHED, OASIS, SITE, name_of
from benben.games.terra_pyramides.components import (
    BOARD,
    COLOUR_NAMES,
    FIELD_INDEX,
    FIELDS,
    NO_TILE,
    SITE_INDEX,
    SITES,
    TABLES,
)
from benben.games.terra_pyramides.layout import (
    BOARD_TOP,
    EDGE,
    height,
    middle,
    plan,
    step_towards,
)
from benben.games.terra_pyramides.moves import ACTIONS, Action
from benben.games.terra_pyramides.pieces import (
    CELL,
    STYLE,
    foundation,
    level_shape,
    pawn,
    points_flag,
    remembered,
    ring,
    tile,
)
from benben.games.terra_pyramides.rows import joined, rows_through
from benben.games.terra_pyramides.state import ROW, Board
from benben.games.terra_pyramides.story import trace
from benben.games.terra_pyramides.text import boards, seat_name, status, task_line, tile_words, waits_on

_ = texts(__package__)

_BOARD_STYLE = """
.terra_pyramides .hatch { stroke: var(--stone-deep); stroke-width: 4; opacity: .6; }
.terra_pyramides .plot { fill: var(--sand); stroke: var(--stone-deep); stroke-width: 2; }
.terra_pyramides .plan { fill: none; stroke: var(--stone-deep); stroke-width: 2; stroke-dasharray: 7 5; opacity: .8; }
.terra_pyramides .meadow { fill: #7fa35a; }
.terra_pyramides .water { fill: var(--aqua); stroke: #f4ead0; stroke-width: 2.5; }
.terra_pyramides .trunk { fill: none; stroke: #6b4a25; stroke-width: 4; stroke-linecap: round; }
.terra_pyramides .leaf { fill: none; stroke: #2f6b3a; stroke-width: 4.5; stroke-linecap: round; }
.terra_pyramides .half { stroke: var(--stone-deep); stroke-width: 4; stroke-dasharray: 2 10; stroke-linecap: round; }
.terra_pyramides .band { fill: none; stroke: var(--lapis); stroke-width: 60; stroke-linecap: round; opacity: .2; }
.terra_pyramides .band.maybe { opacity: .12; }
.terra_pyramides .ring { fill: none; stroke: var(--lapis); stroke-width: 5; }
.terra_pyramides .gone { stroke-dasharray: 9 7; }
.terra_pyramides .way { stroke: var(--lapis); stroke-width: 5; stroke-linecap: round; stroke-dasharray: 1 11; }
.terra_pyramides .ghost { opacity: 1; } .terra_pyramides .ghost .faint { opacity: .75; }
.terra_pyramides .corner { opacity: .45; }
"""


def picture(s: Board, look: Look) -> str:
    origins, touched = _last_move(s, look)
    wide, high = plan(look).width, height(s, look)
    body = [
        tag("rect", x=0, y=0, width=wide, height=high, rx=18, class_="ground"),
        *panels.racks(s, look),
        *_labels(),
        *(_cell(s, name_of(cell), kind, look) for cell, kind in BOARD.cells.items()),
        *([_middle_line()] if s.symbols else []),
        *(_tile(s, field, origins, look) for field in range(len(FIELDS)) if s.tile[field]),
        *_bands(s),
        *(_place(s, site, origins, look) for site in range(len(SITES)) if s.foundation[site]),
        *(_waiting(s, field, look) for field in range(len(FIELDS)) if s.waiting and waits_on(s, field)),
        *(_around(name) for name in dict.fromkeys([*touched, *([FIELDS[s.laid - 1]] if s.laid else [])])),
        buttons.status_line(s, look),
        *buttons.strip(s, look),
        *(panels.panel(s, who, origins, look) for who in boards(s)),
        panels.supplies(s, look),
    ]
    return document(
        body,
        game="terra_pyramides",
        width=wide,
        height=high,
        title=f"Terra Pyramides. {status(s).say(look.locale)}",
        description=" ".join(message.say(look.locale) for message in _describe(s)),
        style=STYLE + panels.STYLE + buttons.STYLE + _BOARD_STYLE,
        look=look,
    )


def _last_move(s: Board, look: Look) -> tuple[dict[str, str], list[str]]:
    """Where each new element came from, and the cells that the last move touched."""
    origins: dict[str, str] = {}
    touched: list[str] = []
    if not isinstance(look.before, Board) or look.move is None:
        return origins, touched
    for before, move, after in trace(look.before, look.move, s):
        who = rules.player(before)
        match Action("take") if move < 0 else ACTIONS[move]:
            case Action("lay", field, _site):
                origins[f"tile-{FIELDS[field]}"] = f"hand-{who + 1}"
                touched.append(FIELDS[field])
            case Action("move", field, site):
                origins[f"at-{SITES[site]}-{after.workers[site]}"] = f"worker-{FIELDS[field]}"
                touched.append(SITES[site])
            case Action("hire", site):
                origins[f"at-{SITES[site]}-{after.workers[site]}"] = f"supply-{who + 1}"
                touched.append(SITES[site])
            case Action("raise", site):
                origins[f"level-{SITES[site]}-{after.level[site]}"] = "supplies"
                touched.append(SITES[site])
            case Action("pay"):
                site = before.building - 1
                origins[f"level-{SITES[site]}-1"] = "supplies"
                touched.append(SITES[site])
            case Action("back" | "found", site):
                touched.append(SITES[site])
            case Action("draw" | "take" as kind, stack):
                origins[f"hand-tile-{who + 1}"] = f"stack-{before.looking if kind == 'take' else stack + 1}"
    return origins, touched


# The desert


@remembered
def _labels() -> list[str]:
    letters = [
        text(
            chr(ord("a") + column),
            EDGE + (column + 0.5) * CELL,
            BOARD_TOP - 7,
            class_="small soft",
            text_anchor="middle",
        )
        for column in range(BOARD.columns)
    ]
    numbers = [
        text(row + 1, EDGE - 6, BOARD_TOP + (row + 0.5) * CELL + 7, class_="small soft", text_anchor="end")
        for row in range(BOARD.rows)
    ]
    return letters + numbers


def _cell(s: Board, name: str, kind: str, look: Look) -> str:
    parts = [_ground(name, kind)]
    if s.symbols and name in FIELD_INDEX and s.tile[FIELD_INDEX[name]] == NO_TILE:
        side = int(TABLES.half[FIELD_INDEX[name]])
        parts.append(group([panels.emblem(side, *middle(name), 13)], class_="corner"))
    said = words(look, _cell_in_words(s, name))
    return group(parts, id=look.prefix + name, class_=lit(look, name), aria_label=said)


@remembered
def _ground(name: str, kind: str) -> str:
    """A cell without anything on it."""
    x, y = middle(name)
    half = CELL / 2 - 2
    square = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half, "rx": 8}
    parts = [tag("rect", **square, class_="field plot" if kind == SITE else "field")]
    if kind == SITE:
        parts += _plot(x, y)
    elif kind == OASIS:
        parts += _oasis(x, y)
    elif kind == HATCHED:
        parts += _hatching(x, y, half)
    return "".join(parts)


def _plot(x: float, y: float) -> list[str]:
    """A building site: the plan of a pyramid, seen from above."""
    a = CELL * 0.34
    corners = [(x - a, y - a), (x + a, y - a), (x + a, y + a), (x - a, y + a)]
    return [
        tag("polygon", points=points(*corners), class_="plan"),
        tag("polyline", points=points(corners[0], (x, y), corners[1]), class_="plan"),
        tag("polyline", points=points(corners[3], (x, y), corners[2]), class_="plan"),
    ]


def _oasis(x: float, y: float) -> list[str]:
    leaves = " ".join(
        f"M {x + 8:.1f} {y - 22:.1f} q {dx:.1f} {-6 + abs(dy):.1f} {2 * dx:.1f} {dy:.1f}" for dx, dy in _LEAVES
    )
    return [
        tag("ellipse", cx=x, cy=y + 6, rx=37, ry=29, class_="meadow"),
        tag("ellipse", cx=x - 6, cy=y + 13, rx=23, ry=14, class_="water"),
        tag(
            "path", d=f"M {x + 17:.1f} {y + 18:.1f} Q {x + 18:.1f} {y - 6:.1f} {x + 8:.1f} {y - 22:.1f}", class_="trunk"
        ),
        tag("path", d=leaves, class_="leaf"),
    ]


_LEAVES = ((-11, 10), (-9, -2), (10, 11), (9, -2), (1, 14))


def _hatching(x: float, y: float, half: float) -> list[str]:
    """Strokes along the edge, which a tile leaves to be seen."""
    strokes = []
    for k in range(6):
        t = -half + 10 + k * (2 * half - 20) / 5
        strokes += [
            tag("line", x1=x + t - 4, y1=y - half + 6, x2=x + t + 4, y2=y - half, class_="hatch"),
            tag("line", x1=x + t - 4, y1=y + half, x2=x + t + 4, y2=y + half - 6, class_="hatch"),
        ]
    return strokes


def _middle_line() -> str:
    """Between the sphinx half and the scarab half."""
    x = EDGE + len(BOARD.sphinx) * CELL
    return tag("line", x1=x, y1=BOARD_TOP, x2=x, y2=BOARD_TOP + BOARD.rows * CELL, class_="half")


def _bands(s: Board) -> list[str]:
    """The row that was chosen, or those that can be."""
    if s.row:
        return [band(s.row - 1, "band")]
    if s.phase == ROW:
        return [band(row, "band maybe") for row in rows_through(s.laid - 1).values()]
    return []


def band(row: int, class_: str) -> str:
    cells = [middle(name) for name in TABLES.rows[row]]
    ends = cells if len(cells) > 1 else [(cells[0][0] - 1, cells[0][1]), (cells[0][0] + 1, cells[0][1])]
    return tag("polyline", points=points(*ends), class_=class_, pointer_events="none")


def _around(name: str) -> str:
    x, y = middle(name)
    half = CELL / 2 - 3
    return group([ring(x - half, y - half, 2 * half, 2 * half)], pointer_events="none")


# What lies and stands there


def _tile(s: Board, field: int, origins: dict[str, str], look: Look) -> str:
    name = FIELDS[field]
    x, y = middle(name)
    drawing = tile(s.tile[field], x, y, towards=step_towards(name, SITES[s.stairs[field]]))
    return _piece(drawing, f"tile-{name}", origins, look)


def _place(s: Board, site: int, origins: dict[str, str], look: Look) -> str:
    """A foundation or a pyramid, and the workers on it."""
    name, who = SITES[site], s.owner[site] - 1
    x, y = middle(name)
    level, colour = s.level[site], s.colour[site]
    parts = [group([foundation(s.foundation[site], x, y, s.workers[site] > 0)], id=f"{look.prefix}foundation-{name}")]
    if level:
        parts = [group([base(x, y)], id=f"{look.prefix}foundation-{name}")]
        for k in range(1, level + 1):
            parts.append(_piece(level_shape(colour, k, x, foot(y)), f"level-{name}-{k}", origins, look))
        parts.append(points_flag(level, x - CELL / 2 + 4, y - CELL / 2 + 4))
    if who >= 0:
        for k in range(s.workers[site]):
            drawing = pawn(who, *worker_place(s.workers[site], k, level, x, y))
            parts.append(_piece(drawing, f"at-{name}-{k + 1}", origins, look))
    return group(parts, id=f"{look.prefix}place-{name}", pointer_events="none")


def foot(y: float) -> float:
    """Where a pyramid stands in its cell."""
    return y + CELL * 0.3


def base(x: float, y: float) -> str:
    """What is left to be seen of the foundation under a pyramid."""
    half, ground = CELL * 0.46, foot(y)
    corners = [(x - half, ground + 6), (x - half + 4, ground - 1), (x + half - 4, ground - 1), (x + half, ground + 6)]
    return tag("polygon", points=points(*corners), class_="slab")


def worker_place(count: int, k: int, level: int, x: float, y: float) -> tuple[float, float, float]:
    """Where the k-th of some workers stands, and how tall it is: before a pyramid, on a foundation."""
    if level == 0:
        return x + (k - (count - 1) / 2) * 24, y + 38, 36
    return x + (k - (count - 1) / 2) * 23 + (18 if count == 1 else 0), y + 41, 33


def _waiting(s: Board, field: int, look: Look) -> str:
    name = f"worker-{FIELDS[field]}"
    x, y = middle(FIELDS[field])
    seat = tag("circle", cx=x, cy=y + 4, r=30, class_="field")
    return group(
        [seat, pawn(rules.player(s), x, y + 30, 54)],
        id=look.prefix + name,
        class_=classes("waiting", lit(look, name)),
        aria_label=words(look, _("Worker on {field}", field=FIELDS[field])),
    )


def _piece(drawing: str, name: str, origins: dict[str, str], look: Look) -> str:
    source = origins.get(name)
    return group(
        [drawing],
        id=look.prefix + name,
        class_=lit(look, name),
        data_from=look.prefix + source if source else None,
        pointer_events="none",
    )


# In words


def _describe(s: Board) -> Iterator[Message]:
    """Tiles, places, and what each player has."""
    for field, name in enumerate(FIELDS):
        if s.tile[field]:
            yield _("{field}: {tile}.", field=name, tile=tile_words(s.tile[field]))
    for site, name in enumerate(SITES):
        if s.foundation[site]:
            yield _place_in_words(s, site, name)
    for who in boards(s):
        stones = [
            _("{n} × {colour}", n=count, colour=COLOUR_NAMES[kind]) for kind, count in enumerate(s.stone[who]) if count
        ]
        yield _(
            "{name}: {points} points, {gold} gold, {supply} workers in supply, stones: {stones}.",
            name=seat_name(s, who) if not s.task else _("Together"),
            points=rules.points_of(s, who),
            gold=s.gold[who],
            supply=s.supply[who],
            stones=joined(stones) if stones else "-",
        )
    if s.task:
        yield task_line(s)


def _cell_in_words(s: Board, name: str) -> Message:
    if name in FIELD_INDEX:
        code = s.tile[FIELD_INDEX[name]]
        return _("{field}: {tile}.", field=name, tile=tile_words(code)) if code else _("Field {field}", field=name)
    if name not in SITE_INDEX:
        return _("Oasis {field}", field=name)
    if s.foundation[SITE_INDEX[name]]:
        return _place_in_words(s, SITE_INDEX[name], name)
    return _("Building site {site}, empty", site=name)


def _place_in_words(s: Board, site: int, name: str) -> Message:
    if s.owner[site] == 0:
        return _("{site}: free foundation of {value}.", site=name, value=s.foundation[site])
    owner = _("Together") if s.task else seat_name(s, s.owner[site] - 1)
    if s.level[site] == 0:
        return _(
            "{site}: foundation of {value}, {owner}, workers: {n}.",
            site=name,
            value=s.foundation[site],
            owner=owner,
            n=s.workers[site],
        )
    return _(
        "{site}: {colour} pyramid of level {level}, {owner}, workers: {n}.",
        site=name,
        colour=COLOUR_NAMES[s.colour[site]],
        level=s.level[site],
        owner=owner,
        n=s.workers[site],
    )
