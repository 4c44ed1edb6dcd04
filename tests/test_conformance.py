"""Every registered game passes the conformance suite."""

from collections.abc import Callable

import pytest

import benben
from benben.testing import CHECKS, Table, setups

TABLES = [table for name in benben.names() for table in setups(benben.find(name))]


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance(check: Callable[[Table], None], table: Table) -> None:
    table.game.warm()
    check(table)
