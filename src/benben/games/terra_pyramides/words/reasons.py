"""Why a move of Terra Pyramides is illegal."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benben.core.errors import Reason
from benben.core.text import Message
from benben.games.terra_pyramides.box.board import AXES
from benben.games.terra_pyramides.box.components import (
    FIELDS,
    MOST_GOLD,
    MOST_STONES,
    NO_TILE,
    OPEN_STACKS,
    PRICE,
    SITES,
    TABLES,
    TO_BUILD,
    TOP_LEVEL,
    WHITE,
    WORKER,
)
from benben.games.terra_pyramides.picture.element_ids import gold_id, stack_id, stone_id, supply_id
from benben.games.terra_pyramides.rules import moves, state
from benben.games.terra_pyramides.rules.legal import most_gold, pieces_left
from benben.games.terra_pyramides.rules.state import EXCHANGE, FINISH, Board, player, stones, top_level
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import COLOUR_NAMES, SEAT_NAMES
from benben.games.terra_pyramides.words.prompts import PROMPTS
from benben.games.terra_pyramides.words.text_board import waits_on

_ONLY = {state.STOCK: moves.STOCK, state.PAY: moves.PAY, state.PICK: moves.TAKE}  # decisions that come first
_EXTRAS = (moves.BACK, moves.FOUND, moves.RAISE, moves.HIRE, moves.BUY)


def forbids(players: int, options: Mapping[str, str]) -> Message | None:
    """Why this number of players cannot play with these options; None if they can."""
    if players == 1 and options["mode"] == "competitive":
        return _("One player can only play a task: choose the mode task-1, task-2 or task-3.")
    return None


def why(s: Board, move: int) -> Reason:
    family = moves.FAMILIES.decode(move)[0]
    if _ONLY.get(s.phase, family) is not family or (s.phase == EXCHANGE and family in _EXTRAS):
        return PROMPTS.wrong_step(s)
    return _why(s, move)


def _say(code: str, rule: int, message: Message, *cells: str) -> Reason:
    return PROMPTS.reason(code, f"TER-{rule}", message, *cells)


# The steps of a turn


def _no_lay(s: Board, field: int, site: int) -> Reason:
    name = FIELDS[field]
    if s.row and name in TABLES.rows[s.row - 1]:
        return _no_row(s, 0)  # the row that is drawn there was touched
    if s.phase != state.LAY:
        laid = [FIELDS[s.laid - 1]] if s.laid else []
        return _say("already-laid", 6, _("You lay one tile per turn, and you have done that."), *laid)
    if s.tile[field] != NO_TILE:
        return _say("occupied", 6, _("There is already a tile on {field}.", field=name), name)
    message = _("Your tile belongs to the other half of the board. To lay it on {field} you need 1 gold.", field=name)
    return _say("wrong-side", 26, message, name, gold_id(player(s)))


def _no_row(s: Board, axis: int) -> Reason:
    if s.phase == state.LAY:
        return PROMPTS.wrong_step(s)
    if s.phase != state.ROW:
        return _say("row-chosen", 8, _("You choose one row per turn, and you have done that."), *TABLES.rows[s.row - 1])
    field = s.laid - 1
    twin = next(k for k in range(axis) if TABLES.row_of[field, k] == TABLES.row_of[field, axis])
    message = _("This row has the same fields as “row {axis}”: type that instead.", axis=AXES[twin])
    return _say("same-row", 8, message, FIELDS[field])


def _no_stock(s: Board, field: int) -> Reason:
    name, row = FIELDS[field], TABLES.row_field[s.row - 1].tolist()
    if s.phase != state.STOCK:
        message = _("You choose tiles for your workers only if you have too few for the row.")
        return _say("nothing-to-stock", 9, message, name)
    if field not in row:
        return _say("outside-row", 9, _("{field} is not in your row.", field=name), name)
    if not s.tile[field] & WORKER:
        return _say("no-worker-symbol", 9, _("The tile on {field} shows no worker.", field=name), name)
    if waits_on(s, field):
        return _say("stocked", 9, _("There is already a worker on {field}.", field=name), name)
    text = _("Place your workers in order along the row: after {field} there is not enough room for your {n} workers.")
    if row.index(field) < s.stock_from:
        text = _("You have already passed {field}: choose a tile further along the row.")
    return _say("stock-order", 9, text.fill(field=name, n=s.to_stock), name)


def _no_worker(field: int, rule: int) -> Reason:
    return _say("no-worker", rule, _("You have no worker to move on {field}.", field=FIELDS[field]), FIELDS[field])


def _no_move(s: Board, field: int, site: int) -> Reason:
    if s.phase != state.MOVE or not waits_on(s, field):
        return _no_worker(field, 11)
    way = moves.MOVE.rows.index((field, site))
    if not TABLES.reach_clear[way]:
        message = _("There is an oasis in between: workers move only over tiles.")
        return _say("over-oasis", 11, message, FIELDS[field], SITES[site])
    gaps = sorted({FIELDS[over] for over in TABLES.reach_over[way] if s.tile[over] == NO_TILE})
    if gaps:
        message = _("There is no tile on {field}: workers move only over tiles.", field=gaps[0])
        return _say("over-free-field", 11, message, *gaps)
    return _no_room(s, site, 11)


def _no_room(s: Board, site: int, rule: int) -> Reason:
    """Why a worker cannot go to this place. The rule says where it may go: TER-11, or TER-18 for a bought one."""
    name, owner = SITES[site], s.owner[site]
    if s.foundation[site] == 0:
        return _say("no-foundation", rule, _("There is no foundation on {site} yet.", site=name), name)
    if owner == 0:
        first = SITES[s.entered - 1]
        message = _("In your first turn you may occupy only one free foundation, and that was {site}.", site=first)
        return _say("first-turn", 13, message, name, first)
    if owner != player(s) + 1:
        message = _("{site} belongs to {owner}.", site=name, owner=SEAT_NAMES[owner - 1])
        return _say("not-yours", rule, message, name)
    if s.level[site] >= top_level(s):
        message = _("The pyramid on {site} is finished: workers cannot go there.", site=name)
        return _say("finished", 31 if s.level[site] < TOP_LEVEL else 12, message, name)
    return _say("full", 12, _("{site} is full: it already has three workers.", site=name), name)


# Extra actions


def _too_poor(s: Board, rule: int) -> Reason:
    message = _("That costs {price} gold; you have {gold}.", price=PRICE, gold=s.gold[player(s)])
    return _say("too-poor", rule, message, gold_id(player(s)))


def _no_hire(s: Board, site: int) -> Reason:
    if s.gold[player(s)] < PRICE:
        return _too_poor(s, 18)
    if s.supply[player(s)] == 0:
        return _say("no-supply", 18, _("You have no worker left in your supply."), supply_id(player(s)))
    return _no_room(s, site, 18)


def _not_held(site: int, rule: int) -> Reason:
    return _say("not-held", rule, _("You have no worker on {site}.", site=SITES[site]), SITES[site])


def _no_back(s: Board, site: int) -> Reason:
    name = SITES[site]
    if s.owner[site] != player(s) + 1:
        return _not_held(site, 14)
    if s.workers[site] == 0:
        return _say("all-gone", 31, _("There is no worker on the finished pyramid on {site}.", site=name), name)
    return _say("last-worker", 14, _("The last worker must stay on its pyramid."), name)


def _no_level(s: Board, site: int, misspelt: Reason | None) -> Reason | None:
    """Why no level can be built here; `misspelt` if it is another kind of level; None if only pieces are missing."""
    name, level = SITES[site], s.level[site]
    if s.owner[site] != player(s) + 1:
        return _not_held(site, 15)
    if level >= top_level(s):
        message = _("The pyramid on {site} is finished: you cannot build another level.", site=name)
        return _say("grown-up", 31 if level < TOP_LEVEL else 15, message, name)
    if misspelt is None and s.workers[site] < TO_BUILD:
        text = _("To build, you need three workers on the place; on {site} you have {n}.")
        return _say("too-few-workers", 15, text.fill(site=name, n=s.workers[site]), name)
    return misspelt


def _no_first_level(s: Board, site: int, colour: int) -> Reason:
    name = SITES[site]
    text = _("The pyramid on {site} already has a colour: build the next level with “build {site}”.", site=name)
    reason = _no_level(s, site, _say("has-colour", 16, text, name) if s.level[site] else None)
    if reason is not None:
        return reason
    if s.first_left[colour] == 0:
        return _say("no-piece", 17, _("No first level in {colour} is left.", colour=COLOUR_NAMES[colour]), name)
    return _say("no-stone", 15, _("A first level costs one stone; you have none."), name)


def _no_next_level(s: Board, site: int) -> Reason:
    name, level, colour, who = SITES[site], s.level[site], s.colour[site], player(s)
    text = _("Add the colour of the new pyramid, for example “build {site} blue”.", site=name)
    reason = _no_level(s, site, None if level else _say("which-colour", 16, text, name))
    if reason is not None:
        return reason
    if pieces_left(s, who, level) == 0:
        return _say("no-piece", 17, _("No piece for level {level} is left.", level=level + 1), name)
    text = _("Level {level} on {site} costs {level} stones in {colour} or white; you have {n}.")
    held = s.stone[who, colour] + s.stone[who, WHITE]
    message = text.fill(level=level + 1, site=name, colour=COLOUR_NAMES[colour], n=held)
    return _say("too-few-stones", 16, message, name, stone_id(who, colour), stone_id(who, WHITE))


def _no_payment(s: Board, colour: int) -> Reason:
    if s.phase != state.PAY:
        return _say("nothing-to-pay", 16, _("You choose a stone only for the first level of a pyramid."))
    message = _("You have no stone in {colour}.", colour=COLOUR_NAMES[colour])
    return _say("no-such-stone", 16, message, stone_id(player(s), colour))


# The end of a turn


def _goes_on(s: Board, rule: int) -> Reason | None:
    if s.phase in (FINISH, EXCHANGE):
        return None
    message = _("That comes at the end of your turn: first lay your tile, activate a row and move your workers.")
    return _say("turn-goes-on", rule, message)


def _too_rich(s: Board, text: Message) -> Reason:
    message = text.fill(gold=s.gold[player(s)], most=MOST_GOLD)
    return _say("too-rich", 20, message, gold_id(player(s)))


def _many_stones(s: Board) -> Reason | None:
    held = stones(s, player(s))
    message = _("You have {n} stones: exchange or use some until you have seven.", n=held)
    return _say("many-stones", 20, message) if held > MOST_STONES else None


def _no_swap(s: Board, one: int, other: int) -> Reason:
    who, held = player(s), stones(s, player(s))
    reason = _goes_on(s, 20)
    if reason is not None:
        return reason
    if held <= MOST_STONES:
        message = _("You can exchange stones only while you have more than seven; you have {n}.", n=held)
        return _say("few-stones", 20, message)
    if s.gold[who] > most_gold(s):
        return _too_rich(s, _("You have {gold} gold, which is too much: spend some first."))
    missing = next(colour for colour in (one, other) if s.stone[who, colour] < (2 if one == other else 1))
    message = _("You have too few stones in {colour} for that.", colour=COLOUR_NAMES[missing])
    return _say("no-such-stone", 20, message, stone_id(who, missing))


def _no_end(s: Board) -> Reason:
    reason = _goes_on(s, 22) or _many_stones(s)
    if reason is None and any(s.height):
        reason = _say("draw-first", 21, _("You end your turn by drawing a tile from a stack."))
    return reason or _too_rich(s, _("You have {gold} gold, which is too much: spend some first."))


def _no_tiles(s: Board, stack: int) -> Reason | None:
    message = _("Stack {stack} is empty.", stack=stack + 1)
    return None if s.height[stack] else _say("empty-stack", 22, message, stack_id(stack))


def _no_search(s: Board, stack: int) -> Reason:
    reason = _goes_on(s, 21) or _many_stones(s) or _no_tiles(s, stack)
    if reason is not None:
        return reason
    if s.open and stack in OPEN_STACKS:
        message = _("Stack {stack} is face up: you can search only face-down stacks.", stack=stack + 1)
        return _say("open-stack", 27, message, stack_id(stack))
    if s.gold[player(s)] == 0:
        return _say("no-gold", 21, _("Searching a stack costs 1 gold."), gold_id(player(s)))
    return _too_rich(
        s, _("You have {gold} gold: after paying for the search you may keep only 4, so spend some first.")
    )


def _no_draw(s: Board, stack: int) -> Reason:
    reason = _goes_on(s, 21) or _many_stones(s) or _no_tiles(s, stack)
    if reason is not None:
        return reason
    if s.gold[player(s)] > most_gold(s):
        return _too_rich(s, _("You have {gold} gold and may keep only {most}: spend some first."))
    if s.phase == EXCHANGE:
        return _too_rich(s, _("You have {gold} gold and may keep only {most}: search a stack for 1 gold."))
    return _too_rich(
        s, _("You have {gold} gold and may keep only {most}: search a stack for 1 gold, or buy something first.")
    )


def _no_take(s: Board, above: int) -> Reason:
    if s.phase != state.PICK:
        message = _("You are not searching a stack. To search one for 1 gold, type for example “search 3”.")
        return _say("not-looking", 21, message)
    stack = s.looking - 1
    if above >= s.height[stack]:
        return _say("no-such-tile", 21, _("The stack has only {n} tiles.", n=s.height[stack]), stack_id(stack))
    return _say("same-tile", 21, _("The tile above it is the same: take that one instead."), stack_id(stack))


_why: Callable[[Board, int], Reason] = moves.FAMILIES.dispatch(
    {
        moves.LAY: _no_lay,
        moves.ROW: _no_row,
        moves.STOCK: _no_stock,
        moves.MOVE: _no_move,
        moves.RETURN: lambda s, field: _no_worker(field, 14),
        moves.BACK: _no_back,
        moves.FOUND: _no_first_level,
        moves.RAISE: _no_next_level,
        moves.PAY: _no_payment,
        moves.HIRE: _no_hire,
        moves.BUY: lambda s: _too_poor(s, 19),
        moves.SWAP: _no_swap,
        moves.DRAW: _no_draw,
        moves.LOOK: _no_search,
        moves.TAKE: _no_take,
        moves.END: _no_end,
    }
)


# For notation: input that has no move number


def no_tile_field(name: str) -> Reason:
    if name in TABLES.oases:
        return _say("oasis", 6, _("{field} is an oasis: you cannot lay a tile there.", field=name), name)
    return _say("site", 6, _("{field} is a building site: you cannot lay a tile there.", field=name), name)


def no_site(name: str, rule: int = 11) -> Reason:
    return _say("no-site", rule, _("{field} is not a building site.", field=name), name)


def not_beside(field: int, site: int) -> Reason:
    text = _("{field} does not touch {site}: stairs must lead to an adjacent building site.")
    return _say("not-beside", 6, text.fill(field=FIELDS[field], site=SITES[site]), FIELDS[field], SITES[site])


def not_in_line(field: int, site: int) -> Reason:
    text = _("{site} is not the first site in a straight line from {field}.")
    return _say("not-in-line", 11, text.fill(field=FIELDS[field], site=SITES[site]), FIELDS[field], SITES[site])


def no_white_pyramid(site: int) -> Reason:
    return _say("no-white-pyramid", 16, _("There are no white pyramids: white stones are jokers."), SITES[site])
