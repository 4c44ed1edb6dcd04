"""Where everything lies in the picture of Terra Pyramides.

From top to bottom: the racks with the stacks, the board, a line that says what to do, a strip of buttons, and the
players' boards: the viewer's large beside the supplies, the others in a row below.
"""

from __future__ import annotations

from benben.core.contract import NOBODY
from benben.core.game import Look
from benben.games.terra_pyramides.board import STACKS
from benben.games.terra_pyramides.components import BOARD
from benben.games.terra_pyramides.pieces import CELL
from benben.games.terra_pyramides.state import TEAM, Board
from benben.games.terra_pyramides.text import boards

EDGE = 34.0  # around the board, for the letters and numbers
WIDTH = BOARD.columns * CELL + 2 * EDGE
RACK = 104.0  # the height of the racks
EMBLEM_ROOM = 50.0  # for sphinx and scarab, at the outer ends of the racks
BOARD_TOP = RACK + 30
STATUS_TOP = BOARD_TOP + BOARD.rows * CELL + 10
STRIP_TOP = STATUS_TOP + 44
STRIP = 88.0
PANEL_TOP = STRIP_TOP + STRIP + 10
PANEL_WIDE, PANEL_HIGH = 450.0, 150.0  # before scaling
LARGE = 1.24
MARGIN = 14.0


def middle(name: str) -> tuple[float, float]:
    """The middle of a cell."""
    return EDGE + (ord(name[0]) - ord("a") + 0.5) * CELL, BOARD_TOP + (int(name[1:]) - 0.5) * CELL


def step_towards(field: str, site: str) -> tuple[int, int]:
    """The side of a field on which a site beside it lies."""
    return ord(site[0]) - ord(field[0]), int(site[1:]) - int(field[1:])


def stack_middle(stack: int) -> tuple[float, float]:
    """The middle of a stack's top tile in its rack."""
    half, each = divmod(stack, STACKS // 2)
    wide = (WIDTH / 2 - EDGE - EMBLEM_ROOM) / (STACKS // 2)
    return EDGE + (0 if half else EMBLEM_ROOM) + half * (WIDTH / 2 - EDGE) + (
        each + 0.5
    ) * wide - 18 + 4 * half, RACK / 2 + 6


def main_board(s: Board, look: Look) -> int:
    """The player's board that is drawn large: the viewer's own, for spectators that of whoever acts."""
    if s.task:
        return TEAM
    return s.turn if look.seat == NOBODY else look.seat


def panel_place(s: Board, who: int, look: Look) -> tuple[float, float, float]:
    """The corner of a player's board, and its scale."""
    main = main_board(s, look)
    if who == main:
        return MARGIN, PANEL_TOP, LARGE
    others = [other for other in boards(s) if other != main]
    each = (WIDTH - 2 * MARGIN) / max(2, len(others))
    scale = (each - 8) / PANEL_WIDE
    return MARGIN + others.index(who) * each, PANEL_TOP + LARGE * PANEL_HIGH + 12, scale


def height(s: Board, look: Look) -> float:
    others = len(boards(s)) - 1
    below = (WIDTH - 2 * MARGIN) / max(2, others) / PANEL_WIDE * PANEL_HIGH + 8 if others else 0
    return PANEL_TOP + LARGE * PANEL_HIGH + below + MARGIN


def slot_place(kind: int) -> tuple[float, float]:
    """The middle of the place for stones of a colour, on a player's board before scaling."""
    return 34 + kind * 47.0, 111


HAND_PLACE = (397.0, 105.0)  # the middle of the tile in hand, on a player's board before scaling
GOLD_PLACE, SUPPLY_PLACE, TIPS_PLACE = (262.0, 34.0), (333.0, 34.0), (404.0, 34.0)
