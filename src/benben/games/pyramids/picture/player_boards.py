"""A player's necropolis as SVG: pyramid, obelisk, tomb and hand."""

from __future__ import annotations

from benben.core.cache import remembered, remembered_part
from benben.core.contract import NOBODY
from benben.core.drawing.panels import Zone, figure, label, panel, plate, rect
from benben.core.drawing.panels import button as draw_button
from benben.core.game import Look
from benben.core.kit.seats import winning_seats
from benben.core.svg import Pen, classes, element, group, lit, tag, text, url, words
from benben.core.text import Message
from benben.games.pyramids.box import components
from benben.games.pyramids.box.components import COLOURS, ROW
from benben.games.pyramids.picture.boxes import Box
from benben.games.pyramids.picture.cards import carving, draw_back, draw_card
from benben.games.pyramids.picture.element_ids import (
    NONE_ID,
    board_id,
    card_id,
    hand_id,
    obelisk_id,
    pyramid_id,
    spot_id,
    tomb_id,
)
from benben.games.pyramids.rules.hands import HELD, either_way, hand, tomb, tomb_size
from benben.games.pyramids.rules.pyramid_spots import LEFT, RIGHT, open_spots
from benben.games.pyramids.rules.score import winners
from benben.games.pyramids.rules.secrets import A_CARD_BURIED
from benben.games.pyramids.rules.state import NO_CARD, OBELISK, OVER, PYRAMID, TOMB, UNKNOWN, Necropolis
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import GOD_NAMES, SEATS, SLOTS, card_name, spot_name
from benben.games.pyramids.words.points import feet, stones_of_group

Origins = tuple[tuple[str, str], ...]  # elements, each with the one it came from with the last move


STYLE = """
.pyramids .on-earth { fill: var(--on-earth); }
.pyramids .floor { fill: #6d4d25; }
.pyramids .tomb-edge { fill: none; stroke: #1b1006; stroke-width: 2.5; }
.pyramids .plinth { fill: var(--plateau); stroke: var(--dune-shade); stroke-width: 1; }
.pyramids .worth { font-weight: 700; }
.pyramids .spot { fill: color-mix(in srgb, var(--lapis) 12%, transparent); stroke: var(--lapis); stroke-width: 2;
  stroke-dasharray: 7 5; }
.pyramids .spot.lit, .pyramids .lit > .plot { stroke: var(--amber); stroke-width: 4; stroke-dasharray: none; }
.pyramids .plot { fill: none; }
.pyramids .sun { fill: var(--gold); stroke: var(--ink); stroke-width: 1; }
.pyramids .rays { fill: none; stroke: var(--ink); stroke-width: 1.4; stroke-linecap: round; }
.pyramids .card.lit > .shape { stroke: var(--amber); stroke-width: 4; }
.pyramids .strike { stroke: var(--red); stroke-width: 6; stroke-linecap: round; }
"""


def draw_board(
    s: Necropolis, seat: int, name: str, points: int, box: Box, viewer: int, came_from: Origins, look: Pen
) -> str:
    """`came_from`: of this seat's cards."""
    over = s.phase == OVER
    winning = over and seat in winning_seats(winners, s)
    touched = _may_touch(s, seat, viewer)
    starts = not over and s.start == seat
    parts = [
        _head(seat, name, points, not over and s.turn == seat, winning, starts, s.tile[seat], box, look),
        _pyramid(s, seat, touched and s.phase == PYRAMID, box, came_from, look),
        _obelisk(s, seat, box, came_from, look),
        _tomb(s, seat, not over and seat != viewer, box, came_from, look),
        _hand(s, seat, touched and s.phase in (OBELISK, TOMB), seat == viewer, box, came_from, look),
    ]
    return group(
        parts,
        id=look.prefix + board_id(seat),
        class_=classes("board", lit(look, board_id(seat))),
        data_enlarge=name,
    )


def draw_edifices(s: Necropolis, seat: int, building: bool, box: Box, look: Pen) -> list[str]:
    """Pyramid, obelisk and tomb alone; `building`: with the spots for the next card."""
    return [
        _pyramid(s, seat, building, box, (), look),
        _obelisk(s, seat, box, (), look),
        _tomb(s, seat, False, box, (), look),
    ]


@remembered
def _head(
    seat: int,
    name: str,
    points: int,
    acting: bool,
    winning: bool,
    starts: bool,
    tile: int,
    box: Box,
    look: Pen,
) -> str:
    """The sheet of a small picture, and who it is: with the start player's sun and the tile of this round."""
    size, zone = box.head_size, box.head
    parts = []
    if box.panel:
        floor = Zone(box.zone.x + 1, box.pyramid.foot, box.zone.wide - 2, box.zone.foot - box.pyramid.foot - 1)
        parts += [panel(box.zone), rect(floor, 6, class_="floor")]
    said = _("{points} points", points=points).say(look.locale)
    x, y = zone.right, zone.middle[1]
    parts.append(figure(points, x, y, size * 1.2, said))
    x -= size * (1.2 + 0.72 * len(str(points)))
    if tile:
        parts.append(_tile_disc(tile, x, y, size, look))
        x -= size * 1.6
    if starts:
        parts.append(_start_marker(x, y, size * 0.4, look))
        x -= size * 1.2
    line = Zone(zone.x, zone.y, x + size * 0.5 - zone.x, zone.high)
    parts.append(plate(line, size, name, SEATS[seat].say(look.locale), acting=acting, winning=winning))
    return group(parts)


