"""The components of Terra Pyramides: tiles, foundations, levels, workers, and the board in use.

Sources: the rulebook prints the numbers of foundations, levels, workers and tiles (for the levels we use the list, not
its heading). `board.json` is the board; `tiles.json` has the tiles and the values of the foundations, which are ours
(TER-2, TER-3). Files of the owner's are used instead (core/kit/box_files.py).
"""

from __future__ import annotations

from pathlib import Path

from benben.core.kit.box_files import Pieces, load
from benben.core.kit.tables import table
from benben.core.text import Message, texts
from benben.games.terra_pyramides.box import board as boards
from benben.games.terra_pyramides.box.board import STACKS

_ = texts("benben.games.terra_pyramides.words")  # by name: the box imports no other room

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


SYMBOLS = {**{name: number for number, name in enumerate(COLOURS) if number}, "worker": WORKER, "eye": EYE}
MOST_VALUE = 9  # of a foundation


def tile_of(entry: str) -> int:
    """The tile of an entry: one or two symbols, `blue worker`."""
    return sum(SYMBOLS[symbol] for symbol in entry.split())


def _usual_tile(entry: str) -> str | Message:
    symbols = sorted(entry.split(), key=lambda symbol: list(SYMBOLS).index(symbol) if symbol in SYMBOLS else -1)
    stones = [symbol for symbol in symbols if symbol in COLOURS]
    if not 1 <= len(set(symbols)) == len(symbols) <= 2 or not set(symbols) <= set(SYMBOLS) or len(stones) > 1:
        return _("a tile has one or two of stone, worker and eye; a stone is a colour: “blue worker”.")
    return " ".join(symbols)


def _usual_foundation(entry: str) -> str | Message:
    known = entry.isdecimal() and 1 <= int(entry) <= MOST_VALUE
    return entry if known else _("the value of a foundation is a number from 1 to {most}.", most=MOST_VALUE)


PIECES = (Pieces("tiles", TILES, "TER-2", _usual_tile), Pieces("foundations", 22, "TER-3", _usual_foundation))
BOX = load("terra_pyramides", Path(__file__).with_name("tiles.json"), *PIECES)
TILE_LIST = sorted(map(tile_of, BOX.entries["tiles"]))
FOUNDATION_LIST = sorted(map(int, BOX.entries["foundations"]))
FOUNDATIONS = len(FOUNDATION_LIST)
BOX_NAME = "-".join(name for name in (BOARD.box, BOX.name) if name != "standard") or "standard"

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
TILE_OF = table(TILE_LIST)
FOUNDATION_OF = table(FOUNDATION_LIST)
IS_OPEN_STACK = table([stack in OPEN_STACKS for stack in range(STACKS)])
POINTS_OF = table(POINTS)
NEEDS = table(TASK_NEEDS)
