"""Running the server: one process or several on one address."""

from __future__ import annotations

import json
import logging
import os
import sys
from dataclasses import asdict
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from sqlalchemy.engine import make_url

from benben.table.store import Store
from benben.web.app import JsonLog, create_app
from benben.web.settings import Settings

_SETTINGS = "BENBEN_SETTINGS"  # how the settings reach worker processes


def serve(settings: Settings, host: str, port: int, workers: int) -> None:
    """Until somebody stops it. Ctrl-C and SIGTERM let running requests finish."""
    prepare(settings)
    os.environ[_SETTINGS] = json.dumps(asdict(settings))
    uvicorn.run(
        "benben.web.serve:app_of_worker",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=5,
        proxy_headers=True,
        server_header=False,
    )


def app_of_worker() -> FastAPI:
    configure_log()
    return create_app(Settings(**json.loads(os.environ[_SETTINGS])))


def prepare(settings: Settings) -> None:
    """The folder of the database and its tables, made once before workers race for it."""
    configure_log()
    url = make_url(settings.database)
    if url.get_backend_name() == "sqlite" and url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    store = Store(settings.database)
    store.migrate()
    store.close()


def configure_log() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLog())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("alembic").setLevel(logging.WARNING)
