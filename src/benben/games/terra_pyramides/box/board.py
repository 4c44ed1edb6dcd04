"""The board as data: read from a drawing, checked, and turned into the tables that the kernels use.

Another board than ours can be played: `terra_pyramides-board.json` in the owner's folder (core/kit/box_files.py). Its
columns are letters, its rows numbers from the top; `#` is a building site, `o` an oasis, `.` a tile field, `H` a
hatched one.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benben.core.kit.box_files import own_file
from benben.core.kit.tables import table

Table = NDArray[np.int64]

FILE = "terra_pyramides-board"  # of the owner's
SITE, OASIS, FIELD, HATCHED = "#o.H"
LONGEST_ROW = 4  # printed: a row is at most four tiles long
MOST_SITES = 22  # a foundation for each
LEAST_FIELDS, MOST_FIELDS = 40, 120  # a field for each tile; numbers of fields are small in the state
STACKS = 8
AXES = ("across", "down", "falling", "rising")  # the four ways a row can run (TER-8)
_STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))  # column and row, by axis
_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))  # what touches a field by an edge: above, right, below, left
_RAYS = (*_SIDES, (1, -1), (1, 1), (-1, 1), (-1, -1))

Cell = tuple[int, int]  # column and row, from 0


class BadBoard(ValueError):
    """A board that the rules cannot be played on; the message says what is wrong with it."""


@dataclass(frozen=True)
class Start:
    """A tile that lies on the board before the first turn (TER-5)."""

    field: str
    site: str  # which its stairs face
    stack: int  # from which it comes, from 0


@dataclass(frozen=True)
class Desert:
    """A checked board. Names are a letter for the column and a number for the row."""

    box: str  # "standard", or the name of another with a hash of what it holds
    cells: dict[Cell, str]  # what each is
    columns: int
    rows: int
    sphinx: str  # the columns of the sphinx half; the others are the scarab half (TER-26)
    start: tuple[Start, ...]

    def of(self, *kinds: str) -> list[Cell]:
        """The cells of these kinds, row by row."""
        return [cell for cell, kind in self.cells.items() if kind in kinds]


def name_of(cell: Cell) -> str:
    return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"


def load() -> Desert:
    """The board in use: the owner's, or ours."""
    if file := own_file(FILE):
        return read_board(file.read_text("utf-8"), stem="board")
    return read_board(Path(__file__).with_name("board.json").read_text("utf-8"))


def read_board(content: str, stem: str | None = None) -> Desert:
    """A board from the text of its file, or BadBoard. `stem` names one that is not ours."""
    try:
        data = json.loads(content)
        board = _board(data, stem, content)
    except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
        raise BadBoard(f"the file lacks something or is no JSON: {error!r}") from error
    check(board, data["totals"])
    return board


def _board(data: dict[str, Any], stem: str | None, content: str) -> Desert:
    lines = [line.split() for line in data["rows"]]
    cells = {(column, row): kind for row, line in enumerate(lines) for column, kind in enumerate(line)}
    if len({len(line) for line in lines}) != 1:
        raise BadBoard("the rows are not equally long")
    digest = hashlib.sha256(content.encode()).hexdigest()[:8]  # a changed board is another box, also in records
    return Desert(
        box="standard" if stem is None else f"{stem}-{digest}",
        cells=cells,
        columns=len(lines[0]),
        rows=len(lines),
        sphinx=data["sphinx_columns"],
        start=tuple(Start(entry["field"], entry["site"], entry["stack"] - 1) for entry in data["start"]),
    )


def check(board: Desert, totals: dict[str, int]) -> None:
    """All that the rules take for granted about a board (TER-1)."""
    unknown = set(board.cells.values()) - {SITE, OASIS, FIELD, HATCHED}
    if unknown:
        raise BadBoard(f"unknown signs: {' '.join(sorted(unknown))}")
    found = {
        "fields": len(board.of(FIELD, HATCHED)),
        "sites": len(board.of(SITE)),
        "oases": len(board.of(OASIS)),
    }
    if found != totals:
        raise BadBoard(f"the drawing has {found}, the totals say {totals}")
    if found["sites"] > MOST_SITES or not LEAST_FIELDS <= found["fields"] <= MOST_FIELDS:
        raise BadBoard(f"at most {MOST_SITES} sites and {LEAST_FIELDS} to {MOST_FIELDS} tile fields are needed")
    if board.columns > 26:
        raise BadBoard("a board has at most 26 columns")
    for cell in board.of(FIELD, HATCHED):
        if not sites_beside(board, cell):
            raise BadBoard(f"{name_of(cell)} touches no building site")
    for cell in board.of(FIELD, HATCHED):
        for axis in range(len(AXES)):
            row = row_through(board, cell, axis)
            if len(row) > LONGEST_ROW:
                raise BadBoard(f"the row {name_of(row[0])}-{name_of(row[-1])} is longer than {LONGEST_ROW}")
    hatched = {name_of(cell) for cell in board.of(HATCHED)}
    if {start.field for start in board.start} != hatched or len(board.start) != len(hatched):
        raise BadBoard("every hatched field, and no other, needs a start tile")
    sites = {name_of(cell): [name_of(site) for site in sites_beside(board, cell)] for cell in board.of(HATCHED)}
    for start in board.start:
        if start.site not in sites[start.field]:
            raise BadBoard(f"{start.field} does not touch the site {start.site}")
        if not 0 <= start.stack < STACKS:
            raise BadBoard(f"there is no stack {start.stack + 1}")
    if len({start.stack for start in board.start}) != len(hatched):
        raise BadBoard("start tiles come from different stacks")


