"""The map of Terra Pyramides as SVG.

A desert with oases and building sites; tiles show what they give and their stairs; pyramids rise level by level. In the
step where a row is chosen, the rows lie over their fields, each with what it gives.
"""

from __future__ import annotations

from benben.core.cache import remembered, remembered_part
from benben.core.drawing import places
from benben.core.drawing.materials import at, definitions, use
from benben.core.drawing.panels import Zone, cast, column_name, rect, row_name
from benben.core.game import Look
from benben.core.svg import Pen, classes, document, element, group, lit, pen, symbol_id, tag, text, url, words
from benben.games.terra_pyramides.box.board import HATCHED, OASIS, SITE, name_of
from benben.games.terra_pyramides.box.components import BOARD, FIELD_INDEX, FIELDS, NO_TILE, SITE_INDEX, SITES, TABLES
from benben.games.terra_pyramides.picture import buttons, player_boards, supplies
from benben.games.terra_pyramides.picture.last_move import last_move
from benben.games.terra_pyramides.picture.layout import CELL, LEAST_TEXT, MAP, Plan, middle, plan, step_towards
from benben.games.terra_pyramides.picture.pieces import (
    STYLE,
    TILE,
    emblem,
    foundation,
    level_shape,
    pawn,
    points_flag,
    symbols,
)
from benben.games.terra_pyramides.picture.pieces import tile as draw_tile
from benben.games.terra_pyramides.rules.score import points_of
from benben.games.terra_pyramides.rules.state import Board, player
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.text_board import (
    Place,
    boards,
    describe,
    next_level_in_words,
    place_in_words,
    places_of,
    status,
    tile_in_words,
    waiting_on,
)

_MAP_STYLE = """
.terra_pyramides .chart { stroke: var(--panel-edge); stroke-width: 2; }
.terra_pyramides .grid { fill: none; stroke: var(--ripple); stroke-width: 2; }
.terra_pyramides .hatch { fill: none; stroke: var(--stone-deep); stroke-width: 3; opacity: .55; }
.terra_pyramides .plot { fill: #c8a76530; }
.terra_pyramides .plan { fill: none; stroke: var(--stone-deep); stroke-width: 3; stroke-dasharray: 9 7; }
.terra_pyramides .peg { fill: none; stroke: var(--stone-deep); stroke-width: 7; stroke-linecap: round; }
.ter-meadow { fill: #7fa35a; } .ter-water { fill: #2f978e; }
.ter-wave { fill: none; stroke: #c8f4ee; stroke-width: 2.5; }
.ter-trunk { fill: none; stroke: #6b4a25; stroke-width: 5; stroke-linecap: round; }
.ter-leaf { fill: none; stroke: #2b6a36; stroke-width: 5; stroke-linecap: round; }
.terra_pyramides .edge-name { paint-order: stroke; stroke: var(--sand); stroke-width: 2.5; stroke-linejoin: round; }
.terra_pyramides .half { stroke: var(--stone-deep); stroke-width: 4; stroke-dasharray: 2 10; stroke-linecap: round; }
.terra_pyramides .fresh { fill: none; stroke: var(--amber); stroke-width: 5; }
.terra_pyramides .waiting > circle { fill: var(--panel); stroke: var(--panel-edge); stroke-width: 2; }
.terra_pyramides .way { stroke: var(--lapis); stroke-width: 3; stroke-linecap: round; stroke-dasharray: 1 7; }
.terra_pyramides .strike { stroke: var(--red); stroke-width: 5; stroke-linecap: round; }
.terra_pyramides .ghost .faint { opacity: .62; } .terra_pyramides .gone { stroke: var(--red); }
.terra_pyramides .corner { opacity: .45; }
.terra_pyramides :is(.cell, .tile, .place).lit > .shape { stroke: var(--amber); stroke-width: 6; }
"""


WHOLE_STYLE = STYLE + player_boards.STYLE + buttons.STYLE + _MAP_STYLE


def picture(s: Board, look: Look) -> str:
    origins, touched = last_move(s, look)
    ink, around = pen(look), plan(s, look)
    actions = buttons.legal_actions(s, look)
    earned = {who: int(points_of(s, who)) for who in boards(s)}
    fresh = tuple(dict.fromkeys([*touched, *([FIELDS[s.laid - 1]] if s.laid else [])]))
    on_map = [
        chart(ink),
        _desert(s, ink),
        *([_middle_line()] if s.symbols else []),
        _tiles(s, _only(origins, "tile-"), ink),
        *([buttons.band(s.row - 1, "band")] if s.row else []),
        _places(s, _only(origins, "at-", "level-"), ink),
        *(_waiting(player(s), FIELDS[field], ink) for field in waiting_on(s)),
        *(around_cell(name) for name in fresh),
    ]
    map_place = at(around.map.x, around.map.y, around.scale)
    rows = buttons.rows_to_choose(s, actions, around, ink)  # last: on phones their buttons lie over the tray
    body = [
        _setting(around, ink),
        group(on_map, transform=map_place, class_="map"),
        _labels(around),
        *supplies.stacks(s, around, ink),
        supplies.supplies(s, around, ink),
        *(player_boards.draw_panel(s, who, earned[who], origins, around, look, ink) for who in boards(s)),
        *buttons.tray(s, actions, around, ink),
        *([group(rows, transform=map_place, class_="map")] if rows else []),
    ]
    return document(
        body,
        game="terra_pyramides",
        width=around.width,
        height=around.height,
        title=f"Terra Pyramides. {status(s).say(look.locale)}",
        description=describe(s, earned, look.locale),
        style=WHOLE_STYLE,
        look=look,
    )


