"""Previews of moves."""

from __future__ import annotations

from benben.core.game import Look
from benben.core.svg import group, pen
from benben.games.pyramido.box.components import COLOUR_OF, FIRST_CARD, block_number
from benben.games.pyramido.picture.layout import frame, panels, quarry_at
from benben.games.pyramido.picture.pieces import block, marker_on
from benben.games.pyramido.picture.quarry import flat_domino
from benben.games.pyramido.rules.layers import WINDOW, block_at, empty_places, lowest
from benben.games.pyramido.rules.legal import empty_quarry_place
from benben.games.pyramido.rules.moves import CARDS_ON, FILLS, LAYS, MARKS, NO_CARD, REFILLS, SIDES, ends, quarry_place
from benben.games.pyramido.rules.state import Board


def ghost(s: Board, move: int, look: Look) -> str:
    """The piece at its destination."""
    at = frame(s, s.turn, panels(s.players, look.seat)[s.turn], look.seat)
    ink = pen(look)
    parts = []
    if move < MARKS:
        domino, turn = s.quarry[quarry_place(move)], (move - LAYS) // WINDOW % 4
        for half, place in enumerate(ends(move)):
            x, y = at.place(s.stage, place)
            parts.append(block(block_number(domino, half, turn), x, y, at.unit, ink))
    elif move < NO_CARD:
        place = s.new[move - MARKS]
        colour = int(COLOUR_OF[block_at(s, s.turn, place)])
        parts.append(marker_on(colour, *at.place(s.stage, place), at.unit, ink))
    elif CARDS_ON <= move < REFILLS:
        half, side = divmod(move - CARDS_ON, SIDES)
        parts.append(block(FIRST_CARD + side, *at.place(s.stage, s.new[half]), at.unit, ink))
    elif REFILLS <= move < FILLS:
        top = s.stack[move - REFILLS, s.height[move - REFILLS] - 1]
        parts += flat_domino(top, *quarry_at(empty_quarry_place(s)), ink)
    elif move >= FILLS:
        place = lowest(empty_places(s, s.turn))
        parts.append(block(FIRST_CARD + move - FILLS, *at.place(s.stage, place), at.unit, ink))
    return group(parts, class_="ghost") if parts else '<g class="ghost"/>'
