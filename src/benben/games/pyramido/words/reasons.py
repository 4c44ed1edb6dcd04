"""Why a move of Pyramido is illegal."""

from __future__ import annotations

from benben.core.errors import Reason
from benben.games.pyramido.box.components import COLOUR_OF, LONG, SHORT, TURNS_OF
from benben.games.pyramido.picture.element_ids import block_id, card_id, domino_id, element_at, marker_id, stack_id
from benben.games.pyramido.rules.layers import FIELD, MARGIN, RIGHT, WINDOW, block_at, room
from benben.games.pyramido.rules.legal import empty_quarry_place, is_marked
from benben.games.pyramido.rules.moves import CARDS_ON, FILLS, MARKS, NO_CARD, REFILLS, SIDES, ends, quarry_place
from benben.games.pyramido.rules.state import CARD, FILL, LAY, MARK, OVER, REFILL, Board
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import NAMES, cell_name, lay_name, row_and_column


def why(s: Board, move: int) -> Reason:
    if move < MARKS:
        return _why_not_lay(s, move) if s.phase == LAY else wrong_step(s)
    if move < NO_CARD:
        return _why_not_mark(s, move - MARKS) if s.phase in (CARD, REFILL) else wrong_step(s)
    if move < CARDS_ON:
        return wrong_step(s)
    if move < REFILLS:
        return _why_not_card(s, *divmod(move - CARDS_ON, SIDES)) if s.phase in (CARD, REFILL) else wrong_step(s)
    if move < FILLS:
        return _wrong_stack(s) if s.phase == REFILL else wrong_step(s)
    return _card_used(s, move - FILLS) if s.phase == FILL else wrong_step(s)


def wrong_step(s: Board) -> Reason:
    """The move belongs to another step of the turn."""
    if s.phase == OVER:
        return Reason("pyramido.over", "PDO-18", _("The match is over."))
    if s.phase == LAY:
        return Reason("pyramido.lay-now", "PDO-4", _("Now take a domino from the quarry and lay it."))
    if s.phase == MARK:
        message = _("Now you must put a marker on one of the two new blocks.")
        return Reason("pyramido.mark-now", "PDO-8", message, _new_blocks(s))
    if s.phase == CARD:
        message = _("Now you may lay a card on a new block without a marker, or lay none.")
        return Reason("pyramido.card-now", "PDO-9", message, _new_blocks(s))
    if s.phase == REFILL:
        return Reason(
            "pyramido.refill-now", "PDO-10", _("Now refill the quarry from one of the two stacks."), _stacks(s)
        )
    message = _("No domino fits into your layer. Now fill its empty cells with cards.")
    return Reason("pyramido.fill-now", "PDO-12", message)


# Laying


def _why_not_lay(s: Board, move: int) -> Reason:
    seat = s.turn
    both = ends(move)
    for place in both:
        if s.occupied[seat] >> place & 1:
            message = _("There is already a block on {cell}.", cell=cell_name(s, seat, place))
            return Reason("pyramido.occupied", "PDO-7", message, element_at(s, seat, place))
    if s.stage > 0:
        field = int(FIELD[s.rows[seat] - s.stage, s.columns[seat] - s.stage])
        outside = [place for place in both if not field >> place & 1]
        if outside:
            return _overhangs(s, cell_name(s, seat, outside[0]), _elements(s, both))
        return _same_half_turned(s, move)
    if s.occupied[seat] == 0:
        message = _("The first domino always lies unturned on d5-e5, because its position makes no difference.")
        return Reason("pyramido.first-domino", "PDO-5", message, _elements(s, both))
    if not _keeps_rectangle(s, both):
        return _breaks_rectangle(_elements(s, both))
    across, down = room(s, seat)
    if not (across if abs(both[0] - both[1]) == RIGHT else down) >> min(both) & 1:
        return _not_touching(_elements(s, both))
    return _same_half_turned(s, move)


def _keeps_rectangle(s: Board, both: tuple[int, int]) -> bool:
    rows = [0, s.rows[s.turn] - 1, *((place >> 3) - MARGIN for place in both)]
    columns = [0, s.columns[s.turn] - 1, *((place & 7) - MARGIN for place in both)]
    short, long = sorted((max(rows) - min(rows) + 1, max(columns) - min(columns) + 1))
    return bool(short <= SHORT and long <= LONG)


def _breaks_rectangle(elements: tuple[str, ...] = ()) -> Reason:
    message = _("Your blocks would no longer fit into a rectangle of 5x4 or 4x5.")
    return Reason("pyramido.breaks-rectangle", "PDO-5", message, elements)


def _not_touching(elements: tuple[str, ...] = ()) -> Reason:
    message = _("The domino must share an edge with a block that you laid before.")
    return Reason("pyramido.not-touching", "PDO-5", message, elements)


