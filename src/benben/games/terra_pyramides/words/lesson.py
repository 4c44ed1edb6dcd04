"""The guided first game of Terra Pyramides: two turns."""

from __future__ import annotations

from benben.core.lesson import Goal, Lesson, Step, moves
from benben.games.terra_pyramides.box.components import COLOURS, FIELDS, MOST_GOLD, MOST_STONES, PRICE, SITES, TO_BUILD
from benben.games.terra_pyramides.picture.element_ids import gold_id, hand_id, stone_id, worker_id
from benben.games.terra_pyramides.rules.state import Board
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.text_board import waiting_on

_HOME = SITES.index("e4")  # where the learner builds
_BLUE = COLOURS.index("blue")


def _laid_on(s: Board) -> str:
    return FIELDS[s.laid - 1] if s.laid else ""


def _workers(s: Board, seat: int) -> tuple[str, ...]:
    """The workers of the row that are to move."""
    return tuple(map(worker_id, waiting_on(s)))


def _foundations(s: Board, seat: int) -> list[str]:
    """The foundations that the learner occupies."""
    return [name for site, name in enumerate(SITES) if s.owner[site] == seat + 1 and s.level[site] == 0]


def _one_more_at_home(before: Board, after: Board, seat: int) -> bool:
    return bool(after.owner[_HOME] == seat + 1 and after.workers[_HOME] == before.workers[_HOME] + 1)


def _send_home(first: int) -> Step:
    texts = (
        _("Touch a worker of the row."),
        _("Touch the next worker."),
        _("Touch the last worker."),
    )
    return Step(
        (texts[first], _("Touch e4: a worker goes straight over tiles to the first building site.")), _one_more_at_home
    )


LESSON = Lesson(
    seed=3,
    welcome=_(
        "You build pyramids in the desert. A turn: lay a tile, choose a row through it, take what the row shows, and "
        "send its workers to the building sites. This is your tile: a grey stone and a worker."
    ),
    cells=lambda s, seat: (hand_id(seat),),
    goals=(
        Goal(
            "lay",
            _("Lay your tile on d5, beside the two tiles with workers."),
            (
                Step(
                    (_("Touch your tile, or drag it."), _("Touch d5: then three workers are in one row.")),
                    lambda before, after, seat: _laid_on(after) == "d5",
                ),
            ),
            _(
                "The stairs of a tile lead to a building site beside it. Had that site been empty, it would have got a "
                "foundation now. The four foundations in the middle are there from the start."
            ),
            lambda s, seat: ("d5", "d6"),
            "TER-7",
        ),
        Goal(
            "row",
            _("Choose the row with the three workers."),
            (
                Step(
                    (
                        _(
                            "Up to four rows go through your tile, each to the next building sites. Touch the row "
                            "across."
                        ),
                    ),
                    lambda before, after, seat: len(waiting_on(after)) == TO_BUILD,
                ),
            ),
            _(
                "You get all that the row shows: stones of its colours, gold for each eye and each oasis, and a worker "
                "of yours for each worker. Every tile in the row counts, whoever laid it."
            ),
            lambda s, seat: ("d5", "e5", "f5"),
            "TER-10",
        ),
        Goal(
            "workers",
            _("Send all three workers to the foundation on e4."),
            tuple(_send_home(worker) for worker in range(TO_BUILD)),
            _(
                "The site is yours now: others cannot go where your workers are. Three workers on one site can build, "
                "and more than three have no room."
            ),
            lambda s, seat: ("e4",),
            "TER-11",
        ),
        Goal(
            "build",
            _("Build a blue pyramid."),
            (
                Step(
                    (
                        _("You have three workers and a stone. Touch e4."),
                        _("Choose blue: blue stones lie nearby. Only the first level can be paid with any stone."),
                    ),
                    lambda before, after, seat: after.level[_HOME] == 1 and after.colour[_HOME] == _BLUE,
                ),
            ),
            _(
                "Your first pyramid: 5 points. One worker stays there, two are back in your supply. For the next level "
                "you need three workers again, and two blue stones."
            ),
            lambda s, seat: ("e4",),
            "TER-15",
        ),
        Goal(
            "draw",
            _("Draw a tile for your next turn."),
            (
                Step(
                    (_("Touch stack 8: a high one. Only you will see the tile."),),
                    lambda before, after, seat: after.source[seat] == 8,
                ),
            ),
            _(
                "A blue stone and a worker: just what you need. For 1 gold you may look through a stack and choose a "
                "tile: touch its eye. Now the other player has a turn."
            ),
            lambda s, seat: (hand_id(seat),),
            "TER-21",
            moves("lay h6; row across; e6-d6; draw 2"),
        ),
        Goal(
            "second-row",
            _("Lay your tile so that a row gives two blue stones and three workers, and choose that row."),
            (
                Step(
                    (_("Touch e7: it continues the column with the blue stone."),),
                    lambda before, after, seat: _laid_on(after) == "e7",
                ),
                Step(
                    (_("Touch the row down."),),
                    lambda before, after, seat: after.stone[seat, _BLUE] == 2,
                ),
            ),
            _(
                "Two blue stones and three workers. You may keep {stones} stones and {gold} gold from turn to turn. "
                "For {price} gold you can buy a worker or a white stone, which replaces any colour.",
                stones=MOST_STONES,
                gold=MOST_GOLD,
                price=PRICE,
            ),
            lambda s, seat: (stone_id(seat, _BLUE), gold_id(seat)),
            "TER-19",
        ),
        Goal(
            "second-workers",
            _("Send two workers to your pyramid and one to a free foundation."),
            (
                _send_home(0),
                _send_home(1),
                Step(
                    (
                        _("Touch the last worker."),
                        _("Touch a free foundation. A higher number scores more."),
                    ),
                    lambda before, after, seat: bool(_foundations(after, seat)),
                ),
            ),
            _(
                "A foundation with your workers is worth its number at the end, and it keeps the place for your next "
                "pyramid. The one on d6 belongs to the other player now."
            ),
            lambda s, seat: ("e4", *_foundations(s, seat)),
            "TER-23",
        ),
        Goal(
            "raise",
            _("Raise your pyramid to the second level."),
            (
                Step(
                    (
                        _("Three workers stand on e4, and you have two blue stones. Touch e4."),
                        _("Touch the next level."),
                    ),
                    lambda before, after, seat: after.level[_HOME] == 2,
                ),
            ),
            _(
                "It is worth 10 now. The next levels are worth 20, 35 and 60: the upper ones score the most. The match "
                "ends when the tiles are laid. In the end each stone and each gold that is left is a point too."
            ),
            lambda s, seat: ("e4",),
            "TER-16",
        ),
    ),
)
