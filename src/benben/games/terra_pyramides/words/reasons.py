"""Why a move of Terra Pyramides is illegal."""

from __future__ import annotations

from collections.abc import Mapping

from benben.core.errors import Reason
from benben.core.text import Message
from benben.games.terra_pyramides.box.board import AXES
from benben.games.terra_pyramides.box.components import (
    COLOURS,
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
from benben.games.terra_pyramides.rules.legal import most_gold, pieces_left
from benben.games.terra_pyramides.rules.moves import ACTIONS, MOVE_AT, Action
from benben.games.terra_pyramides.rules.state import (
    EXCHANGE,
    FINISH,
    LAY,
    MOVE,
    PAY,
    PICK,
    ROW,
    STOCK,
    Board,
    player,
    stones,
    top_level,
)
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import COLOUR_NAMES, SEAT_NAMES
from benben.games.terra_pyramides.words.text_board import waits_on

_EXTRAS = ("back", "found", "raise", "hire", "buy")


def forbids(players: int, options: Mapping[str, str]) -> Message | None:
    """Why this number of players cannot play with these options; None if they can."""
    if players == 1 and options["mode"] == "competitive":
        return _("One player can only play a task: choose the mode task-1, task-2 or task-3.")
    return None


def why(s: Board, move: int) -> Reason:
    action = ACTIONS[move]
    return _unfinished(s, action) or _reason(s, action, move)


def _reason(s: Board, action: Action, move: int) -> Reason:
    match action:
        case Action("lay", field, _site):
            return _no_lay(s, field)
        case Action("row", axis):
            return _no_row(s, axis)
        case Action("stock", field):
            return _no_stock(s, field)
        case Action("move" | "return", field):
            return _no_worker_move(s, action, field, move)
        case Action("take", above):
            return _no_take(s, above)
        case Action("pay", colour):
            return _no_payment(s, colour)
        case Action("swap" | "draw" | "look" | "end"):
            return _no_ending(s, action)
    return _no_extra(s, action)


def _say(code: str, rule: int, message: Message, *cells: str) -> Reason:
    return Reason(f"terra_pyramides.{code}", f"TER-{rule}", message, cells)


# Decisions that come first


def _unfinished(s: Board, action: Action) -> Reason | None:
    """The reason if another decision must come first."""
    if s.phase == STOCK and action.kind != "stock":
        cells = TABLES.rows[s.row - 1]
        return _say(
            "stock-first", 9, _("You have too few workers: first choose the tiles of the row that get one."), *cells
        )
    if s.phase == PAY and action.kind != "pay":
        site = SITES[s.building - 1]
        return _say("pay-first", 16, _("First choose a stone to pay for the pyramid on {site}.", site=site), site)
    if s.phase == PICK and action.kind != "take":
        return _say("take-first", 21, _("First take a tile from the stack that you are searching."), _stack(s.looking))
    if s.phase == EXCHANGE and action.kind in _EXTRAS:
        return _say(
            "after-exchange", 20, _("After an exchange you can no longer buy, build or take workers back: draw a tile.")
        )
    return None


# The steps of a turn


def _no_lay(s: Board, field: int) -> Reason:
    name = FIELDS[field]
    if s.phase != LAY:
        laid = [FIELDS[s.laid - 1]] if s.laid else []
        return _say("already-laid", 6, _("You lay one tile per turn, and you have done that."), *laid)
    if s.tile[field] != NO_TILE:
        return _say("occupied", 6, _("There is already a tile on {field}.", field=name), name)
    return _say(
        "wrong-side",
        26,
        _(
            "Your tile belongs to the other half of the board. To lay it on {field} you need 1 gold.",
            field=name,
        ),
        name,
        f"gold-{player(s) + 1}",
    )


def _no_row(s: Board, axis: int) -> Reason:
    if s.phase == LAY:
        return _say("lay-first", 8, _("First lay your tile. Then choose a row through it."))
    if s.phase != ROW:
        return _say("row-chosen", 8, _("You choose one row per turn, and you have done that."), *TABLES.rows[s.row - 1])
    field = s.laid - 1
    twin = next(k for k in range(axis) if TABLES.row_of[field, k] == TABLES.row_of[field, axis])
    message = _("This row has the same fields as “row {axis}”: type that instead.", axis=AXES[twin])
    return _say("same-row", 8, message, FIELDS[field])


def _no_stock(s: Board, field: int) -> Reason:
    name = FIELDS[field]
    if s.phase != STOCK:
        return _say(
            "nothing-to-stock",
            9,
            _("You choose tiles for your workers only if you have too few for the row."),
            name,
        )
    if field not in TABLES.row_field[s.row - 1]:
        return _say("outside-row", 9, _("{field} is not in your row.", field=name), name)
    if not s.tile[field] & WORKER:
        return _say("no-worker-symbol", 9, _("The tile on {field} shows no worker.", field=name), name)
    place = list(TABLES.row_field[s.row - 1]).index(field)
    if s.waiting >> place & 1:
        return _say("stocked", 9, _("There is already a worker on {field}.", field=name), name)
    message = _(
        "Place your workers in order along the row: after {field} there is not enough room for your {n} workers.",
        n=s.to_stock,
        field=name,
    )
    if place < s.stock_from:
        message = _("You have already passed {field}: choose a tile further along the row.", field=name)
    return _say("stock-order", 9, message, name)


def _no_worker_move(s: Board, action: Action, field: int, move: int) -> Reason:
    name = FIELDS[field]
    if s.phase != MOVE or not waits_on(s, field):
        rule = 14 if action.kind == "return" else 11
        return _say("no-worker", rule, _("You have no worker to move on {field}.", field=name), name)
    way = move - MOVE_AT
    if not TABLES.reach_clear[way]:
        return _say(
            "over-oasis", 11, _("There is an oasis in between: workers move only over tiles."), name, SITES[action.to]
        )
    gaps = sorted({FIELDS[over] for over in TABLES.reach_over[way] if s.tile[over] == NO_TILE})
    if gaps:
        message = _("There is no tile on {field}: workers move only over tiles.", field=gaps[0])
        return _say("over-free-field", 11, message, *gaps)
    return _no_room(s, action.to)


def _no_room(s: Board, site: int) -> Reason:
    """Why a worker cannot go to this place."""
    name, owner = SITES[site], s.owner[site]
    if s.foundation[site] == 0:
        return _say("no-foundation", 11, _("There is no foundation on {site} yet.", site=name), name)
    if owner == 0:
        message = _(
            "In your first turn you may occupy only one free foundation, and that was {site}.",
            site=SITES[s.entered - 1],
        )
        return _say("first-turn", 13, message, name, SITES[s.entered - 1])
    if owner != player(s) + 1:
        return _say("not-yours", 11, _("{site} belongs to {owner}.", site=name, owner=SEAT_NAMES[owner - 1]), name)
    if s.level[site] >= top_level(s):
        rule = 31 if s.level[site] < TOP_LEVEL else 12
        return _say("finished", rule, _("The pyramid on {site} is finished: workers cannot go there.", site=name), name)
    return _say("full", 12, _("{site} is full: it already has three workers.", site=name), name)


# Extra actions


def _no_extra(s: Board, action: Action) -> Reason:
    who = player(s)
    gold = f"gold-{who + 1}"
    if action.kind in ("buy", "hire"):
        rule = 19 if action.kind == "buy" else 18
        if s.gold[who] < PRICE:
            return _say(
                "too-poor", rule, _("That costs {price} gold; you have {gold}.", price=PRICE, gold=s.gold[who]), gold
            )
        if s.supply[who] == 0:
            return _say("no-supply", 18, _("You have no worker left in your supply."), f"supply-{who + 1}")
        return _no_room(s, action.what)
    site, name = action.what, SITES[action.what]
    if s.owner[site] != who + 1:
        rule = 14 if action.kind == "back" else 15
        return _say("not-held", rule, _("You have no worker on {site}.", site=name), name)
    if action.kind == "back":
        if s.workers[site] == 0:
            return _say("all-gone", 31, _("There is no worker on the finished pyramid on {site}.", site=name), name)
        return _say("last-worker", 14, _("The last worker must stay on its pyramid."), name)
    return _no_build(s, action, who)


def _no_build(s: Board, action: Action, who: int) -> Reason:
    site, name, level = action.what, SITES[action.what], s.level[action.what]
    if level >= top_level(s):
        return _say(
            "grown-up",
            31 if level < TOP_LEVEL else 15,
            _("The pyramid on {site} is finished: you cannot build another level.", site=name),
            name,
        )
    if action.kind == "found" and level > 0:
        message = _("The pyramid on {site} already has a colour: build the next level with “build {site}”.", site=name)
        return _say("has-colour", 16, message, name)
    if action.kind == "raise" and level == 0:
        message = _("Add the colour of the new pyramid, for example “build {site} blue”.", site=name)
        return _say("which-colour", 16, message, name)
    if s.workers[site] < TO_BUILD:
        message = _(
            "To build, you need three workers on the place; on {site} you have {n}.",
            site=name,
            n=s.workers[site],
        )
        return _say("too-few-workers", 15, message, name)
    if action.kind == "found":
        if s.first_left[action.to] == 0:
            message = _("No first level in {colour} is left.", colour=COLOUR_NAMES[action.to])
            return _say("no-piece", 17, message, name)
        return _say("no-stone", 15, _("A first level costs one stone; you have none."), name)
    if pieces_left(s, who, level) == 0:
        message = _("No piece for level {level} is left.", level=level + 1)
        return _say("no-piece", 17, message, name)
    colour = s.colour[site]
    message = _(
        "Level {level} on {site} costs {level} stones in {colour} or white; you have {n}.",
        level=level + 1,
        site=name,
        colour=COLOUR_NAMES[colour],
        n=s.stone[who, colour] + s.stone[who, WHITE],
    )
    return _say("too-few-stones", 16, message, name, _stone(who, colour), _stone(who, WHITE))


def _no_payment(s: Board, colour: int) -> Reason:
    if s.phase != PAY:
        return _say("nothing-to-pay", 16, _("You choose a stone only for the first level of a pyramid."))
    message = _("You have no stone in {colour}.", colour=COLOUR_NAMES[colour])
    return _say("no-such-stone", 16, message, _stone(player(s), colour))


# The end of a turn


def _no_ending(s: Board, action: Action) -> Reason:
    who = player(s)
    gold = f"gold-{who + 1}"
    if s.phase not in (FINISH, EXCHANGE):
        rule = {"swap": 20, "end": 22}.get(action.kind, 21)
        return _say(
            "turn-goes-on",
            rule,
            _("That comes at the end of your turn: first lay your tile, activate a row and move your workers."),
        )
    held = stones(s, who)
    if action.kind == "swap":
        if held <= MOST_STONES:
            message = _("You can exchange stones only while you have more than seven; you have {n}.", n=held)
            return _say("few-stones", 20, message)
        if s.gold[who] > most_gold(s):
            message = _("You have {gold} gold, which is too much: spend some first.", gold=s.gold[who])
            return _say("too-rich", 20, message, gold)
        missing = next(
            colour
            for colour in (action.what, action.to)
            if s.stone[who, colour] < (2 if action.what == action.to else 1)
        )
        message = _("You have too few stones in {colour} for that.", colour=COLOUR_NAMES[missing])
        return _say("no-such-stone", 20, message, _stone(who, missing))
    if held > MOST_STONES:
        message = _("You have {n} stones: exchange or use some until you have seven.", n=held)
        return _say("many-stones", 20, message)
    if action.kind == "end":
        if any(s.height):
            return _say("draw-first", 21, _("You end your turn by drawing a tile from a stack."))
        message = _("You have {gold} gold, which is too much: spend some first.", gold=s.gold[who])
        return _say("too-rich", 20, message, gold)
    return _no_draw(s, action, who)


def _no_draw(s: Board, action: Action, who: int) -> Reason:
    stack, gold = action.what, f"gold-{who + 1}"
    if s.height[stack] == 0:
        return _say("empty-stack", 22, _("Stack {stack} is empty.", stack=stack + 1), _stack(stack + 1))
    if action.kind == "look":
        if s.open and stack in OPEN_STACKS:
            message = _("Stack {stack} is face up: you can search only face-down stacks.", stack=stack + 1)
            return _say("open-stack", 27, message, _stack(stack + 1))
        if s.gold[who] == 0:
            return _say("no-gold", 21, _("Searching a stack costs 1 gold."), gold)
        message = _(
            "You have {gold} gold: after paying for the search you may keep only 4, so spend some first.",
            gold=s.gold[who],
        )
        return _say("too-rich", 20, message, gold)
    message = _("You have {gold} gold and may keep only {most}: spend some first.", gold=s.gold[who], most=MOST_GOLD)
    return _say("too-rich", 20, message, gold)


def _no_take(s: Board, above: int) -> Reason:
    if s.phase != PICK:
        return _say(
            "not-looking",
            21,
            _("You are not searching a stack. To search one for 1 gold, type for example “search 3”."),
        )
    if above >= s.height[s.looking - 1]:
        message = _("The stack has only {n} tiles.", n=s.height[s.looking - 1])
        return _say("no-such-tile", 21, message, _stack(s.looking))
    return _say("same-tile", 21, _("The tile above it is the same: take that one instead."), _stack(s.looking))


# For notation: input that has no move number


def no_tile_field(name: str) -> Reason:
    if name in TABLES.oases:
        return _say("oasis", 6, _("{field} is an oasis: you cannot lay a tile there.", field=name), name)
    return _say("site", 6, _("{field} is a building site: you cannot lay a tile there.", field=name), name)


def no_site(name: str) -> Reason:
    return _say("no-site", 11, _("{field} is not a building site.", field=name), name)


def not_beside(field: int, site: int) -> Reason:
    message = _(
        "{field} does not touch {site}: stairs must lead to an adjacent building site.",
        field=FIELDS[field],
        site=SITES[site],
    )
    return _say("not-beside", 6, message, FIELDS[field], SITES[site])


def not_in_line(field: int, site: int) -> Reason:
    message = _("{site} is not the first site in a straight line from {field}.", field=FIELDS[field], site=SITES[site])
    return _say("not-in-line", 11, message, FIELDS[field], SITES[site])


def no_white_pyramid(site: int) -> Reason:
    return _say("no-white-pyramid", 16, _("There are no white pyramids: white stones are jokers."), SITES[site])


def _stack(number: int) -> str:
    return f"stack-{number}"


def _stone(who: int, colour: int) -> str:
    return f"stone-{who + 1}-{COLOURS[colour]}"
