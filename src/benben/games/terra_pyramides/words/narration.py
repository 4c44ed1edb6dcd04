"""Narration of the moves of Terra Pyramides."""

from __future__ import annotations

from benben.core.cache import remembered_part
from benben.core.game import Line
from benben.games.terra_pyramides.box.components import (
    COLOURS,
    FIELDS,
    POINTS,
    SITES,
    STONE_KINDS,
    TABLES,
    UNKNOWN,
    WHITE,
)
from benben.games.terra_pyramides.rules.moves import ACTIONS, SOME_TILE, TAKE_AT, Action
from benben.games.terra_pyramides.rules.play import forced, step
from benben.games.terra_pyramides.rules.score import progress
from benben.games.terra_pyramides.rules.state import OVER, Board, player
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import COLOUR_NAMES, seat_name, tile_words
from benben.games.terra_pyramides.words.row_yields import row_name, yield_words, yields
from benben.games.terra_pyramides.words.text_board import status, task_line

TracedMove = tuple[Board, int, Board]  # before, move, after


def trace(before: Board, move: int, after: Board) -> tuple[TracedMove, ...]:
    """A move and its forced follow-ups, one decision at a time.

    Also works on views: information revealed by the move is taken from `after`.
    """
    return _trace(before, move, after.record.tobytes())


@remembered_part(*(Board.dtype.names or ()))
def _trace(before: Board, move: int, later: bytes) -> tuple[TracedMove, ...]:
    s, after = before.copy(), Board.from_bytes(later)
    number = TAKE_AT if move == SOME_TILE else move
    steps: list[TracedMove] = []
    while number >= 0:
        action, who = ACTIONS[number], player(s)
        if action.kind == "lay":
            s.hand[who] = after.tile[action.what]
            if s.foundation[action.to] == 0:
                s.deck[s.deck_left - 1] = after.foundation[action.to]
        earlier = s.copy()
        step(s, number)
        steps.append((earlier, move if number == TAKE_AT and move == SOME_TILE else number, s.copy()))
        if (s.phase, s.turns, s.waiting, s.to_stock) == (after.phase, after.turns, after.waiting, after.to_stock):
            break
        number = forced(s)
    return tuple(steps)


def tell(before: Board, move: int, after: Board) -> list[Line]:
    lines = []
    for number, (s, one, then) in enumerate(trace(before, move, after)):
        if number:
            lines += [Line(_("Without a choice:"))] if number == 1 else []
        lines += _tell_step(s, one, then, after)
    if after.phase == OVER:
        lines.append(Line(status(after), rule=f"TER-{25 if not after.task else 28 + after.task}"))
    elif after.task and progress(after) != progress(before) and after.task != 2:
        lines.append(Line(task_line(after), rule=f"TER-{28 + after.task}"))
    return lines


