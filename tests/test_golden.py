"""Recorded matches and counted trees: a change that makes any of them go differently is noticed."""

import json
from pathlib import Path

import pytest

import benben
from benben.core.simulate import perft
from benben.testing import Table, setups
from tests.golden import make

TABLES = [table for name in benben.names() for table in setups(benben.find(name))]
RECORDS = sorted(make.FOLDER.glob("*/*.benben"))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_table_has_golden_files(table: Table) -> None:
    folder = make.FOLDER / table.game.name
    assert (folder / f"{table}.benben").is_file()
    assert str(table) in json.loads((folder / "perft.json").read_text())


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_golden_match(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    end = benben.verify(text)
    assert end.is_over
    names = [line.split(": ", 1)[1] for line in text.splitlines() if line.startswith("seat ")]
    assert benben.write(end, names=names) == text


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_counts_by_depth(table: Table) -> None:
    known = json.loads((make.FOLDER / table.game.name / "perft.json").read_text())[str(table)]
    assert [perft(table.start(make.SEED), depth) for depth in range(len(known))] == known
