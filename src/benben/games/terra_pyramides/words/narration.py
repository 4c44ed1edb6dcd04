"""Narration of the moves of Terra Pyramides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from benben.core.cache import remembered_part
from benben.core.game import Line
from benben.core.kit.events import Event, Happening, events_of
from benben.core.text import Message
from benben.games.terra_pyramides.box.components import FIELDS, POINTS, SITES, STONE_KINDS, TABLES, UNKNOWN, WHITE
from benben.games.terra_pyramides.picture.element_ids import gold_id, stack_id, stone_id, supply_id
from benben.games.terra_pyramides.rules import moves
from benben.games.terra_pyramides.rules.deal import NEW_FOUNDATION
from benben.games.terra_pyramides.rules.play import ACTIVATED, CHARGED, GREW, REMOVED, forced, step
from benben.games.terra_pyramides.rules.score import progress
from benben.games.terra_pyramides.rules.state import OVER, Board, player
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import COLOUR_NAMES, seat_name, tile_words
from benben.games.terra_pyramides.words.row_yields import row_name, yield_words, yields
from benben.games.terra_pyramides.words.text_board import status, task_line


class NarratedDecision(NamedTuple):
    """One decision: the player's own, or one that followed without a choice."""

    before: Board
    move: int
    events: tuple[Happening, ...]
    after: Board


def trace(before: Board, move: int, after: Board) -> tuple[NarratedDecision, ...]:
    """A move and its forced follow-ups. Works on views too: what the move has revealed is taken from `after`."""
    return _trace(before, move, after.record.tobytes())


@remembered_part(*(Board.dtype.names or ()))
def _trace(before: Board, move: int, later: bytes) -> tuple[NarratedDecision, ...]:
    s, after = before, Board.from_bytes(later)
    steps: list[NarratedDecision] = []
    while not steps or move >= 0:
        number = moves.TAKE(0) if move == moves.SOME_TILE else move
        if number in moves.LAY:
            s = _shown(s, moves.LAY.row(number), after)
        events, then = events_of(step, s, number)
        steps.append(NarratedDecision(s, move, tuple(events), then))
        s, move = then, forced(then)
    return tuple(steps)


def _shown(s: Board, way: int, after: Board) -> Board:
    """The state with the tile and the foundation that are seen when the tile has been laid."""
    shown, field, site = s.copy(), TABLES.lay_field[way], TABLES.lay_site[way]
    shown.hand[player(s)] = after.tile[field]
    if s.foundation[site] == 0:
        shown.deck[s.deck_left - 1] = after.foundation[site]
    return shown


def tell(before: Board, move: int, after: Board) -> list[Line]:
    lines: list[Line] = []
    for number, (s, one, events, then) in enumerate(trace(before, move, after)):
        if number == 1:
            lines.append(Line(_("Without a choice:")))
        lines += _tell_move(s, one, then)
        lines += [line for event, values in events for line in _tell_event[event](s, *values, then)]
    if after.phase == OVER:
        lines.append(Line(status(after), rule=f"TER-{25 if not after.task else 28 + after.task}"))
    elif after.task and progress(after) != progress(before) and after.task != 2:
        lines.append(Line(task_line(after), rule=f"TER-{28 + after.task}"))
    return lines


def _line(s: Board, rule: int, message: Message, *cells: str) -> list[Line]:
    return [Line(message, cells, s.turn, None, f"TER-{rule}")]


_NAMED: dict[str, Sequence[object]] = {"field": FIELDS, "site": SITES, "colour": COLOUR_NAMES}


def _told(rule: int, text: Message, *fields: str) -> Callable[..., list[Line]]:
    """A line that names the player and the fields of a move; those on the board are highlighted."""

    def line(s: Board, *values: Any) -> list[Line]:
        said = {field: _NAMED[field][value] for field, value in zip(fields, values, strict=False)}
        message = text.fill(name=seat_name(s, s.turn), **said)
        return _line(s, rule, message, *(str(said[field]) for field in ("field", "site") if field in said))

    return line


# What the player did


def _lay(s: Board, field: int, site: int, then: Board) -> list[Line]:
    name, where, tile = seat_name(s, s.turn), FIELDS[field], tile_words(then.tile[field])
    return _line(s, 6, _("{name} lays on {field}: {tile}.", name=name, field=where, tile=tile), where)