def _tell_step(s: Board, move: int, then: Board, after: Board) -> list[Line]:
    action = Action("take", UNKNOWN) if move == SOME_TILE else ACTIONS[move]
    who, seat, name = player(s), s.turn, seat_name(s, s.turn)
    match action:
        case Action("lay", field, site):
            return _tell_lay(s, field, site, then)
        case Action("row", _axis):
            cells = TABLES.rows[then.row - 1]
            message = _("{name} activates the row {row}.", name=name, row=row_name(then.row - 1))
            return [Line(message, cells, seat, None, "TER-8"), *_tell_gains(s, then)]
        case Action("stock", field):
            message = _("{name} puts a worker on {field}.", name=name, field=FIELDS[field])
            return [Line(message, (FIELDS[field],), seat, None, "TER-9"), *_tell_gains(s, then)]
        case Action("move", field, site):
            message = _("A worker moves from {field} to {site}.", field=FIELDS[field], site=SITES[site])
            return [Line(message, (FIELDS[field], SITES[site]), seat, None, "TER-11")]
        case Action("return", field):
            message = _("The worker on {field} returns to the supply.", field=FIELDS[field])
            return [Line(message, (FIELDS[field],), seat, None, "TER-14")]
        case Action("back", site):
            message = _("{name} takes a worker back from {site}.", name=name, site=SITES[site])
            return [Line(message, (SITES[site],), seat, None, "TER-14")]
        case Action("found", site, colour):
            message = _(
                "{name} starts a pyramid on {site}: {colour}.", name=name, site=SITES[site], colour=COLOUR_NAMES[colour]
            )
            return [Line(message, (SITES[site],), seat, None, "TER-16")]
        case Action("raise", site):
            return [_tell_level(s, site, then)]
        case Action("pay", colour):
            site = s.building - 1
            cells = (SITES[site], f"stone-{who + 1}-{COLOURS[colour]}")
            message = _("Paid with a stone: {colour}.", colour=COLOUR_NAMES[colour])
            return [Line(message, cells, seat, None, "TER-16"), _tell_level(s, site, then)]
        case Action("hire", site):
            message = _("{name} buys a worker for {site}.", name=name, site=SITES[site])
            return [Line(message, (SITES[site],), seat, None, "TER-18")]
        case Action("buy"):
            message = _("{name} buys a white stone.", name=name)
            return [Line(message, (f"stone-{who + 1}-{COLOURS[WHITE]}",), seat, None, "TER-19")]
        case Action("swap", one, other):
            message = _(
                "{name} exchanges two stones for a white one: {one}, {other}.",
                name=name,
                one=COLOUR_NAMES[one],
                other=COLOUR_NAMES[other],
            )
            return [Line(message, (f"stone-{who + 1}-{COLOURS[WHITE]}",), seat, None, "TER-20")]
        case Action("look", stack):
            message = _("{name} pays 1 gold and searches stack {stack}.", name=name, stack=stack + 1)
            return [Line(message, (f"stack-{stack + 1}",), seat, None, "TER-21")]
        case Action("draw" | "take"):
            return _tell_draw(s, s.looking - 1 if action.kind == "take" else action.what, then)
    return [Line(_("{name} ends the turn: no stack is left.", name=name), (), seat, None, "TER-22")]


def _tell_lay(s: Board, field: int, site: int, then: Board) -> list[Line]:
    who, seat = player(s), s.turn
    message = _(
        "{name} lays on {field}: {tile}.",
        name=seat_name(s, seat),
        field=FIELDS[field],
        tile=tile_words(then.tile[field]),
    )
    lines = [Line(message, (FIELDS[field],), seat, None, "TER-6")]
    if then.gold[who] < s.gold[who]:
        lines.append(Line(_("The other side costs 1 gold."), (f"gold-{who + 1}",), seat, None, "TER-26"))
    if s.foundation[site] == 0:
        message = _("{site} gets a foundation of value {value}.", value=then.foundation[site], site=SITES[site])
        lines.append(Line(message, (SITES[site],), seat, None, "TER-7"))
    return lines


def _tell_gains(s: Board, then: Board) -> list[Line]:
    """The result of a row after stocking."""
    if then.to_stock:
        return []
    who, cells = player(s), TABLES.rows[then.row - 1]
    gained = yields(then, then.row - 1)
    words = yield_words(gained)
    if gained[STONE_KINDS] > then.waiting.bit_count():
        short = _("Too few workers: only {n} are on the row.", n=then.waiting.bit_count())
        return [Line(words, cells, s.turn, None, "TER-10"), Line(short, (f"supply-{who + 1}",), s.turn, None, "TER-9")]
    return [Line(words, cells, s.turn, None, "TER-10")]


def _tell_level(s: Board, site: int, then: Board) -> Line:
    level = then.level[site]
    message = _(
        "The pyramid on {site} grows to level {level} and is worth {points}.",
        site=SITES[site],
        level=level,
        points=POINTS[level],
    )
    return Line(message, (SITES[site],), s.turn, None, "TER-15")


def _tell_draw(s: Board, stack: int, then: Board) -> list[Line]:
    who, seat, cells = player(s), s.turn, (f"stack-{stack + 1}",)
    tile = then.hand[who]
    name = seat_name(s, seat)
    if tile == UNKNOWN:
        message = _("{name} draws a tile from stack {stack}.", name=name, stack=stack + 1)
    else:
        message = _("{name} draws from stack {stack}: {tile}.", name=name, stack=stack + 1, tile=tile_words(tile))
    lines = [Line(message, cells, seat, None, "TER-21")]
    if s.height[stack] - then.height[stack] > 1:
        message = _("The last tile of stack {stack} is removed unseen.", stack=stack + 1)
        lines.append(Line(message, cells, seat, None, "TER-22"))
    return lines
