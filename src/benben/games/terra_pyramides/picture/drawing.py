"""The board of Terra Pyramides as SVG.

A desert of fields, oases and building sites; tiles show what they give and their stairs; pyramids rise level by level.
The row in question is a band over its fields, with a badge that says what it gives.
"""

from __future__ import annotations

from benben.core.cache import remembered, remembered_part
from benben.core.game import Look
from benben.core.svg import Pen, classes, document, group, lit, pen, points, tag, text, words
from benben.games.terra_pyramides.box.board import HATCHED, OASIS, SITE, name_of
from benben.games.terra_pyramides.box.components import BOARD, FIELD_INDEX, FIELDS, NO_TILE, SITE_INDEX, SITES, TABLES
from benben.games.terra_pyramides.picture import buttons, panels
from benben.games.terra_pyramides.picture.layout import BOARD_TOP, EDGE, height, middle, plan, step_towards
from benben.games.terra_pyramides.picture.pieces import (
    CELL,
    STYLE,
    foundation,
    level_shape,
    pawn,
    points_flag,
    ring,
    tile,
)
from benben.games.terra_pyramides.rules.moves import ACTIONS, Action
from benben.games.terra_pyramides.rules.score import points_of
from benben.games.terra_pyramides.rules.state import ROW, Board, player
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.narration import trace
from benben.games.terra_pyramides.words.row_yields import rows_through
from benben.games.terra_pyramides.words.text_board import (
    Place,
    boards,
    describe,
    place_in_words,
    places_of,
    status,
    tile_in_words,
    waiting_on,
)

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


_WHOLE_STYLE = STYLE + panels.STYLE + buttons.STYLE + _BOARD_STYLE


def picture(s: Board, look: Look) -> str:
    origins, touched = _last_move(s, look)
    ink = pen(look)
    earned = {who: int(points_of(s, who)) for who in boards(s)}
    wide, high = plan(look.wide).width, height(s, look)
    body = [
        tag("rect", x=0, y=0, width=wide, height=high, rx=18, class_="ground"),
        *panels.racks(s, ink),
        _labels(),
        _desert(s, ink),
        *([_middle_line()] if s.symbols else []),
        _tiles(s, _only(origins, "tile-"), ink),
        *_bands(s),
        _places(s, _only(origins, "at-", "level-"), ink),
        *(_waiting(player(s), FIELDS[field], ink) for field in waiting_on(s)),
        *(_around(name) for name in dict.fromkeys([*touched, *([FIELDS[s.laid - 1]] if s.laid else [])])),
        buttons.status_line(s, look),
        *buttons.strip(s, look),
        *(panels.panel(s, who, earned[who], origins, look, ink) for who in boards(s)),
        panels.supplies(s, look.wide, ink),
    ]
    return document(
        body,
        game="terra_pyramides",
        width=wide,
        height=high,
        title=f"Terra Pyramides. {status(s).say(look.locale)}",
        description=describe(s, earned, look.locale),
        style=_WHOLE_STYLE,
        look=look,
    )


def _last_move(s: Board, look: Look) -> tuple[dict[str, str], list[str]]:
    """Where each new element came from, and the cells that the last move touched."""
    origins: dict[str, str] = {}
    touched: list[str] = []
    if not isinstance(look.before, Board) or look.move is None:
        return origins, touched
    for before, move, after in trace(look.before, look.move, s):
        who = player(before)
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


Origins = tuple[tuple[str, str], ...]  # elements, each with the one it came from with the last move


def _only(origins: dict[str, str], *kinds: str) -> Origins:
    """Those of elements whose names begin so."""
    return tuple([(name, source) for name, source in origins.items() if name.startswith(kinds)])


# The desert


@remembered
def _labels() -> str:
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
    return "".join(letters + numbers)


@remembered_part("tile", "foundation", "level", "colour", "owner", "workers", "task", "symbols")
def _desert(s: Board, look: Pen) -> str:
    """Every cell, and in words what lies and stands on it."""
    tiles, places, symbols, team = list(s.tile), places_of(s), bool(s.symbols), bool(s.task)
    parts = []
    for name, kind in _CELLS:
        if name in FIELD_INDEX:
            parts.append(_field(name, kind, tiles[FIELD_INDEX[name]], symbols, look))
        elif name in SITE_INDEX:
            parts.append(_site(places[SITE_INDEX[name]], kind, team, look))
        else:
            parts.append(_cell(name, [_ground(name, kind)], words(look, _("Oasis {field}", field=name)), look))
    return "".join(parts)


