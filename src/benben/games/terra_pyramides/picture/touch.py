"""Touch paths of Terra Pyramides: the element ids to touch for a move, in order.

A tile: the tile in hand, the field, and the site if the stairs have a choice; the field alone says enough. A worker:
the worker, then the site or the supply. Actions on a place: the place, then a level, or the supply to take a worker
back. Purchases, rows, payments and draws have one element each.
"""

from __future__ import annotations

from benben.core.kit.touch import Path, Touch
from benben.games.terra_pyramides.box.board import AXES
from benben.games.terra_pyramides.box.components import COLOURS, FIELD_INDEX, FIELDS, SITE_INDEX, SITES, TABLES
from benben.games.terra_pyramides.picture.element_ids import hand_id, stack_id, stone_id, supply_id, worker_id
from benben.games.terra_pyramides.rules import moves
from benben.games.terra_pyramides.rules.legal import legal
from benben.games.terra_pyramides.rules.state import STOCK, Board, player
from benben.games.terra_pyramides.words import _


def _other_paths(s: Board, path: Path) -> int | None:
    """A field gets a worker in the phase STOCK; a site beside it may be named; two stones come in any order."""
    stones = [stone_id(player(s), colour) for colour in range(len(COLOURS))]
    match path:
        case (field,) if field in FIELD_INDEX and s.phase == STOCK:
            return moves.STOCK(FIELD_INDEX[field])
        case (field, site) if field in FIELD_INDEX and site in SITE_INDEX:
            return moves.LAY.find(FIELD_INDEX[field], SITE_INDEX[site])
        case (one, other) if one in stones and other in stones:
            return moves.SWAP.find(*sorted((stones.index(one), stones.index(other))))
    return None


def _lay_path(s: Board, field: int, site: int) -> Path:
    several = len(TABLES.lay_sites(field)) > 1
    return (hand_id(player(s)), FIELDS[field], *((SITES[site],) if several else ()))


TOUCH = Touch(
    moves.FAMILIES,
    legal,
    {
        moves.LAY: _lay_path,
        moves.ROW: lambda s, axis: (f"row-{AXES[axis]}",),
        moves.STOCK: lambda s, field: (FIELDS[field],),
        moves.MOVE: lambda s, field, site: (worker_id(field), SITES[site]),
        moves.RETURN: lambda s, field: (worker_id(field), supply_id(player(s))),
        moves.BACK: lambda s, site: (SITES[site], supply_id(player(s))),
        moves.FOUND: lambda s, site, colour: (SITES[site], f"build-{COLOURS[colour]}"),
        moves.RAISE: lambda s, site: (SITES[site], "build"),
        moves.PAY: lambda s, colour: (stone_id(player(s), colour),),
        moves.HIRE: lambda s, site: ("buy-worker", SITES[site]),
        moves.BUY: lambda s: ("buy-stone",),
        moves.SWAP: lambda s, one, other: (stone_id(player(s), one), stone_id(player(s), other)),
        moves.DRAW: lambda s, stack: (stack_id(stack),),
        moves.LOOK: lambda s, stack: ("search", stack_id(stack)),
        moves.TAKE: lambda s, above: (f"take-{above + 1}",),
        moves.END: lambda s: ("end-turn",),
    },
    hint=_("Touch a highlighted field, place, worker, stone, stack or button."),
    special=_other_paths,
    direct={moves.LAY: lambda s, field, site: FIELDS[field]},
)
path, aim, direct = TOUCH.path, TOUCH.aim, TOUCH.direct
