"""What a move will do, said to the player before it is made."""

from __future__ import annotations

from collections.abc import Callable

from benben.core.text import Message
from benben.games.terra_pyramides.box.components import FIELDS, POINTS, SITES, TABLES, WHITE
from benben.games.terra_pyramides.rules import moves
from benben.games.terra_pyramides.rules.state import Board, player
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import COLOUR_NAMES, tile_words
from benben.games.terra_pyramides.words.row_yields import row_name, yield_words, yields


def _lay(s: Board, field: int, site: int) -> Message:
    text = _("Lay your tile ({tile}) on {field}. {site} gets a foundation.")
    if s.foundation[site]:
        text = _("Lay your tile ({tile}) on {field}, stairs towards {site}.")
    return text.fill(tile=tile_words(s.hand[player(s)]), field=FIELDS[field], site=SITES[site])


def _row(s: Board, axis: int) -> Message:
    row = int(TABLES.row_of[s.laid - 1][axis])
    return _("Row {row}. {gives}", row=row_name(row), gives=yield_words(yields(s, row)))


def _move(s: Board, field: int, site: int) -> Message:
    return _("Move the worker from {field} to {site}.", field=FIELDS[field], site=SITES[site])


def _found(s: Board, site: int, colour: int) -> Message:
    text = _("Start a pyramid on {site}: {colour}, worth {points}.")
    return text.fill(site=SITES[site], colour=COLOUR_NAMES[colour], points=POINTS[1])


def _raise(s: Board, site: int) -> Message:
    text, level = _("Raise the pyramid on {site} to level {level}, worth {points}."), s.level[site] + 1
    return text.fill(site=SITES[site], level=level, points=POINTS[level])


def _swap(s: Board, one: int, other: int) -> Message:
    text = _("Exchange {one} and {other} for {white}.")
    return text.fill(one=COLOUR_NAMES[one], other=COLOUR_NAMES[other], white=COLOUR_NAMES[WHITE])


def _back(s: Board, site: int) -> Message:
    return _("Take a worker back from {site}.", site=SITES[site])


def _draw(s: Board, stack: int) -> Message:
    return _("Draw the top tile of stack {stack}. It ends your turn.", stack=stack + 1)


intent: Callable[[Board, int], Message] = moves.FAMILIES.dispatch(
    {
        moves.LAY: _lay,
        moves.ROW: _row,
        moves.STOCK: lambda s, field: _("Put a worker on {field}.", field=FIELDS[field]),
        moves.MOVE: _move,
        moves.RETURN: lambda s, field: _("Return the worker on {field} to your supply.", field=FIELDS[field]),
        moves.BACK: _back,
        moves.FOUND: _found,
        moves.RAISE: _raise,
        moves.PAY: lambda s, colour: _("Pay with a stone: {colour}.", colour=COLOUR_NAMES[colour]),
        moves.HIRE: lambda s, site: _("Buy a worker for {site}.", site=SITES[site]),
        moves.BUY: lambda s: _("Buy a white stone."),
        moves.SWAP: _swap,
        moves.DRAW: _draw,
        moves.LOOK: lambda s, stack: _("Pay 1 gold and look through stack {stack}.", stack=stack + 1),
        moves.TAKE: lambda s, above: _("Take tile {n} of this stack.", n=above + 1),
        moves.END: lambda s: _("End your turn."),
    }
)
