"""Limits of connections: their number, for each client and in all; the size of what comes beside bodies; and the time
that a request may take to arrive. Uvicorn's own protocols have none of these."""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from benben.web.client_counts import ClientCounts
from benben.web.context import client_address
from benben.web.settings import Settings


class ConnectionLimits:
    """Counts open connections: all of this process, and those of each client over all workers."""

    def __init__(self, settings: Settings, counts: ClientCounts) -> None:
        self._most, self._per_client = settings.max_connections, settings.connections_per_client
        self.request_seconds, self.header_bytes = settings.request_seconds, settings.max_header_bytes
        names = [name.strip() for name in settings.proxies.split(",") if name.strip()]
        self._trusts_all = "*" in names
        self._proxies = [ip_network(name, strict=False) for name in names if name != "*"]
        self._open, self._counts = 0, counts

    def enter(self, host: str) -> str | None:
        """Count a connection; the client it is counted for, or None if it must be refused."""
        client = client_address(host)
        if self._open >= self._most:
            return None
        if self._counts.of(client) >= self._per_client and not self._is_proxy(host):
            return None
        self._open += 1
        self._counts.add(client, 1)
        return client

    def leave(self, client: str) -> None:
        self._open -= 1
        self._counts.add(client, -1)

    def _is_proxy(self, host: str) -> bool:
        """A proxy has the connections of all its clients."""
        if self._trusts_all:
            return True
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._proxies)


class LimitedConfig(Config):
    """Uvicorn's configuration, with the limits for its protocols."""

    def __init__(self, app: Any, settings: Settings, counts: ClientCounts, **options: Any) -> None:
        super().__init__(app, http=LimitedHttp, ws=LimitedWebSocket, **options)
        self.limits = ConnectionLimits(settings, counts)


class LimitedHttp(HttpToolsProtocol):
    """HTTP/1.1 with limits."""

    def __init__(self, config: LimitedConfig, *arguments: Any, **options: Any) -> None:
        super().__init__(config, *arguments, **options)
        self._limits = config.limits
        self._counted_for: str | None = None
        self._overhead = 0  # bytes of the current request that are no body
        self._is_arriving = False  # a request has begun and is not complete
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._counted_for = self._limits.enter(self.client[0] if self.client else "unknown")
        if self._counted_for is None:
            self._refuse(503, "too-many-connections", "The server has too many connections. Please try again later.")
        else:
            self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._overhead += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self._counted_for is None:  # refused, or a socket now
            return
        if self._overhead > self._limits.header_bytes:
            self._refuse(431, "headers-too-large", "The headers of the request are too large.")
        elif self._is_arriving or not self._has_request:
            self._start_timer()
        else:
            self._stop_timer()

    @property
    def _has_request(self) -> bool:
        """Is a request being answered?"""
        return bool(self.cycle) and not self.cycle.response_complete

    def send_400_response(self, msg: str) -> None:
        self._refuse(400, "malformed", msg)

    # Called by the parser

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_arriving = True

    def on_body(self, body: bytes) -> None:
        self._overhead -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._is_arriving, self._overhead = False, 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._stop_timer()
        self._leave()  # the socket counts itself
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # which refers to this object: no garbage for the collector

    # Limits

    def _start_timer(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self._limits.request_seconds, self._on_timeout)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_timeout(self) -> None:
        if self._is_arriving:
            self._refuse(408, "request-timeout", "The request did not arrive in time.")
        else:
            self.transport.close()  # browsers open connections that they do not need in the end

    def _leave(self) -> None:
        if self._counted_for is not None:
            self._limits.leave(self._counted_for)
            self._counted_for = None

    def _refuse(self, status: int, code: str, text: str) -> None:
        """Answer, unless an answer has begun or an earlier request on this connection waits for its own; then close."""
        is_earlier = self._has_request and (self.pipeline or self.cycle.scope is not self.scope)
        has_begun = self._has_request and self.cycle.response_started
        if not self.transport.is_closing() and not is_earlier and not has_begun:
            self.transport.write(_refusal(status, code, text))
        self.transport.close()


def _refusal(status: int, code: str, text: str) -> bytes:
    body = json.dumps({"error": {"code": code, "text": text}}).encode()
    head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: {len(body)}\r\nConnection: close\r\nRetry-After: 5\r\n\r\n"
    return head.encode() + body


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that counts as a connection."""

    def __init__(self, config: LimitedConfig, *arguments: Any, **options: Any) -> None:
        super().__init__(config, *arguments, **options)
        self._limits = config.limits
        self._counted_for: str | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._counted_for = self._limits.enter(self.client[0] if self.client else "unknown")

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.handshake_initiated and not self.transport.is_closing():
            # The library refuses long lines and many headers; uvicorn does not send its answer and waits for ever.
            answer = b"".join(self.conn.data_to_send())
            self.transport.write(answer or _refusal(400, "malformed", "This request opens no socket."))
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._counted_for is not None:
            self._limits.leave(self._counted_for)
            self._counted_for = None
        super().connection_lost(exc)
        self.conn.parser.close()  # a generator that refers to its owner: no garbage for the collector