_CELLS = tuple((name_of(cell), kind) for cell, kind in BOARD.cells.items())


def _cell(name: str, parts: list[str], said: str, look: Pen) -> str:
    return group(parts, id=look.prefix + name, class_=lit(look, name), aria_label=said)


@remembered
def _field(name: str, kind: str, code: int, symbols: bool, look: Pen) -> str:
    parts = [_ground(name, kind)]
    if symbols and code == NO_TILE:
        side = int(TABLES.half[FIELD_INDEX[name]])
        parts.append(group([panels.emblem(side, *middle(name), 13)], class_="corner"))
    said = tile_in_words(name, code, look.locale) if code else words(look, _("Field {field}", field=name))
    return _cell(name, parts, said, look)


@remembered
def _site(place: Place, kind: str, team: bool, look: Pen) -> str:
    said = words(look, _("Building site {site}, empty", site=place.name))
    if place.foundation:
        said = place_in_words(place, team, look.locale)
    return _cell(place.name, [_ground(place.name, kind)], said, look)


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


@remembered
def band(row: int, class_: str) -> str:
    cells = [middle(name) for name in TABLES.rows[row]]
    ends = cells if len(cells) > 1 else [(cells[0][0] - 1, cells[0][1]), (cells[0][0] + 1, cells[0][1])]
    return tag("polyline", points=points(*ends), class_=class_, pointer_events="none")


@remembered
def _around(name: str) -> str:
    x, y = middle(name)
    half = CELL / 2 - 3
    return group([ring(x - half, y - half, 2 * half, 2 * half)], pointer_events="none")


# What lies and stands there


@remembered_part("tile", "stairs")
def _tiles(s: Board, origins: Origins, look: Pen) -> str:
    sources = dict(origins)
    return "".join(
        [
            _tile(name, code, site, sources.get(f"tile-{name}"), look)
            for name, code, site in zip(FIELDS, s.tile, s.stairs, strict=True)
            if code
        ]
    )


@remembered
def _tile(name: str, code: int, site: int, source: str | None, look: Pen) -> str:
    x, y = middle(name)
    drawing = tile(code, x, y, towards=step_towards(name, SITES[site]))
    return _piece(drawing, f"tile-{name}", source, look)


@remembered_part("foundation", "level", "colour", "owner", "workers")
def _places(s: Board, origins: Origins, look: Pen) -> str:
    parts = []
    for place in places_of(s):
        if place.foundation:
            here = (f"at-{place.name}-", f"level-{place.name}-")
            parts.append(_place(place, _only(dict(origins), *here) if origins else (), look))
    return "".join(parts)


@remembered
def _place(place: Place, origins: Origins, look: Pen) -> str:
    """A foundation or a pyramid, and the workers on it."""
    name, value, level, colour, owner, workers = place
    sources = dict(origins)
    x, y = middle(name)
    parts = [group([foundation(value, x, y, workers > 0)], id=f"{look.prefix}foundation-{name}")]
    if level:
        parts = [group([base(x, y)], id=f"{look.prefix}foundation-{name}")]
        for k in range(1, level + 1):
            part = f"level-{name}-{k}"
            parts.append(_piece(level_shape(colour, k, x, foot(y)), part, sources.get(part), look))
        parts.append(points_flag(level, x - CELL / 2 + 4, y - CELL / 2 + 4))
    if owner:
        for k in range(workers):
            part = f"at-{name}-{k + 1}"
            drawing = pawn(owner - 1, *worker_place(workers, k, level, x, y))
            parts.append(_piece(drawing, part, sources.get(part), look))
    return group(parts, id=f"{look.prefix}place-{name}", pointer_events="none")


def foot(y: float) -> float:
    """Where a pyramid stands in its cell."""
    return y + CELL * 0.3


@remembered
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


@remembered
def _waiting(who: int, field: str, look: Pen) -> str:
    name = f"worker-{field}"
    x, y = middle(field)
    seat = tag("circle", cx=x, cy=y + 4, r=30, class_="field")
    return group(
        [seat, pawn(who, x, y + 30, 54)],
        id=look.prefix + name,
        class_=classes("waiting", lit(look, name)),
        aria_label=words(look, _("Worker on {field}", field=field)),
    )


def _piece(drawing: str, name: str, source: str | None, look: Pen) -> str:
    return group(
        [drawing],
        id=look.prefix + name,
        class_=lit(look, name),
        data_from=look.prefix + source if source else None,
        pointer_events="none",
    )
