"""What a seat has on its building site, as SVG: its name and score sheet, markers and cards."""

from __future__ import annotations

from benben.core.cache import remembered, remembered_part
from benben.core.drawing.panels import Zone, button, figure, label, panel, plate, rect
from benben.core.svg import Pen, group, tag, words
from benben.games.pyramido.box.components import CARDS, COLOURS, STAGES, card_number
from benben.games.pyramido.picture.element_ids import card_id, marker_id, sheet_id, side_id
from benben.games.pyramido.picture.layout import Site, no_card_zone
from benben.games.pyramido.picture.pieces import block, emblem, named, token
from benben.games.pyramido.rules.score import total
from benben.games.pyramido.rules.state import Board, cards_in_hand
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import SEATS, colour_in_words
from benben.games.pyramido.words.text_board import markers_in_hand


@remembered
def draw_ground(site: Site) -> str:
    """The sheet of a small picture; of the own site the levelled ground, and the tray below it."""
    if site.panel:
        return panel(site.zone)
    top = site.markers[0].y - 4
    tray = Zone(site.zone.x, top, site.zone.wide, site.zone.foot - top)
    return rect(site.pyramid, 12, class_="levelled") + rect(tray, 10, class_="tray")


@remembered_part("stage", rows=("points",))
def draw_header(
    s: Board,
    seat: int,
    name: str,
    scored: tuple[bool, ...],
    over: bool,
    acting: bool,
    winning: bool,
    site: Site,
    look: Pen,
) -> str:
    """Who, and the score sheet: points by stage and their sum; in two lines where there is room."""
    zone, size, parts = site.head, site.size, []
    two = zone.high > 3 * size
    line = Zone(zone.x, zone.y, zone.wide, zone.high / (2 if two else 1))
    sheet = Zone(line.x, line.foot, line.wide, line.high) if two else line
    if not site.panel:
        parts.append(rect(Zone(zone.x - 4, zone.y - 2, zone.wide + 8, zone.high + 4), 10, class_="panel"))
        line, sheet = (Zone(z.x + 3, z.y, z.wide - 6, z.high) for z in (line, sheet))
    sums = size * (2.2 if two else 2.0)
    wide = min(size * 2.6, (sheet.wide - sums) / STAGES - 3) if two else size * 1.75
    left = sheet.x if two else sheet.right - sums - STAGES * (wide + 3)
    for stage in range(STAGES):
        box = Zone(left + stage * (wide + 3), sheet.y + 3, wide, sheet.high - 6)
        points = s.points[seat, stage] if scored[stage] else ("I", "II", "III", "IV")[stage]
        class_ = "sum" if scored[stage] else "soft"
        cell = [rect(box, 5, class_="box"), label(points, box, size * (0.95 if scored[stage] else 0.75), class_=class_)]
        cell.append(tag("title", _("Stage {n}", n=stage + 1).say(look.locale)))
        now = "now" if s.stage == stage and not over else None
        parts.append(named(sheet_id(seat, stage), cell, look, False, now))
    said = _("Points: {n}", n=total(s, seat)).say(look.locale)
    parts.append(figure(total(s, seat), sheet.right - 2, sheet.middle[1], size * 1.2, said))
    room = line if two else Zone(line.x, line.y, left - line.x - 4, line.high)
    badge, title = emblem(seat, 0, 0, size * 0.75), SEATS[seat].say(look.locale)
    marks = {"acting": acting, "winning": winning}
    parts.append(plate(room, size, name, title, badge=badge, badge_wide=size * 1.5, **marks))
    return group(parts)


@remembered_part("stage", rows=("mark", "cards"))
def draw_hand(s: Board, seat: int, site: Site, look: Pen) -> str:
    """Markers and cards that are still in hand; in their places a trace of those that are not."""
    in_hand, cards = markers_in_hand(s, seat), cards_in_hand(s, seat)
    parts = [_marker_in_hand(seat, colour, colour in in_hand, site.markers[colour], look) for colour in range(COLOURS)]
    parts += [
        _card_in_hand(seat, card, card in cards, site.sides[2 * card : 2 * card + 2], look) for card in range(CARDS)
    ]
    return group(parts)


@remembered
def _marker_in_hand(seat: int, colour: int, in_hand: bool, zone: Zone, look: Pen) -> str:
    radius = min(zone.wide, zone.high) * 0.44
    drawing = [token(colour, *zone.middle, radius, look)]
    if not in_hand:
        used = _("Marker: {colour}, placed in this stage", colour=colour_in_words(colour))
        return group(drawing, class_="gone", aria_label=words(look, used))
    said = _("Marker: {colour}", colour=colour_in_words(colour))
    return named(marker_id(seat, colour), [rect(zone, 8, class_="shape"), *drawing], look, said=said)


@remembered
def _card_in_hand(seat: int, card: int, in_hand: bool, zones: tuple[Zone, ...], look: Pen) -> str:
    sides = []
    for side, zone in enumerate(zones):
        colour = 2 * card + side
        drawing = [block(card_number(colour, 0), zone.x, zone.y, zone.wide, look)]
        if in_hand:
            said = _("Card: {colour}", colour=colour_in_words(colour))
            shape = rect(Zone(zone.x, zone.y, zone.wide, zone.wide), 5, class_="shape outline")
            drawing = [named(side_id(seat, colour), [*drawing, shape], look, said=said)]
        sides += drawing
    if not in_hand:
        one, other = (colour_in_words(2 * card + side) for side in range(2))
        return group(
            sides, class_="gone", aria_label=words(look, _("Card: {one} or {other}, used", one=one, other=other))
        )
    return named(card_id(seat, card), sides, look)


@remembered
def draw_no_card(site: Site, look: Pen) -> str:
    """The button, its words one below the other."""
    zone, said = no_card_zone(site), _("No card")
    lines = words(look, said).split(" ", 1)
    size = min(15.0, zone.wide / 5)
    content = [
        label(line, Zone(zone.x, zone.y + (k - (len(lines) - 1) / 2) * size * 1.15, zone.wide, zone.high), size)
        for k, line in enumerate(lines)
    ]
    return button("no-card", zone, content, said, look, main=True)