Origins = tuple[tuple[str, str], ...]  # elements, each with the one it came from with the last move


def _only(origins: dict[str, str], *kinds: str) -> Origins:
    """Those of elements whose names begin so."""
    return tuple([(name, source) for name, source in origins.items() if name.startswith(kinds)])


# The desert


@remembered
def _setting(around: Plan, look: Pen) -> str:
    """The definitions, and the sand that everything lies on."""
    ground = places.desert(around.width, around.height, look)
    return definitions([*places.shades(look), *symbols(look), oasis(look)]) + group([ground], class_="place")


@remembered
def chart(look: Pen) -> str:
    """The sheet of the map, with its grid and the ripples of the sand."""
    whole = Zone(0, 0, MAP, MAP)
    grid = "".join(f"M{k * CELL:g} 0V{MAP:g}M0 {k * CELL:g}H{MAP:g}" for k in range(1, BOARD.columns))
    ripples = "".join(
        f"M{x * (MAP - 60):.0f} {20 + y * (MAP - 40):.0f}q14-7 28 0t22-2" for x, y in places.scattered(60)
    )
    parts = [
        cast(whole, 8, 6),
        rect(whole, 6, class_="chart", fill=url(look, "tablet")),
        tag("path", d=ripples, class_="ripples"),
        tag("path", d=grid, class_="grid"),
    ]
    return group(parts, class_="place")


@remembered
def _labels(around: Plan) -> str:
    """Letters above and numbers beside the map; on a phone in its first row and column."""
    cell, size = CELL * around.scale, 13
    labels = []
    for n in range(BOARD.columns):
        along, letter = (n + 0.5) * cell, chr(ord("a") + n)
        if around.tall:
            marks = {"font_size": LEAST_TEXT, "class_": "soft name edge-name"}
            labels.append(text(letter, around.map.x + n * cell + 3, around.map.y + 9, **marks))
            labels += [text(n + 1, around.map.x + 3, around.map.y + n * cell + 10, **marks)] if n else []
        else:
            labels.append(column_name(letter, around.map.x + along, around.map.y - 5, size))
            labels.append(row_name(n + 1, around.map.x - 6, around.map.y + along + 4, size))
    return group(labels, pointer_events="none")


@remembered_part("tile", "foundation", "level", "colour", "owner", "workers", "task", "symbols")
def _desert(s: Board, look: Pen) -> str:
    """Every cell, and in words what lies and stands on it."""
    tiles, sites, symbols, team = list(s.tile), places_of(s), bool(s.symbols), bool(s.task)
    parts = []
    for name, kind in CELLS:
        if name in FIELD_INDEX:
            parts.append(_field(name, kind, tiles[FIELD_INDEX[name]], symbols, look))
        elif name in SITE_INDEX:
            parts.append(_site(sites[SITE_INDEX[name]], kind, team, look))
        else:
            parts.append(_cell(name, ground(name, kind, look), words(look, _("Oasis {field}", field=name)), look))
    return "".join(parts)


CELLS = tuple((name_of(cell), kind) for cell, kind in BOARD.cells.items())


def _cell(name: str, drawing: str, said: str, look: Pen, tip: str | None = None) -> str:
    marks = classes("cell", lit(look, name))
    return group([drawing], id=look.prefix + name, class_=marks, aria_label=said, data_tip=tip)


@remembered
def _field(name: str, kind: str, code: int, symbols: bool, look: Pen) -> str:
    drawing = ground(name, kind, look)
    if symbols and code == NO_TILE:
        side = int(TABLES.half[FIELD_INDEX[name]])
        drawing += group([emblem(side, *middle(name), 13)], class_="corner")
    if not code:
        return _cell(name, drawing, words(look, _("Field {field}", field=name)), look)
    said = tile_in_words(name, code, look.locale)
    signs = _("A row gives each of its stones, 1 gold for each eye and oasis, and a worker to move for each worker.")
    return _cell(name, drawing, said, look, f"{said} {words(look, signs)}")


@remembered
def _site(place: Place, kind: str, team: bool, look: Pen) -> str:
    said = words(look, _("Building site {site}, empty", site=place.name))
    if place.foundation:
        said = place_in_words(place, team, look.locale)
    next_level = next_level_in_words(place)
    tip = f"{said} {words(look, next_level)}" if next_level else None
    return _cell(place.name, ground(place.name, kind, look), said, look, tip)


