"""Touch paths of Terra Pyramides: the element ids to touch for a move, in order.

A tile: the field (and the site, if the stairs have a choice). A worker: the worker, then the site or the supply.
Actions on a place: the place, then a level, or the supply to take a worker back. Purchases, rows, payments and draws
have one element each.
"""

from __future__ import annotations

from benben.core.errors import MalformedMove
from benben.games.terra_pyramides.box.board import AXES, STACKS
from benben.games.terra_pyramides.box.components import (
    COLOURS,
    FIELD_INDEX,
    FIELDS,
    SITE_INDEX,
    SITES,
    STACK_SIZE,
    TABLES,
)
from benben.games.terra_pyramides.rules.moves import ACTIONS, NUMBERS, Action
from benben.games.terra_pyramides.rules.state import STOCK, Board, player
from benben.games.terra_pyramides.words import _


def path(s: Board, move: int) -> tuple[str, ...]:
    who = player(s) + 1
    match ACTIONS[move]:
        case Action("lay", field, site):
            several = TABLES.lay_from[field + 1] - TABLES.lay_from[field] > 1
            return (FIELDS[field], SITES[site]) if several else (FIELDS[field],)
        case Action("row", axis):
            return (f"row-{AXES[axis]}",)
        case Action("stock", field):
            return (FIELDS[field],)
        case Action("move", field, site):
            return f"worker-{FIELDS[field]}", SITES[site]
        case Action("return", field):
            return f"worker-{FIELDS[field]}", f"supply-{who}"
        case Action("back", site):
            return SITES[site], f"supply-{who}"
        case Action("found", site, colour):
            return SITES[site], f"build-{COLOURS[colour]}"
        case Action("raise", site):
            return SITES[site], "build"
        case Action("pay", colour):
            return (f"stone-{who}-{COLOURS[colour]}",)
        case Action("hire", site):
            return "buy-worker", SITES[site]
        case Action("buy"):
            return ("buy-stone",)
        case Action("swap", one, other):
            return f"stone-{who}-{COLOURS[one]}", f"stone-{who}-{COLOURS[other]}"
        case Action("draw", stack):
            return (f"stack-{stack + 1}",)
        case Action("look", stack):
            return (f"look-{stack + 1}",)
        case Action("take", above):
            return (f"take-{above + 1}",)
    return ("end-turn",)


def aim(s: Board, path: tuple[str, ...]) -> int:
    who = player(s) + 1
    action: Action | None = None
    match path:
        case (field,) if field in FIELD_INDEX:
            action = _on_field(s, FIELD_INDEX[field])
        case (field, site) if field in FIELD_INDEX and site in SITE_INDEX:
            action = Action("lay", FIELD_INDEX[field], SITE_INDEX[site])
        case (worker, target) if worker.startswith("worker-") and worker[7:] in FIELD_INDEX:
            field_number = FIELD_INDEX[worker[7:]]
            if target == f"supply-{who}":
                action = Action("return", field_number)
            elif target in SITE_INDEX:
                action = Action("move", field_number, SITE_INDEX[target])
        case ("buy-worker", site) if site in SITE_INDEX:
            action = Action("hire", SITE_INDEX[site])
        case (site, target) if site in SITE_INDEX:
            action = _on_site(SITE_INDEX[site], target, who)
        case (one, other) if one in _stones(who) and other in _stones(who):
            action = Action("swap", *sorted((_stones(who).index(one), _stones(who).index(other))))
        case (one,):
            action = _SINGLES.get(one) or (Action("pay", _stones(who).index(one)) if one in _stones(who) else None)
    if action not in NUMBERS:
        raise MalformedMove(_("Touch a highlighted field, place, worker, stone, stack or button."))
    return NUMBERS[action]


def _on_field(s: Board, field: int) -> Action | None:
    if s.phase == STOCK:
        return Action("stock", field)
    sites = TABLES.lay_site[TABLES.lay_from[field] : TABLES.lay_from[field + 1]]
    return Action("lay", field, int(sites[0])) if len(sites) == 1 else None


def _on_site(site: int, target: str, who: int) -> Action | None:
    if target == f"supply-{who}":
        return Action("back", site)
    if target == "build":
        return Action("raise", site)
    colour = target.removeprefix("build-")
    return Action("found", site, COLOURS.index(colour)) if colour in COLOURS else None


def _stones(who: int) -> list[str]:
    return [f"stone-{who}-{colour}" for colour in COLOURS]


_SINGLES = {
    "buy-stone": Action("buy"),
    "end-turn": Action("end"),
    **{f"row-{axis}": Action("row", number) for number, axis in enumerate(AXES)},
    **{f"stack-{stack + 1}": Action("draw", stack) for stack in range(STACKS)},
    **{f"look-{stack + 1}": Action("look", stack) for stack in range(STACKS)},
    **{f"take-{above + 1}": Action("take", above) for above in range(STACK_SIZE)},
}
