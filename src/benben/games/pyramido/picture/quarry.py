"""The quarry of Pyramido as SVG: three places, each before two stacks."""

from __future__ import annotations

from benben.core.cache import remembered
from benben.core.svg import Pen, classes, points, tag, text, words
from benben.games.pyramido.box.components import QUARRY, block_number
from benben.games.pyramido.picture.element_ids import domino_id, stack_id
from benben.games.pyramido.picture.layout import DOMINO, PILE_TOP, QUARRY_TOP, pile_at, quarry_at
from benben.games.pyramido.picture.pieces import block, named
from benben.games.pyramido.rules.state import CARD, NO_DOMINO, REFILL, Board
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import domino_in_words


def draw_quarry(s: Board, look: Pen, fresh: frozenset[str]) -> list[str]:
    due, quarry = s.phase == REFILL, list(s.quarry)
    parts = [_ways(tuple([due and domino == NO_DOMINO for domino in quarry]))]
    for pile, height in enumerate(s.height):
        domino = s.stack[pile, height - 1]
        parts.append(_stack(pile, height, domino, domino_id(domino) in fresh, look))
    for place, domino in enumerate(quarry):
        parts.append(_slot(place, due and domino == NO_DOMINO, look))
        if domino != NO_DOMINO:
            parts.append(_in_quarry(place, domino, domino_id(domino) in fresh, look))
    if s.phase == CARD:
        parts.append(_no_card(look))
    return parts


@remembered
def _ways(due: tuple[bool, ...]) -> str:
    """PDO-10: from the two stacks behind each place; `due`: it is to be filled now."""
    parts = []
    for place in range(QUARRY):
        for pile in (place, place + 1):
            (x1, _y1), (x2, _y2) = pile_at(pile), quarry_at(place)
            way = points((x1 + DOMINO, PILE_TOP + DOMINO + 14), (x2 + DOMINO + (x1 - x2) * 0.42, QUARRY_TOP - 8))
            parts.append(tag("polyline", points=way, class_=classes("way", "due-way" if due[place] else None)))
    return "".join(parts)


@remembered
def _slot(place: int, due: bool, look: Pen) -> str:
    x, y = quarry_at(place)
    parts = [
        tag("rect", x=x - 5, y=y - 5, width=2 * DOMINO + 10, height=DOMINO + 10, rx=9, class_="slot"),
        text(place + 1, x - 14, y + DOMINO / 2 + 8, class_="label soft", text_anchor="end"),
    ]
    return named(f"quarry-{place + 1}", parts, look, False, "due" if due else None)


@remembered
def _in_quarry(place: int, domino: int, fresh: bool, look: Pen) -> str:
    said = _("Domino {place} of the quarry: {domino}", place=place + 1, domino=domino_in_words(domino))
    return named(domino_id(domino), _outlined(domino, *quarry_at(place), look), look, fresh, said=said)


@remembered
def _no_card(look: Pen) -> str:
    x, y = quarry_at(QUARRY)
    said = _("No card")
    button = [
        tag("rect", x=x - 34, y=y + 8, width=170, height=58, rx=12),
        text(words(look, said), x + 51, y + 46, text_anchor="middle"),
    ]
    return named("no-card", button, look, False, "button", said=said)


def flat_domino(domino: int, x: float, y: float, look: Pen) -> list[str]:
    """An unturned domino beside the pyramids."""
    return [
        tag("rect", x=x - 2, y=y - 2, width=2 * DOMINO + 4, height=DOMINO + 4, rx=6, class_="edge"),
        *(block(block_number(domino, half, 0), x + half * DOMINO, y, DOMINO, look) for half in range(2)),
    ]


def _outlined(domino: int, x: float, y: float, look: Pen) -> list[str]:
    outline = tag("rect", x=x - 3, y=y - 3, width=2 * DOMINO + 6, height=DOMINO + 6, rx=7, class_="outline")
    return [*flat_domino(domino, x, y, look), outline]


@remembered
def _stack(pile: int, height: int, domino: int, fresh: bool, look: Pen) -> str:
    """Its top, and under it as many edges as make its height plain."""
    x, y = pile_at(pile)
    edges = [
        tag("rect", x=x - 2, y=y + 1 + 2.6 * k, width=2 * DOMINO + 4, height=DOMINO + 2, rx=6, class_=shade)
        for k in range(min(height, 12) // 2, 0, -1)
        for shade in (("edge", "cast") if k % 2 else ("edge",))
    ]
    parts = [
        *edges,
        named(domino_id(domino), _outlined(domino, x, y, look), look, fresh),
        text(pile + 1, x - 12, y + 30, class_="label soft", text_anchor="end"),
        text(f"×{height}", x - 9, y + 64, class_="note soft", text_anchor="end"),
    ]
    parts.append(tag("rect", x=x - 3, y=y - 3, width=2 * DOMINO + 6, height=DOMINO + 6, rx=7, class_="outline"))
    said = _("Stack {stack}, dominoes: {n}; on top: {domino}", stack=pile + 1, n=height, domino=domino_in_words(domino))
    return named(stack_id(pile), parts, look, said=said)