def _same_half_turned(s: Board, move: int) -> Reason:
    """The only remaining reason: the domino looks the same after a half turn."""
    domino = s.quarry[quarry_place(move)]
    assert TURNS_OF[domino] == 2
    same = lay_name(s, (move // WINDOW - 2) * WINDOW + move % WINDOW)
    message = _("This domino looks the same after a half turn: type {move}.", move=same)
    return Reason("pyramido.half-turn", "PDO-4", message, (domino_id(domino),))


def three_places() -> Reason:
    return Reason("pyramido.three-places", "PDO-3", _("The quarry places have the numbers 1 to 3."))


def half_offset(s: Board) -> Reason:
    message = _("Blocks must meet edge to edge, not shifted by half a block.")
    return Reason("pyramido.half-offset", "PDO-6" if s.stage else "PDO-5", message)


def not_neighbours(s: Board, left: str, right: str) -> Reason:
    message = _(
        "A domino covers two neighbouring cells; {left} and {right} are not neighbours.", left=left, right=right
    )
    return Reason("pyramido.not-neighbours", "PDO-4", message)


def out_of_reach(s: Board, cell: str) -> Reason:
    """A cell outside the window of possible moves."""
    if s.stage > 0:
        return _overhangs(s, cell)
    if max(row_and_column(s, s.turn, cell)) >= LONG:
        return _breaks_rectangle()
    return _not_touching()


def _overhangs(s: Board, cell: str, elements: tuple[str, ...] = ()) -> Reason:
    message = _(
        "{cell} is outside this layer. It has {rows} by {columns} blocks and lies half a block inside the layer below.",
        cell=cell,
        rows=s.rows[s.turn] - s.stage,
        columns=s.columns[s.turn] - s.stage,
    )
    return Reason("pyramido.overhangs", "PDO-6", message, elements)


# Markers and cards


def colour_of_half(s: Board, half: int) -> int:
    return int(COLOUR_OF[block_at(s, s.turn, s.new[half])])


def wrong_colour(s: Board, half: int, colour: int) -> Reason:
    message = _("This block can only have a marker of its colour, {colour}.", colour=NAMES[colour_of_half(s, half)])
    cells = (marker_id(s.turn, colour), *element_at(s, s.turn, s.new[half]))
    return Reason("pyramido.wrong-colour", "PDO-8", message, cells)


def not_new(s: Board, cell: str) -> Reason:
    message = _("{cell} is not part of the domino that you have just laid.", cell=cell)
    return Reason("pyramido.not-new", "PDO-9" if s.phase == CARD else "PDO-8", message, _new_blocks(s))


def _why_not_mark(s: Board, half: int) -> Reason:
    """This turn's marker is already placed, or none was possible."""
    place = s.new[half]
    cells = element_at(s, s.turn, place)
    if is_marked(s, s.turn, place):
        message = _("There is already a marker on {cell}.", cell=cell_name(s, s.turn, place))
        return Reason("pyramido.already-marked", "PDO-8", message, cells)
    colour = colour_of_half(s, half)
    if s.mark[s.turn, s.stage, colour]:
        message = _(
            "Your marker for {colour} is already placed and stays there until the stage is scored.",
            colour=NAMES[colour],
        )
        return Reason("pyramido.marker-used", "PDO-8", message, (marker_id(s.turn, colour), *cells))
    message = _("You place only one marker per turn, and a second one only on a card.")
    return Reason("pyramido.one-marker", "PDO-8", message, cells)


def _why_not_card(s: Board, half: int, side: int) -> Reason:
    if s.phase == REFILL:
        return wrong_step(s)
    place = s.new[half]
    if is_marked(s, s.turn, place):
        message = _(
            "There is a marker on {cell}: lay the card on a block without a marker.", cell=cell_name(s, s.turn, place)
        )
        return Reason("pyramido.block-marked", "PDO-9", message, element_at(s, s.turn, place))
    return _card_used(s, side)


def _card_used(s: Board, side: int) -> Reason:
    colour = side >> 2
    message = _(
        "You have already used your card with {one} and {other}.", one=NAMES[colour & ~1], other=NAMES[colour | 1]
    )
    return Reason("pyramido.card-used", "PDO-9", message, (card_id(s.turn, colour >> 1),))


def fill_first(s: Board, cell: str) -> Reason:
    return Reason("pyramido.fill-first", "PDO-12", _("Fill {cell} first.", cell=cell), (f"cell-{cell}",))


# The quarry


def four_stacks() -> Reason:
    return Reason("pyramido.four-stacks", "PDO-3", _("The stacks have the numbers 1 to 4."))


def _wrong_stack(s: Board) -> Reason:
    place = empty_quarry_place(s) + 1
    message = _("Quarry place {place} is refilled from stack {place} or {next}.", place=place, next=place + 1)
    return Reason("pyramido.wrong-stack", "PDO-10", message, _stacks(s))


def _stacks(s: Board) -> tuple[str, ...]:
    place = empty_quarry_place(s)
    return stack_id(place), stack_id(place + 1)


def _new_blocks(s: Board) -> tuple[str, ...]:
    return tuple(block_id(s.turn, block_at(s, s.turn, place)) for place in s.new)


def _elements(s: Board, both: tuple[int, int]) -> tuple[str, ...]:
    return tuple(element for place in both for element in element_at(s, s.turn, place))
