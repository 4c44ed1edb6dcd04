"""Live updates: server-sent events, one stream for each viewer.

A stream holds nothing but the number it has sent: a client that reads slowly is sent less often, and one that does not
read at all is dropped.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from benben.core.position import Position
from benben.table.errors import TableError
from benben.table.match import MOVE, Event, Match
from benben.web.shapes import line_shape

if TYPE_CHECKING:
    from benben.web.api import Desk

RETRY = b"retry: 1000\n\n"  # milliseconds until a browser comes again
HEARTBEAT = b": still here\n\n"
AWAY = b": the store does not answer\n\n"
AT_ONCE = 50  # events sent in one piece to somebody who comes late
AWAY_SECONDS = 1.0

# In a request's scope:
STRAIGHT = "benben.send"  # the server's own send, past all that stands around the routes
AT_THE_DOOR = "benben.write"  # the connection itself: it takes a part of the answer at once, or not at all (False)


@dataclass(frozen=True)
class Ear:
    """Who listens: a seat, or a spectator; and the language in which moves are told. None: not in sentences."""

    seat: int | None
    language: str | None = None


class Pulse:
    """Looks after all open streams of a process: signs of life where nothing happens, an end for those nobody reads."""

    def __init__(self, heartbeat: float, stall: float) -> None:
        self._heartbeat, self._stall = heartbeat, stall
        self.streams: set[EventStream] = set()

    async def run(self) -> None:
        while True:
            await asyncio.sleep(min(self._heartbeat, self._stall) / 4)
            now = time.monotonic()
            for stream in list(self.streams):
                if stream.is_sending and now - stream.since > self._stall:
                    stream.drop()
                elif not stream.is_sending and now - stream.since > self._heartbeat:
                    stream.beat()


_NOBODY: list[int] = []


class Present:
    """Who follows which match in this process, by seat. Spectators are not counted: they may look unseen."""

    def __init__(self) -> None:
        self._streams: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._seats: dict[str, list[int]] = {}

    def come(self, match_id: str, seat: int | None) -> None:
        self._count(match_id, seat, 1)

    def go(self, match_id: str, seat: int | None) -> None:
        self._count(match_id, seat, -1)

    def _count(self, match_id: str, seat: int | None, change: int) -> None:
        if seat is None:
            return
        self._streams[match_id][seat] += change
        self._seats[match_id] = sorted(+self._streams[match_id])
        if not self._seats[match_id]:
            del self._streams[match_id], self._seats[match_id]

    def at(self, match_id: str) -> list[int]:
        """The seats whose people are here."""
        return self._seats.get(match_id, _NOBODY)


class EventStream(Response):
    """What one viewer is told of one match, until one of the two ends has had enough."""

    media_type = "text/event-stream"

    def __init__(self, desk: Desk, match_id: str, ear: Ear, sent: int, on_end: Callable[[], None]) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._desk, self._match_id, self._ear = desk, match_id, ear
        self._sent, self._on_end = sent, on_end
        self._here = _NOBODY  # the seats that the viewer knows to be present
        self._woken = asyncio.Event()
        self._is_gone = self._is_quiet = self._is_idle = False
        self._write: Callable[[bytes], bool] | None = None
        self._task: asyncio.Task[None] | None = None
        self.is_sending = False
        self.since = time.monotonic()  # … it sends, or has not sent anything

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._task = asyncio.current_task()
        listening = asyncio.create_task(self._listen(receive))
        self._desk.pulse.streams.add(self)
        self._change_presence(self._desk.present.come)
        try:
            with self._desk.tables.hub.waiting_for(self._match_id, self._hear):
                await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
                await self._send(send, RETRY)
                self._write = scope.get(AT_THE_DOOR)
                await self._tell(scope.get(STRAIGHT, send))  # begun in order, it needs nobody between us any more
        finally:
            self._desk.pulse.streams.discard(self)
            listening.cancel()
            self._on_end()
            self._change_presence(self._desk.present.go)

    def _change_presence(self, change: Callable[[str, int | None], None]) -> None:
        change(self._match_id, self._ear.seat)
        if self._ear.seat is not None:
            self._desk.tables.hub.wake(self._match_id)

    async def _listen(self, receive: Receive) -> None:
        """To the client: it says nothing but that it has gone."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self._is_gone = True
        self._woken.set()

    def beat(self) -> None:
        """A sign of life, and a look whether something was missed."""
        self._is_quiet = True
        self._woken.set()

    def drop(self) -> None:
        """Nobody reads: what is being sent never arrives."""
        if self._task is not None:
            self._task.cancel()

    def _hear(self) -> None:
        """Something has happened. Most often it is one event, and the viewer waits for it: that needs no task."""
        match = self._desk.tables.known(self._match_id) if self._is_idle else None
        if match is None or not self._is_next(match) or not self._say(event_text(match, match.number, self._ear)):
            self._woken.set()
            return
        self._sent = match.number
        self._desk.movers.look_after(match)

    def _is_next(self, match: Match) -> bool:
        """Is there one event to tell, and nothing else?"""
        if self._woken.is_set() or self._desk.tables.hub.is_stopping:
            return False
        return match.number == self._sent + 1 and self._desk.present.at(self._match_id) == self._here

    def _say(self, part: bytes) -> bool:
        if self._write is None or not self._write(part):
            return False
        self.since = time.monotonic()
        return True

    async def _tell(self, send: Send) -> None:
        tables, match = self._desk.tables, None
        look = tables.lately  # what happens from now on we hear of
        while not self._is_gone and not tables.hub.is_stopping:
            self._woken.clear()
            try:
                match = match or await look(self._match_id)
            except TableError:
                await self._send(send, AWAY)
                await asyncio.sleep(AWAY_SECONDS)
                continue
            while (last := match.number) > self._sent:
                self._desk.movers.look_after(match)
                upto = min(last, self._sent + AT_ONCE)
                numbers = range(self._sent + 1, upto + 1)
                await self._send(send, b"".join([event_text(match, number, self._ear) for number in numbers]))
                self._sent = upto
            here = self._desk.present.at(self._match_id)
            if here != self._here:
                self._here = here
                await self._send(send, f"event: here\ndata: {json.dumps(here)}\n\n".encode())
            if self._is_quiet:
                self._is_quiet = False
                await self._send(send, HEARTBEAT)
            self._is_idle = True
            await self._woken.wait()
            self._is_idle = False
            match, look = (None if self._is_quiet else tables.known(self._match_id)), tables.match
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, send: Send, part: bytes) -> None:
        self.is_sending, self.since = True, time.monotonic()
        await send({"type": "http.response.body", "body": part, "more_body": True})
        self.is_sending, self.since = False, time.monotonic()


def event_text(match: Match, number: int, ear: Ear) -> bytes:
    """An event as it goes over the wire. Where nothing is hidden, all viewers get the same."""
    key = (number, None if match.game.open else ear.seat, ear.language)
    text = match.told.get(key)
    if text is None:
        shape = event_shape(match.events[number - 1], match.played[number - 1], ear)
        text = f"id: {number}\nevent: {shape['kind']}\ndata: {json.dumps(shape)}\n\n".encode()
        if number == match.number:
            match.told[key] = text
    return text


def event_shape(event: Event, after: Position | None, ear: Ear) -> dict[str, Any]:
    shape: dict[str, Any] = {"number": event.number, "kind": event.kind, "seat": event.seat}
    if event.kind == MOVE and after is not None:
        view = after if after.game.open and ear.language is None else after.view(ear.seat)  # all see the same move
        shape["move"] = str(view.last_move)
        if ear.language is not None:
            shape["lines"] = [line_shape(line, ear.language) for line in view.tell()]
    if event.text is not None:
        shape["sitter"] = json.loads(event.text)
    return shape
