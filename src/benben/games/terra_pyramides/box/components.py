"""The components of Terra Pyramides: tiles, foundations, levels, workers, and the board in use.

Sources: the rulebook prints the numbers of foundations, levels, workers and tiles (for the levels we use the list, not
its heading). `board.json` and `tiles.json` define the board and the tiles; the values of the foundations are our
reading (TER-3).
"""

from __future__ import annotations

import json
from importlib import resources

import numpy as np

from benben.games.terra_pyramides.box import board as boards
from benben.games.terra_pyramides.box.board import STACKS

BOARD = boards.load()
TABLES = boards.build_tables(BOARD)
FIELDS, SITES = TABLES.fields, TABLES.sites
FIELD_INDEX = {name: number for number, name in enumerate(FIELDS)}
SITE_INDEX = {name: number for number, name in enumerate(SITES)}

# Stones and pyramids have a colour; white stones are jokers (TER-16).
WHITE, BLUE, GREY, RED, GREEN, YELLOW, PURPLE = range(7)
STONE_KINDS = 7
COLOURS = (
    "white",
    "blue",
    "grey",
    "red",
    "green",
    "yellow",
    "purple",
)  # in notation, and as CSS classes of the picture

# A tile is a number: the colour of its stone or 0, plus a bit for a worker and a bit for an eye (TER-2).
NO_TILE = 0
STONE = 7  # masks
WORKER = 8
EYE = 16
TILE_KINDS = 32
UNKNOWN = -1  # a tile or foundation hidden from the viewer

STACK_SIZE = 5
TILES = STACKS * STACK_SIZE


def read_tiles(content: str) -> list[int]:
    """All tiles; the stones are spread evenly over the six colours."""
    data = json.loads(content)
    tiles = []
    for entry in data["tiles"]:
        symbols = set(entry["symbols"])
        if not 1 <= len(symbols) <= 2 or not symbols <= {"stone", "worker", "eye"}:
            raise ValueError(f"a tile has one or two of stone, worker and eye, not {entry['symbols']}")
        code = WORKER * ("worker" in symbols) + EYE * ("eye" in symbols)
        colours = [colour if "stone" in symbols else 0 for colour in range(1, STONE_KINDS)]
        if entry["count"] % 6 and "stone" in symbols:
            raise ValueError(f"{entry['count']} tiles with {entry['symbols']} do not go evenly over six colours")
        tiles += [code + colours[k % len(colours)] for k in range(entry["count"])]
    if len(tiles) != data["total"] or len(tiles) != TILES:
        raise ValueError(f"{len(tiles)} tiles, not {TILES}: {STACKS} stacks of {STACK_SIZE} are needed")
    return sorted(tiles)


TILE_LIST = read_tiles(resources.files(__package__).joinpath("tiles.json").read_text("utf-8"))
FOUNDATION_LIST = [1] * 7 + [2] * 7 + [3] * 7 + [4]  # TER-3; the number is printed, the values are ours
FOUNDATIONS = len(FOUNDATION_LIST)

# TER-3: pieces of each level (first level: per colour; fifth level, the tip: per player).
FIRST_LEVELS, SECOND_LEVELS, THIRD_LEVELS, FOURTH_LEVELS, TIPS = 3, 10, 8, 8, 2
TOP_LEVEL = 5
POINTS = (0, 5, 10, 20, 35, 60)  # of a pyramid, by level (TER-15)
TEAM_TIPS = 4 * TIPS  # TER-28
WORKERS = {2: 14, 3: 12, 4: 10}  # TER-4: without the score marker
TEAM_WORKERS = 12  # TER-28
TO_BUILD = 3  # workers needed to build (TER-15), and the maximum on a place (TER-12)

MOST_GOLD, MOST_STONES = 4, 7  # at the end of a turn (TER-20)
PRICE = 3  # of a worker or a white stone (TER-18, TER-19)

HAND_STACKS = (2, 6, 3, 7)  # TER-5: the stacks of the first hands, in seat order, from 0
OPEN_STACKS = (0, 1, 4, 5)  # TER-27: face up in this variant
STACKS_A_HALF = 4  # TER-26: stacks 1-4 belong to the sphinx, 5-8 to the scarab

TASKS = 3
TASK_NEEDS = (0, 4, 276, 6)  # per task: pyramids of 60, points, colours with a pyramid of 35 (TER-29 to TER-31)
SEAT_LETTERS = "ABCD"

# Tables for the kernels.
TILE_OF = np.array(TILE_LIST, np.int64)
FOUNDATION_OF = np.array(FOUNDATION_LIST, np.int64)
IS_OPEN_STACK = np.array([stack in OPEN_STACKS for stack in range(STACKS)], np.int64)
POINTS_OF = np.array(POINTS, np.int64)
NEEDS = np.array(TASK_NEEDS, np.int64)
