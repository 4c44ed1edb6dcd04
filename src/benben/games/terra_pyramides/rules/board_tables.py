"""The board as the kernels use it: numbers of fields and sites, and tables."""

from __future__ import annotations

import numpy as np

from benben.games.terra_pyramides.box import components
from benben.games.terra_pyramides.box.board import AXES
from benben.games.terra_pyramides.box.components import BOARD, TABLES

FIELDS, SITES, LAYS = len(components.FIELDS), len(components.SITES), len(TABLES.lay_field)
AXIS_COUNT = len(AXES)
HALF, LAY_FIELD, LAY_SITE = TABLES.half, TABLES.lay_field, TABLES.lay_site
ROW_OF, ROW_LENGTH, ROW_FIELD, ROW_OASES = TABLES.row_of, TABLES.row_length, TABLES.row_field, TABLES.row_oases
REACH_FIELD, REACH_SITE, REACH_FROM = TABLES.reach_field, TABLES.reach_site, TABLES.reach_from
REACH_OVER, REACH_CLEAR = TABLES.reach_over, TABLES.reach_clear

START_FIELD = np.array([components.FIELD_INDEX[start.field] for start in BOARD.start], np.int64)
START_SITE = np.array([components.SITE_INDEX[start.site] for start in BOARD.start], np.int64)
START_STACK = np.array([start.stack for start in BOARD.start], np.int64)
STARTS = len(START_FIELD)
