"""What a move would do, drawn over the picture."""

from __future__ import annotations

from collections.abc import Callable

from benben.core.drawing.materials import at
from benben.core.drawing.panels import Zone, rect
from benben.core.game import Look
from benben.core.svg import Pen, group, pen, tag
from benben.games.pyramids.picture.cards import back, face
from benben.games.pyramids.picture.layout import Plan, layout
from benben.games.pyramids.rules.hands import hand, tomb_size
from benben.games.pyramids.rules.moves import BUILD, BURY, FAMILIES, KEEP_CARD, NONE, RAISE, SPARE, TAKE_PAIR, TAKE_TILE
from benben.games.pyramids.rules.state import UNKNOWN, Necropolis


def ghost(s: Necropolis, move: int, look: Look) -> str:
    """The card where it would lie; a frame around what would be taken; a line through what would be discarded."""
    return group(_parts(s, move, layout(s, look), pen(look)), class_="ghost")


def _pair(s: Necropolis, pair: int, plan: Plan, ink: Pen) -> list[str]:
    box, first = plan.boxes[s.turn], len(hand(s, s.turn))
    cards = [_placed(s.quarry[pair, i], *box.in_hand(first + i), box.hand_cell, ink) for i in range(2)]
    return [_edge(plan.pair(pair), 9), *cards]


def _built(s: Necropolis, slot: int, spot: int, plan: Plan, ink: Pen) -> list[str]:
    box = plan.boxes[s.turn]
    return [_placed(hand(s, s.turn)[slot], *box.spot(s, s.turn, spot), box.cell, ink)]


def _raised(s: Necropolis, slot: int, plan: Plan, ink: Pen) -> list[str]:
    box, levels = plan.boxes[s.turn], s.levels[s.turn]
    return [_placed(hand(s, s.turn)[slot], *box.level(levels, levels + 1), box.obelisk_cell(levels + 1), ink)]


def _buried(s: Necropolis, slot: int, plan: Plan, ink: Pen) -> list[str]:
    box, lying = plan.boxes[s.turn], tomb_size(s, s.turn)
    return [_placed(hand(s, s.turn)[slot], *box.in_tomb(lying, lying + 1), box.tomb_cell(lying + 1), ink)]


def _kept(s: Necropolis, slot: int, plan: Plan, ink: Pen) -> list[str]:
    """A line through the other card."""
    box = plan.boxes[s.turn]
    x, y = box.in_hand(SPARE - 1 - slot)
    wide = 2 * box.hand_cell
    return [tag("line", x1=x, y1=y + wide, x2=x + wide, y2=y, class_="strike")]


_parts: Callable[[Necropolis, int, Plan, Pen], list[str]] = FAMILIES.dispatch(
    {
        TAKE_TILE: lambda s, tile, plan, ink: [_edge(plan.tile(tile), 10)],
        TAKE_PAIR: _pair,
        BUILD: _built,
        RAISE: _raised,
        BURY: _buried,
        NONE: lambda s, plan, ink: [_edge(plan.boxes[s.turn].button(), 9)],
        KEEP_CARD: _kept,
    }
)


def _edge(zone: Zone, round_: float) -> str:
    return rect(zone, round_, class_="edge")


def _placed(card: int, x: float, y: float, cell: float, look: Pen) -> str:
    """A card without ids, for a ghost."""
    drawing = back(cell, look) if card == UNKNOWN else face(card, cell, None, frozenset(), look)
    card_at = group([drawing], transform=at(x, y), class_="card real")
    return card_at + _edge(Zone(x, y, 2 * cell, 2 * cell), cell * 0.1)
