"""A player's necropolis as SVG: pyramid, obelisk, tomb and hand."""

from __future__ import annotations

from benben.core.cache import remembered, remembered_part
from benben.core.contract import NOBODY
from benben.core.game import Look
from benben.core.svg import Pen, classes, group, lit, tag, text, words
from benben.core.text import Message
from benben.games.pyramids.box import components
from benben.games.pyramids.box.components import COLOURS, ROW
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
from benben.games.pyramids.picture.layout import LARGE, Box, Zone
from benben.games.pyramids.rules.hands import HELD, either_way, hand, tomb, tomb_size
from benben.games.pyramids.rules.pyramid_spots import LEFT, RIGHT, open_spots
from benben.games.pyramids.rules.score import winning_seats
from benben.games.pyramids.rules.secrets import A_CARD_BURIED
from benben.games.pyramids.rules.state import NO_CARD, OBELISK, OVER, PYRAMID, TOMB, UNKNOWN, Necropolis
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import SEATS, SLOTS, card_name, spot_name
from benben.games.pyramids.words.points import feet, stones_of_group

Origins = tuple[tuple[str, str], ...]  # elements, each with the one it came from with the last move


def draw_board(s: Necropolis, seat: int, points: int, box: Box, viewer: int, came_from: Origins, look: Pen) -> str:
    """`came_from`: of this seat's cards."""
    zone, over = box.zone, s.phase == OVER
    acting = not over and s.turn == seat
    winning = over and seat in winning_seats(s)
    touched = _may_touch(s, seat, viewer)
    parts = [
        _panel(seat, points, box, look),
        _pyramid(s, seat, touched and s.phase == PYRAMID, box, came_from, look),
        _obelisk(s, seat, box, came_from, look),
        _tomb(s, seat, not over and seat != viewer, box, came_from, look),
        _hand(s, seat, touched and s.phase in (OBELISK, TOMB), box, came_from, look),
    ]
    if not over and s.start == seat:
        parts.append(_start_marker(zone.x + 208, zone.y + 27))
    if s.tile[seat]:
        parts.append(tag("circle", cx=zone.x + 252, cy=zone.y + 27, r=20, class_="disc"))
        parts.append(text(s.tile[seat], zone.x + 252, zone.y + 38, class_="name on-disc", text_anchor="middle"))
    return group(
        parts,
        id=look.prefix + board_id(seat),
        class_=classes(
            "board", "acting" if acting else None, "winning" if winning else None, lit(look, board_id(seat))
        ),
        data_enlarge=words(look, SEATS[seat]),
    )


@remembered
def _panel(seat: int, points: int, box: Box, look: Pen) -> str:
    zone = box.zone
    parts = [
        tag("rect", x=zone.x, y=zone.y, width=zone.wide, height=zone.high, rx=14, class_="panel"),
        text(SEATS[seat].say(look.locale), zone.x + 18, zone.y + 38, class_="name"),
        text(
            _("{points} points", points=points).say(look.locale),
            zone.x + zone.wide - 16,
            zone.y + 38,
            class_="points" if box.sizes == LARGE else "name",
            text_anchor="end",
        ),
    ]
    return "".join(parts)


def _may_touch(s: Necropolis, seat: int, viewer: int) -> bool:
    """Does this seat act, and is it the viewer's, or is the picture nobody's?"""
    return s.turn == seat and viewer in (NOBODY, seat)


@remembered
def _start_marker(x: float, y: float) -> str:
    """A sun with rays."""
    rays = [
        tag("line", x1=x + 13 * dx, y1=y + 13 * dy, x2=x + 19 * dx, y2=y + 19 * dy, class_="reeds")
        for dx, dy in ((0, -1), (0.7, -0.7), (1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7))
    ]
    return group([*rays, tag("circle", cx=x, cy=y, r=11, class_="sun")], class_="start")


def _zone(zone: Zone, name: str, children: list[str], look: Pen, said: Message | None = None) -> str:
    frame = tag("rect", x=zone.x, y=zone.y, width=zone.wide, height=zone.high, rx=10, class_="zone")
    lighting = "lighting" if any('class="halo"' in child or "glyph lit" in child for child in children) else None
    return group(
        [frame, *children],
        id=look.prefix + name,
        class_=classes(lighting, lit(look, name)),
        aria_label=words(look, said) if said else None,
    )


@remembered_part(rows=("pyramid", "filled"))
def _pyramid(s: Necropolis, seat: int, building: bool, box: Box, came_from: Origins, look: Pen) -> str:
    """`building`: with the spots for the next card."""
    origins = dict(came_from)
    zone, cell = box.pyramid, box.sizes.cell
    foot = zone.y + zone.high - 4
    parts = [tag("line", x1=zone.x + 8, y1=foot, x2=zone.x + zone.wide - 8, y2=foot, class_="plinth")]
    parts += [  # from the base up: each level covers the cornices of the one below
        draw_card(card, *box.place(s, seat, place), cell, look, origins.get(card_id(card)))
        for place, card in enumerate(s.pyramid[seat])
        if card != NO_CARD
    ]
    parts += _worth(s, seat, box, look)
    if building:
        for spot in open_spots(s.filled[seat]):
            x, y = box.spot(s, seat, spot)
            frame = {"x": x + 3, "y": y + 3, "width": 2 * cell - 6, "height": 2 * cell - 6, "rx": cell * 0.16}
            name, said = spot_id(spot), words(look, _spot_in_words(s, seat, spot))
            marks = classes("spot", lit(look, name))
            parts.append(tag("rect", id=look.prefix + name, **frame, class_=marks, aria_label=said))
    return _zone(zone, pyramid_id(seat), parts, look)


