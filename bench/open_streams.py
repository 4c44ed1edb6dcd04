"""Many open streams and a steady pace of moves over them: the client side, as light as Python allows.

Every table has two players, each with a socket of its own. Moves come at a steady pace, spread over all tables. A move
counts when the other player's socket has its event; its time is measured from sending the move.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import multiprocessing
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import cast

import benben

SOURCES = 20  # local addresses, 127.0.0.2 and so on: each has 28,000 ports
AT_ONCE = 40  # connections that are opened at the same time
WARM_UP = 3.0  # seconds
TEXT, PING, PONG = 0x81, 0x89, 0x8A
SAMPLE_GAME = "pyramidis"  # no shuffles: one line of moves fits all tables


Meter = Callable[[], tuple[float, ...]]  # counters, such as the CPU seconds of the server


def _no_meter() -> tuple[float, ...]:
    return ()


@dataclass(frozen=True)
class Load:
    """What was measured."""

    streams: int
    pace: float  # moves a second that were asked for
    moves: int
    seconds: float
    times: list[float]  # seconds, sorted
    opening: float  # streams opened a second
    cpu: tuple[float, ...] = ()  # what the meter has counted meanwhile

    def percentile(self, part: float) -> float:
        return 1000 * self.times[min(len(self.times) - 1, int(part * len(self.times)))] if self.times else float("nan")


def line_of_moves() -> list[tuple[int, str]]:
    """A whole match: seats and moves."""
    position = benben.new(SAMPLE_GAME, players=2)
    line: list[tuple[int, str]] = []
    while position.actor is not None:
        move = position.legal_moves[len(line) % len(position.legal_moves)]
        line.append((position.actor, str(move)))
        position = position.play(move)
    return line


class Player(asyncio.Protocol):
    """One socket, over plain TCP: texts in, texts out."""

    def __init__(self, table: Table, seat: int, request: bytes) -> None:
        self._table, self._seat, self._request = table, seat, request
        self._rest = b""
        self.is_open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.is_open.done():
            self.is_open.set_exception(exc or ConnectionError("refused"))
        self._table.lost += 1

    def data_received(self, data: bytes) -> None:
        self._rest += data
        if not self.is_open.done():
            head, found, rest = self._rest.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.is_open.set_exception(ConnectionError(head[:200].decode()))
                return
            self._rest = rest
            self.is_open.set_result(None)
        for kind, text in self._frames():
            if kind == PING:
                self._send(PONG, text)
            elif text.startswith(b'{"event"'):
                self._table.heard(self._seat, time.perf_counter())
            elif b'"error"' in text:
                self._table.errors.append(text.decode())

    def _frames(self) -> Iterator[tuple[int, bytes]]:
        while len(self._rest) >= 2:
            length, start = self._rest[1] & 127, 2
            if length == 126:
                length, start = int.from_bytes(self._rest[2:4], "big"), 4
            if len(self._rest) < start + length:
                return
            yield self._rest[0], self._rest[start : start + length]
            self._rest = self._rest[start + length :]

    def say(self, message: dict[str, object]) -> None:
        self._send(TEXT, json.dumps(message).encode())

    def _send(self, kind: int, text: bytes) -> None:
        assert self._transport is not None
        length = [0x80 | len(text)] if len(text) < 126 else [0xFE, *len(text).to_bytes(2, "big")]
        head = bytes([kind, *length])
        self._transport.write(head + bytes(4) + text)  # a mask of zeros changes nothing

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()


@dataclass
class Table:
    match: str
    secrets: list[str]
    number: int
    line: list[tuple[int, str]]
    players: dict[int, Player] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    lost: int = 0
    made: int = 0
    sent: float | None = None  # when the last move was sent; None: both have it

    def move(self) -> bool:
        """Send the next move; False if the last one is still on its way, or the match is over."""
        if self.sent is not None or self.made >= len(self.line):
            return False
        seat, move = self.line[self.made]
        self.sent = time.perf_counter()
        self.players[seat].say({"do": "move", "id": self.made, "after": self.number + self.made, "move": move})
        return True

    def heard(self, seat: int, now: float) -> None:
        if self.sent is not None and seat != self.line[self.made][0]:
            self.times.append(now - self.sent)
            self.sent = None
            self.made += 1


async def post(port: int, count: int) -> list[dict[str, object]]:
    """Open tables, over a few connections."""
    body = json.dumps({"game": SAMPLE_GAME, "players": 2, "seats": [{"kind": "person"}, {"kind": "person"}]}).encode()
    head = b"POST /api/v1/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    head += b"Content-Length: %d\r\n\r\n"
    made: list[dict[str, object]] = []
    left = itertools.count()

    async def some() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while next(left) < count:
            writer.write(head % len(body) + body)
            answer = (await reader.readuntil(b"\r\n\r\n")).lower()
            length = int(answer.partition(b"content-length: ")[2].split(b"\r\n")[0])
            made.append(json.loads(await reader.readexactly(length)))
        writer.close()

    await asyncio.gather(*(some() for _connection in range(8)))
    return made


def _itself(player: Player) -> Player:
    return player


async def open_streams(port: int, tables: int) -> tuple[list[Table], float]:
    """All tables with both sockets open, and streams opened a second."""
    line, loop = line_of_moves(), asyncio.get_running_loop()
    opened: list[Table] = []
    for made in await post(port, tables):
        seats = made["seats"]
        assert isinstance(seats, list)
        secrets = [str(seat["secret"]) for seat in seats]
        opened.append(Table(str(made["match"]), secrets, int(str(made["number"])), line))
    started, places = time.perf_counter(), iter([(table, seat) for table in opened for seat in range(2)])
    sources = itertools.cycle(f"127.0.0.{2 + number}" for number in range(SOURCES))

    async def some() -> None:
        for table, seat in places:
            head = f"GET /api/v1/matches/{table.match}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            head += f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n"
            head += f"Authorization: Bearer {table.secrets[seat]}\r\n\r\n"
            player = Player(table, seat, head.encode())
            table.players[seat] = player
            await loop.create_connection(partial(_itself, player), "127.0.0.1", port, local_addr=(next(sources), 0))
            await player.is_open

    await asyncio.gather(*(some() for _connection in range(AT_ONCE)))
    return opened, 2 * tables / (time.perf_counter() - started)


async def play(opened: list[Table], opening: float, pace: float, seconds: float, meter: Meter) -> Load:
    """Moves at a steady pace, the tables in turn."""
    before = meter()
    for table in opened:
        table.times.clear()
        assert not table.lost, "a stream was closed"
    tables = itertools.cycle(opened)
    started = time.perf_counter()
    sent = 0
    while (now := time.perf_counter() - started) < seconds:
        tried = 0
        while sent < pace * now and tried < len(opened):  # where a move is still on its way, the next table moves
            sent += next(tables).move()
            tried += 1
        await asyncio.sleep(0.001)
    await asyncio.sleep(2)
    errors = [error for table in opened for error in table.errors]
    assert not errors, errors[:3]
    times = sorted(time for table in opened for time in table.times)
    lost = sum(table.lost for table in opened)
    assert not lost, f"{lost} streams were closed"
    cpu = tuple(after - earlier for earlier, after in zip(before, meter(), strict=True))
    return Load(2 * len(opened), pace, len(times), seconds, times, opening, cpu)


async def measure(
    port: int, tables: int, paces: list[float], seconds: float, meter: Meter, together: Callable[[], object]
) -> list[Load]:
    opened, opening = await open_streams(port, tables)
    await asyncio.to_thread(together)
    await play(opened, opening, min(100, min(paces)), WARM_UP, meter)
    loads = [await play(opened, opening, pace, seconds, meter) for pace in paces]
    await asyncio.to_thread(together)  # nobody leaves before all have measured
    for table in opened:
        for player in table.players.values():
            player.close()
    return loads


def run(
    port: int, tables: int, paces: list[float], seconds: float, processes: int = 1, meter: Meter = _no_meter
) -> list[Load]:
    """Measure with several processes, each with its part of the tables and of the pace: open files are limited."""
    context = multiprocessing.get_context("fork")
    barrier, parts = context.Barrier(processes), context.SimpleQueue()
    part = (port, tables // processes, [pace / processes for pace in paces], seconds, meter)
    clients = [context.Process(target=_run_part, args=(*part, barrier, parts)) for _client in range(processes)]
    for client in clients:
        client.start()
    found: list[list[Load] | str] = [parts.get() for _client in clients]
    for client in clients:
        client.join()
    failures = [each for each in found if isinstance(each, str)]
    assert not failures, failures
    return [_added(list(loads)) for loads in zip(*(each for each in found if isinstance(each, list)), strict=True)]


def _run_part(
    port: int,
    tables: int,
    paces: list[float],
    seconds: float,
    meter: Meter,
    barrier: threading.Barrier,
    parts: multiprocessing.SimpleQueue[list[Load] | str],
) -> None:
    import uvloop

    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            parts.put(runner.run(measure(port, tables, paces, seconds, meter, barrier.wait)))
    except (OSError, AssertionError, threading.BrokenBarrierError) as error:
        barrier.abort()
        parts.put(repr(error))


def _added(loads: list[Load]) -> Load:
    """What several clients have measured at the same time."""
    return Load(
        sum(load.streams for load in loads),
        sum(load.pace for load in loads),
        sum(load.moves for load in loads),
        loads[0].seconds,
        sorted(time for load in loads for time in load.times),
        sum(load.opening for load in loads),
        loads[0].cpu,
    )