def sites_beside(board: Desert, cell: Cell) -> list[Cell]:
    """The building sites that touch a field by an edge."""
    beside = [(cell[0] + dx, cell[1] + dy) for dx, dy in _SIDES]
    return [other for other in beside if board.cells.get(other) == SITE]


def row_through(board: Desert, cell: Cell, axis: int) -> list[Cell]:
    """TER-8: all fields and oases in a line with this one, up to the next sites or the edge."""
    dx, dy = _STEPS[axis]
    x, y = cell
    while board.cells.get((x - dx, y - dy), SITE) != SITE:
        x, y = x - dx, y - dy
    row = []
    while board.cells.get((x, y), SITE) != SITE:
        row.append((x, y))
        x, y = x + dx, y + dy
    return row


def line_to_site(board: Desert, cell: Cell, ray: Cell) -> list[Cell] | None:
    """TER-11: the cells after this one up to the first site in a line, the site included; None if there is none."""
    line = []
    x, y = cell[0] + ray[0], cell[1] + ray[1]
    while (x, y) in board.cells:
        line.append((x, y))
        if board.cells[x, y] == SITE:
            return line
        x, y = x + ray[0], y + ray[1]
    return None


@dataclass(frozen=True)
class Tables:
    """A board as the kernels use it. Fields, sites and rows are numbers, in the order of their names here."""

    fields: tuple[str, ...]
    sites: tuple[str, ...]
    oases: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]  # the cells of each row, oases included
    half: Table  # by field: 0 sphinx, 1 scarab
    lay_field: Table  # each way to lay a tile: the field …
    lay_site: Table  # … and the site that the stairs face
    lay_from: Table  # by field: its first way to lay; one entry more at the end
    row_of: Table  # by field and axis: the row; two axes that give the same fields have the same row
    row_length: Table  # by row: how many tile fields
    row_field: Table  # by row and place: the field, -1 beyond the last
    row_oases: Table  # by row: how many oases
    reach_field: Table  # each way for a worker: the field it leaves …
    reach_site: Table  # … the first site in that line …
    reach_over: Table  # … the fields between, filled up with the first one …
    reach_clear: Table  # … and whether no oasis lies between
    reach_from: Table  # by field: its first way; one entry more at the end

    def lay_sites(self, field: int) -> list[int]:
        """The sites that the stairs of a tile on this field can face."""
        return [int(site) for site in self.lay_site[self.lay_from[field] : self.lay_from[field + 1]]]


def build_tables(board: Desert) -> Tables:
    fields, sites = board.of(FIELD, HATCHED), board.of(SITE)
    field_index = {cell: number for number, cell in enumerate(fields)}
    site_index = {cell: number for number, cell in enumerate(sites)}

    rows: dict[tuple[Cell, ...], int] = {}
    row_of = [
        [rows.setdefault(tuple(row_through(board, cell, axis)), len(rows)) for axis in range(len(AXES))]
        for cell in fields
    ]
    in_row = [[field_index[cell] for cell in row if cell in field_index] for row in rows]

    lays = [(cell, site) for cell in fields for site in sites_beside(board, cell)]
    ways = [(cell, line) for cell in fields for ray in _RAYS if (line := line_to_site(board, cell, ray))]
    return Tables(
        fields=tuple(map(name_of, fields)),
        sites=tuple(map(name_of, sites)),
        oases=tuple(map(name_of, board.of(OASIS))),
        rows=tuple(tuple(map(name_of, row)) for row in rows),
        half=table([0 if name_of(cell)[0] in board.sphinx else 1 for cell in fields]),
        lay_field=table([field_index[cell] for cell, _site in lays]),
        lay_site=table([site_index[site] for _cell, site in lays]),
        lay_from=table(_first_of_each([field_index[cell] for cell, _site in lays], len(fields))),
        row_of=table(row_of),
        row_length=table([len(row) for row in in_row]),
        row_field=table([row + [-1] * (LONGEST_ROW - len(row)) for row in in_row]),
        row_oases=table([len(row) - len(inner) for row, inner in zip(rows, in_row, strict=True)]),
        reach_field=table([field_index[cell] for cell, _line in ways]),
        reach_site=table([site_index[line[-1]] for _cell, line in ways]),
        reach_over=table([_between(field_index, cell, line) for cell, line in ways]),
        reach_clear=table([all(cell in field_index for cell in line[:-1]) for _cell, line in ways]),
        reach_from=table(_first_of_each([field_index[cell] for cell, _line in ways], len(fields))),
    )


def _between(field_index: dict[Cell, int], cell: Cell, line: list[Cell]) -> list[int]:
    over = [field_index[step] for step in line[:-1] if step in field_index]
    return over + [field_index[cell]] * (LONGEST_ROW - 1 - len(over))


def _first_of_each(of: list[int], count: int) -> list[int]:
    return [sum(1 for one in of if one < number) for number in range(count + 1)]