@remembered
def ground(name: str, kind: str, look: Pen) -> str:
    """A cell without anything on it."""
    x, y = middle(name)
    half = CELL / 2 - 2
    shape = rect(Zone(x - half, y - half, 2 * half, 2 * half), 5, class_="shape")
    if kind == SITE:
        return shape + _plot(x, y)
    if kind == OASIS:
        return shape + use("oasis", x, y, 1, look)
    return shape + _hatching(x, y, half) if kind == HATCHED else shape


def _plot(x: float, y: float) -> str:
    """A building site: a rope around four pegs."""
    a = CELL * 0.36
    pegs = "".join(f"M{x + dx * a:.1f} {y + dy * a:.1f}h.1" for dx in (-1, 1) for dy in (-1, 1))
    rope = f"M{x - a:.1f} {y - a:.1f}H{x + a:.1f}V{y + a:.1f}H{x - a:.1f}z"
    return tag("path", d=rope, class_="plot plan") + tag("path", d=pegs, class_="peg")


def oasis(look: Pen) -> str:
    leaves = "".join(f"M10-24q{dx} {-8 + abs(dy)} {2 * dx} {dy}" for dx, dy in ((-11, 10), (-9, -2), (10, 11), (9, -2)))
    return group(
        [
            tag("ellipse", cx=0, cy=6, rx=38, ry=30, class_="ter-meadow"),
            tag("ellipse", cx=-6, cy=14, rx=24, ry=14, class_="ter-water"),
            tag("path", d="M-22 12q6-4 12 0t12 0M-16 19q5-3 10 0t10 0", class_="ter-wave"),
            tag("path", d="M18 20Q20-4 10-24", class_="ter-trunk"),
            tag("path", d=leaves, class_="ter-leaf"),
        ],
        id=symbol_id(look, "oasis"),
    )


def _hatching(x: float, y: float, half: float) -> str:
    """Strokes along the edge, which a tile leaves to be seen."""
    strokes = []
    for k in range(6):
        t = x - half + 10 + k * (2 * half - 20) / 5
        strokes += [f"M{t - 4:.1f} {y + side * (half - 3) + 3:.1f}l8-6" for side in (-1, 1)]
    return tag("path", d="".join(strokes), class_="hatch")


def _middle_line() -> str:
    """Between the sphinx half and the scarab half."""
    x = len(BOARD.sphinx) * CELL
    return tag("line", x1=x, y1=0, x2=x, y2=MAP, class_="half")


@remembered
def around_cell(name: str) -> str:
    """What the last move touched."""
    x, y = middle(name)
    half = CELL / 2 - 3
    return rect(Zone(x - half, y - half, 2 * half, 2 * half), 8, class_="fresh", pointer_events="none")


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
    drawing = draw_tile(code, *middle(name), TILE, look, towards=step_towards(name, SITES[site]))
    return _piece(drawing, f"tile-{name}", source, look)


@remembered_part("foundation", "level", "colour", "owner", "workers")
def _places(s: Board, origins: Origins, look: Pen) -> str:
    parts = []
    for place in places_of(s):
        if place.foundation:
            here = (f"at-{place.name}-", f"level-{place.name}-")
            parts.append(draw_place(place, _only(dict(origins), *here) if origins else (), look))
    return "".join(parts)


@remembered
def draw_place(place: Place, origins: Origins, look: Pen) -> str:
    """A foundation or a pyramid, and the workers on it."""
    name, value, level, colour, owner, workers = place
    sources = dict(origins)
    x, y = middle(name)
    parts = [group([foundation(value, x, y, workers > 0 and not level)], id=f"{look.prefix}foundation-{name}")]
    for k in range(1, level + 1):
        part = f"level-{name}-{k}"
        parts.append(_piece(level_shape(colour, k, x, y, look), part, sources.get(part), look))
    if level:
        parts.append(points_flag(level, x - CELL / 2, y - CELL / 2))
    if owner:
        for k in range(workers):
            part = f"at-{name}-{k + 1}"
            drawing = pawn(owner - 1, *worker_place(workers, k, level, x, y), look)
            parts.append(_piece(drawing, part, sources.get(part), look))
    return group(parts, id=f"{look.prefix}place-{name}", pointer_events="none")


def worker_place(count: int, k: int, level: int, x: float, y: float) -> tuple[float, float, float]:
    """Where the k-th of some workers stands, and how tall it is: before a pyramid, on a foundation."""
    apart = (k - (count - 1) / 2) * 24
    return x + apart + (16 if level and count == 1 else 0), y + 39, 40 if level == 0 else 37


@remembered
def _waiting(who: int, field: str, look: Pen) -> str:
    name = f"worker-{field}"
    x, y = middle(field)
    return element(
        name,
        [
            tag("circle", cx=x, cy=y, r=40, class_="shape"),
            tag("circle", cx=x, cy=y, r=33),
            pawn(who, x, y + 29, 58, look),
        ],
        look,
        _("Worker on {field}", field=field),
        before="waiting",
    )


def _piece(drawing: str, name: str, source: str | None, look: Pen) -> str:
    return group(
        [drawing],
        id=look.prefix + name,
        class_=lit(look, name),
        data_from=look.prefix + source if source else None,
        pointer_events="none",
    )
