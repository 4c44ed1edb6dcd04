"""The table of Pyramids as SVG: god tiles, the quarry's pairs, and each player's necropolis."""

from __future__ import annotations

from benben.core.cache import remembered, remembered_part
from benben.core.game import Look
from benben.core.svg import Pen, classes, document, fills, group, lit, pen, tag, text, words
from benben.core.text import Message
from benben.games.pyramids.box import components
from benben.games.pyramids.box.components import A_TOMB, ALLOWS, AN_OBELISK, BOTH, EITHER
from benben.games.pyramids.picture import cards
from benben.games.pyramids.picture.cards import COLOUR_CLASSES, carving, draw_card
from benben.games.pyramids.picture.element_ids import pair_id, tile_id
from benben.games.pyramids.picture.layout import DISCARD_CELL, PAIR_CELL, WIDTH, Layout, layout
from benben.games.pyramids.picture.player_boards import came_from_where, draw_board
from benben.games.pyramids.rules.state import NO_CARD, OBELISK, PAIR, PYRAMID, TOMB, Necropolis
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import GOD_NAMES, SEATS, card_name, permits
from benben.games.pyramids.words.points import tally
from benben.games.pyramids.words.text_board import describe, discarded, status

STYLE = (
    fills(COLOUR_CLASSES)
    + cards.STYLE
    + """
.pyramids .head { font-size: 26px; font-weight: 600; }
.pyramids .panel { fill: var(--stone); stroke: var(--stone-edge); stroke-width: 2; }
.pyramids .zone { fill: var(--sand); stroke: var(--stone-edge); stroke-width: 1.5; }
.pyramids .acting > .panel { stroke: var(--lapis); stroke-width: 6; }
.pyramids .winning > .panel { stroke: var(--gold); stroke-width: 8; }
.pyramids .lit > .zone, .pyramids .lit > .panel { stroke: var(--lapis); stroke-width: 6; }
.pyramids .name { font-size: 32px; font-weight: 600; }
.pyramids .note { font-size: 25px; }
.pyramids .small { font-size: 22px; }
.pyramids .tiny { font-size: 17px; }
.pyramids .worth { font-size: 30px; font-weight: 700; }
.pyramids .number { font-size: 34px; font-weight: 700; }
.pyramids .points { font-size: 36px; font-weight: 700; }
.pyramids .disc { fill: var(--lapis); }
.pyramids .on-disc { fill: var(--paper); }
.pyramids .out { opacity: .4; }
.pyramids .done > .panel { stroke-dasharray: 7 6; }
.pyramids .spot { fill: var(--light); stroke: var(--lapis); stroke-width: 2.5; stroke-dasharray: 8 6; }
.pyramids .spot.lit { stroke-width: 6; stroke-dasharray: none; }
.pyramids .plinth { stroke: var(--stone-deep); stroke-width: 3; stroke-linecap: round; }
.pyramids .sun { fill: var(--gold); stroke: var(--ink); stroke-width: 1.5; }
.pyramids .button rect { fill: var(--lapis); }
.pyramids .button text { fill: var(--paper); font-size: 27px; font-weight: 700; }
.pyramids .card.lit > .block, .pyramids .new > .block { stroke: var(--lapis); stroke-width: 5; }
.pyramids .ghost .around { stroke: var(--lapis); stroke-width: 5; }
.pyramids .around { fill: none; }
.pyramids .strike { stroke: var(--red); stroke-width: 7; stroke-linecap: round; }
"""
)


def picture(s: Necropolis, look: Look) -> str:
    plan, ink = layout(s, look), pen(look)
    came_from = came_from_where(s, look)
    points = [0] * s.players
    for line in tally(s):
        if line.points:
            points[line.seat] += line.points
    body = [
        tag("rect", x=0, y=0, width=WIDTH, height=plan.high, rx=18, class_="ground"),
        text(status(s).say(look.locale), WIDTH / 2, 40, class_="head", text_anchor="middle"),
        *_tiles(s, plan, ink),
        *(_pair(pair, s.quarry[pair, 0], s.quarry[pair, 1], plan, ink) for pair in range(s.players)),
        *(
            draw_board(s, seat, points[seat], box, look.seat, came_from.get(seat, ()), ink)
            for seat, box in enumerate(plan.boxes)
        ),
        _discards(s, plan, ink),
    ]
    return document(
        body,
        game="pyramids",
        width=WIDTH,
        height=plan.high,
        title=f"Pyramids. {status(s).say(look.locale)}",
        description=describe(s, look.locale),
        style=STYLE,
        look=look,
    )