def _row(s: Board, axis: int, then: Board) -> list[Line]:
    name, row = seat_name(s, s.turn), then.row - 1
    return _line(s, 8, _("{name} activates the row {row}.", name=name, row=row_name(row)), *TABLES.rows[row])


def _pay(s: Board, colour: int, then: Board) -> list[Line]:
    message = _("Paid with a stone: {colour}.", colour=COLOUR_NAMES[colour])
    return _line(s, 16, message, SITES[s.building - 1], stone_id(player(s), colour))


def _buy(s: Board, then: Board) -> list[Line]:
    return _line(s, 19, _("{name} buys a white stone.", name=seat_name(s, s.turn)), stone_id(player(s), WHITE))


def _swap(s: Board, one: int, other: int, then: Board) -> list[Line]:
    text = _("{name} exchanges two stones for a white one: {one}, {other}.")
    message = text.fill(name=seat_name(s, s.turn), one=COLOUR_NAMES[one], other=COLOUR_NAMES[other])
    return _line(s, 20, message, stone_id(player(s), WHITE))


def _draw(s: Board, stack: int, then: Board) -> list[Line]:
    tile = then.hand[player(s)]
    text = _("{name} draws a tile from stack {stack}.")
    if tile != UNKNOWN:
        text = _("{name} draws from stack {stack}: {tile}.")
    message = text.fill(name=seat_name(s, s.turn), stack=stack + 1, tile=tile_words(tile))
    return _line(s, 21, message, stack_id(stack))


def _look(s: Board, stack: int, then: Board) -> list[Line]:
    message = _("{name} pays 1 gold and searches stack {stack}.", name=seat_name(s, s.turn), stack=stack + 1)
    return _line(s, 21, message, stack_id(stack))


_tell_move: Callable[..., list[Line]] = moves.FAMILIES.dispatch(
    {
        moves.LAY: _lay,
        moves.ROW: _row,
        moves.STOCK: _told(9, _("{name} puts a worker on {field}."), "field"),
        moves.MOVE: _told(11, _("A worker moves from {field} to {site}."), "field", "site"),
        moves.RETURN: _told(14, _("The worker on {field} returns to the supply."), "field"),
        moves.BACK: _told(14, _("{name} takes a worker back from {site}."), "site"),
        moves.FOUND: _told(16, _("{name} starts a pyramid on {site}: {colour}."), "site", "colour"),
        moves.RAISE: lambda s, site, then: [],  # the event says it
        moves.PAY: _pay,
        moves.HIRE: _told(18, _("{name} buys a worker for {site}."), "site"),
        moves.BUY: _buy,
        moves.SWAP: _swap,
        moves.DRAW: _draw,
        moves.LOOK: _look,
        moves.TAKE: lambda s, above, then: _draw(s, s.looking - 1, then),
        moves.SOME_TILE: lambda s, then: _draw(s, s.looking - 1, then),
        moves.END: _told(22, _("{name} ends the turn: no stack is left.")),
    }
)


# What followed from it


def _charged(s: Board, then: Board) -> list[Line]:
    return _line(s, 26, _("The other side costs 1 gold."), gold_id(player(s)))


def _new_foundation(s: Board, site: int, then: Board) -> list[Line]:
    where, value = SITES[site], then.foundation[site]
    return _line(s, 7, _("{site} gets a foundation of value {value}.", value=value, site=where), where)


def _activated(s: Board, row: int, then: Board) -> list[Line]:
    gained, workers = yields(then, row), then.waiting.bit_count()
    lines = _line(s, 10, yield_words(gained), *TABLES.rows[row])
    if gained[STONE_KINDS] > workers:
        lines += _line(s, 9, _("Too few workers: only {n} are on the row.", n=workers), supply_id(player(s)))
    return lines


def _grew(s: Board, site: int, level: int, then: Board) -> list[Line]:
    text = _("The pyramid on {site} grows to level {level} and is worth {points}.")
    return _line(s, 15, text.fill(site=SITES[site], level=level, points=POINTS[level]), SITES[site])


def _removed(s: Board, stack: int, then: Board) -> list[Line]:
    return _line(s, 22, _("The last tile of stack {stack} is removed unseen.", stack=stack + 1), stack_id(stack))


_tell_event: dict[Event, Callable[..., list[Line]]] = {
    CHARGED: _charged,
    NEW_FOUNDATION: _new_foundation,
    ACTIVATED: _activated,
    GREW: _grew,
    REMOVED: _removed,
}
