"""Touch paths: the elements to touch for a move, and the other way round."""

from __future__ import annotations

from benben.core.errors import IllegalMove, MalformedMove
from benben.core.kit.touch import Path, Touch
from benben.core.text import Message
from benben.games.pyramido.box.components import COLOUR_OF, COLOURS, QUARTERS
from benben.games.pyramido.picture.element_ids import (
    block_id,
    cell_id,
    domino_id,
    marker_id,
    new_blocks,
    side_id,
    stack_id,
)
from benben.games.pyramido.rules.layers import block_at, new_block, place_to_fill, places
from benben.games.pyramido.rules.legal import legal
from benben.games.pyramido.rules.moves import (
    CARD_ON,
    FAMILIES,
    FILL_WITH,
    LAY_ON,
    MARK_ON,
    NO_CARD,
    REFILL_FROM,
    ends,
    lay_move,
)
from benben.games.pyramido.rules.state import CARD, FILL, MARK, NO_DOMINO, Board
from benben.games.pyramido.words import _, reasons
from benben.games.pyramido.words.names import CELL, cell_name, place_of

QUARTER_ENDS = tuple(f"-{quarter}" for quarter in QUARTERS)


def _lay(s: Board, quarry: int, turn: int, place: int) -> Path:
    """The domino, then the cells of its left and right block."""
    if s.quarry[quarry] == NO_DOMINO:
        return ()
    return domino_id(s.quarry[quarry]), *(cell_id(s, s.turn, end) for end in ends(turn, place))


def _mark(s: Board, half: int) -> Path:
    return (marker_id(s.turn, int(COLOUR_OF[new_block(s, half)])), new_blocks(s)[half]) if s.new[0] else ()


def _card(s: Board, half: int, colour: int, quarter: int) -> Path:
    """A side of a card, then the block, then the quarter for its jewel."""
    if not s.new[0]:
        return ()
    block = new_blocks(s)[half]
    return side_id(s.turn, colour), block, f"{block}-{QUARTERS[quarter]}"


def _fill(s: Board, colour: int, quarter: int) -> Path:
    if s.phase != FILL:
        return ()
    cell = cell_id(s, s.turn, place_to_fill(s, s.turn))
    return side_id(s.turn, colour), cell, f"{cell}-{QUARTERS[quarter]}"


def _special(s: Board, path: Path) -> int | None:
    """A lay on any cells: occupied ones, not neighbours, a twin the other way round. A marker of another colour."""
    markers = [marker_id(s.turn, colour) for colour in range(COLOURS)]
    quarry = [domino_id(domino) if domino != NO_DOMINO else "" for domino in s.quarry]
    match path:
        case (domino, *cells) if domino in quarry and len(cells) == 2:
            left, right = (_place(s, cell) for cell in cells)
            move = lay_move(s, quarry.index(domino), left, right)
            if move is None:
                raise IllegalMove(reasons.not_neighbours(*(cell_name(s, s.turn, place) for place in (left, right))))
            return move
        case (marker, block) if marker in markers and s.new[0] and block in new_blocks(s):
            reasons.check_colour(s, new_blocks(s).index(block), markers.index(marker))
        case (side, quarter) if side.startswith(f"card-{s.turn}-") and quarter[-3:] in QUARTER_ENDS:
            return TOUCH.aim(s, (side, quarter[:-3], quarter))  # the quarter says which block
    return None


def _block(s: Board, half: int) -> str:
    """In the step of the marker, a block has one: that of its colour."""
    return new_blocks(s)[half] if s.phase == MARK else ""


def decline(s: Board) -> int | None:
    """PDO-9: a card may be laid."""
    return NO_CARD() if s.phase == CARD else None


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


def _hint(s: Board, path: Path) -> Message:
    """How a path goes on that begins like this one."""
    if len(path) == 2 and path[0].startswith(f"marker-{s.turn}-"):
        return _("Touch a marker, then a block of the new domino.")
    if len(path) == 2 and path[0].startswith(f"card-{s.turn}-"):
        return _("Touch a side of a card, then the block, then the quarter for its jewel.")
    return _("Touch a domino in the quarry, then the cells for its left and right block.")


TOUCH = Touch(
    FAMILIES,
    legal,
    {
        LAY_ON: _lay,
        MARK_ON: _mark,
        NO_CARD: lambda s: ("no-card",),
        CARD_ON: _card,
        REFILL_FROM: lambda s, pile: (stack_id(pile),),
        FILL_WITH: _fill,
    },
    hint=_hint,
    special=_special,
    direct={MARK_ON: _block},
    turns={LAY_ON: 2, CARD_ON: 2, FILL_WITH: 2},  # the piece and its first cell
)
path, aim, direct, turns = TOUCH.path, TOUCH.aim, TOUCH.direct, TOUCH.turns
