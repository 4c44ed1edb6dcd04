"""Renders views off the event loop, each once for all viewers that see the same, and sends only what changed.

A board is split at every group of the picture. A message names the pieces that the page has already by their place in
the previous board, and spells out the new ones.
"""

from __future__ import annotations

import asyncio
from array import array
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from benben.core.position import Move, Position
from benben.table.match import Match
from benben.web.foresight import foresee, promises
from benben.web.names import Names
from benben.web.schemas import to_json
from benben.web.views import View, ViewRequest, after_declining, table_view

MOST_KEPT = 256  # messages; viewers of one match ask for them at the same moment
T = TypeVar("T")
Moves = tuple[str, ...]  # one move, or one that leaves a step out and the next one
SEPARATOR = "<g "  # between two pieces of a board; pages put it back


@dataclass(frozen=True)
class Push:
    """A message that brings one viewer up to date, and what it leaves the viewer with."""

    text: str
    number: int
    request: ViewRequest
    pieces: array[int]  # hashes of the pieces of the board

    @property
    def base(self) -> tuple[object, ...]:
        """Identifies what the viewer has now, as the base of the next message."""
        return self.number, self.request


class ViewRenderer:
    """Belongs to one event loop."""

    def __init__(self) -> None:
        # One thread: more would only compete for the interpreter. A page that is opened does not wait for it.
        self._thread = ThreadPoolExecutor(1, "benben-render")
        self._page_thread = ThreadPoolExecutor(1, "benben-page")
        self._kept: OrderedDict[tuple[object, ...], asyncio.Future[Push]] = OrderedDict()

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._page_thread.shutdown(wait=False, cancel_futures=True)

    async def view(self, match: Match, own: Sequence[int], request: ViewRequest) -> View:
        """A whole view, for a page that is opened."""
        work = partial(table_view, match.snapshot(), own, request, 0)
        return await asyncio.get_running_loop().run_in_executor(self._page_thread, work)

    async def push(
        self, match: Match, own: tuple[int, ...], request: ViewRequest, since: int, known: Push | None
    ) -> Push:
        """The message for a viewer that has seen the log up to event `since` and holds the board of `known`."""
        base = known.base if known is not None else None
        key = (match.id, match.number, match.is_sealed, match.is_set_aside, own, request, since, base)
        if key not in self._kept:
            work = partial(_render_push, match.snapshot(), own, request, since, known)
            self._kept[key] = asyncio.ensure_future(self._in_thread(work))
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        try:
            return await asyncio.shield(self._kept[key])
        except Exception:
            self._kept.pop(key, None)
            raise

    async def ghost(self, match: Match, seat: int, moves: Moves, request: ViewRequest) -> str:
        """The picture of what a move would do, to lay over the board."""
        view, number = match.position.view(seat), match.number

        def draw() -> str:
            position, move = _last_of(view, moves, number)
            return position.ghost(move, locale=request.language, size=request.size)

        return await self._in_thread(draw)

    async def foresight(self, match: Match, seat: int, moves: Moves, language: str) -> dict[str, Any]:
        """What a move would do, in words and points."""
        view, names, number = match.position.view(seat), Names(match), match.number
        points = match.table_options.previews

        def tell() -> dict[str, Any]:
            position, move = _last_of(view, moves, number)
            told = foresee(position, move, number, language, names.put_into, points=points)
            first = view.intent(moves[0]) if len(moves) > 1 else None
            return {**told, "intent": f"{first.say(language)} {told['intent']}"} if first else told

        return await self._in_thread(tell)

    async def ranking(self, match: Match, seat: int, first: str) -> dict[str, float]:
        """How promising the moves are that begin with this element; empty at a table without previews."""
        if not match.table_options.previews:
            return {}
        return await self._in_thread(partial(promises, match.position.view(seat), first, match.number))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


def _last_of(view: Position, moves: Moves, number: int) -> tuple[Position, Move]:
    """The last move, and the position in which it would be made: after a first one that leaves a step out."""
    *first, last = moves
    for move in first:
        view = after_declining(view, view.legal_moves[move], number)
    return view, view.legal_moves[last]


def _render_push(match: Match, own: tuple[int, ...], request: ViewRequest, since: int, known: Push | None) -> Push:
    view = table_view(match, own, request, since)
    pieces = view.board.split(SEPARATOR)
    hashes = array("q", map(hash, pieces))
    board = changed_pieces(known.pieces if known is not None else (), hashes, pieces)
    text = to_json({"view": view.fields, "log": view.log, "board": board})
    return Push(text, match.number, request, hashes)


def changed_pieces(old: Sequence[int], new: Sequence[int], pieces: Sequence[str]) -> list[str | list[int]]:
    """The new board as runs [start, end) of old pieces and texts of new ones."""
    places = {piece: place for place, piece in enumerate(old)}
    board: list[str | list[int]] = []
    for piece, text in zip(new, pieces, strict=True):
        place = places.get(piece)
        if place is None:
            board.append(text)
        elif board and isinstance(board[-1], list) and board[-1][1] == place:
            board[-1][1] += 1
        else:
            board.append([place, place + 1])
    return board
