"""The board as the kernels use it: numbers of fields and sites, and tables."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from benben.core.kit.tables import table
from benben.games.terra_pyramides.box import components
from benben.games.terra_pyramides.box.board import AXES
from benben.games.terra_pyramides.box.components import BOARD, TABLES

FIELDS, SITES, LAYS = len(components.FIELDS), len(components.SITES), len(TABLES.lay_field)
AXIS_COUNT = len(AXES)
HALF, LAY_FIELD, LAY_SITE, LAY_FROM = TABLES.half, TABLES.lay_field, TABLES.lay_site, TABLES.lay_from
ROW_OF, ROW_LENGTH, ROW_FIELD, ROW_OASES = TABLES.row_of, TABLES.row_length, TABLES.row_field, TABLES.row_oases
REACH_FIELD, REACH_SITE, REACH_FROM = TABLES.reach_field, TABLES.reach_site, TABLES.reach_from
REACH_CLEAR = TABLES.reach_clear

MOST_WAYS = int(np.diff(LAY_FROM).max())  # to lay a tile on one field
_ROWS = ROW_OF.tolist()
ROW_AXES = table([sum(1 << rows.index(row) for row in set(rows)) for rows in _ROWS])  # of different rows: bits by axis

# Sets of fields: a bit for each, in as many words as it takes.
WORD = 60
WORDS = -(-FIELDS // WORD)


def fields_as_bits(fields: Iterable[int]) -> list[int]:
    return [sum(1 << field - word * WORD for field in set(fields) if field // WORD == word) for word in range(WORDS)]


BIT_OF = table([fields_as_bits([field]) for field in range(FIELDS)])
BOTH = 2  # halves
_HALVES = [np.flatnonzero(half == HALF).tolist() for half in range(BOTH)]
FIELDS_OF = table([fields_as_bits(fields) for fields in (*_HALVES, range(FIELDS))])  # by half, and of both
OVER = table([fields_as_bits(fields) for fields in TABLES.reach_over.tolist()])  # by way of a worker

START_FIELD = table([components.FIELD_INDEX[start.field] for start in BOARD.start])
START_SITE = table([components.SITE_INDEX[start.site] for start in BOARD.start])
START_STACK = table([start.stack for start in BOARD.start])
STARTS = len(START_FIELD)
