"""The table of Pyramido as SVG: the quarry on top, and each seat's building site from above, lit from the upper left.

A layer is as thick as its stones: its sides and its shadow show how high it lies, and the one below shows at its edges.
The ids are those of `element_ids`.
"""

from __future__ import annotations

from typing import NamedTuple

from benben.core.cache import remembered, remembered_part
from benben.core.drawing import places as grounds
from benben.core.drawing.materials import definitions
from benben.core.drawing.panels import column_name, name_of, rect, row_name
from benben.core.game import Look
from benben.core.kit.seats import winning_seats
from benben.core.svg import Pen, classes, document, group, lit, pen, tag, text, words
from benben.games.pyramido.box.components import (
    COLOUR_OF,
    COLOURS,
    FIRST_CARD,
    LONG,
    QUARTERS,
    STAGES,
    domino_of,
)
from benben.games.pyramido.picture.element_ids import (
    block_id,
    domino_id,
    elements_on,
    elements_seen,
    marker_id,
)
from benben.games.pyramido.picture.layout import LIFT, Frame, Plan, Site, frame, may_touch, plan
from benben.games.pyramido.picture.pieces import STYLE as PIECES_STYLE
from benben.games.pyramido.picture.pieces import block, marker_on, named, symbols
from benben.games.pyramido.picture.player_boards import draw_ground, draw_hand, draw_header, draw_no_card
from benben.games.pyramido.picture.quarry import draw_quarry
from benben.games.pyramido.rules.layers import (
    block_at,
    column_of,
    empty_cells,
    layer,
    place_at,
    place_to_fill,
    places,
    row_of,
)
from benben.games.pyramido.rules.score import winners
from benben.games.pyramido.rules.state import CARD, FILL, LAY, MARK, OVER, Board, has_lost
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import SEATS, cell_name, colour_in_words
from benben.games.pyramido.words.narration import tell
from benben.games.pyramido.words.points import is_scored
from benben.games.pyramido.words.prompts import status
from benben.games.pyramido.words.text_board import describe

STYLE = (
    PIECES_STYLE
    + """
.pyramido .lost { opacity: .55; }
.pyramido .sum { font-weight: 700; }
.pyramido .box { fill: var(--well); stroke: var(--panel-edge); stroke-width: 1; }
.pyramido .now > .box { fill: var(--lapis-deep); } .pyramido .now > text { fill: var(--paper); }
.pyramido .lit > .box { stroke: var(--amber); stroke-width: 3; }
.pyramido .slot { fill: var(--well); stroke: var(--stone-deep); stroke-width: 1.5; stroke-dasharray: 5 5; opacity: .8; }
.pyramido .way { fill: none; stroke: var(--stone-deep); stroke-width: 3; stroke-linecap: round; opacity: .6; }
.pyramido .due-way { stroke: var(--lapis); stroke-width: 4; opacity: 1; }
.pyramido .levelled { fill: var(--panel); opacity: .38; }
.pyramido .tray { fill: var(--panel); opacity: .6; }
.pyramido .cell > rect:first-child { fill: #ffffff26; stroke: var(--stone-deep); stroke-width: 1.2;
  stroke-dasharray: 4 6; }
.pyramido .cell > text { fill: var(--ink-soft); }
.pyramido .above > rect:first-child { fill: #fff8e694; stroke: #2b2013; } .pyramido .above > text { fill: #2b2013; }
.pyramido .cell.lit > rect:first-child { stroke: var(--amber); stroke-width: 4; stroke-dasharray: none; }
.pyramido .quarter { fill: transparent; }
.pyramido .quarter.lit, .pyramido .lit > .quarter { fill: #ffd36b55; stroke: var(--amber); stroke-width: 3; }
.pyramido .idle { opacity: .35; }
.pyramido .side-right { fill: #7a572b; } .pyramido .side-foot { fill: #553a1a; }
.pyramido .edges { fill: none; stroke: #3b2712; stroke-width: .8; opacity: .6; }
.pyramido .outline { fill: none; stroke: #2b201380; stroke-width: 1.5; }
.pyramido .fresh > .outline { stroke: var(--amber); stroke-width: 3.5; }
.pyramido .lit > .outline { stroke: var(--amber); stroke-width: 5; }
.pyramido .gone { opacity: .16; }
"""
)


