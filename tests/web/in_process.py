"""A server in the process of the test, asked without a network."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx

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
