"""Touch paths: the elements to touch for a move, and the other way round."""

from __future__ import annotations

from benben.core.errors import IllegalMove, MalformedMove
from benben.games.pyramido.box.components import COLOUR_OF, COLOURS, QUARTERS, STACKS
from benben.games.pyramido.picture.element_ids import (
    block_id,
    cell_id,
    domino_id,
    marker_id,
    quarter_id,
    side_id,
    stack_id,
)
from benben.games.pyramido.rules.layers import block_at, empty_places, lowest, places
from benben.games.pyramido.rules.moves import (
    CARDS_ON,
    FILLS,
    MARKS,
    NO_CARD,
    REFILLS,
    SIDES,
    ends,
    lay_move,
    quarry_place,
)
from benben.games.pyramido.rules.state import FILL, NO_DOMINO, Board
from benben.games.pyramido.words import _, reasons
from benben.games.pyramido.words.names import CELL, cell_name, place_of


def path(s: Board, move: int) -> tuple[str, ...]:
    """Domino, cells of its left and right block; or marker, block; or card side, quarter for its jewel; or stack."""
    if move < MARKS:
        left, right = ends(move)
        return domino_id(s.quarry[quarry_place(move)]), cell_id(s, s.turn, left), cell_id(s, s.turn, right)
    if move < NO_CARD:
        number = block_at(s, s.turn, s.new[move - MARKS])
        return marker_id(s.turn, int(COLOUR_OF[number])), block_id(s.turn, number)
    if move < CARDS_ON:
        return ("no-card",)
    if move < REFILLS:
        half, side = divmod(move - CARDS_ON, SIDES)
        return side_id(s.turn, side >> 2), quarter_id(s.turn, block_at(s, s.turn, s.new[half]), side & 3)
    if move < FILLS:
        return (stack_id(move - REFILLS),)
    side = move - FILLS
    cell = cell_id(s, s.turn, lowest(empty_places(s, s.turn)))
    return side_id(s.turn, side >> 2), f"{cell}-{QUARTERS[side & 3]}"


def aim(s: Board, path: tuple[str, ...]) -> int:
    stacks = [stack_id(pile) for pile in range(STACKS)]
    markers = [marker_id(s.turn, colour) for colour in range(COLOURS)]
    sides = [side_id(s.turn, colour) for colour in range(COLOURS)]
    quarry = [domino_id(domino) if domino != NO_DOMINO else "" for domino in s.quarry]
    match path:
        case ("no-card",):
            return NO_CARD
        case (stack,) if stack in stacks:
            return REFILLS + stacks.index(stack)
        case (marker, block) if marker in markers:
            return _aim_mark(s, markers.index(marker), block)
        case (side, quarter) if side in sides:
            return _aim_card(s, sides.index(side), quarter)
        case (domino, left, right) if domino in quarry:
            return _aim_lay(s, quarry.index(domino), left, right)
    raise MalformedMove(_("Touch a domino in the quarry, then the cells for its left and right block."))


def _aim_lay(s: Board, quarried: int, left: str, right: str) -> int:
    cells = _place(s, left), _place(s, right)
    move = lay_move(s, quarried, *cells)
    if move is None:
        raise IllegalMove(reasons.not_neighbours(s, *(cell_name(s, s.turn, place) for place in cells)))
    return move


def _place(s: Board, element: str) -> int:
    """The place of an empty cell or of a block of this layer (illegal, but it needs a reason)."""
    name = element.removeprefix("cell-")
    if name != element and CELL.fullmatch(name):
        place = place_of(s, s.turn, name)
        if place is not None:
            return place
    for place in places(s.occupied[s.turn]):
        if block_id(s.turn, block_at(s, s.turn, place)) == element:
            return place
    raise MalformedMove(_("Touch cells of the layer that you are building."))


def _aim_mark(s: Board, colour: int, block: str) -> int:
    for half, place in enumerate(s.new):
        if place and block == block_id(s.turn, block_at(s, s.turn, place)):
            if reasons.colour_of_half(s, half) != colour:
                raise IllegalMove(reasons.wrong_colour(s, half, colour))
            return MARKS + half
    raise MalformedMove(_("Touch a marker, then a block of the new domino."))


def _aim_card(s: Board, colour: int, element: str) -> int:
    cell, _dash, word = element.rpartition("-")
    if word in QUARTERS:
        side = 4 * colour + QUARTERS.index(word)
        if s.phase == FILL and cell == cell_id(s, s.turn, lowest(empty_places(s, s.turn))):
            return FILLS + side
        for half, place in enumerate(s.new):
            if place and cell == block_id(s.turn, block_at(s, s.turn, place)):
                return CARDS_ON + half * SIDES + side
    raise MalformedMove(_("Touch a side of a card, then the quarter for its jewel."))
