"""Logs: one JSON object a line. Those of requests may wait a moment, so that many are written at once."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

REQUEST = "request"  # the message of those lines
WAIT_SECONDS = 0.2
MOST_WAITING = 500


class JsonLog(logging.Formatter):
    """One JSON object a line."""

    _OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}

    def format(self, record: logging.LogRecord) -> str:
        extra: dict[str, Any] = {key: value for key, value in vars(record).items() if key not in self._OWN}
        line = {"time": round(record.created, 3), "level": record.levelname, "message": record.getMessage(), **extra}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class PatientHandler(logging.StreamHandler[Any]):
    """Writes at once, but for requests: these are written a little later, all that have gathered."""

    def __init__(self, stream: Any) -> None:
        super().__init__(stream)
        self._lines: list[str] = []
        self._is_due = False

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(self.format(record) + self.terminator)
        if record.msg == REQUEST and len(self._lines) < MOST_WAITING and (loop := _running_loop()):
            if not self._is_due:
                self._is_due = True
                loop.call_later(WAIT_SECONDS, self.flush)
            return
        self.flush()

    def flush(self) -> None:
        self.acquire()
        try:
            self._is_due = False
            if self._lines:
                self.stream.write("".join(self._lines))
                self._lines.clear()
            super().flush()
        finally:
            self.release()


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
