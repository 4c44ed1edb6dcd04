"""Logs: one JSON object a line. Those of requests may wait a moment, so that many are written at once."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from functools import lru_cache
from typing import Any

log = logging.getLogger("benben.web")

WAIT_SECONDS = 0.2
MOST_WAITING = 500


class JsonLog(logging.Formatter):
    """One JSON object a line."""

    _OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}

    def format(self, record: logging.LogRecord) -> str:
        if isinstance(record.msg, Lines):
            return record.msg
        extra: dict[str, Any] = {key: value for key, value in vars(record).items() if key not in self._OWN}
        line = {"time": round(record.created, 3), "level": record.levelname, "message": record.getMessage(), **extra}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class Lines(str):
    """A message that is JSON already."""

    __slots__ = ()


class RequestLog:
    """A line for each request. Making a record of each would take longer than many a request: they go in bundles."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        if not log.isEnabledFor(logging.INFO):
            return
        if not self._lines:
            asyncio.get_running_loop().call_later(WAIT_SECONDS, self.flush)
        self._lines.append(f'{{"time": {time.time():.3f}, {_facts(method, route, status)}, "seconds": {seconds:.4f}}}')
        if len(self._lines) >= MOST_WAITING:
            self.flush()

    def flush(self) -> None:
        if self._lines:
            log.info(Lines("\n".join(self._lines)))
            self._lines.clear()


@lru_cache(maxsize=1_000)
def _facts(method: str, route: str, status: int) -> str:
    facts = {"level": "INFO", "message": "request", "method": method, "route": route, "status": status}
    return json.dumps(facts)[1:-1]
