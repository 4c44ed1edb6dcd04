"""The table of Pyramido as SVG: the quarry before its stacks, and each seat's pyramid from above, lit from the left.

Higher layers are drawn a little higher and cast a shadow. The ids are those of `element_ids`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from benben.core.cache import remembered, remembered_part
from benben.core.game import Look
from benben.core.svg import Pen, classes, document, group, lit, pen, tag, text, words
from benben.games.pyramido.box.components import (
    CARDS,
    COLOUR_OF,
    COLOURS,
    FIRST_CARD,
    LONG,
    QUARTERS,
    STAGES,
    WORDS,
    card_number,
)
from benben.games.pyramido.picture.element_ids import (
    block_id,
    card_id,
    domino_id,
    elements_on,
    elements_seen,
    marker_id,
    sheet_id,
    side_id,
)
from benben.games.pyramido.picture.layout import LIFT, WIDTH, Frame, Panel, frame, may_touch, panels, picture_height
from benben.games.pyramido.picture.pieces import STYLE as PIECES_STYLE
from benben.games.pyramido.picture.pieces import block, definitions, emblem, marker_on, named, token
from benben.games.pyramido.picture.quarry import draw_quarry
from benben.games.pyramido.rules.layers import (
    MARGIN,
    block_at,
    empty_cells,
    empty_places,
    layer,
    lowest,
    place_at,
    places,
)
from benben.games.pyramido.rules.score import total, winning_seats
from benben.games.pyramido.rules.state import CARD, FILL, LAY, MARK, OVER, Board, cards_in_hand
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import SEATS, cell_name, colour_in_words
from benben.games.pyramido.words.narration import tell
from benben.games.pyramido.words.points import is_scored
from benben.games.pyramido.words.text_board import describe, markers_in_hand, status

STYLE = (
    PIECES_STYLE
    + """