def _spot_in_words(s: Necropolis, seat: int, spot: int) -> Message:
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
            x, y = x + (column + 0.5) * box.sizes.cell, y + (1.5 - row) * box.sizes.cell
            badges.append(tag("circle", cx=x, cy=y, r=20, class_="disc"))
            badges.append(text(len(stones), x, y + 10, class_="worth on-disc", text_anchor="middle"))
    return badges


@remembered_part(rows=("obelisk", "levels"))
def _obelisk(s: Necropolis, seat: int, box: Box, came_from: Origins, look: Pen) -> str:
    zone, levels, origins = box.obelisk, s.levels[seat], dict(came_from)
    parts = [carving(components.OBELISK, zone.x + 19, zone.y + 17, 19)]
    if levels:
        parts.append(text(levels, zone.x + zone.wide - 10, zone.y + 25, class_="small soft", text_anchor="end"))
    for level in range(levels):
        x, y = box.level(level, levels)
        card = s.obelisk[seat, level]
        parts.append(draw_card(card, x, y, box.obelisk_cell(levels), look, origins.get(card_id(card))))
    return _zone(zone, obelisk_id(seat), parts, look, _("Obelisk, cards: {n}", n=levels))


@remembered_part(rows=HELD)
def _tomb(s: Necropolis, seat: int, dim: bool, box: Box, came_from: Origins, look: Pen) -> str:
    zone, lying, origins = box.tomb, tomb(s, seat), dict(came_from)
    cell = box.tomb_cell(len(lying))
    parts = [carving(components.TOMB, zone.x + 19, zone.y + 17, 19)]
    if lying:
        parts.append(text(len(lying), zone.x + zone.wide - 10, zone.y + 25, class_="small soft", text_anchor="end"))
    for n, card in enumerate(lying):
        x, y = box.in_tomb(n, len(lying))
        if card == UNKNOWN:
            name = _tomb_back(seat, n)
            parts.append(draw_back(name, x, y, cell, look, origins.get(name)))
        else:
            parts.append(draw_card(card, x, y, cell, look, origins.get(card_id(card)), dim=dim))
    return _zone(zone, tomb_id(seat), parts, look, _("Tomb, cards: {n}", n=len(lying)))


@remembered_part(rows=HELD)
def _hand(s: Necropolis, seat: int, button: bool, box: Box, came_from: Origins, look: Pen) -> str:
    """`button`: with the one to build none."""
    zone, sizes, origins = box.hand, box.sizes, dict(came_from)
    parts = []
    if sizes == LARGE:
        parts.append(text(_("hand").say(look.locale), zone.x + 12, zone.y + 26, class_="small soft"))
    for slot, card in enumerate(hand(s, seat)):
        x, y = box.in_hand(slot)
        if card == UNKNOWN:
            name = _hand_back(seat)
            parts.append(draw_back(name, x, y, sizes.hand_cell, look, origins.get(name)))
        else:
            said = words(look, _("Card {slot} of the hand: {card}", slot=SLOTS[slot], card=card_name(card)))
            parts.append(draw_card(card, x, y, sizes.hand_cell, look, origins.get(card_id(card)), said=said))
        if sizes == LARGE:
            middle, foot = x + sizes.hand_cell, y + 2 * sizes.hand_cell
            parts.append(text(SLOTS[slot], middle, foot + 22, class_="small soft", text_anchor="middle"))
    unclear = either_way(s, seat)
    if unclear:
        x, y = box.in_doubt(0)
        parts.append(text(_("one of").say(look.locale), x, y - 9, class_="tiny soft"))
    for n, card in enumerate(unclear):
        x, y = box.in_doubt(n)
        if card == UNKNOWN:
            name = f"{hand_id(seat)}-first"
            parts.append(draw_back(name, x, y, sizes.maybe_cell, look, origins.get(name)))
        else:
            parts.append(draw_card(card, x, y, sizes.maybe_cell, look, origins.get(card_id(card)), dim=True))
    if button:
        parts.append(_none_button(box, look))
    return _zone(zone, hand_id(seat), parts, look)


def button_zone(box: Box) -> Zone:
    zone, high = box.hand, 46 if box.sizes == LARGE else 40
    return Zone(zone.x + 6, zone.y + zone.high - high - 6, zone.wide - 12, high)


def _none_button(box: Box, look: Pen) -> str:
    zone = button_zone(box)
    return group(
        [
            tag("rect", x=zone.x, y=zone.y, width=zone.wide, height=zone.high, rx=9),
            text(_("none").say(look.locale), zone.x + zone.wide / 2, zone.y + zone.high / 2 + 9, text_anchor="middle"),
        ],
        id=look.prefix + NONE_ID,
        class_="button",
        aria_label=words(look, _("Build none")),
    )


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