def picture(s: Board, look: Look) -> str:
    fresh, ink, around = _fresh(s, look), pen(look), plan(s, look)
    mover = look.before.turn if isinstance(look.before, Board) else None
    body = [_setting(around, ink), *draw_quarry(s, around, ink, fresh)]
    for seat, site in enumerate(around.sites):  # a move touches the mover's board and the quarry
        name = name_of(look, seat, SEATS[seat])
        body.append(_board(s, seat, name, site, look.seat, fresh if seat == mover else frozenset(), ink))
    return document(
        body,
        game="pyramido",
        width=around.width,
        height=around.height,
        title=f"Pyramido. {status(s).say(look.locale)}",
        description=describe(s, look.locale),
        style=STYLE,
        look=look,
    )


@remembered
def _setting(around: Plan, look: Pen) -> str:
    """The definitions, and the sand that everything lies on."""
    ground = grounds.desert(around.width, around.height, look)
    return definitions([*grounds.shades(look), *symbols(look)]) + group([ground], class_="place")


def _fresh(s: Board, look: Look) -> frozenset[str]:
    """What the last move touched."""
    if not isinstance(look.before, Board) or look.move is None:
        return frozenset()
    lines = tell(look.before, look.move, s)[:2]
    return frozenset(element for line in lines if line.points is None for element in line.cells)


# A seat


def _board(s: Board, seat: int, name: str, site: Site, viewer: int, fresh: frozenset[str], look: Pen) -> str:
    over = s.phase == OVER
    acting = not over and s.turn == seat
    winning = over and seat in winning_seats(winners, s)
    scored = tuple([is_scored(s, seat, stage) for stage in range(STAGES)])
    parts = [
        rect(site.zone, 10, class_="shape"),
        draw_ground(site),
        draw_header(s, seat, name, scored, over, acting, winning, site, look),
        _pyramid(s, seat, site, viewer, fresh, look),
        draw_hand(s, seat, site, look),
    ]
    if s.phase == CARD and acting:
        parts.append(draw_no_card(site, look))
    state = "lost" if not acting and not winning and has_lost(s, seat) else None
    return group(parts, id=f"{look.prefix}board-{seat}", class_=state, data_enlarge=name)


# A pyramid


def _pyramid(s: Board, seat: int, site: Site, viewer: int, fresh: frozenset[str], look: Pen) -> str:
    at = frame(s, seat, site, viewer)
    laid = fresh & elements_on(s, seat) if fresh else fresh
    parts = [
        _layer(s, seat, stage, at, _new_blocks(s, seat) if stage == s.stage else (), laid, look)
        for stage in range(min(s.stage + 1, STAGES))
    ]
    above = []  # belongs to the layer being built
    if s.phase != OVER and s.turn == seat and may_touch(seat, viewer):
        above += _empty_cells(s, seat, s.phase == FILL, s.phase not in (LAY, FILL), site.label > 10, at, look)
    if s.stage < STAGES:
        above += _markers(s, seat, at, fresh, look)
    parts.append(group(above, class_="layer", data_layer=min(s.stage + 1, STAGES)))
    return group(parts, id=f"{look.prefix}pyramid-{seat}")


class Piece(NamedTuple):
    """What lies on a cell, where that is in the picture, and what can be seen of it."""

    number: int
    row: int
    column: int
    x: float
    y: float
    name: str
    quarters: tuple[bool, ...]  # those that show
    fresh: bool
    cell: str | None  # its name where the block can be touched


NewBlocks = tuple[tuple[int, str], ...]