.pyramido .panel { fill: var(--stone); stroke: var(--stone-edge); stroke-width: 2; }
.pyramido .acting > .panel { stroke: var(--lapis); stroke-width: 6; }
.pyramido .winning > .panel { stroke: var(--gold); stroke-width: 8; }
.pyramido .lost { opacity: .55; }
.pyramido .say { font-size: 31px; font-weight: 600; }
.pyramido .name { font-size: 32px; font-weight: 600; }
.pyramido .note { font-size: 22px; }
.pyramido .figure { font-size: 25px; }
.pyramido .sum { font-size: 30px; font-weight: 700; }
.pyramido .label { font-size: 25px; }
.pyramido .cell-name { font-size: 25px; }
.pyramido .box { fill: var(--sand); stroke: var(--stone-edge); stroke-width: 2; }
.pyramido .now > .box { stroke: var(--lapis); stroke-width: 4; }
.pyramido .lit > .box, .pyramido .box.lit { stroke: var(--gold); stroke-width: 6; }
.pyramido .slot { fill: var(--sand); stroke: var(--stone-deep); stroke-width: 2; stroke-dasharray: 6 6; }
.pyramido .due > .slot { stroke: var(--lapis); stroke-width: 5; }
.pyramido .way { fill: none; stroke: var(--stone-deep); stroke-width: 4; stroke-linecap: round; opacity: .7; }
.pyramido .due-way { stroke: var(--lapis); stroke-width: 6; opacity: 1; }
.pyramido .cell > rect { fill: #ffffff2e; stroke: var(--stone-deep); stroke-width: 2; stroke-dasharray: 5 6; }
.pyramido .above > rect { fill: #fff8e694; stroke: #2b2013; }
.pyramido .cell > text { fill: var(--ink-soft); }
.pyramido .above > text { fill: #2b2013; stroke: #fff8e6; stroke-width: 6; paint-order: stroke; }
.pyramido .cell.lit > rect { stroke: var(--lapis); stroke-width: 6; stroke-dasharray: none; }
.pyramido .quarter { fill: transparent; }
.pyramido .quarter.lit, .pyramido .lit > .quarter { fill: #fff3c440; stroke: #fffdf2; stroke-width: 3.5; }
.pyramido .idle { opacity: .35; }
.pyramido .outline { fill: none; stroke: #2b201399; stroke-width: 2.5; }
.pyramido .fresh > .outline { stroke: var(--lapis); stroke-width: 6; }
.pyramido .lit > .outline { stroke: var(--gold); stroke-width: 8; }
.pyramido .gone { opacity: .22; }
.pyramido .button rect { fill: var(--lapis); }
.pyramido .button text { fill: var(--paper); font-size: 26px; font-weight: 700; }
"""
)


def picture(s: Board, look: Look) -> str:
    fresh, ink = _fresh(s, look), pen(look)
    mover = look.before.turn if isinstance(look.before, Board) else None
    high = picture_height(s.players, look.seat)
    body = [
        definitions(ink),
        tag("rect", x=0, y=0, width=WIDTH, height=high, rx=18, class_="ground"),
        text(status(s).say(look.locale), WIDTH / 2, 42, class_="say", text_anchor="middle"),
        *draw_quarry(s, ink, fresh),
    ]
    for seat, panel in enumerate(panels(s.players, look.seat)):  # a move touches the mover's board and the quarry
        body.append(_board(s, seat, panel, look.seat, fresh if seat == mover else frozenset(), ink))
    return document(
        body,
        game="pyramido",
        width=WIDTH,
        height=high,
        title=f"Pyramido. {status(s).say(look.locale)}",
        description=describe(s, look.locale),
        style=STYLE,
        look=look,
    )


def _fresh(s: Board, look: Look) -> frozenset[str]:
    """What the last move touched."""
    if not isinstance(look.before, Board) or look.move is None:
        return frozenset()
    lines = tell(look.before, look.move, s)[:2]
    return frozenset(element for line in lines if line.points is None for element in line.cells)


# A seat


def _board(s: Board, seat: int, panel: Panel, viewer: int, fresh: frozenset[str], look: Pen) -> str:
    over = s.phase == OVER
    acting = not over and s.turn == seat
    winning = over and seat in winning_seats(s)
    parts = [
        tag("rect", x=panel.x, y=panel.y, width=panel.wide, height=panel.high, rx=14, class_="panel"),
        _header(s, seat, tuple([is_scored(s, seat, stage) for stage in range(STAGES)]), over, panel, look),
        _pyramid(s, seat, panel, viewer, fresh, look),
        _hand(s, seat, panel, look),
    ]
    state = "acting" if acting else "winning" if winning else "lost" if s.lost >> seat & 1 else None
    return group(parts, id=f"{look.prefix}board-{seat}", class_=state, data_enlarge=words(look, SEATS[seat]))


def _scaled(panel: Panel, parts: Iterable[str], top: float) -> str:
    """Drawn for a board 560 wide."""
    return group(parts, transform=f"translate({panel.x:.1f} {top:.1f}) scale({panel.scale:.3f})")


@remembered_part("stage", rows=("points",))
def _header(s: Board, seat: int, scored: tuple[bool, ...], over: bool, panel: Panel, look: Pen) -> str:
    """Who, and the score sheet: points by stage and their sum."""
    parts = [emblem(seat, 36, 34, 24), text(SEATS[seat].say(look.locale), 70, 45, class_="name")]
    for stage in range(STAGES):
        x = 218 + 64 * stage
        points = s.points[seat, stage] if scored[stage] else "–"
        sheet = [
            tag("rect", x=x, y=10, width=58, height=48, rx=7, class_="box"),
            text(("I", "II", "III", "IV")[stage], x + 6, 29, class_="note soft"),
            text(points, x + 34, 50, class_="figure", text_anchor="middle"),
        ]
        now = "now" if s.stage == stage and not over else None
        parts.append(named(sheet_id(seat, stage), sheet, look, False, now))
    parts.append(text(total(s, seat), 548, 46, class_="sum", text_anchor="end"))
    return _scaled(panel, parts, panel.y)


@remembered_part("stage", rows=("mark", "cards"))
def _hand(s: Board, seat: int, panel: Panel, look: Pen) -> str:
    """Markers and cards that are still in hand; in their places a trace of those that are not."""
    in_hand, cards = markers_in_hand(s, seat), cards_in_hand(s, seat)
    parts = [_marker_in_hand(seat, colour, colour in in_hand, look) for colour in range(COLOURS)]
    parts += [_card_in_hand(seat, card, card in cards, look) for card in range(CARDS)]
    return _scaled(panel, parts, panel.hand_top)


@remembered
def _marker_in_hand(seat: int, colour: int, in_hand: bool, look: Pen) -> str:
    x = 32 + 43 * colour
    drawing = [token(colour, x, 30, 19, look)]
    if not in_hand:
        return group(drawing, class_="gone")
    drawing.append(tag("circle", cx=x, cy=30, r=19, class_="outline"))
    return named(marker_id(seat, colour), drawing, look, said=_("Marker: {colour}", colour=colour_in_words(colour)))


@remembered
def _card_in_hand(seat: int, card: int, in_hand: bool, look: Pen) -> str:
    x, sides = 282 + 92 * card, []
    for side in range(2):
        colour = 2 * card + side
        drawing = [block(card_number(colour, 0), x + 42 * side, 9, 42, look)]
        if in_hand:
            drawing.append(tag("rect", x=x + 42 * side, y=9, width=42, height=42, rx=5, class_="outline"))
            said = _("Card: {colour}", colour=colour_in_words(colour))
            drawing = [named(side_id(seat, colour), drawing, look, said=said)]
        sides += drawing
    if not in_hand:
        return group(sides, class_="gone")
    edge = tag("rect", x=x - 1, y=8, width=86, height=44, rx=6, class_="outline")
    return named(card_id(seat, card), [*sides, edge], look)


# A pyramid


def _pyramid(s: Board, seat: int, panel: Panel, viewer: int, fresh: frozenset[str], look: Pen) -> str:
    at = frame(s, seat, panel, viewer)
    laid = fresh & elements_on(s, seat) if fresh else fresh
    parts = [
        _layer(s, seat, stage, at, _new_blocks(s, seat) if stage == s.stage else (), laid, look)
        for stage in range(min(s.stage + 1, STAGES))
    ]
    above = []  # belongs to the layer being built
    if s.phase != OVER and s.turn == seat and may_touch(seat, viewer):
        above += _empty_cells(s, seat, s.phase == FILL, s.phase not in (LAY, FILL), at, look)
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
            dominoes.setdefault((piece.number - 1) >> 3, []).append(piece)
    parts = [*_ground(tuple(piece[:5] for piece in pieces), at.unit)]
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
def _ground(cells: tuple[tuple[int, int, int, float, float], ...], unit: float) -> list[str]:
    """The shadow that a layer casts, and the fronts of its blocks, where no neighbour hides them.

    A cell is what lies there, its row and column, and its corner in the picture.
    """
    lift = LIFT * unit
    filled = {(row, column) for _number, row, column, _x, _y in cells}
    shadows, fronts = [], []
    for number, row, column, x, y in cells:
        below, beside = (row + 1, column), (row, column + 1)
        if not {below, beside} <= filled:
            shadows.append(tag("rect", x=x + lift * 0.7, y=y + lift * 1.3, width=unit, height=unit + lift, rx=4))
        if below not in filled:
            front = {"x": x + 1, "y": y + unit * 0.8, "width": unit - 2, "height": unit * 0.2 + lift}
            fronts.append(tag("rect", **front, rx=3, class_=f"fill-{WORDS[COLOUR_OF[number]]}"))
            fronts.append(tag("rect", **front, rx=3, class_="face"))
    return [group(shadows, class_="cast"), *fronts] if cells else []


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
    said = _("Block on {cell}: {colour}", cell=piece.cell, colour=colour) if piece.cell else None
    return named(piece.name, parts, look, piece.fresh, said=said)


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
    return tag("rect", x=left, y=top, width=right - left + unit, height=bottom - top + unit, rx=5, class_="outline")


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
    ring = tag("circle", cx=x + unit / 2, cy=y + unit / 2, r=unit * 0.22, class_="outline")
    return named(name, [marker_on(colour, x, y, unit, look), ring], look, fresh)


@remembered_part("stage", rows=("rows", "columns", "corner", "occupied"))
def _empty_cells(s: Board, seat: int, filling: bool, idle: bool, at: Frame, look: Pen) -> list[str]:
    """Those of the layer being built, with the names of rows and columns; a card may fill the first one."""
    first = lowest(empty_places(s, seat)) if filling else None
    return _cell_names(s, seat, at) + [
        _empty_cell(
            cell_name(s, seat, place), *at.place(s.stage, place), at.unit, s.stage > 0, idle, place == first, look
        )
        for place in places(empty_cells(s, seat))
    ]


def _cell_names(s: Board, seat: int, at: Frame) -> list[str]:
    """Letters above and numbers beside the layer being built."""
    rows, columns = max(s.rows[seat], 1) - s.stage, max(s.columns[seat], 2) - s.stage
    reach = [((place >> 3) - MARGIN, (place & 7) - MARGIN) for place in places(empty_cells(s, seat))]
    cells = [*reach, (0, 0), (rows - 1, columns - 1)]
    top, left = min(row for row, _column in cells), min(column for _row, column in cells)
    bottom, right = max(row for row, _column in cells), max(column for _row, column in cells)
    labels = []
    for column in range(left, right + 1):
        x, y = at.corner(s.stage, top, column)
        name = cell_name(s, seat, place_at(top, column))[0]
        labels.append(text(name, x + at.unit / 2, min(y, at.y) - 7, class_="label soft", text_anchor="middle"))
    for row in range(top, bottom + 1):
        x, y = at.corner(s.stage, row, left)
        name = cell_name(s, seat, place_at(row, left))[1:]
        labels.append(text(name, min(x, at.x) - 8, y + at.unit / 2 + 8, class_="label soft", text_anchor="end"))
    return labels


@remembered
def _empty_cell(cell: str, x: float, y: float, unit: float, above: bool, idle: bool, quartered: bool, look: Pen) -> str:
    name, inset = f"cell-{cell}", 0.05 * unit
    parts = [
        tag("rect", x=x + inset, y=y + inset, width=unit - 2 * inset, height=unit - 2 * inset, rx=6),
        text(cell, x + unit / 2, y + unit / 2 + 9, class_="cell-name", text_anchor="middle"),
    ]
    if quartered:
        parts += [_quarter(f"{name}-{word}", k, x, y, unit, look, cell) for k, word in enumerate(QUARTERS)]
    said = _("Empty cell {cell}", cell=cell)
    return named(name, parts, look, False, "cell", "above" if above else None, "idle" if idle else None, said=said)
