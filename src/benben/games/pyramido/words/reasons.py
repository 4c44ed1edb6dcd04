"""Why a move of Pyramido is illegal."""

from __future__ import annotations

from collections.abc import Callable

from benben.core.errors import IllegalMove, Reason
from benben.games.pyramido.box.components import COLOUR_OF, FIRST_CARD, LONG, TURNS_OF, card_of
from benben.games.pyramido.picture.element_ids import (
    card_id,
    domino_id,
    element_at,
    marker_id,
    new_blocks,
    stacks_behind,
)
from benben.games.pyramido.rules.layers import FIELD, GROWING_ACROSS, GROWING_DOWN, new_block, room
from benben.games.pyramido.rules.legal import empty_quarry_place, is_marked
from benben.games.pyramido.rules.moves import CARD_ON, FAMILIES, FILL_WITH, LAY_ON, MARK_ON, NO_CARD, REFILL_FROM, ends
from benben.games.pyramido.rules.state import CARD, FILL, LAY, REFILL, Board
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import NAMES, cell_name, lay_name, row_and_column
from benben.games.pyramido.words.prompts import PROMPTS, wrong_step

_reason = PROMPTS.reason

# Laying


def _why_not_lay(s: Board, quarry: int, turn: int, place: int) -> Reason:
    seat, both = s.turn, ends(turn, place)
    elements = tuple(element for end in both for element in element_at(s, seat, end))
    for end in both:
        if s.occupied[seat] >> end & 1:
            message = _("There is already a block on {cell}.", cell=cell_name(s, seat, end))
            return _reason("occupied", "PDO-7", message, *element_at(s, seat, end))
    if s.stage > 0:
        field = FIELD[s.rows[seat] - s.stage, s.columns[seat] - s.stage]
        for end in both:
            if not field >> end & 1:
                return _overhangs(s, cell_name(s, seat, end), elements)
    elif s.occupied[seat] == 0:
        return _first_domino(elements)
    elif not (GROWING_DOWN if turn & 1 else GROWING_ACROSS)[s.rows[seat], s.columns[seat]] >> place & 1:
        return _breaks_rectangle(elements)
    elif not room(s, seat)[turn & 1] >> place & 1:
        return _not_touching(elements)
    # The only remaining reason: the domino looks the same after a half turn.
    domino = s.quarry[quarry]
    assert TURNS_OF[domino] == 2
    message = _("This domino looks the same after a half turn: type {move}.", move=lay_name(s, quarry, turn - 2, place))
    return _reason("half-turn", "PDO-4", message, domino_id(domino))


def _first_domino(elements: tuple[str, ...] = ()) -> Reason:
    message = _("The first domino always lies unturned on d5-e5, because its position makes no difference.")
    return _reason("first-domino", "PDO-5", message, *elements)


def _breaks_rectangle(elements: tuple[str, ...] = ()) -> Reason:
    message = _("Your blocks would no longer fit into a rectangle of 5x4 or 4x5.")
    return _reason("breaks-rectangle", "PDO-5", message, *elements)


def _not_touching(elements: tuple[str, ...] = ()) -> Reason:
    message = _("The domino must share an edge with a block that you laid before.")
    return _reason("not-touching", "PDO-5", message, *elements)


def _overhangs(s: Board, cell: str, elements: tuple[str, ...] = ()) -> Reason:
    message = _(
        "{cell} is outside this layer. It has {rows} by {columns} blocks and lies half a block inside the layer below.",
        cell=cell,
        rows=s.rows[s.turn] - s.stage,
        columns=s.columns[s.turn] - s.stage,
    )
    return _reason("overhangs", "PDO-6", message, *elements)


def out_of_reach(s: Board, cell: str) -> Reason:
    """A cell outside the window of possible moves."""
    if s.stage > 0:
        return _overhangs(s, cell)
    if s.occupied[s.turn] == 0:
        return _first_domino()
    return _breaks_rectangle() if max(row_and_column(s, s.turn, cell)) >= LONG else _not_touching()


def three_places() -> Reason:
    return _reason("three-places", "PDO-3", _("The quarry places have the numbers 1 to 3."))


def half_offset(s: Board) -> Reason:
    message = _("Blocks must meet edge to edge, not shifted by half a block.")
    return _reason("half-offset", "PDO-6" if s.stage else "PDO-5", message)


