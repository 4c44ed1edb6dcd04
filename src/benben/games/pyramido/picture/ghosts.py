"""Previews of moves."""

from __future__ import annotations

from collections.abc import Callable

from benben.core.drawing.panels import Zone, rect
from benben.core.game import Look
from benben.core.svg import Pen, group, pen, tag
from benben.games.pyramido.box.components import COLOUR_OF, block_number, card_number
from benben.games.pyramido.picture.layout import Frame, Plan, frame, no_card_zone, plan
from benben.games.pyramido.picture.pieces import block, marker_on
from benben.games.pyramido.picture.quarry import domino_zone, flat_domino
from benben.games.pyramido.rules.layers import new_block, place_to_fill
from benben.games.pyramido.rules.legal import empty_quarry_place
from benben.games.pyramido.rules.moves import CARD_ON, FAMILIES, FILL_WITH, LAY_ON, MARK_ON, NO_CARD, REFILL_FROM, ends
from benben.games.pyramido.rules.state import Board

Ghost = tuple[list[str], str]  # the piece, and the edge around it


def ghost(s: Board, move: int, look: Look) -> str:
    """The piece at its destination, and a dashed edge around it."""
    around = plan(s, look)
    real, edge = _piece(s, move, frame(s, s.turn, around.sites[s.turn], look.seat), around, pen(look))
    return group([group(real, class_="real") if real else "", edge], class_="ghost")


def _edge(zone: Zone) -> str:
    return rect(zone, 4, class_="edge")


def _domino(s: Board, quarry: int, turn: int, place: int, at: Frame, around: Plan, ink: Pen) -> Ghost:
    cells = [at.place(s.stage, end) for end in ends(turn, place)]
    numbers = [block_number(s.quarry[quarry], half, turn) for half in range(2)]
    (x1, y1), (x2, y2) = min(cells), max(cells)
    edge = _edge(Zone(min(x1, x2), min(y1, y2), abs(x2 - x1) + at.unit, abs(y2 - y1) + at.unit))
    return [block(number, *cell, at.unit, ink) for number, cell in zip(numbers, cells, strict=True)], edge


def _marker(s: Board, half: int, at: Frame, around: Plan, ink: Pen) -> Ghost:
    x, y = at.place(s.stage, s.new[half])
    edge = tag("circle", cx=x + at.unit / 2, cy=y + at.unit / 2, r=at.unit * 0.24, class_="edge")
    return [marker_on(int(COLOUR_OF[new_block(s, half)]), x, y, at.unit, ink)], edge


def _no_card(s: Board, at: Frame, around: Plan, ink: Pen) -> Ghost:
    return [], _edge(no_card_zone(around.sites[s.turn]))


def _card(s: Board, place: int, colour: int, quarter: int, at: Frame, around: Plan, ink: Pen) -> Ghost:
    x, y = at.place(s.stage, place)
    return [block(card_number(colour, quarter), x, y, at.unit, ink)], _edge(Zone(x, y, at.unit, at.unit))


def _top(s: Board, pile: int, at: Frame, around: Plan, ink: Pen) -> Ghost:
    zone = domino_zone(*around.quarry_at(empty_quarry_place(s)), around)
    return flat_domino(s.stack[pile, s.height[pile] - 1], zone, ink), _edge(zone)


_piece: Callable[..., Ghost] = FAMILIES.dispatch(
    {
        LAY_ON: _domino,
        MARK_ON: _marker,
        NO_CARD: _no_card,
        CARD_ON: lambda s, half, *card: _card(s, s.new[half], *card),
        REFILL_FROM: _top,
        FILL_WITH: lambda s, *card: _card(s, place_to_fill(s, s.turn), *card),
    }
)
