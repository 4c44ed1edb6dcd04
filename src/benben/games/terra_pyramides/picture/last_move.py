"""The last move in the picture: where each new element came from, and the cells that it touched."""

from __future__ import annotations

from collections.abc import Callable

from benben.core.game import Look
from benben.games.terra_pyramides.box.components import FIELDS, SITES
from benben.games.terra_pyramides.picture.element_ids import hand_id, stack_id, supply_id, worker_id
from benben.games.terra_pyramides.rules import moves
from benben.games.terra_pyramides.rules.state import Board, player
from benben.games.terra_pyramides.words.narration import trace

Change = tuple[dict[str, str], list[str]]  # the elements that each came from another one; cells


def last_move(s: Board, look: Look) -> Change:
    origins: dict[str, str] = {}
    touched: list[str] = []
    if isinstance(look.before, Board) and look.move is not None:
        for before, move, _events, after in trace(look.before, look.move, s):
            came, cells = _change(before, move, after)
            origins |= came
            touched += cells
    return origins, touched


def _arrived(site: int, source: str, after: Board) -> Change:
    return {f"at-{SITES[site]}-{after.workers[site]}": source}, [SITES[site]]


def _grew(site: int, after: Board) -> Change:
    return {f"level-{SITES[site]}-{after.level[site]}": "supplies"}, [SITES[site]]


def _drew(s: Board, stack: int) -> Change:
    return {f"hand-tile-{player(s) + 1}": stack_id(stack)}, []


def _nothing(s: Board, *_values: object) -> Change:
    return {}, []


_change: Callable[..., Change] = moves.FAMILIES.dispatch(
    {
        moves.LAY: lambda s, field, site, after: ({f"tile-{FIELDS[field]}": hand_id(player(s))}, [FIELDS[field]]),
        moves.ROW: _nothing,
        moves.STOCK: _nothing,
        moves.MOVE: lambda s, field, site, after: _arrived(site, worker_id(field), after),
        moves.RETURN: _nothing,
        moves.BACK: lambda s, site, after: ({}, [SITES[site]]),
        moves.FOUND: lambda s, site, colour, after: ({}, [SITES[site]]),
        moves.RAISE: lambda s, site, after: _grew(site, after),
        moves.PAY: lambda s, colour, after: _grew(s.building - 1, after),
        moves.HIRE: lambda s, site, after: _arrived(site, supply_id(player(s)), after),
        moves.BUY: _nothing,
        moves.SWAP: _nothing,
        moves.DRAW: lambda s, stack, after: _drew(s, stack),
        moves.LOOK: _nothing,
        moves.TAKE: lambda s, above, after: _drew(s, s.looking - 1),
        moves.SOME_TILE: lambda s, after: _drew(s, s.looking - 1),
        moves.END: _nothing,
    }
)