@remembered_part(rows=("block",))
def _layer(s: Board, seat: int, stage: int, at: Frame, new: NewBlocks, fresh: frozenset[str], look: Pen) -> str:
    """Shadow and sides first, then the blocks domino by domino, then the cards on them."""
    seen, cells = elements_seen(s, seat), dict(new)
    pieces = []
    for cell, number in layer(s, seat, stage):
        row, column = divmod(cell, LONG - stage)
        x, y = at.corner(stage, row, column)
        name = block_id(seat, number)
        quarters = tuple([f"{name}-{word}" in seen for word in QUARTERS])
        pieces.append(Piece(number, row, column, x, y, name, quarters, name in fresh, cells.get(number)))
    dominoes: dict[int, list[Piece]] = {}
    for piece in pieces:
        if piece.number < FIRST_CARD:
            dominoes.setdefault(domino_of(piece.number), []).append(piece)
    parts = [*sides(tuple(piece[:5] for piece in pieces), at.unit)]
    for domino, halves in dominoes.items():
        parts.append(_domino(domino_id(domino), tuple(halves), at.unit, domino_id(domino) in fresh, look))
    parts += [_block(piece, at.unit, look) for piece in pieces if piece.number >= FIRST_CARD]
    name = f"{look.prefix}layer-{seat}-{stage + 1}"
    return group(parts, id=name, class_="layer", data_layer=stage + 1)


def _new_blocks(s: Board, seat: int) -> NewBlocks:
    """The blocks of the domino laid in this turn, which can be touched, and their cells."""
    if seat != s.turn or s.phase not in (MARK, CARD):
        return ()
    return tuple((block_at(s, seat, place), cell_name(s, seat, place)) for place in s.new)


@remembered
def sides(cells: tuple[tuple[int, int, int, float, float], ...], unit: float) -> list[str]:
    """The shadow that a layer casts, and the sides of its blocks, where no neighbour hides them.

    A cell is what lies there, its row and column, and its corner in the picture.
    """
    thick = LIFT * unit
    filled = {(row, column) for _number, row, column, _x, _y in cells}
    shadows, feet, rights = [], [], []
    for _number, row, column, x, y in cells:
        has_below, has_beside = (row + 1, column) in filled, (row, column + 1) in filled
        if not (has_below and has_beside):
            far = thick * 1.7
            shadows.append(f"M{x + far:.1f} {y + far:.1f}h{unit:.1f}v{unit:.1f}h{-unit:.1f}z")
        if not has_below:
            feet.append(f"M{x:.1f} {y + unit:.1f}l{thick:.1f} {thick:.1f}h{unit:.1f}l{-thick:.1f} {-thick:.1f}z")
        if not has_beside:
            rights.append(f"M{x + unit:.1f} {y:.1f}l{thick:.1f} {thick:.1f}v{unit:.1f}l{-thick:.1f} {-thick:.1f}z")
    return [
        tag("path", d="".join(shadows), class_="cast"),
        tag("path", d="".join(rights), class_="side-right"),
        tag("path", d="".join(feet), class_="side-foot"),
    ]


@remembered
def _domino(name: str, halves: tuple[Piece, ...], unit: float, fresh: bool, look: Pen) -> str:
    return named(name, [*(_block(piece, unit, look) for piece in halves), _outline(halves, unit)], look, fresh)


@remembered
def _block(piece: Piece, unit: float, look: Pen) -> str:
    """The block, and a sheet over each of its quarters that can be seen, to touch and to light up."""
    parts = [block(piece.number, piece.x, piece.y, unit, look)]
    for quarter, word in enumerate(QUARTERS):
        if piece.quarters[quarter]:
            parts.append(_quarter(f"{piece.name}-{word}", quarter, piece.x, piece.y, unit, look, piece.cell))
    if piece.number >= FIRST_CARD:
        parts.append(_outline((piece,), unit))
    colour = colour_in_words(int(COLOUR_OF[piece.number]))
    said = _("Block on {cell}: {colour}", cell=piece.cell, colour=colour)
    if not piece.cell:
        said = _("Block: {colour}", colour=colour)
    sound = "papyrus" if piece.number >= FIRST_CARD else None
    return named(piece.name, parts, look, piece.fresh, said=said, sound=sound)


def _quarter(name: str, quarter: int, x: float, y: float, unit: float, look: Pen, cell: str | None) -> str:
    said = _("{cell}, {quarter} quarter", cell=cell, quarter=_QUARTER_NAMES[quarter]) if cell else None
    return tag(
        "rect",
        x=x + (quarter & 1) * unit / 2,
        y=y + (quarter >> 1) * unit / 2,
        width=unit / 2,
        height=unit / 2,
        id=look.prefix + name,
        class_=classes("quarter", lit(look, name)),
        aria_label=words(look, said) if said else None,
    )


