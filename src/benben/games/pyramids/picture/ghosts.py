"""What a move would do, drawn over the picture."""

from __future__ import annotations

from benben.core.game import Look
from benben.core.svg import group, tag
from benben.games.pyramids.picture.cards import at, back, face
from benben.games.pyramids.picture.layout import Zone, layout
from benben.games.pyramids.picture.player_boards import button_zone
from benben.games.pyramids.rules import moves
from benben.games.pyramids.rules.hands import hand, tomb_size
from benben.games.pyramids.rules.pyramid_spots import SPOTS
from benben.games.pyramids.rules.state import UNKNOWN, Necropolis


def ghost(s: Necropolis, move: int, look: Look) -> str:
    """The card where it would lie; a frame around what would be taken; a line through what would be discarded."""
    plan, seat = layout(s, look), s.turn
    box, held = plan.boxes[seat], hand(s, seat)
    if move < moves.TAKE_PAIR:
        parts = [_around(plan.tile(move - moves.TAKE_TILE + 1))]
    elif move < moves.BUILD:
        pair = move - moves.TAKE_PAIR
        first = len(held)
        parts = [_around(plan.pair(pair))]
        parts += [_placed(s.quarry[pair, i], *box.in_hand(first + i), box.sizes.hand_cell) for i in range(2)]
    elif move < moves.RAISE:
        slot, spot = divmod(move - moves.BUILD, SPOTS)
        parts = [_placed(held[slot], *box.spot(s, seat, spot), box.sizes.cell)]
    elif move < moves.BURY:
        levels = s.levels[seat]
        parts = [_placed(held[move - moves.RAISE], *box.level(levels, levels + 1), box.obelisk_cell(levels + 1))]
    elif move < moves.NONE:
        lying = tomb_size(s, seat)
        parts = [_placed(held[move - moves.BURY], *box.in_tomb(lying, lying + 1), box.tomb_cell(lying + 1))]
    elif move == moves.NONE:
        parts = [_around(button_zone(box))]
    else:
        x, y = box.in_hand(moves.SPARE - 1 - (move - moves.KEEP_CARD))
        wide = 2 * box.sizes.hand_cell
        parts = [tag("line", x1=x, y1=y + wide, x2=x + wide, y2=y, class_="strike")]
    return group(parts, class_="ghost")


def _around(zone: Zone) -> str:
    return tag("rect", x=zone.x, y=zone.y, width=zone.wide, height=zone.high, rx=12, class_="around")


def _placed(card: int, x: float, y: float, cell: float) -> str:
    """A card without ids, for a ghost."""
    drawing = back(cell) if card == UNKNOWN else face(card, cell, None)
    return group([drawing], transform=at(x, y), class_="card new")
