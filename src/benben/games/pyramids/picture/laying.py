"""Laying out edifices from a real table by touching: the picture, and what a touch does to the text.

A card takes three touches: the colour at its upper left, the card among those with it, and where it lies.
"""

from __future__ import annotations

import re

from benben.core.drawing import places
from benben.core.drawing.materials import at, definitions, use
from benben.core.drawing.panels import Zone, label, rect, tiles
from benben.core.kit.laying import Held, Laying, back, choice, nothing_there, place, with_held
from benben.core.svg import Pen, group, words
from benben.core.text import Message
from benben.games.pyramids.box.components import CARDS, COLOURS, DECK
from benben.games.pyramids.picture.boxes import ACROSS, Box
from benben.games.pyramids.picture.cards import MATERIALS, face, symbols
from benben.games.pyramids.picture.drawing import STYLE
from benben.games.pyramids.picture.player_boards import draw_edifices, spot_in_words
from benben.games.pyramids.rules.pyramid_spots import open_spots
from benben.games.pyramids.words import _
from benben.games.pyramids.words.laid_out import OBELISK, SPOT_NAMES, TOMB, LaidOut
from benben.games.pyramids.words.names import COLOUR_NAMES, card_name

WIDTH, HEIGHT = 390.0, 578.0
CELL = 27.0
BOX = Box(
    zone=Zone(4, 4, WIDTH - 8, 320),
    head=Zone(0, 0, 0, 0),
    head_size=15,
    cell=CELL,
    pyramid=Zone(8, 10, ACROSS * CELL, 8 * CELL),
    obelisk=Zone(ACROSS * CELL + 12, 10, WIDTH - 24 - ACROSS * CELL, 8 * CELL),
    tomb=Zone(8, 236, WIDTH - 16, 84),
    hand=Zone(0, 0, 0, 0),
    hand_cell=CELL,
    tomb_head=24,
    hand_head=0,
    panel=False,
)
BAR = Zone(8, 330, 374, 44)
PALETTE = Zone(8, 380, 374, 192)
ACROSS_PALETTE = 7  # cards in a row; with our list 21 share a colour at the upper left

# What is being entered: the colour at the upper left of a card, or a card.
HELD = re.compile(rf"{'|'.join(MATERIALS)}|card (?:{'|'.join(map(str, range(1, CARDS + 1)))})")


def candidates(colour: int) -> list[int]:
    """The cards with this colour at the upper left."""
    return [number for number, card in enumerate(DECK, 1) if card.columns[0][0] == colour]


# Touches


def on_touch(laid: LaidOut, held: Held, kind: str, what: str) -> str:
    if kind == "colour" and what in MATERIALS and not held:
        return with_held(laid, what)
    if kind == "pick" and what.isdecimal() and 1 <= int(what) <= CARDS:
        laid.check_card(int(what))
        return with_held(laid, "card", what)
    if kind == "at" and held[:1] == ("card",):
        laid.add(f"{held[1]} {what.replace('_', '.')}")
        return laid.text()
    raise nothing_there()


# The picture


def draw(laid: LaidOut, held: Held, look: Pen) -> list[str]:
    laid.s.players = laid.players
    edifices = draw_edifices(laid.s, laid.seat, held[:1] == ("card",), BOX, look)
    return [
        definitions([*places.shades(look), *symbols(look)]),
        rect(BOX.zone, 12, class_="panel"),
        rect(Zone(BOX.zone.x, BOX.pyramid.foot, BOX.zone.wide, BOX.zone.foot - BOX.pyramid.foot), 8, class_="floor"),
        group(edifices, class_="laid"),
        *(_targets(laid, look) if held[:1] == ("card",) else []),
        *_bar(laid, held, look),
        *_palette(laid, held, look),
    ]


def ask(laid: LaidOut, held: Held) -> Message:
    """What to touch."""
    if held[:1] == ("card",):
        return _("Touch where the card lies: pyramid, obelisk or tomb.")
    if held:
        return _("Touch the card.")
    if laid.is_full(laid.seat) and not laid.compares_tombs:
        return _("The pyramid is whole. Tombs are compared when all players’ are.")
    return _("Touch the colour at the upper left of a card.")


def _targets(laid: LaidOut, look: Pen) -> list[str]:
    """Where the card in hand may lie."""
    s, seat = laid.s, laid.seat
    parts = []
    for spot in open_spots(s.filled[seat]):
        x, y = BOX.spot(s, seat, spot)
        zone = Zone(x, y, 2 * CELL, 2 * CELL)
        parts.append(_spot(f"at-{SPOT_NAMES[spot].replace('.', '_')}", zone, spot_in_words(s, seat, spot), look))
    parts.append(_spot(f"at-{OBELISK}", BOX.obelisk, _("Obelisk, cards: {n}", n=s.levels[seat]), look))
    parts.append(_spot(f"at-{TOMB}", BOX.tomb, _("Tomb, cards: {n}", n=s.holds[seat]), look))
    return parts


def _spot(name: str, zone: Zone, said: Message, look: Pen) -> str:
    return place(name, zone.inner(2), said, look, 6, "spot")


def _bar(laid: LaidOut, held: Held, look: Pen) -> list[str]:
    half = BAR.wide / 2
    parts = []
    if held or laid.own:
        parts.append(back(Zone(BAR.x, BAR.y, half - 4, BAR.high), look))
    zone = Zone(BAR.x + half, BAR.y, half, BAR.high)
    parts.append(label(words(look, _("Cards: {n}", n=len(laid.own))), zone, 16))
    return parts


def _palette(laid: LaidOut, held: Held, look: Pen) -> list[str]:
    if held[:1] == ("card",):
        card, size = int(held[1]), 60.0
        x, y = PALETTE.middle
        return [group([face(card, size, None, frozenset(), look)], transform=at(x - size, y - size))]
    if held:
        return _cards(laid, candidates(MATERIALS.index(held[0])), look)
    parts = []
    zones = tiles(Zone(PALETTE.x, PALETTE.y, PALETTE.wide, 92), COLOURS, 1)
    for colour, (name, zone) in enumerate(zip(MATERIALS, zones, strict=True)):
        x, y = zone.middle
        stone = use(f"{name}-1", x - 29, y - 29, 0.58, look)
        parts.append(choice(f"colour-{name}", zone, [stone], COLOUR_NAMES[colour], look))
    return parts


def _cards(laid: LaidOut, numbers: list[int], look: Pen) -> list[str]:
    rows = max(3, -(-len(numbers) // ACROSS_PALETTE))
    zones = tiles(PALETTE, ACROSS_PALETTE, rows, 2)
    cell = min(zones[0].wide, zones[0].high) / 2 - 3
    parts = []
    for card, zone in zip(numbers, zones, strict=False):
        x, y = zone.middle
        drawn = group([face(card, cell, None, frozenset(), look)], transform=at(x - cell, y - cell))
        mark = "idle" if card in laid.owner else ""
        parts.append(choice(f"pick-{card}", zone, [drawn], card_name(card), look, mark=mark))
    return parts


LAYING = Laying(
    title="Pyramids",
    style=STYLE,
    size=(WIDTH, HEIGHT),
    read_steps=LaidOut,
    held=HELD,
    on_touch=on_touch,
    draw=draw,
    ask=ask,
)
