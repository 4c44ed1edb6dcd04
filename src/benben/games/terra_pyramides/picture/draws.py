"""The tiles and foundations, to choose the one that came up on a real table."""

from __future__ import annotations

from benben.core.drawing.materials import at
from benben.core.kit.draws import Drawn, Draws
from benben.core.svg import Pen, group
from benben.core.text import Message
from benben.games.terra_pyramides.box.components import BOARD, FOUNDATION_LIST, FOUNDATIONS, STACK_SIZE, TILE_LIST
from benben.games.terra_pyramides.picture.layout import CELL
from benben.games.terra_pyramides.picture.pieces import foundation, symbols, tile
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import SEAT_NAMES, tile_words


def _which_tile(place: int, players: int) -> Message:
    """TER-5: the top tiles of some stacks lie on the hatched fields."""
    stack, level = divmod(place, STACK_SIZE)
    field = next((start.field for start in BOARD.start if start.stack == stack), None)
    if field is not None and level == STACK_SIZE - 1:
        return _("Which tile lies on {field}?", field=field)
    return _("Which tile came from stack {stack}?", stack=stack + 1)


def _which_foundation(place: int, players: int) -> Message:
    """TER-5: the first ones lie on the sites beside the hatched fields."""
    turned = FOUNDATIONS - 1 - place
    first = list(dict.fromkeys(start.site for start in BOARD.start))
    if turned < len(first):
        return _("What is the value of the foundation on {site}?", site=first[turned])
    return _("What is the value of the foundation that was turned up?")


def _tile(number: int, look: Pen) -> str:
    return tile(TILE_LIST[number], 0, 0, 92, look)


def _foundation(number: int, look: Pen) -> str:
    return group([foundation(FOUNDATION_LIST[number], 0, 0)], transform=at(0, 0, 92 / CELL))


def _begins(seat: int) -> Message:
    """The colours of the competition; in a task they are the builders in this order."""
    return _("{n}: {seat}", n=seat + 1, seat=SEAT_NAMES[seat])


DRAWS = Draws(
    {
        "tiles": Drawn(_which_tile, lambda number: tile_words(TILE_LIST[number]), _tile),
        "foundations": Drawn(
            _which_foundation,
            lambda number: _("Foundation of {value}", value=FOUNDATION_LIST[number]),
            _foundation,
        ),
        "start": Drawn(lambda place, players: _("Who begins?"), _begins),
    },
    symbols,
)
