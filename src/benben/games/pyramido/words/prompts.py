"""The decisions of Pyramido in words: what the seat to act must do, who does what, what is due instead of a move."""

from __future__ import annotations

from collections.abc import Callable

from benben.core.kit.prompts import Prompt, Prompts
from benben.core.kit.seats import result, winning_seats
from benben.core.text import Message
from benben.games.pyramido.box.components import TURNS
from benben.games.pyramido.picture.element_ids import new_blocks, stacks_behind
from benben.games.pyramido.rules.layers import empty_places, place_to_fill
from benben.games.pyramido.rules.play import next_seat
from benben.games.pyramido.rules.score import winners
from benben.games.pyramido.rules.state import CARD, FILL, LAY, MARK, OVER, REFILL, Board
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import SEATS, cell_name

_REFILL = _("Then you refill the quarry.")
_OVER = _("The match is over.")


def _after_laying(s: Board) -> Message:
    if s.cards[s.turn]:
        return _("Then place a marker and, if you like, a card.")
    return _("Then place a marker and refill the quarry.")


def _after_turn(s: Board) -> Message | None:
    """Announce the scoring if this is the last turn of the stage."""
    later = next_seat(s, s.turn)
    done = s.turns[later] + (1 if later == s.turn else 0)
    return _("Then this stage is scored.") if done == TURNS[s.stage] else None


def _cell_to_fill(s: Board) -> Message:
    cell = cell_name(s, s.turn, place_to_fill(s, s.turn))
    return _("No domino fits: fill the empty cell {cell} with a card.", cell=cell)


def _after_filling(s: Board) -> Message | None:
    """PDO-12: two cells."""
    places = empty_places(s, s.turn)
    return _("Then fill the next empty cell.") if places & (places - 1) else _after_turn(s)


def _now(text: Message) -> Callable[[Board], Message]:
    """The text with the stage and the seat to act."""
    return lambda s: _(text.text, seat=SEATS[s.turn], stage=s.stage + 1)


PROMPTS = Prompts(
    "pyramido",
    {
        LAY: Prompt(
            now=_("Take a domino from the quarry and lay it on your pyramid."),
            then=_after_laying,
            status=_now(_("Stage {stage}: {seat} takes a domino and lays it.")),
            code="lay-now",
            rule="PDO-4",
            wrong=_("Now take a domino from the quarry and lay it."),
            short=_("Take a domino and lay it"),
        ),
        MARK: Prompt(
            now=_("Choose which of the two new blocks gets its marker."),
            then=lambda s: _("Then you may lay a card.") if s.cards[s.turn] else _REFILL,
            status=_now(_("Stage {stage}: {seat} chooses the block for a marker.")),
            code="mark-now",
            rule="PDO-8",
            wrong=_("Now you must put a marker on one of the two new blocks."),
            cells=new_blocks,
            short=_("A marker on which block?"),
        ),
        CARD: Prompt(
            now=_("Lay a card on a new block without a marker, or lay none."),
            then=_REFILL,
            status=_now(_("Stage {stage}: {seat} may lay a card.")),
            code="card-now",
            rule="PDO-9",
            wrong=_("Now you may lay a card on a new block without a marker, or lay none."),
            cells=new_blocks,
            short=_("A card, or none"),
        ),
        REFILL: Prompt(
            now=_("Refill the quarry from one of the two stacks behind the empty place."),
            then=_after_turn,
            status=_now(_("Stage {stage}: {seat} refills the quarry.")),
            code="refill-now",
            rule="PDO-10",
            wrong=_("Now refill the quarry from one of the two stacks."),
            cells=stacks_behind,
            short=_("Refill the quarry"),
        ),
        FILL: Prompt(
            now=_cell_to_fill,
            then=_after_filling,
            status=_now(_("Stage {stage}: no domino fits, {seat} fills the layer with cards.")),
            code="fill-now",
            rule="PDO-12",
            wrong=_("No domino fits into your layer. Now fill its empty cells with cards."),
            short=lambda s: _("Fill {cell} with a card", cell=cell_name(s, s.turn, place_to_fill(s, s.turn))),
        ),
        OVER: Prompt(
            now=_OVER,
            status=lambda s: result(winning_seats(winners, s), SEATS),
            code="over",
            rule="PDO-18",
            wrong=_OVER,
        ),
    },
)
ask, status, wrong_step = PROMPTS.ask, PROMPTS.status, PROMPTS.wrong_step