@remembered
def _tile_disc(tile: int, x: float, y: float, size: float, look: Pen) -> str:
    """The number in the order of play."""
    said = _("Number {tile} in the order of play: {god}", tile=tile, god=GOD_NAMES[tile - 1])
    number = text(tile, x, y + size * 0.34, font_size=size * 0.9, class_="on-disc", text_anchor="middle")
    disc = tag("circle", cx=x, cy=y, r=size * 0.66, class_="disc")
    return group([tag("title", said.say(look.locale)), disc, number], class_="icon")


def _may_touch(s: Necropolis, seat: int, viewer: int) -> bool:
    """Does this seat act, and is it the viewer's, or is the picture nobody's?"""
    return s.turn == seat and viewer in (NOBODY, seat)


@remembered
def _start_marker(x: float, y: float, r: float, look: Pen) -> str:
    """A sun with rays."""
    rays = "".join(
        f"M{x + 1.3 * r * dx:.1f} {y + 1.3 * r * dy:.1f}L{x + 1.8 * r * dx:.1f} {y + 1.8 * r * dy:.1f}"
        for dx, dy in ((0, -1), (0.7, -0.7), (1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7))
    )
    title = tag("title", _("start player").say(look.locale))
    return group(
        [title, tag("path", d=rays, class_="rays"), tag("circle", cx=x, cy=y, r=r, class_="sun")], class_="start"
    )


def _zone(zone: Zone, name: str, children: list[str], look: Pen, said: Message | None = None) -> str:
    """A part of a necropolis; its first child is the shape that is touched."""
    lighting = "lighting" if any('class="halo"' in child or "glyph lit" in child for child in children) else None
    return element(
        name,
        [rect(zone, 8, class_="shape"), rect(zone, 8, class_="plot"), *children],
        look,
        said,
        before=lighting,
        data_sound="papyrus",
    )


@remembered_part(rows=("pyramid", "filled"))
def _pyramid(s: Necropolis, seat: int, building: bool, box: Box, came_from: Origins, look: Pen) -> str:
    """`building`: with the spots for the next card."""
    origins, cell = dict(came_from), box.cell
    built = [(card, *box.place(s, seat, place)) for place, card in enumerate(s.pyramid[seat]) if card != NO_CARD]
    parts = [_wall_shadow(x, y, 1, cell) for _card, x, y in built]
    parts += [draw_card(card, x, y, cell, look, origins.get(card_id(card))) for card, x, y in built]
    parts += _worth(s, seat, box, look)
    if building:
        for spot in open_spots(s.filled[seat]):
            x, y = box.spot(s, seat, spot)
            frame = {"x": x + 2, "y": y + 2, "width": 2 * cell - 4, "height": 2 * cell - 4, "rx": cell * 0.12}
            name, said = spot_id(spot), words(look, spot_in_words(s, seat, spot))
            marks = classes("spot", lit(look, name))
            parts.append(tag("rect", id=look.prefix + name, **frame, class_=marks, aria_label=said))
    return _zone(box.pyramid, pyramid_id(seat), parts, look)


def _wall_shadow(x: float, y: float, cards: int, cell: float) -> str:
    """Of cards that stand one on the other."""
    down = cell * 0.12
    size = {"width": 2 * cell, "height": 2 * cell * cards - down}
    return tag("rect", x=x + cell * 0.16, y=y + down, **size, class_="cast")


def spot_in_words(s: Necropolis, seat: int, spot: int) -> Message:
    if not s.filled[seat]:
        return _("Pyramid: the first card")
    if spot in (LEFT, RIGHT):
        return _("Pyramid: left end of the base") if spot == LEFT else _("Pyramid: right end of the base")
    level, index = spot_name(spot).split(".")
    return _("Pyramid: level {level}, place {index}", level=level, index=index)


def _worth(s: Necropolis, seat: int, box: Box, look: Pen) -> list[str]:
    """The points of each largest group that is lit up, on its lowest stone."""
    badges = []
    for colour in range(COLOURS) if look.lit else ():
        stones = stones_of_group(s, seat, colour)
        if stones and set(stones).issubset(look.lit):
            _word, card, stone = stones[0].split("-")
            column, row = feet(int(card))[int(stone) - 1] % ROW, feet(int(card))[int(stone) - 1] // ROW
            x, y = box.place(s, seat, list(s.pyramid[seat]).index(int(card)))
            x, y = x + (column + 0.5) * box.cell, y + (1.5 - row) * box.cell
            size = min(22.0, box.cell * 0.6)
            badges.append(tag("circle", cx=x, cy=y, r=size * 0.75, class_="disc"))
            worth = {"font_size": size, "class_": "worth on-disc", "text_anchor": "middle"}
            badges.append(text(len(stones), x, y + size * 0.36, **worth))
    return badges


