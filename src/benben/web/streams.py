"""Live updates: server-sent events, one stream for each viewer.

A stream holds nothing but the number it has sent: a client that reads slowly is sent less often, and one that does not
read at all is dropped.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from benben.core.contract import NOBODY
from benben.core.position import Position
from benben.table.errors import TableError
from benben.table.match import MOVE, Event, Match
from benben.table.movers import Movers
from benben.table.tables import Tables
from benben.web.shapes import line_shape

RETRY = b"retry: 1000\n\n"  # milliseconds until a browser comes again
HEARTBEAT = b": still here\n\n"
AWAY = b": the store does not answer\n\n"
AT_ONCE = 50  # events sent in one piece to somebody who comes late
AWAY_SECONDS = 1.0


class Follower:
    """One viewer of one match."""

    def __init__(
        self, tables: Tables, movers: Movers, match_id: str, seat: int | None, language: str, since: int
    ) -> None:
        self._tables, self._movers = tables, movers
        self._match_id, self._seat, self._language = match_id, seat, language
        self._sent = since

    async def news(self, heartbeat: float, is_gone: Callable[[], bool], woken: asyncio.Event) -> AsyncIterator[bytes]:
        """The text of the stream. `woken` is set when there may be news, or nobody listens any more."""
        yield RETRY
        look = self._tables.match  # at first, and with every sign of life, we make sure that nothing was missed
        while not is_gone() and not self._tables.hub.is_stopping:
            woken.clear()
            try:
                match = await look(self._match_id)
                if match.number <= self._sent:
                    match = await self._tables.match(self._match_id)
            except TableError:
                yield AWAY
                await asyncio.sleep(AWAY_SECONDS)
                continue
            while match.number > self._sent:
                self._movers.look_after(match)
                upto = min(match.number, self._sent + AT_ONCE)
                yield b"".join(
                    event_text(match, n, self._seat, self._language) for n in range(self._sent + 1, upto + 1)
                )
                self._sent = upto
            try:
                async with asyncio.timeout(heartbeat):
                    await woken.wait()
                look = self._tables.lately
            except TimeoutError:
                yield HEARTBEAT
                look = self._tables.match


class EventStream(Response):
    """Sends what a follower tells, until one of the two ends has had enough."""

    media_type = "text/event-stream"

    def __init__(
        self,
        follower: Follower,
        tables: Tables,
        match_id: str,
        heartbeat: float,
        stall: float,
        on_end: Callable[[], None],
    ) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._follower, self._hub, self._match_id = follower, tables.hub, match_id
        self._heartbeat, self._stall, self._on_end = heartbeat, stall, on_end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with self._hub.waiting_for(self._match_id) as woken:
                gone = asyncio.create_task(_gone(receive))
                gone.add_done_callback(lambda _task: woken.set())
                try:
                    await self._send_all(send, gone, woken)
                finally:
                    gone.cancel()
        finally:
            self._on_end()

    async def _send_all(self, send: Send, gone: asyncio.Task[None], woken: asyncio.Event) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async for part in self._follower.news(self._heartbeat, gone.done, woken):
            try:
                async with asyncio.timeout(self._stall):
                    await send({"type": "http.response.body", "body": part, "more_body": True})
            except TimeoutError:
                return  # nobody reads: the server closes the connection
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def event_text(match: Match, number: int, seat: int | None, language: str) -> bytes:
    """An event as it goes over the wire."""
    shape = event_shape(match.events[number - 1], match.played[number - 1], seat, language)
    return f"id: {number}\nevent: {shape['kind']}\ndata: {json.dumps(shape)}\n\n".encode()


def event_shapes(match: Match, since: int, seat: int | None, language: str) -> list[dict[str, Any]]:
    """The events after a number as one viewer may know them."""
    news = zip(match.events[since:], match.played[since:], strict=True)
    return [event_shape(event, after, seat, language) for event, after in news]


def event_shape(event: Event, after: Position | None, seat: int | None, language: str) -> dict[str, Any]:
    shape: dict[str, Any] = {"number": event.number, "kind": event.kind, "seat": event.seat}
    if event.kind == MOVE and after is not None:
        view = after.view(None if seat is None or seat == NOBODY else seat)
        shape["move"] = str(view.last_move)
        shape["lines"] = [line_shape(line, language) for line in view.tell()]
    if event.text is not None:
        shape["sitter"] = json.loads(event.text)
    return shape
