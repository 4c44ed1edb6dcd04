"""A server in the process of the test, asked without a network."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
from starlette.types import Message, Receive, Scope, Send

from benben.web.app import create_app
from benben.web.serve import prepare
from benben.web.settings import Settings

Body = Callable[[httpx.AsyncClient], Coroutine[None, None, None]]
Asking = Callable[[Body], None]


def asking_in(folder: Path, **settings: Any) -> Asking:
    """Runs something with a client of a server whose database is in this folder. Its bots never move."""
    chosen = Settings(database=f"sqlite:///{folder / 'b.db'}", bots=False, warm=False, **settings)
    prepare(chosen)

    async def with_client(body: Body) -> None:
        app = create_app(chosen)
        client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://t")
        async with app.router.lifespan_context(app), client:
            await body(client)

    return lambda body: asyncio.run(with_client(body))


def leaving(client: httpx.AsyncClient, gone: asyncio.Event) -> httpx.AsyncClient:
    """A client of the same server that closes its connections when the event is set."""
    transport = client._transport
    assert isinstance(transport, httpx.ASGITransport)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        is_read = False

        async def receive_until_gone() -> Message:
            nonlocal is_read
            if is_read:
                await gone.wait()
                return {"type": "http.disconnect"}
            message = await receive()
            is_read = not message.get("more_body", False)
            return message

        await transport.app(scope, receive_until_gone, send)

    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://t")
