"""Narration of moves and breakdown of the points of Terra Pyramides."""

from __future__ import annotations

from collections.abc import Iterator

from benben.core.cache import remembered_part
from benben.core.game import Line
from benben.core.text import texts
from benben.games.terra_pyramides import rules
from benben.games.terra_pyramides.components import (
    COLOUR_NAMES,
    COLOURS,
    FIELDS,
    POINTS,
    SITES,
    STONE_KINDS,
    TABLES,
    UNKNOWN,
    WHITE,
)
from benben.games.terra_pyramides.moves import ACTIONS, SOME_TILE, TAKE_AT, Action
from benben.games.terra_pyramides.rows import row_name, yield_words, yields
from benben.games.terra_pyramides.state import OVER, Board
from benben.games.terra_pyramides.text import boards, seat_name, status, task_line, tile_words
from benben.games.terra_pyramides.turns import forced, step

_ = texts(__package__)


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
        action, who = ACTIONS[number], rules.player(s)
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
    elif after.task and rules.progress(after) != rules.progress(before) and after.task != 2:
        lines.append(Line(task_line(after), rule=f"TER-{28 + after.task}"))
    return lines


def _tell_step(s: Board, move: int, then: Board, after: Board) -> list[Line]:
    action = Action("take", UNKNOWN) if move == SOME_TILE else ACTIONS[move]
    who, seat, name = rules.player(s), s.turn, seat_name(s, s.turn)
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
    who, seat = rules.player(s), s.turn
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
    who, cells = rules.player(s), TABLES.rows[then.row - 1]
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
    who, seat, cells = rules.player(s), s.turn, (f"stack-{stack + 1}",)
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


# Points


def tally(s: Board) -> list[Line]:
    """Each seat's points; in a task every seat has the team's points, and a line shows the progress."""
    lines = [Line(task_line(s), ("task",), rule=f"TER-{28 + s.task}")] if s.task else []
    for seat in range(s.players):
        who = boards(s)[0] if s.task else seat
        lines += _tally_of(s, who, seat)
    return lines


@remembered_part("foundation", "level", "colour", "owner", rows=("stone", "gold"))
def _tally_of(s: Board, who: int, seat: int) -> list[Line]:
    lines = list(_tally_places(s, who, seat))
    held = rules.stones(s, who)
    if held:
        cells = tuple(f"stone-{who + 1}-{COLOURS[kind]}" for kind in range(STONE_KINDS) if s.stone[who, kind])
        lines.append(Line(_("Stones: {n}.", n=held), cells, seat, held, "TER-24"))
    if s.gold[who]:
        lines.append(Line(_("Gold: {n}.", n=s.gold[who]), (f"gold-{who + 1}",), seat, s.gold[who], "TER-24"))
    return lines


def _tally_places(s: Board, who: int, seat: int) -> Iterator[Line]:
    for site, name in enumerate(SITES):
        if s.owner[site] != who + 1:
            continue
        level = s.level[site]
        if level:
            message = _(
                "Pyramid on {site}, {colour}, level {level}.",
                site=name,
                colour=COLOUR_NAMES[s.colour[site]],
                level=level,
            )
            yield Line(message, (name,), seat, POINTS[level], "TER-23")
        else:
            yield Line(_("Foundation on {site}.", site=name), (name,), seat, s.foundation[site], "TER-23")
