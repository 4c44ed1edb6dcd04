"""The quarry of Pyramido as SVG: three places, each before two stacks."""

from __future__ import annotations

from benben.core.cache import remembered
from benben.core.drawing.panels import Zone, cast, rect
from benben.core.svg import Pen, classes, group, tag, text, words
from benben.games.pyramido.box.components import QUARRY, block_number
from benben.games.pyramido.picture.element_ids import domino_id, stack_id
from benben.games.pyramido.picture.layout import Plan
from benben.games.pyramido.picture.pieces import block, named
from benben.games.pyramido.rules.state import NO_DOMINO, REFILL, Board
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import domino_in_words

LEAST_TEXT = 11.4  # on a phone
_THICK = 1.1  # of a layer in the picture of a stack
_MOST_LAYERS = 6


def draw_quarry(s: Board, around: Plan, look: Pen, fresh: frozenset[str]) -> list[str]:
    due, quarry = s.phase == REFILL, list(s.quarry)
    parts = [_ways(tuple([due and domino == NO_DOMINO for domino in quarry]), around, look)]
    for pile, height in enumerate(s.height):
        domino = s.stack[pile, height - 1]
        parts.append(_stack(pile, height, domino, domino_id(domino) in fresh, around, look))
    for place, domino in enumerate(quarry):
        parts.append(_slot(place, around, look))
        if domino != NO_DOMINO:
            parts.append(_in_quarry(place, domino, domino_id(domino) in fresh, around, look))
    return parts


@remembered
def _ways(due: tuple[bool, ...], around: Plan, look: Pen) -> str:
    """PDO-10: from the two stacks behind each place; `due`: it is to be filled now."""
    parts, side = [], around.domino
    for place in range(QUARRY):
        for pile in (place, place + 1):
            (x1, y1), (x2, y2) = around.pile_at(pile), around.quarry_at(place)
            start, end = (x1 + side, y1 + side + 6), (x2 + side + (x1 - x2) * 0.34, y2 - 3)
            d = f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"
            parts.append(tag("path", d=d, class_=classes("way", "due-way" if due[place] else None)))
    said = _("A place of the quarry is refilled from one of the two stacks behind it.")
    return group([tag("title", words(look, said)), *parts])


def domino_zone(x: float, y: float, around: Plan) -> Zone:
    return Zone(x, y, 2 * around.domino, around.domino)


def _touched(zone: Zone) -> str:
    """What is touched is at least 40 high."""
    more = max(0.0, 43.5 - zone.high) / 2  # on a phone of 360 pixels too
    return rect(Zone(zone.x - 2, zone.y - more, zone.wide + 4, zone.high + 2 * more), 6, class_="shape")


@remembered
def _slot(place: int, around: Plan, look: Pen) -> str:
    zone = domino_zone(*around.quarry_at(place), around)
    size = max(around.domino * 0.32, LEAST_TEXT)
    parts = [
        rect(zone, 5, class_="slot"),
        text(place + 1, zone.x - 6, zone.middle[1] + size * 0.35, font_size=size, class_="soft", text_anchor="end"),
    ]
    return named(f"quarry-{place + 1}", parts, look, said=_("Place {place} of the quarry", place=place + 1))


@remembered
def _in_quarry(place: int, domino: int, fresh: bool, around: Plan, look: Pen) -> str:
    said = _("Domino {place} of the quarry: {domino}", place=place + 1, domino=domino_in_words(domino))
    zone = domino_zone(*around.quarry_at(place), around)
    drawn = [_touched(zone), cast(zone, 4, 4), *flat_domino(domino, zone, look), _outline(zone)]
    return named(domino_id(domino), drawn, look, fresh, said=said)


def flat_domino(domino: int, zone: Zone, look: Pen) -> list[str]:
    """An unturned domino beside the pyramids."""
    return [
        block(block_number(domino, half, 0), zone.x + half * zone.high, zone.y, zone.high, look) for half in range(2)
    ]


def _outline(zone: Zone) -> str:
    return rect(zone, 4, class_="outline")


@remembered
def _stack(pile: int, height: int, domino: int, fresh: bool, around: Plan, look: Pen) -> str:
    """Its top, and under it as many edges as make its height plain."""
    x, y = around.pile_at(pile)
    zone, layers = domino_zone(x, y, around), min(height, 2 * _MOST_LAYERS) // 2
    thick = _THICK * layers
    below = Zone(x + thick, y + thick, zone.wide, zone.high)
    edges = "".join(
        f"M{x + _THICK * k:.1f} {zone.foot + _THICK * k:.1f}h{zone.wide:.1f}v{-zone.high:.1f}"
        for k in range(1, layers + 1, 2)
    )
    side = (
        f"M{x:.1f} {zone.foot:.1f}l{thick:.1f} {thick:.1f}h{zone.wide:.1f}v{-zone.high:.1f}"
        f"l{-thick:.1f} {-thick:.1f}v{zone.high:.1f}z"
    )
    size = max(around.domino * 0.32, LEAST_TEXT)
    small = max(size * 0.85, LEAST_TEXT)
    beside = around.step - zone.wide - _MOST_LAYERS * _THICK - 6  # the room up to the next stack
    many = f"×{height}" if len(f"×{height}") * small * 0.7 < beside else height
    parts = [
        _touched(zone),
        cast(below, 3, 4),
        tag("path", d=side, class_="side-right"),
        tag("path", d=edges, class_="edges"),
        named(domino_id(domino), [*flat_domino(domino, zone, look), _outline(zone)], look, fresh),
        text(pile + 1, x - 5, y + size * 1.1, font_size=size, class_="soft", text_anchor="end"),
        text(many, x - 4, zone.foot - 2, font_size=small, class_="soft count", text_anchor="end"),
    ]
    said = _("Stack {stack}, dominoes: {n}; on top: {domino}", stack=pile + 1, n=height, domino=domino_in_words(domino))
    return named(stack_id(pile), parts, look, said=said)
