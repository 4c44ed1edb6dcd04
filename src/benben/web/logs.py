"""Logs: one JSON object a line."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any


class JsonLog(logging.Formatter):
    """Writes a record, with everything in its `extra`, as one JSON object."""

    _OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}

    def format(self, record: logging.LogRecord) -> str:
        extra: dict[str, Any] = {key: value for key, value in vars(record).items() if key not in self._OWN}
        line = {"time": round(record.created, 3), "level": record.levelname, "message": record.getMessage(), **extra}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def _is_wanted(record: logging.LogRecord) -> bool:
    """Uvicorn logs the address and URL of every socket, which our log must not hold; and refused ones as errors."""
    return not str(record.msg).startswith(
        ('%s - "WebSocket', "connection ", "ASGI callable returned without completing")
    )


def configure_log(level: int = logging.INFO) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLog())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").addFilter(_is_wanted)
    logging.getLogger("alembic").setLevel(logging.WARNING)
