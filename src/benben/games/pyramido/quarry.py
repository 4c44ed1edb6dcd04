"""The quarry of Pyramido as SVG: three places, each before two stacks."""

from __future__ import annotations

from benben.core.game import Look
from benben.core.svg import classes, points, tag, text, words
from benben.core.text import Message, texts
from benben.games.pyramido import art
from benben.games.pyramido.art import named
from benben.games.pyramido.components import QUARRY, STACKS, block_number
from benben.games.pyramido.elements import domino_id, stack_id
from benben.games.pyramido.layout import DOMINO, PILE_TOP, QUARRY_TOP, pile_at, quarry_at
from benben.games.pyramido.state import CARD, NO_DOMINO, REFILL, Board
from benben.games.pyramido.telling import domino_in_words

_ = texts(__package__)


def draw_quarry(s: Board, look: Look, fresh: set[str]) -> list[str]:
    parts = []
    due = s.phase == REFILL
    for place in range(QUARRY):
        empty = due and s.quarry[place] == NO_DOMINO
        for pile in (place, place + 1):  # PDO-10: the two stacks behind each place
            (x1, _y1), (x2, _y2) = pile_at(pile), quarry_at(place)
            way = points((x1 + DOMINO, PILE_TOP + DOMINO + 14), (x2 + DOMINO + (x1 - x2) * 0.42, QUARRY_TOP - 8))
            parts.append(tag("polyline", points=way, class_=classes("way", "due-way" if empty else None)))
    parts += [_stack(s, pile, look, fresh) for pile in range(STACKS)]
    for place in range(QUARRY):
        x, y = quarry_at(place)
        empty = s.quarry[place] == NO_DOMINO
        slot = [
            tag("rect", x=x - 5, y=y - 5, width=2 * DOMINO + 10, height=DOMINO + 10, rx=9, class_="slot"),
            text(place + 1, x - 14, y + DOMINO / 2 + 8, class_="label soft", text_anchor="end"),
        ]
        parts.append(named(f"quarry-{place + 1}", slot, look, fresh, "due" if due and empty else None))
        if not empty:
            said = _("Domino {place} of the quarry: {domino}", place=place + 1, domino=domino_in_words(s.quarry[place]))
            parts.append(_domino(s.quarry[place], x, y, look, fresh, said))
    if s.phase == CARD:
        x, y = quarry_at(QUARRY)
        said = _("No card")
        button = [
            tag("rect", x=x - 34, y=y + 8, width=170, height=58, rx=12),
            text(words(look, said), x + 51, y + 46, text_anchor="middle"),
        ]
        parts.append(named("no-card", button, look, (), "button", said=said))
    return parts


def flat_domino(domino: int, x: float, y: float, look: Look) -> list[str]:
    """An unturned domino beside the pyramids."""
    return [
        tag("rect", x=x - 2, y=y - 2, width=2 * DOMINO + 4, height=DOMINO + 4, rx=6, class_="edge"),
        *(art.block(block_number(domino, half, 0), x + half * DOMINO, y, DOMINO, look) for half in range(2)),
    ]


def _domino(domino: int, x: float, y: float, look: Look, fresh: set[str], said: Message | None = None) -> str:
    outline = tag("rect", x=x - 3, y=y - 3, width=2 * DOMINO + 6, height=DOMINO + 6, rx=7, class_="outline")
    return named(domino_id(domino), [*flat_domino(domino, x, y, look), outline], look, fresh, said=said)


def _stack(s: Board, pile: int, look: Look, fresh: set[str]) -> str:
    """Its top, and under it as many edges as make its height plain."""
    x, y = pile_at(pile)
    height = s.height[pile]
    edges = [
        tag("rect", x=x - 2, y=y + 1 + 2.6 * k, width=2 * DOMINO + 4, height=DOMINO + 2, rx=6, class_=shade)
        for k in range(min(height, 12) // 2, 0, -1)
        for shade in (("edge", "cast") if k % 2 else ("edge",))
    ]
    top = _domino(s.stack[pile, height - 1], x, y, look, fresh)
    parts = [
        *edges,
        top,
        text(pile + 1, x - 12, y + 30, class_="label soft", text_anchor="end"),
        text(f"×{height}", x - 9, y + 64, class_="note soft", text_anchor="end"),
    ]
    parts.append(tag("rect", x=x - 3, y=y - 3, width=2 * DOMINO + 6, height=DOMINO + 6, rx=7, class_="outline"))
    said = _(
        "Stack {stack}, dominoes: {n}; on top: {domino}",
        stack=pile + 1,
        n=height,
        domino=domino_in_words(s.stack[pile, height - 1]),
    )
    return named(stack_id(pile), parts, look, said=said)