def not_neighbours(left: str, right: str) -> Reason:
    message = _(
        "A domino covers two neighbouring cells; {left} and {right} are not neighbours.", left=left, right=right
    )
    return _reason("not-neighbours", "PDO-4", message)


# Markers and cards


def check_colour(s: Board, half: int, colour: int) -> None:
    """Raise IllegalMove if this block needs a marker of another colour."""
    needed = int(COLOUR_OF[new_block(s, half)])
    if colour != needed:
        message = _("This block can only have a marker of its colour, {colour}.", colour=NAMES[needed])
        elements = (marker_id(s.turn, colour), *element_at(s, s.turn, s.new[half]))
        raise IllegalMove(_reason("wrong-colour", "PDO-8", message, *elements))


def not_new(s: Board, cell: str, rule: str) -> Reason:
    message = _("{cell} is not part of the domino that you have just laid.", cell=cell)
    return _reason("not-new", rule, message, *new_blocks(s))


def _why_not_mark(s: Board, half: int) -> Reason:
    """This turn's marker is already placed, or none was possible."""
    seat, place, colour = s.turn, s.new[half], int(COLOUR_OF[new_block(s, half)])
    elements = element_at(s, seat, place)
    if is_marked(s, seat, place):
        message = _("There is already a marker on {cell}.", cell=cell_name(s, seat, place))
        return _reason("already-marked", "PDO-8", message, *elements)
    if s.mark[seat, s.stage, colour]:
        message = _(
            "Your marker for {colour} is already placed and stays there until the stage is scored.",
            colour=NAMES[colour],
        )
        return _reason("marker-used", "PDO-8", message, marker_id(seat, colour), *elements)
    message = _("You place only one marker per turn, and a second one only on a card.")
    return _reason("one-marker", "PDO-8", message, *elements)


def _why_not_card(s: Board, half: int, colour: int, quarter: int) -> Reason:
    place = s.new[half]
    if s.phase == REFILL:
        return no_card_now(s)
    if is_marked(s, s.turn, place):
        cell = cell_name(s, s.turn, place)
        message = _("There is a marker on {cell}: lay the card on a block without a marker.", cell=cell)
        return _reason("block-marked", "PDO-9", message, *element_at(s, s.turn, place))
    return _card_used(s, colour, quarter)


def no_card_now(s: Board) -> Reason:
    """In the refill step: a second card, or a card after all."""
    if max(new_block(s, 0), new_block(s, 1)) >= FIRST_CARD:
        message = _("You lay at most one card per turn, and you have done that.")
        return _reason("one-card", "PDO-9", message, *new_blocks(s))
    return wrong_step(s)


def _card_used(s: Board, colour: int, quarter: int) -> Reason:
    one, other = NAMES[colour & ~1], NAMES[colour | 1]
    message = _("You have already used your card with {one} and {other}.", one=one, other=other)
    return _reason("card-used", "PDO-9", message, card_id(s.turn, card_of(colour)))


def fill_first(cell: str) -> Reason:
    return _reason("fill-first", "PDO-12", _("Fill {cell} first.", cell=cell), f"cell-{cell}")


# The quarry


def four_stacks() -> Reason:
    return _reason("four-stacks", "PDO-3", _("The stacks have the numbers 1 to 4."))


def _wrong_stack(s: Board, pile: int) -> Reason:
    place = empty_quarry_place(s) + 1
    message = _("Quarry place {place} is refilled from stack {place} or {next}.", place=place, next=place + 1)
    return _reason("wrong-stack", "PDO-10", message, *stacks_behind(s))


why: Callable[[Board, int], Reason] = FAMILIES.dispatch(
    {
        LAY_ON: PROMPTS.only_in(LAY, why=_why_not_lay),
        MARK_ON: PROMPTS.only_in(CARD, REFILL, why=_why_not_mark),
        NO_CARD: wrong_step,
        CARD_ON: PROMPTS.only_in(CARD, REFILL, why=_why_not_card),
        REFILL_FROM: PROMPTS.only_in(REFILL, why=_wrong_stack),
        FILL_WITH: PROMPTS.only_in(FILL, why=_card_used),
    }
)
