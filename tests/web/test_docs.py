"""docs/api.md tells the truth: its endpoints, its codes, its example client."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy, booleans
from schemathesis.core.result import Ok

from benben.table import errors
from tests.web.server import HTTP, Server, open_table

ROOT = Path(__file__).parents[2]
DOCS = (ROOT / "docs" / "api.md").read_text()


def test_every_endpoint_is_documented(alone: Server) -> None:
    paths = HTTP.get(f"{alone.url}/openapi.json").json()["paths"]
    for path, methods in paths.items():
        shown = path.removeprefix("/api/v1").replace("{match_id}", "{match}")
        for method in methods:
            assert f"`{method.upper()} {shown}`" in DOCS, f"{method} {path}"


def test_every_code_is_documented() -> None:
    codes = {kind.code for kind in errors.TableError.__subclasses__()}
    assert codes <= set(re.findall(r"`([a-z-]+)`", DOCS))


def test_the_example_client_plays_a_match(alone: Server) -> None:
    created, _players = open_table(alone.url, seats=[])
    arguments = [
        [sys.executable, str(ROOT / "examples" / "client_bot.py"), alone.url, created["match"], seat["secret"]]
        for seat in created["seats"]
    ]
    clients = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for command in arguments]
    try:
        said = [client.communicate(timeout=240)[0] for client in clients]
    finally:
        for client in clients:
            client.kill()
    assert [client.returncode for client in clients] == [0, 0]
    assert said[0] == said[1]
    assert said[0].startswith("won by")


def test_no_request_that_the_schema_allows_breaks_the_server(alone: Server) -> None:
    """Schemathesis makes requests from our own schema, good and bad ones: the answer is never a 5xx."""
    schema = schemathesis.openapi.from_url(f"{alone.url}/openapi.json")
    created, players = open_table(alone.url)
    probed = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if operation.path.endswith("/events"):
            continue  # a stream does not end
        for mode in schemathesis.GenerationMode:
            probe(operation.as_strategy(generation_mode=mode), players[0].headers, created["match"])
            probed += 1
    assert probed > 20


def probe(cases: SearchStrategy[schemathesis.Case[Any]], headers: dict[str, str], match: str) -> None:
    @settings(max_examples=15, suppress_health_check=list(HealthCheck))
    @given(case=cases, real=booleans())
    def run(case: schemathesis.Case[Any], real: bool) -> None:
        if real and case.path_parameters:
            case.path_parameters["match_id"] = match
        answer = case.call(headers=headers)
        assert answer.status_code < 500, answer.text

    with contextlib.suppress(Unsatisfiable):  # some operations take no wrong input
        run()
