"""Servers to test against, on both databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web import postgres
from tests.web.server import Server, running


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    with postgres.cluster() as address:
        yield address


def an_empty_database(kind: str, request: pytest.FixtureRequest, folder: Path) -> str:
    if kind == "sqlite":
        return f"sqlite:///{folder / 'benben.db'}"
    return postgres.new_database(request.getfixturevalue("postgres_address"))


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of an empty database, for all tests of a file."""
    return an_empty_database(request.param, request, tmp_path_factory.mktemp("data"))


@pytest.fixture(params=["sqlite", "postgres"])
def fresh_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, for one test."""
    return an_empty_database(request.param, request, tmp_path)


@pytest.fixture(scope="module")
def server(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Two worker processes on one database."""
    folder: Path = tmp_path_factory.mktemp("server")
    with running(database, folder, workers=2) as running_server:
        yield running_server


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One worker on SQLite, for tests that need no more."""
    folder = tmp_path_factory.mktemp("alone")
    with running(f"sqlite:///{folder / 'benben.db'}", folder) as running_server:
        yield running_server