_QUARTER_NAMES = (_("upper left"), _("upper right"), _("lower left"), _("lower right"))


def _outline(pieces: tuple[Piece, ...], unit: float) -> str:
    left, right = min(piece.x for piece in pieces), max(piece.x for piece in pieces)
    top, bottom = min(piece.y for piece in pieces), max(piece.y for piece in pieces)
    return tag(
        "rect", x=left, y=top, width=right - left + unit, height=bottom - top + unit, rx=4, class_="shape outline"
    )


@remembered_part("stage", rows=("mark",))
def _markers(s: Board, seat: int, at: Frame, fresh: frozenset[str], look: Pen) -> list[str]:
    """Those that stand on the layer being built."""
    parts = []
    for colour in range(COLOURS):
        cell = s.mark[seat, s.stage, colour] - 1
        if cell >= 0:
            name = marker_id(seat, colour)
            x, y = at.corner(s.stage, *divmod(cell, LONG - s.stage))
            parts.append(_marker(name, colour, x, y, at.unit, name in fresh, look))
    return parts


@remembered
def _marker(name: str, colour: int, x: float, y: float, unit: float, fresh: bool, look: Pen) -> str:
    ring = tag("circle", cx=x + unit / 2, cy=y + unit / 2, r=unit * 0.22, class_="shape outline")
    said = _("Marker: {colour}", colour=colour_in_words(colour))
    return named(name, [marker_on(colour, x, y, unit, look), ring], look, fresh, said=said)


@remembered_part("stage", rows=("rows", "columns", "corner", "occupied"))
def _empty_cells(s: Board, seat: int, filling: bool, idle: bool, labelled: bool, at: Frame, look: Pen) -> list[str]:
    """Those of the layer being built, with the names of rows and columns; a card may fill the first one."""
    first = place_to_fill(s, seat) if filling else None
    return (_cell_names(s, seat, at) if labelled else []) + [
        _empty_cell(
            cell_name(s, seat, place), *at.place(s.stage, place), at.unit, s.stage > 0, idle, place == first, look
        )
        for place in places(empty_cells(s, seat))
    ]


def _cell_names(s: Board, seat: int, at: Frame) -> list[str]:
    """Letters above and numbers beside the layer being built."""
    rows, columns = max(s.rows[seat], 1) - s.stage, max(s.columns[seat], 2) - s.stage
    reach = [(row_of(place), column_of(place)) for place in places(empty_cells(s, seat))]
    cells = [*reach, (0, 0), (rows - 1, columns - 1)]
    top, left = min(row for row, _column in cells), min(column for _row, column in cells)
    bottom, right = max(row for row, _column in cells), max(column for _row, column in cells)
    labels = []
    for column in range(left, right + 1):
        x, y = at.corner(s.stage, top, column)
        name = cell_name(s, seat, place_at(top, column))[0]
        labels.append(column_name(name, x + at.unit / 2, min(y, at.y) - 6, 14))
    for row in range(top, bottom + 1):
        x, y = at.corner(s.stage, row, left)
        name = cell_name(s, seat, place_at(row, left))[1:]
        labels.append(row_name(name, min(x, at.x) - 7, y + at.unit / 2 + 5, 14))
    return labels


@remembered
def _empty_cell(cell: str, x: float, y: float, unit: float, above: bool, idle: bool, quartered: bool, look: Pen) -> str:
    name, inset = f"cell-{cell}", 0.05 * unit
    parts = [
        tag("rect", x=x + inset, y=y + inset, width=unit - 2 * inset, height=unit - 2 * inset, rx=6, class_="shape"),
        text(cell, x + unit / 2, y + unit / 2 + 5, font_size=min(14.0, unit / 3), text_anchor="middle"),
    ]
    if quartered:
        parts += [_quarter(f"{name}-{word}", k, x, y, unit, look, cell) for k, word in enumerate(QUARTERS)]
    said = _("Empty cell {cell}", cell=cell)
    return named(name, parts, look, False, "cell", "above" if above else None, "idle" if idle else None, said=said)
