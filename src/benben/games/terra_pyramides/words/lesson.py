"""The guided first game of Terra Pyramides: explanations at the decisions where they first matter."""

from __future__ import annotations

from benben.core.game import LessonStep
from benben.games.terra_pyramides.box.board import STACKS
from benben.games.terra_pyramides.box.components import MOST_GOLD, MOST_STONES, PRICE, SITES, TO_BUILD
from benben.games.terra_pyramides.picture.element_ids import gold_id, hand_id, stack_id, stone_id, worker_id
from benben.games.terra_pyramides.rules.state import FINISH, LAY, MOVE, ROW, Board, player, stones
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.row_yields import rows_through
from benben.games.terra_pyramides.words.text_board import waiting_on

_MANY_STONES = 4


def _hand(s: Board, seat: int) -> tuple[str, ...]:
    return (hand_id(player(s)),)


def _rows(s: Board, seat: int) -> tuple[str, ...]:
    return tuple(f"row-{axis}" for axis in rows_through(s.laid - 1))


def _workers(s: Board, seat: int) -> tuple[str, ...]:
    return tuple(map(worker_id, waiting_on(s)))


def _stacks(s: Board, seat: int) -> tuple[str, ...]:
    return tuple(stack_id(stack) for stack in range(STACKS) if s.height[stack])


def _own(s: Board, seat: int) -> list[int]:
    """The learner's places."""
    return [site for site in range(len(SITES)) if s.owner[site] == player(s) + 1]


def _foundations(s: Board, seat: int) -> tuple[str, ...]:
    return tuple(SITES[site] for site in _own(s, seat) if s.level[site] == 0)


def _pyramids(s: Board, seat: int) -> tuple[str, ...]:
    return tuple(SITES[site] for site in _own(s, seat) if s.level[site])


def _manned(s: Board, seat: int) -> tuple[str, ...]:
    """The places where the learner can start a pyramid."""
    sites = [site for site in _own(s, seat) if s.workers[site] == TO_BUILD and s.level[site] == 0]
    return tuple(SITES[site] for site in sites) if stones(s, player(s)) else ()


def _stones(s: Board, seat: int) -> tuple[str, ...]:
    who = player(s)
    return tuple(stone_id(who, colour) for colour, held in enumerate(s.stone[who]) if held)


LESSON = (
    LessonStep(
        "lay",
        lambda s, seat: s.phase == LAY and s.laid == 0,
        _(
            "This is your tile. Touch a free field to lay it. Its stairs lead to the adjacent building site. If that "
            "site is empty, it gets a foundation, on which you can build a pyramid."
        ),
        _hand,
        "TER-6",
    ),
    LessonStep(
        "row",
        lambda s, seat: s.phase == ROW,
        _(
            "Now choose a row through your tile: horizontal, vertical or diagonal, up to the next building site. You "
            "get everything it shows. The buttons list it: workers, stones, gold."
        ),
        _rows,
        "TER-8",
    ),
    LessonStep(
        "workers",
        lambda s, seat: s.phase == MOVE,
        _(
            "Your workers are on the row. Each one moves in a straight line over tiles to the first building site. "
            "Send them to the same place: you need three workers to build."
        ),
        _workers,
        "TER-11",
    ),
    LessonStep(
        "draw",
        lambda s, seat: s.phase == FINISH and any(s.height),
        _(
            "Finally, draw a tile for your next turn. Only you will see it. For 1 gold you may search a stack (touch "
            "the eye) and choose a tile."
        ),
        _stacks,
        "TER-21",
    ),
    LessonStep(
        "foundation",
        lambda s, seat: s.phase == LAY and bool(_foundations(s, seat)),
        _(
            "Other players cannot go where your workers are. At the end, a foundation with your workers scores its "
            "number, but a pyramid is worth much more."
        ),
        _foundations,
        "TER-23",
    ),
    LessonStep(
        "stones",
        lambda s, seat: stones(s, player(s)) >= _MANY_STONES,
        _(
            "You pay for pyramids with stones. You may keep {stones} stones and {gold} gold from one turn to the "
            "next, so use what you have. At the end, each stone and gold left is a point.",
            stones=MOST_STONES,
            gold=MOST_GOLD,
        ),
        _stones,
        "TER-20",
    ),
    LessonStep(
        "gold",
        lambda s, seat: s.phase <= FINISH and s.gold[player(s)] >= PRICE,
        _(
            "For {price} gold you can buy a worker for a foundation or pyramid of your choice, or a white stone, "
            "which replaces any colour.",
            price=PRICE,
        ),
        lambda s, seat: (gold_id(player(s)),),
        "TER-18",
    ),
    LessonStep(
        "found",
        lambda s, seat: s.phase <= FINISH and bool(_manned(s, seat)),
        _(
            "You have three workers here, so you can build. Touch the place, then the colour of the new pyramid. You "
            "can pay the first level with any stone, so choose the colour of which you have the most: the next "
            "levels need it."
        ),
        _manned,
        "TER-15",
    ),
    LessonStep(
        "raise",
        lambda s, seat: s.phase <= FINISH and bool(_pyramids(s, seat)),
        _(
            "A new pyramid is worth 5. With three workers on it again and stones of its colour, you can raise it to "
            "10, 20, 35 and finally 60. The upper levels score the most."
        ),
        _pyramids,
        "TER-16",
    ),
)
