"""Work that ends when its reader goes: a server cancels no request by itself when the connection is closed."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request

CLOSED = 499  # for the log: nobody gets this answer

T = TypeVar("T")


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of the work, which is cancelled when the client closes the connection.

    The body of the request must have been read.
    """
    task, closed = asyncio.ensure_future(work), asyncio.ensure_future(_closed(request))
    try:
        await asyncio.wait([task, closed], return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise HTTPException(CLOSED, "The client has closed the connection.")
        return task.result()
    finally:
        task.cancel()
        closed.cancel()


async def _closed(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