@remembered_part(rows=("obelisk", "levels"))
def _obelisk(s: Necropolis, seat: int, box: Box, came_from: Origins, look: Pen) -> str:
    zone, levels, origins = box.obelisk, s.levels[seat], dict(came_from)
    foot, side, cell = zone.foot, box.cell * 0.22, box.obelisk_cell(levels)
    plinth = Zone(zone.x + zone.wide / 2 - cell - side, foot, 2 * cell + 2 * side, max(2.0, box.cell * 0.16))
    parts = [rect(plinth, 1, class_="plinth")]
    if not levels:
        trace = carving(components.OBELISK, zone.middle[0], foot - box.cell * 0.9, box.cell * 1.1)
        parts.append(group([trace], class_="faint"))
    if levels:
        x, y = box.level(levels - 1, levels)
        parts.append(_wall_shadow(x, y, levels, cell))
    for level in range(levels):
        x, y = box.level(level, levels)
        card = s.obelisk[seat, level]
        parts.append(draw_card(card, x, y, cell, look, origins.get(card_id(card))))
    return _zone(zone, obelisk_id(seat), parts, look, _("Obelisk, cards: {n}", n=levels))


@remembered_part(rows=HELD)
def _tomb(s: Necropolis, seat: int, dim: bool, box: Box, came_from: Origins, look: Pen) -> str:
    zone, lying, origins = box.tomb, tomb(s, seat), dict(came_from)
    cell, round_ = box.tomb_cell(len(lying)), 4 if box.panel else 14
    parts = [rect(zone, round_, fill=url(look, "chamber")), rect(zone, round_, class_="tomb-edge")]
    if not box.panel:
        title = _("Tomb: {n}", n=len(lying)).say(look.locale)
        parts.append(text(title, zone.x + 10, zone.y + 18, font_size=13, class_="on-earth"))
    for n, card in enumerate(lying):
        x, y = box.in_tomb(n, len(lying))
        if card == UNKNOWN:
            name = _tomb_back(seat, n)
            parts.append(draw_back(name, x, y, cell, look, origins.get(name)))
        else:
            parts.append(draw_card(card, x, y, cell, look, origins.get(card_id(card)), dim=dim))
    return _zone(zone, tomb_id(seat), parts, look, _("Tomb, cards: {n}", n=len(lying)))


@remembered_part(rows=HELD)
def _hand(s: Necropolis, seat: int, button: bool, own: bool, box: Box, came_from: Origins, look: Pen) -> str:
    """`button`: with the one to build none."""
    zone, cell, origins = box.hand, box.hand_cell, dict(came_from)
    parts = []
    if not box.panel:
        title = (_("Your hand") if own else _("Hand")).say(look.locale)
        parts.append(text(title, zone.x + 2, zone.y + 17, font_size=13, class_="on-earth"))
    for slot, card in enumerate(hand(s, seat)):
        x, y = box.in_hand(slot)
        if card == UNKNOWN:
            name = _hand_back(seat)
            parts.append(draw_back(name, x, y, cell, look, origins.get(name)))
        else:
            said = words(look, _("Card {slot} of the hand: {card}", slot=SLOTS[slot], card=card_name(card)))
            parts.append(draw_card(card, x, y, cell, look, origins.get(card_id(card)), said=said, lies=True))
    unclear = either_way(s, seat)
    for n, card in enumerate(unclear):
        x, y, small = box.in_doubt(n, len(unclear))
        if card == UNKNOWN:
            name = f"{hand_id(seat)}-first"
            parts.append(draw_back(name, x, y, small, look, origins.get(name)))
        else:
            parts.append(draw_card(card, x, y, small, look, origins.get(card_id(card)), dim=True))
    if unclear:
        parts.append(tag("title", _("The hidden card is one of these.").say(look.locale)))
    if button:
        parts.append(_none_button(box, look))
    return _zone(zone, hand_id(seat), parts, look)


def _none_button(box: Box, look: Pen) -> str:
    zone = box.button()
    said = _("Build none")
    size = min(22.0, zone.wide / 4)
    return draw_button(NONE_ID, zone, [label(_("none").say(look.locale), zone, size)], said, look, main=True)


def _tomb_back(seat: int, n: int) -> str:
    return f"{tomb_id(seat)}-{n + 1}"


def _hand_back(seat: int) -> str:
    return f"{hand_id(seat)}-kept"


def came_from_where(s: Necropolis, look: Look) -> dict[int, Origins]:
    """By seat: cards that the last move hid or brought to light, each with the element that it came from."""
    before, move = look.before, look.move
    if not isinstance(before, Necropolis) or move is None:
        return {}
    seat = before.turn
    if move == A_CARD_BURIED:
        return {seat: ((_tomb_back(seat, tomb_size(before, seat)), hand_id(seat)),)}
    held = hand(before, seat)
    if UNKNOWN not in held:
        return {}
    known = {*held, NO_CARD, *before.pyramid[seat], *before.obelisk[seat]}
    shown = [card for card in (*s.pyramid[seat], *s.obelisk[seat]) if card not in known]
    return {seat: tuple([(card_id(card), _hand_back(seat)) for card in shown])}