# What lies in the middle


def _tiles(s: Necropolis, plan: Layout, look: Pen) -> list[str]:
    builds = s.phase in (PAIR, PYRAMID, OBELISK, TOMB)
    owners = {tile: seat for seat, tile in enumerate(s.tile) if tile}
    parts = []
    for tile in range(1, plan.tiles + 1):
        owner = owners.get(tile)
        acting = builds and owner == s.turn
        done = builds and owner is not None and tile < s.tile[s.turn]
        parts.append(_tile(tile, owner, acting, done, tile == s.aside, plan, look))
    return parts


@remembered
def _tile(tile: int, owner: int | None, acting: bool, done: bool, out: bool, plan: Layout, look: Pen) -> str:
    zone, name = plan.tile(tile), tile_id(tile)
    note = SEATS[owner] if owner is not None else _("out") if out else _("free")
    parts = [
        tag("rect", x=zone.x, y=zone.y, width=zone.wide, height=zone.high, rx=14, class_="panel field"),
        tag("circle", cx=zone.x + 30, cy=zone.y + 32, r=23, class_="disc"),
        text(tile, zone.x + 30, zone.y + 44, class_="number on-disc", text_anchor="middle"),
        text(GOD_NAMES[tile - 1].say(look.locale), zone.x + 60, zone.y + 43, class_="note"),
        *_permits(ALLOWS[plan.players, tile], zone.x + zone.wide / 2, zone.y + 83),
        text(
            ("✓ " if done else "") + note.say(look.locale),
            zone.x + zone.wide / 2,
            zone.y + zone.high - 13,
            class_=classes("note", None if owner is not None else "soft"),
            text_anchor="middle",
        ),
    ]
    values = {"god": GOD_NAMES[tile - 1], "tile": tile, "permits": permits(plan.players, tile)}
    return group(
        parts,
        id=look.prefix + name,
        class_=classes(
            "tile",
            lit(look, name),
            "acting" if acting else None,
            "out" if out else None,
            "done" if done else None,
        ),
        aria_label=words(look, _("{god}, tile {tile}: {permits}", **values)),
    )


def _permits(allows: int, x: float, y: float) -> list[str]:
    """The edifices of a tile: the pyramid, and what may come with it."""
    extra = {A_TOMB: [components.TOMB], AN_OBELISK: [components.OBELISK]}.get(
        allows, [components.TOMB, components.OBELISK] if allows in (EITHER, BOTH) else []
    )
    parts, left = [], x - 26 * len(extra)
    for k, edifice in enumerate([components.PYRAMID, *extra]):
        parts.append(carving(edifice, left + 52 * k, y, 32))
        if k:
            between = "/" if k == 2 and allows == EITHER else "+"
            parts.append(text(between, left + 52 * k - 26, y + 9, class_="note", text_anchor="middle"))
    return parts


@remembered
def _pair(pair: int, left: int, right: int, plan: Layout, look: Pen) -> str:
    zone, name = plan.pair(pair), pair_id(pair)
    parts = [tag("rect", x=zone.x, y=zone.y, width=zone.wide, height=zone.high, rx=12, class_="zone field")]
    taken = left == NO_CARD
    if not taken:
        parts += [draw_card(card, *plan.in_pair(pair, i), PAIR_CELL, look) for i, card in enumerate((left, right))]
    parts.append(text(pair + 1, zone.x + 9, zone.y + 22, class_="small soft"))
    return group(
        parts,
        id=look.prefix + name,
        class_=classes("pair", lit(look, name), "out" if taken else None),
        aria_label=words(look, _pair_in_words(pair, left, right)),
    )


def _pair_in_words(pair: int, left: int, right: int) -> Message:
    if left == NO_CARD:
        return _("Pair {pair} is taken.", pair=pair + 1)
    return _("Pair {pair}: {left}, and {right}", pair=pair + 1, left=card_name(left), right=card_name(right))


@remembered_part("discarded")
def _discards(s: Necropolis, plan: Layout, look: Pen) -> str:
    """What lies in the box, face up: nobody needs to remember it."""
    gone = discarded(s)
    x, y = plan.discard(-1)
    label = _("Discarded: {n}", n=len(gone)).say(look.locale)
    parts = [text(label, x, y, class_="tiny soft")]
    parts += [draw_card(card, *plan.discard(n), DISCARD_CELL, look, dim=True) for n, card in enumerate(gone)]
    return group(parts, id=f"{look.prefix}discards")
